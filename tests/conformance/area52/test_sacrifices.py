# Tests are named for the rules that they check, and those are written with a capital.
# ruff: noqa: N802
from __future__ import annotations

from tests.conformance.area52.helpers import at, do, texts


def test_A52_18_any_defender_can_be_sacrificed() -> None:
    zones = "attackers: 8H 2D, defenders: 5C 3S KH AC"
    for card in ("5C", "3S", "KH", "AC"):
        state = do(at(zones, "aliens"), f"sacrifice {card}")
        assert card not in state.zone("defenders")
        assert state.zone("discard") == [card]


def test_A52_19_the_attacker_goes_under_the_alien_pile_face_down() -> None:
    state = do(at("attackers: 8H 2D, aliens: 3H 4H, defenders: 5C 3S", "reserves"), "sacrifice 5C")
    assert state.zone("aliens") == ["3H", "4H", "8H"]
    assert not state.facing("8H")
    assert state.view(0)["zones"]["aliens"] == {"count": 3, "cards": [None] * 3}


def test_A52_20_the_fallen_defender_is_replaced_while_the_pile_lasts() -> None:
    state = at("attackers: 8H 2D, aliens: 3H, defenders: 5C 3S, reserves: 9C", "discard", board=2)
    do(state, "sacrifice 5C")
    assert state.zone("defenders") == ["3S", "9C"]
    do(state, "sacrifice 3S")
    assert state.zone("defenders") == ["9C"]
    assert state.zone("reserves") == []


def test_A52_20_only_one_is_drawn_on_a_board_that_is_whole() -> None:
    state = at("attackers: 8H 2D, aliens: 3H, defenders: 5C 3S 4S 6S 7S 8S, reserves: 9C TC JC", "discard")
    do(state, "sacrifice 5C")
    assert state.zone("defenders") == ["3S", "4S", "6S", "7S", "8S", "9C"]
    assert state.zone("reserves") == ["TC", "JC"]


def test_A52_21_a_sacrificed_against_attacker_comes_back_in_the_same_wave() -> None:
    state = at("attackers: 8H 2D, aliens: 3H 4H, defenders: 5C 3S KC KS", "discard")
    do(state, "sacrifice 5C", "single_attack KC")
    assert state.zone("attackers") == ["3H", "4H", "8H"]
    assert state.var("wave") == 1
    do(state, "sacrifice 2D", "sacrifice KS")
    assert state.var("attacker") == "8H"


def test_A52_21_the_last_alien_sacrificed_against_keeps_the_wave_going() -> None:
    state = do(at("attackers: 8H, aliens: [], defenders: 5C 3S", "discard"), "sacrifice 5C")
    assert (state.over, state.var("wave"), state.zone("attackers")) == (False, 1, ["8H"])
    assert texts(state) == ["sacrifice 3S"]
