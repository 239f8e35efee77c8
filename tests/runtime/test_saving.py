"""States as text: written and read again they are the same; damaged ones are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardengine.runtime.chance import ScriptedChance
from cardengine.runtime.game import Game
from cardengine.runtime.saving import StateError
from tests.lang.helpers import game

PART = """
players: 2
cards: {suits: [cups, coins], ranks: [one, two, three], value: {one: 1, two: 2, three: 3}}
options:
  size: {is: number from 1 to 3, default: 2, text: Cards dealt}
zones:
  table: {deck: face-down pile, out: face-up pile}
  player: {hand: face-down row seen by owner}
variables:
  game: {n: number from 0 to 9}
  player: {points: number from 0 to 99}
setup:
  - shuffle every card into deck
  - deal options.size from deck to hand of players
play:
  - for n from 1 to 4:
      - phase turns:
          - for each player in players:
              - let spare be count(deck)
              - player chooses move
      - shuffle out into deck
choices:
  move:
    text: Move
    play:
      text: P
      choose: {card: a card from your hand}
      do: [move card to out, add card.value + spare to your points]
    draw: {text: D, when: any(deck), do: [draw 1 from deck to your hand]}
    rest: {text: R}
result: {score: your points, winner: highest score}
"""


@pytest.fixture(scope="module")
def made() -> Game:
    return game(PART)


def text_after(made: Game, steps: int, seed: int = 5) -> str:
    """A saved state after some actions."""
    state = made.new(seed=seed)
    for number in range(steps):
        if state.over:
            break
        actions = state.actions()
        state.apply(actions[number % len(actions)])
    return state.to_json()


@pytest.mark.parametrize("steps", [0, 1, 2, 5, 99])
def test_a_saved_state_goes_on_as_the_one_that_was_saved(made: Game, steps: int) -> None:
    first = made.from_json(text_after(made, steps))
    second = made.from_json(first.to_json())
    assert first.to_json() == second.to_json()
    while not first.over:
        assert [str(a) for a in first.actions()] == [str(a) for a in second.actions()]
        for seat in range(2):
            assert first.view(seat) == second.view(seat)
            assert first.information(seat) == second.information(seat)
            assert first.events_for(seat) == second.events_for(seat)
        action = first.actions()[-1]
        first.apply(action)
        second.apply(second.parse_action(str(action)))
    assert (first.scores, first.winners, first.outcome) == (second.scores, second.winners, second.outcome)


def test_a_script_is_saved_with_its_place(made: Game) -> None:
    state = made.new(chance=ScriptedChance([["three_coins"], [], [], [], []]))
    again = made.from_json(state.to_json())
    while not again.over:
        again.apply(again.parse_action("rest"))
        state.apply(state.parse_action("rest"))
        assert again.zone("deck") == state.zone("deck")


def test_a_state_without_events_stays_without(made: Game) -> None:
    state = made.new(seed=1, log=False)
    again = made.from_json(state.to_json())
    with pytest.raises(ValueError, match="keeps no log"):
        again.information(0)


def test_a_fault_is_saved() -> None:
    broken = game("setup:\n  - let x be 1 mod (2 - 2)\n")
    state = broken.new(seed=1)
    again = broken.from_json(state.to_json())
    assert again.over
    assert again.fault == state.fault
    assert again.fault is not None


def test_a_state_of_another_game_is_refused(made: Game) -> None:
    text = text_after(made, 2)
    with pytest.raises(StateError, match="another ruleset"):
        game(PART.replace("Cards dealt", "Cards")).from_json(text)
    with pytest.raises(StateError, match="other options"):
        game(PART, options={"size": 3}).from_json(text)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", "null", '"x"', "{}", '{"cardengine": 2}', '{"cardengine": 1}', "[" * 100_000, "\x00", "NaN",
     '{"cardengine": 1, "ruleset": ' + "9" * 6000 + "}"],
)  # fmt: skip
def test_what_is_no_saved_state_is_refused(made: Game, text: str) -> None:
    with pytest.raises(StateError):
        made.from_json(text)


def test_every_part_that_is_left_out_or_replaced_is_noticed(made: Game) -> None:
    data = json.loads(text_after(made, 3))
    for key in data:
        rest = {other: value for other, value in data.items() if other != key}
        with pytest.raises(StateError):
            made.from_json(json.dumps(rest))
        for other in (None, -1, "x", [], {}, [1], {"a": 1}, 1.5):
            if data[key] != other:
                with pytest.raises(StateError):
                    made.from_json(json.dumps(data | {key: other}))


def test_every_cell_that_is_changed_is_noticed(made: Game) -> None:
    data = json.loads(text_after(made, 3))
    for place in range(len(data["state"])):
        cells: list[Any] = list(data["state"])
        cells[place] += 1
        with pytest.raises(StateError):
            made.from_json(json.dumps(data | {"state": cells}))


@settings(max_examples=60)
@given(data=st.data())
def test_random_damage_is_refused(made: Game, data: st.DataObject) -> None:
    text = text_after(made, 4)
    at = data.draw(st.integers(0, len(text) - 1))
    damage = data.draw(st.text(alphabet='{}[]",:0123456789 abc', min_size=1, max_size=3))
    broken = text[:at] + damage + text[at + len(damage) :]
    try:
        same = json.loads(broken) == json.loads(text)
    except ValueError:
        same = False
    if not same:
        with pytest.raises(StateError):
            made.from_json(broken)


def test_a_chance_of_ones_own_can_not_be_saved(made: Game) -> None:
    class Mine(ScriptedChance):
        pass

    class Other:
        def shuffle(self, what: str, cards: Any) -> Any:
            return cards

        def pick(self, what: str, n: int) -> int:
            return 0

    with pytest.raises(StateError, match="Other can't be saved"):
        made.new(chance=Other()).to_json()
    assert made.new(chance=Mine([[], [], [], [], []])).to_json()
