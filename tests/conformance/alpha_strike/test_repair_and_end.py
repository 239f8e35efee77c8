"""AS-29 to AS-41: repair, clean-up, the end and the score."""
# ruff: noqa: N802

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from cardengine import Outcome, RulesetError, State
from tests.conformance.alpha_strike.helpers import alpha, begin, declare, do, load, loaded, texts, turn

FIGHT = "p2.1: attack p1.1; p1.1: attack p2.1"


def damaged(clubs: str, spades: str, more: str = "", **options: Any) -> State:
    """A cruiser (p2.1, hull 4) that a dreadnought shoots at in the first turn with spades on it; turn 2 is loading.

    14 and the clubs against 7: no club makes damage 1, ``TC`` 2, ``TC JC`` 3.
    """
    state = begin("dreadnought", "cruiser", hands=[clubs, f"{spades} {more}"], **options)
    turn(state, f"p1.1: {clubs}; p2.1: {spades}", FIGHT)
    return state


def test_AS_29_clubs_hearts_and_diamonds_are_discarded_turned_up_or_not() -> None:
    state = begin("dreadnought", "cruiser", hands=["2C 2H 2D", "3C 3H 3D"])
    turn(state, "p1.1: 2C 2H 2D; p2.1: 3C 3H 3D", "p2.1: evade; p1.1: evade")
    assert (loaded(state, "p1.1"), loaded(state, "p2.1")) == ([], [])
    assert sorted(state.zone("discard")) == ["2C", "2D", "2H", "3C", "3D", "3H"]
    for seat in (0, 1):
        shown = state.view(seat)["zones"]["discard"]["cards"]
        assert sorted(card for card in shown if card) == ["2D", "3D"]
        assert len(shown) == 6


def test_AS_30_spades_are_turned_up_and_kept_ones_count_too() -> None:
    state = damaged("", "4S", "6S")
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1"), state.facing("4S")) == (1, ["4S"], True)
    turn(state, "p2.1: 6S", "p2.1: evade; p1.1: evade")
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (0, [])


def test_AS_30_a_spade_laid_on_a_sound_ship_repairs_damage_of_the_same_turn() -> None:
    state = damaged("", "TS")
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (0, [])


@pytest.mark.parametrize(
    ("spades", "damage"),
    [("9S", 3), ("4S 5S", 3), ("TS", 2), ("9S AS", 2), ("9S TS", 2), ("JS QS", 1), ("JS QS 5S", 1), ("JS QS KS", 0)],
)
def test_AS_31_each_ten_of_spades_removes_one_damage(spades: str, damage: int) -> None:
    assert damaged("TC JC", spades).var("damage", "p2.1") == damage


@pytest.mark.parametrize(("step", "damage"), [(1, 0), (6, 1), (7, 2), (12, 2), (13, 3), (50, 3)])
def test_AS_31_the_repair_step_is_an_option(step: int, damage: int) -> None:
    assert damaged("TC JC", "4S 8S", repair_step=step).var("damage", "p2.1") == damage


def test_AS_32_the_surplus_is_lost_also_when_the_ship_is_still_damaged() -> None:
    state = damaged("TC JC", "JS QS 5S")
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (1, [])
    assert sorted(state.zone("discard")[-3:]) == ["5S", "JS", "QS"]


def test_AS_32_option_the_surplus_is_kept_whole_cards_being_spent_lowest_first() -> None:
    # 25 on damage 3: 5 and 10 and 10 are all needed for 20.
    state = damaged("TC JC", "JS QS 5S", keep_surplus=True)
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (1, [])
    # 19: 9 and 10 for 10; nothing is left.
    state = damaged("TC JC", "JS 9S", keep_surplus=True)
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (2, [])
    # 3, 6 and 8 are 17, which in steps of 9 repairs one; 3 and 6 pay for it.
    state = damaged("TC JC", "3S 8S 6S", keep_surplus=True, repair_step=9)
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1"), state.facing("8S")) == (2, ["8S"], True)


def test_AS_32_option_nothing_is_kept_on_a_ship_that_is_sound_again() -> None:
    state = damaged("", "3S 8S 6S", keep_surplus=True, repair_step=9)
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (0, [])


def test_AS_33_spades_that_repair_nothing_stay_face_up_on_a_damaged_ship() -> None:
    state = damaged("TC", "4S 5S")
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (2, ["4S", "5S"])
    assert state.view(0)["zones"]["loaded"]["p2.1"]["cards"] == ["4S", "5S"]


def test_AS_34_spades_on_a_sound_ship_are_discarded_face_up() -> None:
    state = begin("dreadnought", "cruiser", hands=["KS", "2S"])
    turn(state, "p1.1: KS; p2.1: 2S")
    assert (loaded(state, "p1.1"), loaded(state, "p2.1")) == ([], [])
    assert sorted(state.view(1)["zones"]["discard"]["cards"]) == ["2S", "KS"]


def test_AS_35_damage_never_goes_below_nought() -> None:
    state = damaged("", "KS QS JS")
    assert (state.var("damage", "p2.1"), loaded(state, "p2.1")) == (0, [])


def test_AS_36_the_next_player_to_the_left_with_a_ship_controls_next() -> None:
    state = begin("dreadnought", "fighter", "dreadnought", "fighter", hands=["6C", "", "7C"])
    load(state, "p1.1: 6C; p3.1: 7C")
    declare(state, "p2.1: attack p1.1; p4.1: attack p1.1; p1.1: attack p2.1; p3.1: attack p4.1")
    assert state.zone("destroyed", 1) + state.zone("destroyed", 3) == ["p2.1", "p4.1"]
    assert state.var("controller") == 2
    turn(state)
    assert state.var("controller") == 0


def test_AS_37_the_game_ends_at_once_when_one_player_has_ships() -> None:
    state = begin("cruiser corvette", "fighter", "fighter", hands=["2S", "KS 2H", "KH"])
    load(state, "p1.1: 2S; p2.1: KS; p3.1: KH")
    do(state, "attack p1.1", "attack p1.1")
    do(state, "attack p2.1")
    assert (state.zone("fleet", 1), state.over) == ([], False)
    # The fighter's ten hearts hold off the cruiser's eight, so it is still there.
    do(state, "attack p3.1")
    assert (state.over, state.var("turn"), state.var("controller")) == (False, 2, 2)
    load(state)
    do(state, "attack p1.1", "attack p3.1")
    assert (state.over, state.winners) == (True, (0,))
    assert (state.var("turn"), state.var("controller")) == (2, 2)


def test_AS_37_nobody_is_asked_after_the_last_enemy_is_gone_and_nothing_is_cleaned_up() -> None:
    state = begin("corvette cruiser", "bomber", hands=["2S 3D 4C", "5S"])
    load(state, "p1.1: 3D; p1.2: 4C 2S; p2.1: 5S")
    hand = state.zone("hand", 1)
    do(state, "attack p2.1")
    assert (state.over, state.outcome, state.player, state.actions()) == (True, Outcome.ENDED, None, ())
    assert loaded(state, "p1.2") == ["4C", "2S"]
    assert loaded(state, "p1.1") == ["3D"]
    assert state.zone("discard") == [*hand, "5S"]
    assert not any(state.facing(card) for card in state.zone("discard"))
    assert (state.var("turn"), state.var("controller")) == (1, 0)
    order = [(e["from"], e["to"]) for e in state.events_for(1) if e["event"] == "moved"]
    assert order == [("fleet.p2", "destroyed.p2"), ("loaded.p2.1", "discard"), ("hand.p2", "discard")]
    assert state.events_for(1)[-1]["event"] == "ended"


def test_AS_37_a_withdrawal_ends_it_too() -> None:
    state = begin("fighter", "dreadnought", evades=1)
    load(state)
    do(state, "evade")
    assert state.over
    assert state.scores == (Fraction(5, 2), 60)


def test_AS_37_not_while_two_have_ships() -> None:
    state = begin("fighter", "fighter", "fighter", evades=1)
    load(state)
    do(state, "evade")
    assert state.winners is None
    do(state, "evade")
    assert state.over
    assert state.winners == (2,)


def test_AS_38_the_score_is_the_cost_of_ships_in_play_and_half_that_of_withdrawn_ones() -> None:
    state = begin("fighter bomber cruiser", "corvette dreadnought", evades=1)
    assert list(state.scores) == [45, 71]
    load(state)
    do(state, "evade")
    assert list(state.scores) == [Fraction(85, 2), 71]
    do(state, "evade")
    assert list(state.scores) == [Fraction(85, 2), Fraction(131, 2)]
    do(state, "attack p2.2", "attack p2.2", "attack p1.2")
    assert state.zone("destroyed", 0) == ["p1.2"]
    assert list(state.scores) == [Fraction(69, 2), Fraction(131, 2)]


def test_AS_38_destroyed_ships_count_nothing() -> None:
    state = begin("corvette fighter cruiser", "bomber", hands=["4C"])
    load(state)
    do(state, "evade")
    do(state, "attack p2.1")
    assert state.over
    assert state.scores == (48, 0)


@pytest.mark.parametrize(("share", "score"), [("0", 0), ("1/3", Fraction(5, 3)), ("1/2", Fraction(5, 2)), ("1", 5)])
def test_AS_38_the_share_of_withdrawn_ships_is_an_option(share: str, score: Fraction) -> None:
    state = begin("fighter", "dreadnought", evades=1, withdrawn_share=share)
    load(state)
    do(state, "evade")
    assert state.scores[0] == score


@pytest.mark.parametrize("share", ["-1/2", "3/2", "1.01", "half"])
def test_AS_38_no_other_share(share: str) -> None:
    with pytest.raises(RulesetError):
        alpha(2, withdrawn_share=share)


def test_AS_39_the_highest_score_wins() -> None:
    state = begin("corvette", "bomber")
    load(state)
    do(state, "attack p2.1")
    assert (state.over, state.winners, state.scores) == (True, (0,), (11, 0))


def test_AS_39_equal_scores_share_the_win() -> None:
    state = begin("cruiser", "cruiser", "fighter", turn_limit=1)
    turn(state)
    assert (state.winners, state.scores) == ((0, 1), (32, 32, 5))


def test_AS_39_withdrawn_ships_can_win_for_a_player_without_ships() -> None:
    state = begin("cruiser", "fighter", evades=1)
    load(state)
    do(state, "attack p1.1", "evade")
    assert state.zone("fleet", 0) == []
    assert (state.winners, state.scores) == ((0,), (16, 5))


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_AS_40_a_turn_limit_counts_scores_after_that_turns_clean_up(limit: int) -> None:
    state = begin("dreadnought", "cruiser", hands=["2H", "3S"], turn_limit=limit, hold=True)
    for number in range(1, limit + 1):
        assert (state.over, state.var("turn")) == (False, number)
        controller = state.var("controller")
        turn(state, "p1.1: 2H; p2.1: 3S" if number == limit else "", other="hold")
    assert (state.outcome, state.scores, state.winners) == (Outcome.ENDED, (60, 32), (0,))
    assert (loaded(state, "p1.1"), loaded(state, "p2.1"), state.var("controller")) == ([], [], controller)


def test_AS_40_off_by_default() -> None:
    assert alpha(2).options["turn_limit"] == 0
    state = begin("dreadnought", "dreadnought", hold=True)
    for _ in range(60):
        turn(state, other="hold")
    assert not state.over


@pytest.mark.parametrize("limit", [-1, 10_000])
def test_AS_40_no_other_limit(limit: int) -> None:
    with pytest.raises(RulesetError, match="must be from 0 to 9999"):
        alpha(2, turn_limit=limit)


def test_AS_41_a_player_without_ships_draws_and_plays_nothing_and_his_hand_goes_face_down() -> None:
    state = begin("corvette", "bomber", "dreadnought", hands=["", "KH QH"])
    load(state)
    hand = state.zone("hand", 1)
    do(state, "attack p2.1")
    assert state.zone("hand", 1) == []
    assert state.zone("discard") == hand
    for seat in range(3):
        assert state.view(seat)["zones"]["discard"]["cards"] == [None] * 8
    declare(state)
    assert state.var("controller") == 2
    asked = []
    while state.choice == "loading":
        asked.append(state.player)
        do(state, "pass")
    assert asked == [2, 0]
    assert state.zone("hand", 1) == []
    assert texts(state)[0] == "attack p3.1"
