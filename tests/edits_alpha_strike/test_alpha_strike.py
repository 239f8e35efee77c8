"""What house rules for Alpha Strike cost: each is a patch, and each does what it says."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pytest

import cardengine
from cardengine import Game, ScriptedChance, State
from cardengine.diagnostics import Code
from cardengine.model.load import load_text
from cardengine.source import bundled
from tests.conformance.alpha_strike.helpers import (
    Option,
    buy,
    deck_for,
    declare,
    do,
    everywhere,
    load,
    loaded,
    random_game,
    refused,
    texts,
    turn,
)
from tests.edits.patches import read_patch

HERE: Final = Path(__file__).parent / "patches"
# The figures of the language's design: a line that is replaced counts once.
COSTS: Final = {
    "royalties": 1, "evading_needs_a_diamond": 1, "hearts_gone": 1, "declare_twice": 2, "two_against_two": 5,
}  # fmt: skip
# A ship that can't evade may have nothing to declare; the option that a new line replaces is unused.
WARNINGS: Final = {"royalties": [Code.UNUSED], "evading_needs_a_diamond": [Code.MAY_BE_EMPTY]}


def original() -> str:
    return (bundled("rulesets") / "alpha_strike.yaml").read_text(encoding="utf-8")


@cache
def edited(name: str, players: int = 2, **options: Option) -> Game:
    ships = (bundled("rulesets") / "alpha_strike" / "ships.yaml").read_text(encoding="utf-8")
    text = read_patch(HERE / f"{name}.diff").apply(original())
    loaded_ruleset = load_text(text, f"{name}.yaml", {"ships": ships})
    assert [warning.code for warning in loaded_ruleset.warnings] == WARNINGS.get(name, [])
    return Game(loaded_ruleset, options, players)


def begin(name: str, *fleets: str, hands: tuple[str, ...] = (), **options: Option) -> State:
    """An edited game whose fleets and hands are known."""
    game = edited(name, len(fleets), points=120, **options)
    deck = deck_for([*hands, *([""] * (len(fleets) - len(hands)))])
    return buy(game.new(chance=ScriptedChance([deck])), *fleets)


def test_there_is_a_patch_for_each_edit() -> None:
    assert {path.stem for path in HERE.glob("*.diff")} == set(COSTS)


@pytest.mark.parametrize(("name", "lines"), COSTS.items())
def test_an_edit_costs_what_it_should(name: str, lines: int) -> None:
    patch = read_patch(HERE / f"{name}.diff")
    assert patch.changed == lines
    text = original()
    assert patch.apply(text) != text


@pytest.mark.parametrize("fleets", ["standard", "choose"])
@pytest.mark.parametrize("name", COSTS)
def test_an_edited_game_plays(name: str, fleets: str) -> None:
    players = 4 if name == "two_against_two" else 3
    game = edited(name, players, fleets=fleets, turn_limit=40)
    for number in range(6):
        for state in random_game(game, 12, number, log=False):
            assert len(set(everywhere(state, players))) == 52
        assert state.fault is None
        assert state.outcome.name == "ENDED"


def test_royalties_count_eleven_twelve_thirteen() -> None:
    # A cruiser's 8 and 11, 12, 13 against a dreadnought's 12 and a heart: 8 makes 20.
    for card, heart, damage in (("JC", "7H", 0), ("JC", "6H", 1), ("QC", "8H", 0), ("QC", "7H", 1), ("KC", "8H", 1)):
        state = begin("royalties", "cruiser", "dreadnought", hands=(card, heart))
        load(state, f"p1.1: {card}; p2.1: {heart}")
        do(state, "attack p2.1")
        assert state.var("damage", "p2.1") == damage
    state = begin("royalties", "dreadnought", "dreadnought", hands=("QD", "KD"))
    assert turn(state, "p1.1: QD; p2.1: KD") == ["p2.1", "p1.1"]


def test_every_five_of_excess_is_an_option() -> None:
    game = cardengine.load("alpha_strike", {"points": 120, "damage_step": 5})
    state = buy(game.new(chance=ScriptedChance([deck_for(["6C", ""])])), "cruiser battleship", "battleship")
    load(state, "p1.1: 6C")
    do(state, "attack p2.1")
    assert state.var("damage", "p2.1") == 2


def test_evading_needs_a_diamond() -> None:
    state = begin("evading_needs_a_diamond", "fighter cruiser", "cruiser", hands=("2D",))
    load(state, "p1.1: 2D")
    assert texts(state) == ["attack p2.1", "wing p1.2", "evade"]
    do(state, "evade")
    refused(state, "evade", "needs a diamond")
    assert texts(state) == ["attack p2.1"]
    do(state, "attack p2.1")
    refused(state, "attack p1.1", "has evaded")
    assert texts(state) == ["attack p1.2"]


def test_a_ship_with_nothing_to_declare_is_passed_over_as_all_may_see() -> None:
    state = begin("evading_needs_a_diamond", "fighter", "cruiser", hands=("2D",))
    load(state, "p1.1: 2D")
    do(state, "evade")
    assert (state.var("turn"), state.choice) == (2, "loading")
    assert {"event": "skipped", "player": "p2", "choice": "declaration"} in state.events_for(0)


def test_hearts_are_gone_after_one_attack() -> None:
    hands = ("2C 3C", "5H 4S")
    state = begin("hearts_gone", "destroyer destroyer", "destroyer dreadnought", hands=hands)
    load(state, "p1.1: 2C; p1.2: 3C; p2.1: 5H 4S")
    do(state, "attack p2.1")  # 9 against 10
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1"), state.zone("discard")) == (0, ["4S"], ["5H"])
    do(state, "attack p2.1")  # 10 against 5
    assert state.var("damage", "p2.1") == 1
    assert state.view(0)["zones"]["discard"]["cards"] == ["5H"]


def test_ships_of_maneuver_seven_and_more_declare_twice() -> None:
    state = begin("declare_twice", "fighter bomber", "corvette cruiser", evades=2)
    load(state)
    order = declare(state, "p1.2: attack p2.2")
    # Two evades in a row withdraw them here.
    assert order == ["p1.1", "p1.1", "p2.1", "p2.1", "p1.2", "p2.2"]
    assert (state.zone("withdrawn", 0), state.zone("withdrawn", 1)) == (["p1.1"], ["p2.1"])


def test_a_ship_that_has_left_play_does_not_declare_again() -> None:
    state = begin("declare_twice", "fighter cruiser", "corvette", evades=1)
    load(state)
    do(state, "evade")
    assert state.zone("withdrawn", 0) == ["p1.1"]
    assert state.var("declaring") == "p2.1"
    do(state, "attack p1.2")
    assert (state.var("declaring"), texts(state)) == ("p2.1", ["attack p1.2", "evade"])


# Two against two -----------------------------------------------------------------------------------


def test_partners_do_not_attack_each_other() -> None:
    state = begin("two_against_two", "cruiser", "cruiser", "cruiser", "cruiser")
    load(state)
    assert texts(state) == ["attack p2.1", "attack p4.1", "evade"]
    refused(state, "attack p3.1", "on your side")
    refused(state, "wing p3.1", "from your fleet")


def test_the_game_ends_when_one_side_is_left_and_both_partners_win() -> None:
    fleets = ("dreadnought", "fighter", "bomber", "fighter")
    state = begin("two_against_two", *fleets)
    load(state)
    do(state, "attack p1.1", "attack p1.1", "attack p2.1")
    assert (state.over, state.zone("fleet", 1)) == (False, [])
    do(state, "attack p4.1")
    assert (state.over, state.winners, state.scores) == (True, (0, 2), (60, 0, 8, 0))


def test_a_partner_who_has_lost_all_wins_with_the_other() -> None:
    state = begin("two_against_two", "fighter", "corvette", "dreadnought", "bomber", hands=("", "4C"), evades=1)
    load(state, "p2.1: 4C")
    do(state, "attack p2.1")  # 2 against 3
    do(state, "attack p1.1")
    assert (state.zone("destroyed", 0), state.over) == (["p1.1"], False)
    do(state, "evade")
    assert (state.zone("withdrawn", 3), state.over) == (["p4.1"], False)
    do(state, "attack p2.1")  # 14 against 3: two damage, and nobody of the other side is left
    assert (state.over, state.winners, state.scores) == (True, (0, 2), (0, 0, 60, 4))


def test_the_better_side_wins_by_the_sum_of_its_scores_not_the_best_player() -> None:
    state = begin("two_against_two", "dreadnought", "cruiser", "fighter", "battleship", turn_limit=1)
    turn(state)
    assert state.scores == (60, 32, 5, 44)
    assert state.winners == (1, 3)


def test_sides_of_equal_score_share_the_win() -> None:
    state = begin("two_against_two", "dreadnought", "cruiser", "cruiser", "dreadnought", turn_limit=1)
    turn(state)
    assert state.winners == (0, 1, 2, 3)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_two_against_two_is_a_game_for_four(players: int) -> None:
    with pytest.raises(cardengine.RulesetError, match="a game for 4"):
        edited("two_against_two", players)


def test_partners_do_not_see_each_others_cards() -> None:
    state = begin("two_against_two", "cruiser", "cruiser", "cruiser", "cruiser", hands=("2C",))
    do(state, "play 2C p1.1")
    view = state.view(2)["zones"]
    assert view["hand"]["0"]["cards"] == [None] * 7
    assert view["loaded"]["p1.1"]["cards"] == [None]
