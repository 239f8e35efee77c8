"""Secret choices: to the others the whole run of them is one silent step."""

from __future__ import annotations

import pytest

from cardengine.runtime.state import State
from tests.lang.helpers import do, game, play, texts

BUYING = """
cards: {suits: [cups], ranks: [one, two, three, four, five, six]}
zones:
  table: {deck: face-down pile}
  player:
    hand: face-down row seen by owner
    kept: face-down row seen by owner hiding count
    open: face-up row
variables:
  game: {total: number from 0 to 99}
  player: {spent: number from 0 to 9}
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - for each player in players:
      - player chooses buying in secret until done
choices:
  buying:
    text: Buy
    keep: {text: K, choose: {card: a card from your hand}, do: [move card to your kept, add 1 to your spent]}
    show: {text: S, choose: {card: a card from your hand}, do: [move card to your open]}
    draw: {text: D, do: [draw 1 from deck to your hand, add 1 to total]}
    done: {text: E}
"""
ORDER = "one_cups two_cups three_cups four_cups five_cups six_cups"


def start() -> State:
    """Hands: one and three, two and four; five is next."""
    return play(BUYING, ORDER)


def seen(state: State, seat: int) -> tuple[object, ...]:
    """All that a seat can learn from a state."""
    return state.view(seat), state.information(seat), state.events_for(seat), texts(state, seat)


@pytest.mark.parametrize(
    "run",
    [
        ["keep one_cups"],
        ["show one_cups", "show three_cups"],
        ["draw", "draw", "keep five_cups"],
        ["draw", "show five_cups"],
    ],
)
def test_nothing_changes_for_the_others_while_a_secret_choice_goes_on(run: list[str]) -> None:
    state = start()
    before = seen(state, 1)
    mine = state.view(0)
    for text in run:
        do(state, text)
        assert seen(state, 1) == before
        assert state.clone().view(1) == before[0]
    assert state.view(0) != mine


def test_the_chooser_sees_what_he_does() -> None:
    state = do(start(), "keep one_cups")
    assert state.view(0)["zones"]["kept"]["0"] == {"count": 1, "cards": ["one_cups"]}
    assert "chosen player=p1 action=keep arguments=one_cups" in state.information(0)


def test_afterwards_the_others_see_what_lies_open_now_and_no_events() -> None:
    state = do(start(), "keep one_cups", "show three_cups", "done")
    view = state.view(1)
    assert view["zones"]["open"]["0"]["cards"] == ["three_cups"]
    assert view["zones"]["kept"]["0"] == {"count": None, "cards": []}
    assert view["variables"]["player"]["spent"] == [1, 0]
    history = state.history_for(1)
    assert not [event for event in history if event["event"] in ("chosen", "changed")]
    assert not [event for event in history if event.get("to") in ("kept.p1", "open.p1")]


def test_how_many_steps_a_run_took_can_not_be_told_from_the_information() -> None:
    short, long = start(), start()
    do(short, "done")
    do(long, "keep one_cups", "keep three_cups", "done")
    assert short.information(1) == long.information(1)
    assert short.events_for(1) == long.events_for(1)


def test_a_state_saved_in_the_midst_of_a_secret_choice_hides_it_too() -> None:
    made = game(BUYING)
    state = made.new(seed=3)
    before = state.view(1)
    state.apply(state.actions()[0])
    again = made.from_json(state.to_json())
    assert again.view(1) == state.view(1) == before
    assert again.view(0) == state.view(0)
    do(again, "done")
    do(state, "done")
    assert again.view(1) == state.view(1) != before


def test_a_secret_choice_that_ends_with_the_game_hides_nothing_any_more() -> None:
    state = play(BUYING.replace("done: {text: E}", "done: {text: E, do: [win]}"), ORDER)
    do(state, "show one_cups", "done")
    assert state.over
    assert state.view(1)["zones"]["open"]["0"]["cards"] == ["one_cups"]


def test_who_is_choosing_is_open() -> None:
    state = start()
    assert state.view(1)["players"] == [0]
    assert do(state, "done").view(0)["players"] == [1]
