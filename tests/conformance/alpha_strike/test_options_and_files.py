"""The options at their bounds, and ship lists of one's own: good ones play, bad ones are refused, with a remedy."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import cardengine
from cardengine import DiagnosticError, RulesetError
from cardengine.diagnostics import Diagnostic
from tests.conformance.alpha_strike.helpers import Option, alpha, begin, load, loaded, random_game, ship_file, turn

NUMBERS: dict[str, tuple[int, int, int]] = {
    "points": (5, 60, 120),
    "start_hand": (0, 6, 8),
    "draw": (0, 2, 8),
    "hand_limit": (6, 8, 52),
    "royalties": (1, 10, 13),
    "damage_step": (1, 10, 50),
    "repair_step": (1, 10, 50),
    "evades": (1, 3, 9),
    "turn_limit": (0, 0, 9999),
}


def test_the_options_are_those_of_the_rules_with_their_defaults() -> None:
    others = {"fleets": "choose", "withdrawn_share": Fraction(1, 2), "keep_surplus": False, "hold": False}
    assert alpha(2).options == {name: default for name, (_, default, _) in NUMBERS.items()} | others


@pytest.mark.parametrize("name", NUMBERS)
def test_a_game_plays_with_an_option_at_each_bound(name: str) -> None:
    for value in {NUMBERS[name][0], NUMBERS[name][2]}:
        rest: dict[str, Option] = {"turn_limit": 12} if name != "turn_limit" else {}
        game = alpha(2, fleets="standard", **rest, **{name: value})
        *_, end = random_game(game, 3)
        assert end.over
        assert end.fault is None


@pytest.mark.parametrize("name", NUMBERS)
def test_a_value_past_a_bound_is_refused_with_the_bounds(name: str) -> None:
    low, _, high = NUMBERS[name]
    for value in (low - 1, high + 1):
        problem = only_problem(lambda value=value: alpha(2, **{name: value}))
        assert f"`{name}` is {value}; it must be from {low} to {high}" in problem.message
        assert problem.span is not None
        assert problem.help


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("fleets", "mine", "choose, standard"),
        ("fleets", "standart", "standard"),
        ("hold", "perhaps", "yes or no"),
        ("keep_surplus", 2, "yes or no"),
        ("withdrawn_share", "2", "must be from 0 to 1"),
        ("withdrawn_share", "-1/3", "must be from 0 to 1"),
        ("withdrawn_share", "1/0", "fraction"),
        ("points", "sixty", "number"),
        ("points", "60.5", "whole number"),
        ("point", 60, "points"),
    ],
)
def test_a_wrong_value_is_refused_with_a_remedy(name: str, value: Option, words: str) -> None:
    problem = only_problem(lambda: alpha(2, **{name: value}))
    assert words in f"{problem.message} {problem.help}"


def test_a_hand_limit_below_the_starting_hand_is_refused() -> None:
    problem = only_problem(lambda: alpha(2, start_hand=8, hand_limit=7))
    assert "`hand_limit` is 7; it must be from 8 to 52" in problem.message
    assert alpha(2, start_hand=3, hand_limit=3).options["hand_limit"] == 3


@pytest.mark.parametrize(("royalties", "damage"), [(1, 0), (4, 0), (5, 1), (13, 1)])
def test_royalties_count_what_the_option_says(royalties: int, damage: int) -> None:
    state = begin("cruiser", "dreadnought", hands=["JC"], royalties=royalties)
    load(state, "p1.1: JC")
    state.apply(state.parse_action("attack p2.1"))
    assert state.var("damage", "p2.1") == damage


def test_surplus_spades_stay_only_with_the_option() -> None:
    for keep, left in ((False, []), (True, ["9S"])):
        state = begin("dreadnought", "cruiser", hands=["TC JC", "4S 5S 9S"], keep_surplus=keep, repair_step=9)
        turn(state, "p1.1: TC JC; p2.1: 9S 5S 4S", "p2.1: attack p1.1; p1.1: attack p2.1")
        # 18 in steps of 9 repairs two of three: all is spent; 9 and 9 are paid with 4, 5 and 9.
        assert state.var("damage", "p2.1") == 1
        assert loaded(state, "p2.1") == []
        state = begin("dreadnought", "cruiser", hands=["TC JC", "4S 5S 8S"], keep_surplus=keep, repair_step=9)
        turn(state, "p1.1: TC JC; p2.1: 8S 5S 4S", "p2.1: attack p1.1; p1.1: attack p2.1")
        assert loaded(state, "p2.1") == [card.replace("9", "8") for card in left]


# Ship lists ----------------------------------------------------------------------------------------


def only_problem(load_it: object) -> Diagnostic:
    """The one problem that is reported."""
    assert callable(load_it)
    with pytest.raises(RulesetError) as error:
        load_it()
    (problem,) = error.value.diagnostics
    return problem


GOOD = "scout, 5, 2, 1, 1, 8, 1"

BAD: dict[str, tuple[str, str, str]] = {
    # what: the row, what is pointed at, words of the message or the remedy
    "hull 0": ("wreck, 5, 2, 0, 1, 8, 1", "0", "not from 1 to 99"),
    "cost 0": ("gift, 0, 2, 1, 1, 8, 1", "0", "not from 1 to 120"),
    "cost over the scale": ("moon, 121, 2, 1, 1, 8, 1", "121", "not from 1 to 120"),
    "negative weapons": ("lamb, 5, -1, 1, 1, 8, 1", "-1", "not from 0 to 99"),
    "negative shields by a sum": ("lamb, 5, 1, 1, 2 - 3, 8, 1", "2 - 3", "not from 0 to 99"),
    "power over 52": ("hulk, 5, 1, 1, 1, 8, 53", "53", "not from 0 to 52"),
    "a rating missing": ("scow, 5, 2, 1, 1, 8", "[scow, 5, 2, 1, 1, 8]", "class, cost, weapons, hull, shields"),
    "a column too many": ("yacht, 5, 2, 1, 1, 8, 1, 9", "[yacht, 5, 2, 1, 1, 8, 1, 9]", "7 cells; this has 8"),
    "a word for a number": ("cog, many, 2, 1, 1, 8, 1", "many", "many"),
    "a fraction": ("sloop, 5, 2, 1, 1, 7/2, 1", "7/2", ""),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_ship_is_refused_at_its_place(what: str, tmp_path: Path) -> None:
    row, place, words = BAD[what]
    path = ship_file(tmp_path, f"{GOOD}\n{row}")
    for fleets in ("choose", "standard"):
        problem = only_problem(lambda fleets=fleets: alpha(2, ships=path, fleets=fleets))
        assert problem.span is not None
        assert problem.span.source.name == path
        assert problem.span.source.text[problem.span.start : problem.span.end] in (
            place,
            place.split("/", maxsplit=1)[0],
            "/",
        )
        assert words in f"{problem.message} {problem.help}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing in the file"),
        ("list: [a\n", "never closed"),
        ("just a text\n", "must be a data file"),
        ("list: []\n", "must not be empty"),
        ("ships: []\n", "list"),
        ("list:\n  - [scout, 5, 2, 1, 1, 8, 1]\n  - [scout, 6, 2, 1, 1, 8, 1]\n", "same name"),
        ("list:\n  - [scout, 5, 2, 1, 1, 8, 1]\nstandart_fleet: [scout]\n", "standard_fleet"),
        ("list:\n  - [scout, 5, 2, 1, 1, 8, 1]\nstandard_fleet: [scuot]\n", "scout"),
        ("list:\n  - [scout, 5, 2, 1, 1, 8, 1]\nstandard_fleet: scout\n", "list"),
        ("list:\n\t- [scout]\n", "tab"),
        ("list: &a [*a]\n", ""),
        ("list: !!python/object:os.system [x]\n", ""),
    ],
)
def test_a_file_that_is_no_ship_list_is_refused(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "ships.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as error:
        alpha(2, ships=str(path))
    problems = error.value.diagnostics
    assert any(words.lower() in f"{problem.message} {problem.help}".lower() for problem in problems)
    assert all(problem.file == str(path) for problem in problems)


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ships.bin").write_bytes(bytes(range(256)))
    for path in (tmp_path / "missing.yaml", tmp_path, tmp_path / "ships.bin"):
        with pytest.raises(DiagnosticError) as error:
            cardengine.load("alpha_strike", {"ships": str(path)})
        assert error.value.diagnostics[0].file == str(path)


def test_a_list_without_a_ready_made_fleet_is_refused_with_standard_fleets(tmp_path: Path) -> None:
    path = ship_file(tmp_path, GOOD)
    assert alpha(2, ships=path).new(seed=1).choice == "buying"
    problem = only_problem(lambda: alpha(2, ships=path, fleets="standard"))
    assert "no ready-made fleet; choose the fleets instead" in problem.message
    assert problem.span is not None


def test_a_ready_made_fleet_of_which_nothing_fits_is_refused(tmp_path: Path) -> None:
    path = ship_file(tmp_path, f"{GOOD}\nwhale, 70, 1, 1, 1, 1, 1", "whale")
    assert alpha(2, ships=path, points=70, fleets="standard").new(seed=1).zone("fleet", 1) == ["p2.1"]
    problem = only_problem(lambda: alpha(2, ships=path, points=69, fleets="standard"))
    assert "No ship of the ready-made fleet costs so few points" in problem.message


def test_points_below_the_cheapest_ship_of_ones_own_list_are_refused(tmp_path: Path) -> None:
    path = ship_file(tmp_path, "whale, 70, 1, 1, 1, 1, 1")
    problem = only_problem(lambda: alpha(2, ships=path))
    assert "`points` is 60; it must be from 70 to 120" in problem.message
    assert alpha(2, ships=path, points=70).new(seed=1).choice == "buying"


def test_a_ships_ratings_may_be_nought_and_its_hull_and_cost_one(tmp_path: Path) -> None:
    path = ship_file(tmp_path, "mote, 1, 0, 1, 0, 0, 0", "mote, mote")
    *_, end = random_game(alpha(3, ships=path, fleets="standard", turn_limit=5), 1)
    assert end.over
    assert end.fault is None


def test_a_fleet_may_be_as_large_as_the_points_allow(tmp_path: Path) -> None:
    path = ship_file(tmp_path, "mote, 1, 0, 1, 0, 0, 0")
    state = alpha(2, ships=path, points=120).new(seed=1)
    for _ in range(2):
        for _ in range(120):
            state.apply(state.parse_action("buy mote"))
        assert [action.text for action in state.actions()] == ["pass"]
        state.apply(state.actions()[0])
    assert [len(state.zone("fleet", seat)) for seat in (0, 1)] == [120, 120]
    assert state.choice == "loading"
