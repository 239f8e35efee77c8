"""AS-15 to AS-28: attacks, wings, evasion."""
# ruff: noqa: N802

from __future__ import annotations

import pytest

from tests.conformance.alpha_strike.helpers import SHIPS, begin, declare, do, load, loaded, refused, texts, turn


def test_AS_15_the_target_is_an_enemy_ship_in_play_that_has_not_evaded() -> None:
    state = begin("cruiser", "fighter bomber", "dreadnought corvette", hands=["", "4C"])
    load(state, "p2.1: 4C")
    refused(state, "attack p2.1", "on your side")
    do(state, "attack p3.2")
    do(state, "evade")  # the corvette
    assert state.var("declaring") == "p2.2"
    do(state, "attack p1.1")
    assert texts(state) == ["attack p2.1", "attack p2.2", "attack p3.1", "evade"]
    refused(state, "attack p3.2", "has evaded")
    do(state, "attack p2.1")
    assert state.zone("destroyed", 1) == ["p2.1"]
    refused(state, "attack p2.1", "target must be")
    assert texts(state) == ["attack p1.1", "attack p2.2", "evade"]


def test_AS_16_clubs_of_attacker_and_wing_and_hearts_of_the_target_are_turned_up() -> None:
    hands = ["2C 2H 2S 3C 3H", "4C 4H 4S 5H"]
    state = begin("dreadnought cruiser", "dreadnought cruiser", hands=hands)
    load(state, "p1.1: 2C 2H 2S; p1.2: 3C 3H; p2.1: 4C 4H 4S; p2.2: 5H")
    do(state, "wing p1.1", "evade")
    assert not any(state.facing(card) for card in " ".join(hands).split())
    do(state, "attack p2.1")
    assert [card for card in " ".join(hands).split() if state.facing(card)] == ["2C", "3C", "4H"]
    assert state.view(1)["zones"]["loaded"]["p1.1"]["cards"] == ["2C", None, None]
    assert state.view(0)["zones"]["loaded"]["p2.1"]["cards"] == [None, "4H", None]


def test_AS_16_cards_turned_up_go_on_counting_for_the_rest_of_the_turn() -> None:
    # 6 hearts hold two attacks of 7 + 3 off 5 + 6; without them the second would do damage.
    state = begin("destroyer destroyer", "destroyer", hands=["3C 4C", "6H"])
    load(state, "p1.1: 3C; p1.2: 4C; p2.1: 6H")
    declare(state, "p1.1: attack p2.1; p1.2: attack p2.1", until="p2.1")
    assert state.var("damage", "p2.1") == 0
    assert state.facing("6H")


@pytest.mark.parametrize(("club", "damage"), [("", 0), ("AC", 0), ("4C", 0), ("5C", 1), ("9C", 1)])
def test_AS_17_and_18_strength_is_weapons_and_clubs_defence_shields_and_hearts(club: str, damage: int) -> None:
    # 8 and the club against 9 and a heart of 3: more than 4 is needed.
    state = begin("cruiser", "battleship", hands=[f"{club} KD", "3H KC AS"])
    turn(state, f"p1.1: {club} KD; p2.1: 3H KC AS", "p1.1: attack p2.1; p2.1: evade")
    assert state.var("damage", "p2.1") == damage


def test_AS_17_wing_ships_add_weapons_and_clubs() -> None:
    # 2 + 1 and 2 and 3 against 7: 8 makes an excess of 1.
    state = begin("fighter fighter corvette", "cruiser", hands=["AC"])
    load(state, "p1.1: AC")
    do(state, "wing p1.3", "wing p1.3", "attack p2.1")
    assert state.var("damage", "p2.1") == 1


@pytest.mark.parametrize(
    ("clubs", "hearts", "damage"),
    [("AC", "", 0), ("2C", "", 1), ("TC", "", 1), ("TC AC", "", 2), ("TC JC", "AH", 2), ("TC JC", "", 2),
     ("TC JC AC", "", 3), ("TC JC QC", "AH", 3)],
)  # fmt: skip
def test_AS_19_damage_is_one_and_one_more_for_each_ten_of_excess(clubs: str, hearts: str, damage: int) -> None:
    # A battleship of 11 against a dreadnought of 12: the excess is the clubs less the hearts less 1.
    state = begin("battleship", "dreadnought", hands=[clubs, hearts])
    load(state, f"p1.1: {clubs}; p2.1: {hearts}")
    do(state, "attack p2.1")
    assert state.var("damage", "p2.1") == damage


@pytest.mark.parametrize(("step", "damage"), [(1, 10), (4, 3), (5, 2), (9, 2), (10, 1), (50, 1)])
def test_AS_19_the_damage_step_is_an_option(step: int, damage: int) -> None:
    state = begin("battleship", "dreadnought dreadnought", hands=["TC"], damage_step=step)
    load(state, "p1.1: TC")
    do(state, "attack p2.1")
    hull = SHIPS["dreadnought"][2]
    assert (state.var("damage", "p2.1"), state.zone("destroyed", 1)) == (damage, ["p2.1"] if damage >= hull else [])


@pytest.mark.parametrize("step", [0, 51])
def test_AS_19_no_other_step(step: int) -> None:
    with pytest.raises(Exception, match="must be from 1 to 50"):
        begin("fighter", "fighter", damage_step=step)


def test_AS_20_damage_is_a_count_and_takes_no_card() -> None:
    state = begin("battleship", "dreadnought", hands=["TC"])
    load(state, "p1.1: TC")
    deck, hands = state.zone("deck"), [state.zone("hand", seat) for seat in (0, 1)]
    do(state, "attack p2.1")
    assert state.var("damage", "p2.1") == 1
    assert (deck, hands) == (state.zone("deck"), [state.zone("hand", seat) for seat in (0, 1)])
    assert state.zone("discard") == []


def test_AS_20_damage_adds_up_over_the_turns() -> None:
    state = begin("battleship", "dreadnought", hands=["TC JC"])
    turn(state, "p1.1: TC", "p1.1: attack p2.1; p2.1: evade")
    turn(state, "p1.1: JC", "p1.1: attack p2.1; p2.1: evade")
    assert state.var("damage", "p2.1") == 2


def test_AS_21_a_ship_is_destroyed_when_damage_reaches_its_hull() -> None:
    state = begin("dreadnought dreadnought", "destroyer corvette fighter", hands=["QC 2C", "2H AS KC"])
    load(state, "p1.1: QC; p1.2: 2C; p2.1: AS 2H")
    # The destroyer of hull 3 attacks no more once it is gone: initiative 5 comes before 1, so it has declared.
    declare(state, "p2.3: attack p1.1; p2.2: attack p1.1; p2.1: attack p1.2; p1.1: attack p2.1", until="p1.2")
    # 24 against 7: excess 17, damage 2 of 3.
    assert (state.var("damage", "p2.1"), state.zone("destroyed", 1)) == (2, [])
    do(state, "attack p2.1")
    assert state.zone("fleet", 1) == ["p2.2", "p2.3"]
    assert state.zone("destroyed", 1) == ["p2.1"]


def test_AS_21_it_leaves_at_once_its_cards_are_discarded_and_it_declares_nothing_more() -> None:
    state = begin("fighter cruiser", "bomber cruiser", hands=["5C", "2S"])
    load(state, "p1.1: 5C; p2.1: 2S")
    do(state, "attack p2.1")
    assert (state.zone("destroyed", 1), state.zone("discard"), loaded(state, "p2.1")) == (["p2.1"], ["2S"], [])
    assert not state.facing("2S")
    assert [state.view(seat)["zones"]["discard"]["cards"] for seat in (0, 1)] == [[None], [None]]
    assert declare(state, other="evade") == ["p1.2", "p2.2"]


def test_AS_21_cards_turned_up_lie_open_on_the_discard_pile() -> None:
    state = begin("fighter cruiser", "bomber cruiser", hands=["5C", "AH"])
    load(state, "p1.1: 5C; p2.1: AH")
    do(state, "attack p2.1")
    assert state.view(0)["zones"]["discard"]["cards"] == ["AH"]


def test_AS_21_spades_do_not_save_a_ship() -> None:
    state = begin("fighter cruiser", "bomber cruiser", hands=["5C", "KS"])
    turn(state, "p1.1: 5C; p2.1: KS", "p1.1: attack p2.1")
    assert state.zone("destroyed", 1) == ["p2.1"]


def test_AS_22_a_ship_forms_on_another_of_the_same_player_that_has_not_declared() -> None:
    state = begin("fighter corvette cruiser", "cruiser")
    load(state)
    assert state.var("declaring") == "p1.1"
    assert [text for text in texts(state) if text.startswith("wing")] == ["wing p1.2", "wing p1.3"]
    refused(state, "wing p1.1", "its own wing")
    refused(state, "wing p2.1", "chief must be a ship from your fleet")
    do(state, "evade", "wing p1.3")
    assert state.var("declaring") == "p1.3"
    refused(state, "wing p1.1", "declared already")
    assert texts(state) == ["attack p2.1", "evade"]


def test_AS_22_not_of_one_that_has_left_play() -> None:
    state = begin("corvette bomber", "fighter fighter", hands=["", "6C"])
    load(state, "p2.1: 6C")
    do(state, "attack p1.2")
    assert state.zone("destroyed", 0) == ["p1.2"]
    do(state, "evade")
    refused(state, "wing p1.2", "chief must be a ship from your fleet")


def test_AS_23_a_wing_counts_only_in_the_attack_of_its_leader_in_this_turn() -> None:
    # 5 + 8 against 12 is an excess of 1; 8 alone does nothing.
    state = begin("bomber cruiser", "dreadnought", evades=9)
    turn(state, "", "p1.1: wing p1.2; p1.2: attack p2.1; p2.1: evade")
    assert state.var("damage", "p2.1") == 1
    turn(state, "", "p1.1: evade; p1.2: attack p2.1; p2.1: evade")
    assert state.var("damage", "p2.1") == 1


def test_AS_23_a_leader_that_forms_on_a_wing_itself_brings_only_itself() -> None:
    # 11 + 5 against 12 and 5 hearts: only with the fighters' 2 it would be more.
    state = begin("bomber fighter battleship", "dreadnought", hands=["", "4H"])
    load(state, "p2.1: 4H")
    do(state, "wing p1.1", "wing p1.3", "attack p2.1")
    assert state.var("damage", "p2.1") == 0
    state = begin("bomber fighter battleship", "dreadnought", hands=["", "4H"])
    load(state, "p2.1: 4H")
    do(state, "wing p1.3", "wing p1.3", "attack p2.1")
    assert state.var("damage", "p2.1") == 1


def test_AS_23_nothing_when_the_leader_evades() -> None:
    state = begin("bomber cruiser cruiser", "battleship")
    load(state)
    # 5 + 8 would do 1 to 9; but the cruiser that they would follow evades, and the other one attacks alone.
    do(state, "wing p1.2", "evade", "attack p2.1")
    assert state.var("damage", "p2.1") == 0


def test_AS_23_nothing_when_the_leader_is_destroyed_first() -> None:
    state = begin("fighter bomber cruiser", "corvette", hands=["", "4C"])
    load(state, "p2.1: 4C")
    do(state, "wing p1.2", "attack p1.2")
    assert state.zone("destroyed", 0) == ["p1.2"]
    # The fighter's 2 would make a 10 of the cruiser's 8; against 3 both do 1.
    assert declare(state, "p1.3: attack p2.1") == ["p1.3"]
    assert state.var("damage", "p2.1") == 1


def test_AS_24_a_wing_ship_destroyed_before_its_leader_attacks_adds_nothing() -> None:
    state = begin("fighter bomber frigate", "corvette battleship", hands=["3C", "4C 3H"])
    load(state, "p1.3: 3C; p2.1: 4C; p2.2: 3H")
    do(state, "wing p1.3", "attack p1.1")  # the fighter forms on the frigate, and the corvette's 7 destroys it
    assert state.zone("destroyed", 0) == ["p1.1"]
    do(state, "wing p1.3", "attack p2.2")  # 5 + 5 + 3 against 12, and not 15
    assert state.var("damage", "p2.2") == 1
    state = begin("fighter frigate", "corvette battleship", hands=["5C", "4C AH"])
    load(state, "p1.2: 5C; p2.1: 4C; p2.2: AH")
    do(state, "wing p1.2", "attack p1.1", "attack p2.2")  # 5 + 5 against 10: the fighter's 2 are gone
    assert state.var("damage", "p2.2") == 0


def test_AS_25_a_wing_ship_makes_no_attack_and_can_be_attacked() -> None:
    state = begin("fighter cruiser", "corvette", hands=["", "4C"])
    load(state, "p2.1: 4C")
    do(state, "wing p1.2")
    assert state.var("declaring") == "p2.1"
    assert "attack p1.1" in texts(state)
    do(state, "attack p1.1")
    assert state.zone("destroyed", 0) == ["p1.1"]


def test_AS_26_a_ship_that_evades_cannot_be_attacked_by_those_that_act_after_it() -> None:
    state = begin("fighter cruiser", "bomber frigate")
    load(state)
    do(state, "evade")
    assert texts(state) == ["attack p1.2", "wing p2.2", "evade"]
    refused(state, "attack p1.1", "has evaded")


def test_AS_26_but_by_those_before_it_and_again_in_the_next_turn() -> None:
    state = begin("fighter", "cruiser", hands=["6C"])
    turn(state, "p1.1: 6C", "p1.1: attack p2.1; p2.1: evade")
    assert state.var("damage", "p2.1") == 1
    load(state)
    assert texts(state) == ["attack p2.1", "evade"]


def test_AS_27_three_evades_in_turns_running_withdraw_a_ship_at_the_third() -> None:
    state = begin("fighter cruiser", "dreadnought", hands=["KS QS JS TH", ""])
    turn(state)
    turn(state)
    assert state.var("evades", "p1.1") == 2
    load(state, "p1.1: KS")
    do(state, "evade")
    assert (state.zone("withdrawn", 0), state.zone("fleet", 0)) == (["p1.1"], ["p1.2"])
    assert state.zone("discard")[0] == "KS"
    assert not state.facing("KS")
    assert state.view(0)["zones"]["discard"]["cards"][0] is None


@pytest.mark.parametrize("between", ["attack p2.1", "wing p1.2", "hold"])
def test_AS_27_any_other_declaration_resets_the_count(between: str) -> None:
    state = begin("fighter cruiser", "dreadnought dreadnought", hold=True, evades=3)
    turn(state, "", other="hold", declares="p1.1: evade")
    turn(state, "", other="hold", declares="p1.1: evade")
    assert state.var("evades", "p1.1") == 2
    turn(state, "", other="hold", declares=f"p1.1: {between}")
    assert state.var("evades", "p1.1") == 0
    turn(state, "", other="hold", declares="p1.1: evade")
    assert (state.var("evades", "p1.1"), state.zone("withdrawn", 0)) == (1, [])


@pytest.mark.parametrize("evades", [1, 2, 4, 9])
def test_AS_27_how_many_evades_withdraw_is_an_option(evades: int) -> None:
    state = begin("fighter cruiser", "dreadnought", hold=True, evades=evades)
    for _ in range(evades - 1):
        turn(state, "", other="hold", declares="p1.1: evade")
    assert state.zone("withdrawn", 0) == []
    turn(state, "", other="hold", declares="p1.1: evade")
    assert state.zone("withdrawn", 0) == ["p1.1"]


def test_AS_28_evading_is_always_possible_and_there_is_no_hold() -> None:
    state = begin("fighter", "dreadnought")
    load(state)
    do(state, "evade")
    assert texts(state) == ["evade"]
    refused(state, "hold", "house rule")


def test_AS_28_hold_is_an_option() -> None:
    state = begin("fighter", "dreadnought", hold=True)
    load(state)
    assert texts(state) == ["attack p2.1", "evade", "hold"]
    before = state.view(0)["zones"]
    do(state, "hold")
    assert state.view(0)["zones"] == before
    assert texts(state)[-1] == "hold"
