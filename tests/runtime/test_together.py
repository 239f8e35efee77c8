"""Simultaneous choices: several players commit unseen, then all is done in seat order."""

from __future__ import annotations

import pytest

from cardengine.runtime.actions import IllegalAction
from cardengine.runtime.state import State
from tests.lang.helpers import do, game, play, texts

BIDS = """
players: 3
cards:
  suits: [cups]
  ranks: [one, two, three, four, five, six]
  value: {one: 1, two: 2, three: 3, four: 4, five: 5, six: 6}
zones:
  table: {deck: face-down pile, prize: face-up row}
  player: {hand: face-down row seen by owner, bid: face-up row}
variables:
  game: {order: number from 0 to 999}
  player: {gone: number from 0 to 9}
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - repeat 2 times:
      - players choose bidding together
choices:
  bidding:
    text: Bid
    bid:
      text: Bid a card
      choose: {card: a card from your hand}
      when:
        count(prize) < 2: Too late
      do:
        - move card to your bid
        - move card to prize
        - set order to order * 10 + card.value
    hold:
      text: Hold
"""
ORDER = "one_cups two_cups three_cups four_cups five_cups six_cups"


def start() -> State:
    """Hands: one and four; two and five; three and six."""
    return play(BIDS, ORDER)


def test_all_who_are_asked_are_to_choose_at_once() -> None:
    state = start()
    assert (state.players, state.player) == ((0, 1, 2), 0)
    assert texts(state, 1) == ["bid two_cups", "bid five_cups", "hold"]
    assert texts(state, 2) == ["bid three_cups", "bid six_cups", "hold"]


def test_players_may_commit_in_any_order_and_effects_run_in_seat_order() -> None:
    state = start()
    for seat, text in ((2, "bid six_cups"), (0, "bid one_cups")):
        state.apply(state.parse_action(text, seat))
        assert state.zone("prize") == []
    assert list(state.players) == [1]
    state.apply(state.parse_action("bid five_cups", 1))
    assert state.var("order") == 156
    assert state.zone("prize") == ["one_cups", "five_cups", "six_cups"]  # `when` isn't asked again
    assert list(state.players) == [0, 1, 2]


def test_a_commit_is_final_and_another_seat_can_not_take_it() -> None:
    state = start()
    state.apply(state.parse_action("hold", 1))
    assert texts(state, 1) == []
    with pytest.raises(IllegalAction, match="p2 has nothing to choose now"):
        state.parse_action("bid two_cups", 1)


def test_a_commit_is_seen_by_nobody_else() -> None:
    """Two games that differ only in an open commit look the same to the others."""
    first, second = start(), start()
    first.apply(first.parse_action("bid two_cups", 1))
    second.apply(second.parse_action("hold", 1))
    for seat in (0, 2):
        assert first.view(seat) == second.view(seat)
        assert first.information(seat) == second.information(seat)
        assert first.events_for(seat) == second.events_for(seat)
        assert texts(first, seat) == texts(second, seat)
    assert first.information(1) != second.information(1)
    assert first.information(1).splitlines()[-1] == "committed action=bid two_cups"
    assert first.key() != second.key()


def test_what_was_committed_is_told_when_all_have() -> None:
    state = start()
    do(state, "bid one_cups", "hold", "bid six_cups")
    for seat in range(3):
        chosen = [event for event in state.events_for(seat) if event["event"] == "chosen"]
        assert [(event["player"], event["action"], event["arguments"]) for event in chosen] == [
            ("p1", "bid", ["one_cups"]),
            ("p2", "hold", []),
            ("p3", "bid", ["six_cups"]),
        ]
    assert "committed" not in state.information(0)


def test_seats_without_a_legal_action_are_passed_over() -> None:
    part = BIDS.replace("    hold:\n      text: Hold\n", "").replace("repeat 2 times", "repeat 1 times")
    part = part.replace("hand of players", "hand of (players where it is not players[2])")
    state = play(part, ORDER)
    assert state.players == (0, 2)
    assert any(e["event"] == "skipped" and e["player"] == "p2" for e in state.history_for(0))
    state.apply(state.parse_action("bid two_cups", 2))
    state.apply(state.parse_action("bid one_cups", 0))
    assert state.over
    assert state.var("order") == 12


def test_asking_nobody_together_goes_on() -> None:
    part = BIDS.replace("players choose bidding together", "(players where no) choose bidding together")
    assert play(part, ORDER).over


def test_a_subset_may_be_committed() -> None:
    part = BIDS.replace("a card from your hand", "any cards from your hand").replace(
        "set order to order * 10 + card.value", "add count(card) to order"
    )
    state = play(part, ORDER)
    do(state, "bid one_cups four_cups", "bid", "hold")
    assert state.zone("prize") == ["one_cups", "four_cups"]
    assert state.var("order") == 2


def test_a_state_may_be_saved_and_copied_between_commits() -> None:
    made = game(BIDS)
    state = made.new(seed=5)
    state.apply(state.actions(1)[0])
    for other in (state.clone(), made.from_json(state.to_json())):
        assert other.players == (0, 2)
        assert other.key() == state.key()
        assert other.information(1) == state.information(1)
        other.apply(other.actions(0)[0])
        other.apply(other.actions(2)[0])
        assert len(other.zone("prize")) == 3
    assert state.players == (0, 2)


def test_an_action_chosen_together_may_ask_another_player() -> None:
    part = (
        BIDS.replace("        - move card to prize\n", "        - left(you, 1) chooses answer\n")
        + """
  answer:
    text: Answer
    yes_please: {text: Y, do: [add 1 to your gone]}
    no_thanks: {text: N}
"""
    )
    state = play(part, ORDER)
    do(state, "bid one_cups", "hold", "bid three_cups")
    assert list(state.players) == [1]
    do(state, "yes_please")
    assert list(state.players) == [0]
    do(state, "yes_please")
    assert [state.var("gone", seat) for seat in range(3)] == [1, 1, 0]
    assert state.var("order") == 13
    assert list(state.players) == [0, 1, 2]


def test_a_fault_in_a_committed_action_ends_the_game() -> None:
    part = BIDS.replace("set order to order * 10 + card.value", "set order to 1 mod (card.value - 2)")
    state = play(part, ORDER)
    do(state, "hold", "bid two_cups", "hold")
    assert state.over
    assert state.fault is not None
    assert "division by zero" in state.fault
