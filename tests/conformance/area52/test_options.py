from __future__ import annotations

import pytest

import cardengine
from cardengine import RulesetError
from cardengine.diagnostics import DiagnosticError
from tests.conformance.area52.helpers import area52


@pytest.mark.parametrize(
    ("name", "low", "high", "default"),
    [("reveal", 1, 26, 3), ("board", 1, 26, 6), ("waves", 1, 9, 2), ("penalty", 0, 100, 50)],
)
def test_options_have_their_bounds_and_defaults(name: str, low: int, high: int, default: int) -> None:
    assert area52().options[name] == default
    for value in (low, high):
        assert area52(**{name: value}).options[name] == value
    for value in (low - 1, high + 1):
        with pytest.raises((RulesetError, DiagnosticError)):
            cardengine.load("area52", {name: value})


def test_casualties_are_one_of_three() -> None:
    assert area52().options["casualties"] == "matching"
    for word in ("matching", "none", "both"):
        assert area52(casualties=word).options["casualties"] == word
    with pytest.raises((RulesetError, DiagnosticError)):
        cardengine.load("area52", {"casualties": "all"})


def test_there_are_no_other_options() -> None:
    assert set(area52().options) == {"reveal", "board", "waves", "penalty", "casualties"}


@pytest.mark.parametrize(("board", "reserves"), [(1, 25), (6, 20), (25, 1), (26, 0)])
def test_the_board_takes_what_there_is(board: int, reserves: int) -> None:
    state = area52(board=board).new(seed=1)
    assert len(state.zone("defenders")) == board
    assert len(state.zone("reserves")) == reserves


@pytest.mark.parametrize("reveal", [1, 2, 13, 25, 26])
def test_as_many_aliens_as_it_says_are_revealed(reveal: int) -> None:
    state = area52(reveal=reveal).new(seed=1)
    assert len(state.zone("attackers")) == reveal
    assert len(state.zone("aliens")) == 26 - reveal
