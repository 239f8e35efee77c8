from __future__ import annotations

import re
from pathlib import Path

from cardengine.source import bundled

HERE = Path(__file__).parent
RULES = set(range(1, 35))


def test_every_rule_has_a_test_that_names_it() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    assert {int(number) for number in re.findall(r"def test_A52_(\d+)_", text)} == RULES


def test_every_rule_has_a_scenario_that_names_it() -> None:
    files = (bundled("rulesets") / "area52" / "tests").glob("*.yaml")
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    named = [number for line in text.splitlines() if "rules:" in line for number in re.findall(r"A52-(\d+)", line)]
    assert {int(number) for number in named} == RULES
