# Tests are named for the rules that they check, and those are written with a capital.
# ruff: noqa: N802
from __future__ import annotations

import pytest

import cardengine
from cardengine import RulesetError, ScriptedChance
from tests.conformance.area52.helpers import area52, at, do, texts, zones
from tests.conformance.area52.reference import PACK, RANKS, red, value


def test_A52_1_one_player_and_one_pack() -> None:
    state = area52().new(seed=1)
    assert state.players == (0,)
    assert sorted(card for cards in zones(state).values() for card in cards) == sorted(PACK)
    with pytest.raises(RulesetError):
        cardengine.load("area52", players=2)


def test_A52_2_values_ace_to_king() -> None:
    # A pair beats just the attacker of that value: so each value shows by what it adds up to.
    for rank, number in zip(RANKS, range(1, 14), strict=True):
        others = [card for card in RANKS if 1 <= number - value(card + "C") <= 13 and card != rank]
        for other in others:
            partner = RANKS[number - value(other + "C") - 1]
            if partner == other:
                continue
            state = at(f"attackers: {rank}H, defenders: {other}C {partner}S", "aliens")
            assert f"dual_attack {other}C {partner}S" in texts(state)
    assert texts(at("attackers: QH, defenders: KC JC", "aliens"))[0] == "single_attack KC"


def test_A52_3_hearts_and_diamonds_are_red() -> None:
    for suit, other in (("H", "CS"), ("D", "CS"), ("C", "HD"), ("S", "HD")):
        state = at(f"attackers: 2{suit}, defenders: 9C 9D 9H 9S", "aliens", wave=2)
        assert [t for t in texts(state) if t.startswith("single")] == [f"single_attack 9{s}" for s in sorted(other)]


def test_A52_4_the_red_cards_are_the_first_wave() -> None:
    for seed in range(5):
        state = area52().new(seed=seed)
        aliens = state.zone("attackers") + state.zone("aliens")
        assert len(aliens) == 26
        assert all(red(card) for card in aliens)
    assert area52().new(seed=1).zone("aliens") != area52().new(seed=2).zone("aliens")


def test_A52_5_the_black_cards_are_the_defenders() -> None:
    for seed in range(5):
        state = area52().new(seed=seed)
        defenders = state.zone("defenders") + state.zone("reserves")
        assert len(defenders) == 26
        assert not any(red(card) for card in defenders)
    assert area52().new(seed=1).zone("reserves") != area52().new(seed=2).zone("reserves")


def test_A52_6_six_defenders_come_from_the_top_of_their_pile() -> None:
    state = area52().new(chance=ScriptedChance(["AH", "KC QC JC TC 9C 8C 7C"]))
    assert state.zone("defenders") == ["KC", "QC", "JC", "TC", "9C", "8C"]
    assert state.zone("reserves")[0] == "7C"
    assert len(state.zone("reserves")) == 20
    assert all(state.facing(card) for card in state.zone("defenders"))


def test_A52_7_three_aliens_are_revealed_at_first_not_six() -> None:
    state = area52().new(chance=ScriptedChance(["AH 2H 3H 4H", ""]))
    assert state.zone("attackers") == ["AH", "2H", "3H"]
    assert state.zone("aliens")[0] == "4H"
    assert len(state.zone("aliens")) == 23


def test_A52_8_the_next_three_are_revealed_in_the_order_of_the_pile() -> None:
    state = at("attackers: 2H, aliens: 5H 9D 7H 3D, defenders: KC KS", "discard")
    do(state, "single_attack KC")
    assert state.zone("attackers") == ["5H", "9D", "7H"]
    assert state.zone("aliens") == ["3D"]
    assert all(state.facing(card) for card in ("5H", "9D", "7H"))
    assert not state.facing("3D")
    assert state.view(0)["zones"]["attackers"]["cards"] == ["5H", "9D", "7H"]


def test_A52_8_fewer_are_revealed_when_fewer_are_left() -> None:
    state = do(at("attackers: 2H, aliens: 5H 9D, defenders: KC KS", "discard"), "single_attack KC")
    assert state.zone("attackers") == ["5H", "9D"]
    assert state.zone("aliens") == []


def test_A52_9_the_first_that_stands_is_the_attacker() -> None:
    state = at("attackers: 8H 2D 9D, aliens: 5H, defenders: KC QC KS", "discard")
    for attacker, defender in (("8H", "KC"), ("2D", "QC"), ("9D", "KS")):
        assert state.var("attacker") == attacker
        assert state.view(0)["asked"] == {"attacker": attacker}
        assert state.zone("aliens") == ["5H"]
        do(state, f"single_attack {defender}")
    assert state.zone("attackers") == ["5H"]
    assert state.var("attacker") == "5H"


@pytest.mark.parametrize("action", ["dual_attack 5C 3S", "single_attack 9S", "sacrifice 5C"])
def test_A52_10_one_choice_for_each_attacker(action: str) -> None:
    state = at("attackers: 8H 2D, defenders: 5C 3S 9S, aliens: 5H", "discard")
    assert state.choice == "answer"
    do(state, action)
    assert state.var("attacker") == "2D"
    assert "8H" not in state.zone("attackers")


def test_A52_11_a_sacrifice_is_always_allowed() -> None:
    state = at("attackers: 8H, defenders: 5C 3S 9S", "aliens")
    assert texts(state)[-3:] == ["sacrifice 5C", "sacrifice 3S", "sacrifice 9S"]
    assert texts(state)[:2] == ["dual_attack 5C 3S", "single_attack 9S"]
