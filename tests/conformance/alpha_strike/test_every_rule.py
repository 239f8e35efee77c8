# ruff: noqa: N802from __future__ import annotations

import re
from pathlib import Path

from cardengine.source import bundled

HERE = Path(__file__).parent
RULES = set(range(1, 46))


def test_every_rule_has_a_test_that_names_it() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    names = re.findall(r"def test_AS_(\w+)", text)
    numbers = {int(number) for name in names for number in re.findall(r"(?:^|_)(\d+)(?=_)", name)}
    assert numbers >= RULES


def test_every_rule_has_a_scenario_that_names_it() -> None:
    files = (bundled("rulesets") / "alpha_strike" / "tests").glob("*.yaml")
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    named = [number for line in text.splitlines() if "rules:" in line for number in re.findall(r"AS-(\d+)", line)]
    # What can't be shown by one position: cards have values and ships have ratings in all of them (AS-3), a game
    # need not end (AS-44), a bound over all games (AS-45).
    assert {int(number) for number in named} >= RULES - {3, 44, 45}
