"""AS-10 to AS-14: drawing, laying cards, initiative, declarations, and the order of it all."""
# ruff: noqa: N802

from __future__ import annotations

import pytest

from cardengine import ScriptedChance
from tests.conformance.alpha_strike.helpers import (
    PACK,
    alpha,
    begin,
    buy,
    declare,
    do,
    load,
    loaded,
    refused,
    texts,
    turn,
)


def test_AS_10_each_draws_two_in_the_first_turn_too() -> None:
    state = begin("dreadnought", "dreadnought")
    assert [len(state.zone("hand", seat)) for seat in (0, 1)] == [8, 8]


@pytest.mark.parametrize(("laid", "after"), [(0, 8), (1, 8), (2, 8), (3, 7), (4, 6)])
def test_AS_10_a_player_draws_up_to_eight_and_must(laid: int, after: int) -> None:
    state = begin("dreadnought", "dreadnought")
    hand = state.zone("hand", 0)
    turn(state, f"p1.1: {' '.join(hand[:laid])}" if laid else "")
    assert len(state.zone("hand", 0)) == after


def test_AS_10_draws_go_in_play_order_after_the_controller_has_moved() -> None:
    state = begin("dreadnought", "dreadnought", hands=["2C 3C", "2D 3D"])
    first, second = state.zone("deck")[:2], state.zone("deck")[2:4]
    turn(state, "p1.1: 2C 3C; p2.1: 2D 3D")
    assert state.zone("hand", 1)[-2:] == first
    assert state.zone("hand", 0)[-2:] == second


@pytest.mark.parametrize("draw", [0, 1, 2, 5, 8])
@pytest.mark.parametrize("limit", [6, 7, 8, 52])
def test_AS_10_draw_and_hand_limit_are_options(draw: int, limit: int) -> None:
    state = alpha(2, fleets="standard", draw=draw, hand_limit=limit).new(seed=2)
    assert [len(state.zone("hand", seat)) for seat in (0, 1)] == [min(limit, 6 + draw)] * 2


def test_AS_10_an_empty_deck_takes_the_discards_when_a_card_is_wanted() -> None:
    # Six hands of eight leave four cards. Everybody lays two, and in the next turn the third to draw finds no deck.
    state = buy(alpha(6, points=120).new(chance=ScriptedChance([PACK, "KC AC 2C"])), *["dreadnought"] * 6)
    for seat in range(6):
        first, second = state.zone("hand", seat)[:2]
        do(state, f"play {first} p{seat + 1}.1", f"play {second} p{seat + 1}.1", "pass")
    left = state.zone("deck")
    assert len(left) == 4
    declare(state)
    # The second seat controls now: it and the third take the old deck, the others two each of the twelve discards.
    assert state.zone("hand", 1)[-2:] + state.zone("hand", 2)[-2:] == left
    assert state.zone("hand", 3)[-2:] == ["KC", "AC"]
    assert state.zone("hand", 4)[-2] == "2C"
    assert (len(state.zone("discard")), len(state.zone("deck"))) == (0, 4)
    assert not any(state.facing(card) for card in state.zone("deck"))


def test_AS_10_with_neither_deck_nor_discards_drawing_stops() -> None:
    state = alpha(6, fleets="standard", hand_limit=52, draw=8).new(seed=4)
    sizes = [len(state.zone("hand", seat)) for seat in range(6)]
    assert sizes == [14, 14, 6, 6, 6, 6]
    assert state.zone("deck") == []
    assert state.player == 0


def test_AS_11_cards_are_laid_face_down_on_ones_own_ships_one_after_another() -> None:
    state = begin("cruiser fighter", "cruiser", hands=["5C 6D"])
    assert all(not text.endswith(" p2.1") for text in texts(state))
    refused(state, f"play {state.zone('hand', 0)[0]} p2.1", "ship must be a ship from your fleet")
    refused(state, f"play {state.zone('hand', 1)[0]} p1.1", "card must be a card from your hand")
    do(state, "play 5C p1.1", "play 6D p1.2")
    assert (loaded(state, "p1.1"), loaded(state, "p1.2")) == (["5C"], ["6D"])
    assert not state.facing("5C")
    own, other = (state.view(seat)["zones"]["loaded"]["p1.1"] for seat in (0, 1))
    assert (own, other) == ({"count": 1, "cards": ["5C"]}, {"count": 1, "cards": [None]})


def test_AS_11_the_pass_is_asked_for_also_when_nothing_can_be_laid() -> None:
    state = begin("fighter", "fighter", hands=["5C"])
    do(state, "play 5C p1.1")
    assert (state.player, texts(state)) == (0, ["pass"])
    do(state, "pass")
    empty = alpha(2, fleets="standard", start_hand=0, draw=0).new(seed=1)
    assert (empty.player, texts(empty)) == (0, ["pass"])


@pytest.mark.parametrize(("ship", "power"), [("fighter", 1), ("frigate", 2), ("cruiser", 3), ("dreadnought", 4)])
def test_AS_11_a_turns_cards_on_a_ship_are_at_most_its_power(ship: str, power: int) -> None:
    state = begin(f"{ship} fighter", "dreadnought")
    hand = state.zone("hand", 0)
    for card in hand[:power]:
        do(state, f"play {card} p1.1")
    refused(state, f"play {hand[power]} p1.1", "as many cards this turn as its Power")
    do(state, f"play {hand[power]} p1.2")


def test_AS_11_kept_spades_do_not_count_against_power() -> None:
    state = begin("dreadnought", "cruiser", hands=["", "4S 2H 3H 4H 5H"])
    turn(state, "p2.1: 4S", "p1.1: attack p2.1; p2.1: attack p1.1")
    assert loaded(state, "p2.1") == ["4S"]
    do(state, "play 2H p2.1", "play 3H p2.1", "play 4H p2.1")
    refused(state, "play 5H p2.1", "as many cards this turn as its Power")
    assert loaded(state, "p2.1") == ["4S", "2H", "3H", "4H"]


def test_AS_12_every_diamond_is_turned_up_and_adds_to_maneuver() -> None:
    state = begin("dreadnought", "cruiser", hands=["2D AD 3C", "9H"])
    load(state, "p1.1: 2D 3C AD; p2.1: 9H")
    assert [state.facing(card) for card in ("2D", "3C", "AD", "9H")] == [True, False, True, False]
    assert state.view(1)["zones"]["loaded"]["p1.1"]["cards"] == ["2D", None, "AD"]
    # 1 + 3 ties with the cruiser's 4; the controller's ship is first.
    assert declare(state, other="evade") == ["p1.1", "p2.1"]


def test_AS_12_ships_act_from_the_highest_initiative_to_the_lowest() -> None:
    state = begin("dreadnought frigate fighter", "battleship corvette", hands=["KD", "6D"])
    assert turn(state, "p1.1: KD; p2.1: 6D") == ["p1.1", "p1.3", "p2.1", "p2.2", "p1.2"]


@pytest.mark.parametrize("controller", [0, 1, 2])
def test_AS_12_ties_go_to_the_controller_then_leftwards_then_in_fleet_order(controller: int) -> None:
    state = begin("frigate destroyer", "destroyer frigate", "frigate", evades=9)
    for _ in range(controller):
        turn(state)
    ships = [["p1.1", "p1.2"], ["p2.1", "p2.2"], ["p3.1"]]
    assert turn(state) == [ship for n in range(3) for ship in ships[(controller + n) % 3]]


def test_AS_12_diamonds_turned_up_count_only_in_their_turn() -> None:
    state = begin("dreadnought", "battleship", hands=["KD"])
    assert turn(state, "p1.1: KD") == ["p1.1", "p2.1"]
    assert turn(state) == ["p2.1", "p1.1"]


def test_AS_13_each_ship_declares_one_thing_its_owner_choosing() -> None:
    state = begin("cruiser fighter", "battleship")
    load(state)
    assert (state.player, state.choice, state.var("declaring")) == (0, "declaration", "p1.2")
    assert state.view(1)["asked"] == {"declaring": "p1.2"}
    assert texts(state) == ["attack p2.1", "wing p1.1", "evade"]
    do(state, "wing p1.1")
    assert texts(state) == ["attack p2.1", "evade"]
    do(state, "attack p2.1")
    assert (state.player, state.var("declaring")) == (1, "p2.1")


def test_AS_13_a_choice_is_asked_also_when_one_thing_is_possible() -> None:
    state = begin("fighter", "battleship")
    load(state)
    do(state, "evade")
    assert texts(state) == ["evade"]


def test_AS_13_an_attack_is_resolved_before_the_next_ship_declares() -> None:
    state = begin("fighter", "bomber cruiser", hands=["4C"])
    load(state, "p1.1: 4C")
    do(state, "attack p2.1")
    assert state.zone("destroyed", 1) == ["p2.1"]
    assert (state.player, state.var("declaring")) == (1, "p2.2")


def test_AS_14_repair_then_clean_up_then_the_deck_moves_on() -> None:
    state = begin("dreadnought", "cruiser", hands=["KC 2C", "KS 5H"])
    load(state, "p1.1: KC 2C; p2.1: KS 5H")
    do(state, "attack p1.1", "attack p2.1")
    told = [(e["event"], e.get("name") or e.get("phase") or e.get("from")) for e in state.events_for(0)]
    assert told[told.index(("phase", "repair")) :][:8] == [
        ("phase", "repair"),
        ("turned", None),
        ("changed", "damage"),
        ("moved", "loaded.p2.1"),
        ("moved", "loaded.p1.1"),
        ("moved", "loaded.p2.1"),
        ("changed", "controller"),
        ("changed", "turn"),
    ]
    assert state.view(0)["zones"]["discard"]["cards"] == ["KC", "2C", "5H", "KS"]
    assert (state.var("damage", "p2.1"), state.var("controller"), state.var("turn")) == (1, 1, 2)
