"""AS-42 to AS-45: what holds always, over games played at random."""
# ruff: noqa: N802

from __future__ import annotations

from collections import Counter

import pytest

from cardengine import Outcome, State
from cardengine.runtime.generator import stream
from tests.conformance.alpha_strike.helpers import (
    PACK,
    SHIPS,
    alpha,
    begin,
    buy,
    do,
    everywhere,
    load,
    loaded,
    random_game,
    step,
    turn,
)

SEATS = (2, 3, 6)
FLEETS = ("standard", "choose")
GAMES = {2: 10, 3: 6, 6: 2}


@pytest.mark.parametrize("fleets", FLEETS)
@pytest.mark.parametrize("players", SEATS)
def test_AS_42_43_and_45_hold_in_every_position(players: int, fleets: str) -> None:
    game = alpha(players, fleets=fleets)
    for number in range(GAMES[players]):
        for place, state in enumerate(random_game(game, 42, number)):
            assert sorted(everywhere(state, players)) == sorted(PACK)  # AS-42
            assert sum(count for zone, count in state.counts().items() if zone) == 52
            if state.over or (place + number) % 7 == 0:
                assert_facts(state, players)
        assert state.outcome is Outcome.ENDED


def assert_facts(state: State, players: int) -> None:
    seen: set[str] = set()
    for seat in range(players):
        view = state.view(seat)
        assert view["zones"]["deck"] == {"count": len(state.zone("deck")), "cards": [None] * len(state.zone("deck"))}
        for other in range(players):
            hand = state.zone("hand", other)
            shown = view["zones"]["hand"][str(other)]
            assert shown == {"count": len(hand), "cards": hand if other == seat else [None] * len(hand)}  # AS-43
        for ship, zone in view["zones"]["loaded"].items():
            own = ship.startswith(f"p{seat + 1}.")
            cards = loaded(state, ship)
            assert zone["cards"] == [card if own or state.facing(card) else None for card in cards]
        discard = [card if state.facing(card) else None for card in state.zone("discard")]
        assert view["zones"]["discard"]["cards"] == discard
        seen |= set(view["pieces"])
    for ship in seen:
        power = state.view(int(ship[1]) - 1)["pieces"][ship]["power"]
        kept = [card for card in loaded(state, ship) if card.endswith("S") and state.facing(card)]
        assert len(loaded(state, ship)) <= power + 3  # AS-45
        if state.phase == "load":
            assert sum("A23456789TJQK".index(card[0]) + 1 for card in kept) <= 9


def test_AS_42_holds_with_other_options_too() -> None:
    game = alpha(
        3, fleets="standard", start_hand=8, hand_limit=52, draw=8, keep_surplus=True, repair_step=50, hold=True
    )
    for number in range(4):
        for state in random_game(game, 7, number, log=False):
            assert sorted(everywhere(state, 3)) == sorted(PACK)


def test_AS_43_a_card_discarded_face_down_is_never_shown_later_not_even_to_its_owner() -> None:
    state = begin("dreadnought", "cruiser", hands=["2C 2H", "3C"])
    turn(state, "p1.1: 2C 2H; p2.1: 3C")
    assert sorted(state.zone("discard")) == ["2C", "2H", "3C"]
    for seat in (0, 1):
        assert state.view(seat)["zones"]["discard"] == {"count": 3, "cards": [None] * 3}
    # What was in his hand he has seen, and his own discards are told to him, and to nobody else.
    moved = [event["cards"] for event in state.history_for(1) if event["event"] == "moved" and event["to"] == "discard"]
    assert moved == [[None, None], ["3C"]]


def test_AS_44_a_game_need_not_end() -> None:
    # A corvette's 3 don't hurt the other one's 3, and nobody lays a card.
    state = buy(alpha(2, points=11, step_cap=400).new(seed=3), "corvette", "corvette")
    while not state.over:
        do(state, "pass" if state.choice == "loading" else f"attack p{2 - (state.player or 0)}.1")
    assert (state.outcome, state.winners, state.scores) == (Outcome.UNFINISHED, (), (11, 11))
    assert state.steps >= 400


def test_AS_44_a_turn_limit_ends_it() -> None:
    state = begin("dreadnought", "dreadnought", turn_limit=30, hold=True)
    while not state.over:
        turn(state, other="hold")
    assert (state.outcome, state.var("turn"), state.winners) == (Outcome.ENDED, 30, (0, 1))


def test_AS_45_kept_spades_are_at_most_ace_two_and_three() -> None:
    # Three more cards than the Power of 3: kept over turns while the ship stays damaged.
    state = begin("dreadnought", "cruiser", hands=["", "AS 2S 3S 2H 3H 4H"])
    turn(state, "p2.1: AS 2S 3S", "p2.1: attack p1.1; p1.1: attack p2.1")
    assert loaded(state, "p2.1") == ["AS", "2S", "3S"]
    load(state, "p2.1: 2H 3H 4H")
    assert len(loaded(state, "p2.1")) == SHIPS["cruiser"][5] + 3


def test_AS_45_other_options_break_it() -> None:
    state = begin("dreadnought", "cruiser", hands=["", "9S 8S 7S 6S 5S 4S"], repair_step=50)
    turn(state, "p2.1: 9S 8S 7S", "p2.1: attack p1.1; p1.1: attack p2.1")
    turn(state, "p2.1: 6S 5S 4S", "p2.1: evade; p1.1: evade")
    assert Counter(loaded(state, "p2.1")) == Counter(["9S", "8S", "7S", "6S", "5S", "4S"])
    assert len(state.zone("hand", 1)) == 6


@pytest.mark.full
@pytest.mark.parametrize("players", SEATS)
def test_AS_42_and_44_over_ten_thousand_games(players: int) -> None:
    games = [alpha(players, fleets=fleets) for fleets in FLEETS]
    for number in range(10_000):
        state = games[number % 2].new(99, number=number, log=False)
        rng = stream(99, number, 1)
        while not state.over:
            step(state, rng)
        assert (state.outcome, state.fault) == (Outcome.ENDED, None)
        assert sorted(everywhere(state, players)) == sorted(PACK)
        alive = [seat for seat in range(players) if state.zone("fleet", seat)]
        assert len(alive) <= 1
        best = max(state.scores)
        assert state.winners == tuple(seat for seat in range(players) if state.scores[seat] == best)
