"""Options and numbers of players: what a game is made with, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from cardengine.model.load import RulesetError, load_text
from cardengine.runtime.game import Game
from tests.lang.helpers import errors, game, whole

PART = """
players: 2 to 4
options:
  size: {is: number from 1 to 9, default: 3, text: Size}
  even: {is: number from 0 to 10 by 2, default: 4, text: Even}
  share: {is: fraction from 0 to 1, default: 1/2, text: Share}
  fast: {is: yes or no, default: yes, text: Fast}
  mode: {is: low or high, default: low, text: Mode}
  suit_of: {is: a suit, default: hearts, text: Suit}
  least: {is: number from options.size to options.size * 2, default: options.size + 1, text: Least}
variables:
  game:
    x: number from 0 to options.size, initially options.size - 1
result:
  score: options.share * x
"""


def test_defaults() -> None:
    made = game(PART)
    assert made.options == {
        "size": 3, "even": 4, "share": Fraction(1, 2), "fast": True, "mode": "low", "suit_of": "hearts", "least": 4,
    }  # fmt: skip
    assert made.players == 2
    assert made.new(seed=1).scores == (1, 1)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"size": 9}, {"size": 9, "least": 10}),
        ({"size": "9"}, {"size": 9}),
        ({"size": " 9 "}, {"size": 9}),
        ({"even": 10}, {"even": 10}),
        ({"share": "1/3"}, {"share": Fraction(1, 3)}),
        ({"share": Fraction(2, 3)}, {"share": Fraction(2, 3)}),
        ({"share": "0.25"}, {"share": Fraction(1, 4)}),
        ({"share": 1}, {"share": 1}),
        ({"fast": False}, {"fast": False}),
        ({"fast": "no"}, {"fast": False}),
        ({"mode": "high"}, {"mode": "high"}),
        ({"suit_of": "clubs"}, {"suit_of": "clubs"}),
        ({"size": 5, "least": 10}, {"least": 10}),
    ],
)
def test_options_that_are_given(given: dict[str, Any], found: dict[str, Any]) -> None:
    options = game(PART, given).options
    assert {name: options[name] for name in found} == found


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": 0}, "the option `size` is 0; it must be from 1 to 9"),
        ({"size": 10}, "must be from 1 to 9"),
        ({"size": -1}, "must be from 1 to 9"),
        ({"size": "x"}, "can't be `x`"),
        ({"size": ""}, "can't be ``"),
        ({"size": "1.5"}, "can't be `1.5`"),
        ({"size": True}, "can't be `True`"),
        ({"size": "1e9"}, "can't be `1e9`"),
        ({"size": "9" * 5000}, "can't be"),
        ({"size": 10**50}, "can't be"),
        ({"even": 3}, "it goes from 0 in steps of 2"),
        ({"share": "1/0"}, "can't be `1/0`"),
        ({"share": "3/2"}, "must be from 0 to 1"),
        ({"share": "1e999999999999"}, "can't be"),
        ({"share": 0.5 + 1e-17}, None),
        ({"fast": "maybe"}, "can't be `maybe`"),
        ({"mode": "lo"}, "can't be `lo`"),
        ({"suit_of": "swords"}, "can't be `swords`"),
        ({"least": 2}, "must be from 3 to 6"),
        ({"seize": 2}, "this game has no option `seize`"),
    ],
)
def test_options_that_can_not_be(given: dict[str, Any], message: str | None) -> None:
    if message is None:
        assert game(PART, given).options["share"] == Fraction(1, 2)
        return
    with pytest.raises(RulesetError) as refused:
        game(PART, given)
    assert message in refused.value.diagnostics[0].message


def test_all_unknown_options_are_told_at_once() -> None:
    with pytest.raises(RulesetError) as refused:
        game(PART, {"seize": 2, "moed": "low"})
    assert [problem.help for problem in refused.value.diagnostics] == ["did you mean `size`?", "did you mean `mode`?"]


@pytest.mark.parametrize("players", [1, 5, 0, -1, 99])
def test_numbers_of_players_that_can_not_be(players: int) -> None:
    with pytest.raises(RulesetError, match="is a game for 2 to 4"):
        game(PART, players=players)


def test_a_game_for_each_number_of_players() -> None:
    loaded = load_text(whole(PART))
    assert [len(Game(loaded, players=n).new(seed=1).scores) for n in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("n: {is: number from 1 to 3, default: 9}", ("V503", "9")),
        ("n: {is: number from 1 to 3, default: yes}", ("T401", "yes")),
        ("n: {is: number from 1 to options.m, default: 1}", ("N302", "m")),
        ("n: {is: number from 1 to count(deck), default: 1}", ("T404", "deck")),
        ("n: {is: a player, default: 1}", ("T404", "a player")),
        ("n: {is: a card, default: QS}", ("T404", "a card")),
        ("n: {is: a card from every card, default: QS}", ("T404", "a card from every card")),
        ("n: {is: high or low, default: hihg}", ("N302", "hihg")),
        ("n: {is: low, default: low}", ("T404", "low")),
        ("n: {is: fraction from 0 to 1, default: 3 / 2}", ("V503", "3 / 2")),
    ],
)
def test_options_that_are_declared_wrongly(options: str, problem: tuple[str, str]) -> None:
    part = f"zones: {{table: {{deck: face-up pile}}}}\noptions:\n  {options}\n"
    found = errors(part)
    assert problem in found or (problem[1] == "deck" and found[0][0] == "N302")


@pytest.mark.parametrize(
    ("variable", "problem"),
    [
        ("number from 0 to count(deck)", ("T404", "deck")),
        ("number from 0 to y", ("T404", "y")),
        ("number from 0 to 9 by 2", ("T404", "number from 0 to 9 by 2")),
        ("fraction from 0 to 1", ("T404", "fraction from 0 to 1")),
        ("a card", ("T404", "a card")),
        ("2 cards from deck", ("T404", "2 cards from deck")),
        ("a card from deck", ("T404", "a card from deck")),
        ("high", ("T404", "high")),
        ("number from 0 to 9, initially y", ("T404", "y")),
        ("number from 0 to 9, initially count(every hand)", ("T404", "every hand")),
        ("number from 0 to 9, initially 10", ("V501", "10")),
        ("number from 0 to 9, initially yes", ("T401", "yes")),
        ("a suit, initially nothing", ("T401", "nothing")),
        ("number from 3 to 1", ("V501", "number from 3 to 1")),
        ("number from 0 to 1 / 2", ("T401", "1 / 2")),
        ("number from 0 to 1 / 0 rounded down", ("V504", "1 / 0 rounded down")),
    ],
)
def test_variables_that_are_declared_wrongly(variable: str, problem: tuple[str, str]) -> None:
    part = "zones: {table: {deck: face-up pile}, player: {hand: face-up row}}\n"
    part += f"variables:\n  game:\n    y: number from 0 to 9\n    x: {variable}\n"
    assert problem in errors(part)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("number from 0 to 99, initially count(every card where rank > six)", 28),
        ("number from -3 to 3", -3),
        ("number from 0 to 9, initially count(players)", 2),
        ("a suit, initially hearts", "hearts"),
        ("a suit or nothing", None),
        ("a suit or nothing, initially hearts", "hearts"),
        ("a card or nothing, initially QS", "QS"),
        ("a player, initially last(players)", 1),
        ("a player or nothing", None),
        ("yes or no, initially yes", True),
        ("low or high or middle, initially middle", "middle"),
    ],
)
def test_initial_values(variable: str, value: object) -> None:
    assert game(f"variables:\n  game:\n    x: {variable}\n").new(seed=1).var("x") == value
