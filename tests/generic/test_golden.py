"""A whole game of each ruleset as it was when somebody last looked at it.

When a game is meant to change, write the files anew and read the difference:

    CARDENGINE_GOLDEN=write python -m pytest tests/generic/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardengine.model.load import load_file
from tests.generic.helpers import RULESETS, load, name_of
from tests.generic.transcript import transcript

FOLDER = Path(__file__).parents[1] / "golden"
SEED = 1


@pytest.mark.parametrize("path", RULESETS, ids=name_of)
def test_the_golden_game_is_played_as_ever(path: Path) -> None:
    file = FOLDER / f"{name_of(path)}.txt"
    text = transcript(load(path, load_file(path).ruleset.fewest), SEED)
    if os.environ.get("CARDENGINE_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8", newline="\n")
    assert file.exists(), f"there is no golden game of {name_of(path)}: see this file's first lines"
    assert file.read_text(encoding="utf-8").splitlines() == text.splitlines()


def test_every_golden_game_has_its_ruleset() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {name_of(path) for path in RULESETS}
