from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cardengine.adapters.features import Features
from cardengine.adapters.recall import Recall, known_to
from cardengine.runtime.chance import ExactChance
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.adapters.games import BUNDLED, game
from tests.knowledge.worlds import after


@pytest.mark.parametrize("name", BUNDLED)
def test_views_that_differ_differ_in_numbers(name: str) -> None:
    features = Features(BUNDLED[name])
    random = Random(2)
    seen: dict[tuple[float, ...], str] = {}
    for seed in range(8):
        state = BUNDLED[name].new(seed=seed)
        while True:
            for seat in range(BUNDLED[name].players):
                view = state.view(seat)
                numbers = tuple(features.of(view))
                assert len(numbers) == features.size
                assert all(0 <= number <= 1 for number in numbers)
                text = json.dumps(view, sort_keys=True)
                assert seen.setdefault(numbers, text) == text
            if state.over:
                break
            state.apply(random.choice(state.actions()))
    assert len(seen) > 20


PLAIN = game("""
pass: {text: Pass}
""")


def swapped(view: dict[str, Any]) -> None:
    view["zones"]["hand"]["0"]["cards"].reverse()


def hidden(view: dict[str, Any]) -> None:
    view["zones"]["hand"]["0"]["cards"][1] = None


def uncounted(view: dict[str, Any]) -> None:
    view["zones"]["deck"] = {"count": None, "cards": []}


def bid(view: dict[str, Any]) -> None:
    view["variables"]["game"]["bid"] = 4096


def large_bid(view: dict[str, Any]) -> None:
    view["variables"]["game"]["bid"] = 9000


def wish(view: dict[str, Any]) -> None:
    view["variables"]["game"]["wish"] = "y"


def named(view: dict[str, Any]) -> None:
    view["variables"]["game"]["named"] = "one_x"


def ready(view: dict[str, Any]) -> None:
    view["variables"]["player"]["ready"][1] = True


def marks(view: dict[str, Any]) -> None:
    view["variables"]["card"]["two_y"]["marks"] = 9


def players(view: dict[str, Any]) -> None:
    view["players"] = [1]


def choice(view: dict[str, Any]) -> None:
    view["choice"] = None


def seat(view: dict[str, Any]) -> None:
    view["seat"] = 1


CHANGES = [swapped, hidden, uncounted, bid, large_bid, wish, named, ready, marks, players, choice, seat]


@pytest.mark.parametrize("change", CHANGES)
def test_each_part_of_a_view_counts(change: Callable[[dict[str, Any]], None]) -> None:
    features = Features(PLAIN)
    view = PLAIN.new(seed=1).view(0)
    other: Any = copy.deepcopy(view)
    change(other)
    assert other != view
    assert features.of(other) != features.of(view)
    assert len(features.of(other)) == features.size


def test_what_is_hidden_is_in_no_number() -> None:
    features = Features(PLAIN)
    states = [PLAIN.new(seed=seed) for seed in range(300)]
    by_view: dict[str, set[tuple[float, ...]]] = {}
    hands: dict[str, set[tuple[str, ...]]] = {}
    for state in states:
        text = json.dumps(state.view(0))
        by_view.setdefault(text, set()).add(tuple(features.of(state.view(0))))
        hands.setdefault(text, set()).add(tuple(state.zone("hand", 1)))
    assert any(len(found) > 1 for found in hands.values())
    assert all(len(found) == 1 for found in by_view.values())


def whole_tree(of: Game) -> list[State]:
    left, found = [of.new(chance=ExactChance())], []
    while left:
        state = left.pop()
        found.append(state)
        left += after(state)
    return found


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "goofspiel"])
def test_histories_that_differ_differ_in_numbers(name: str) -> None:
    recall = Recall(BUNDLED[name], 64)
    states = whole_tree(BUNDLED[name]) if name == "kuhn_poker" else played(BUNDLED[name])
    by_text: dict[str, tuple[float, ...]] = {}
    by_numbers: dict[tuple[float, ...], str] = {}
    for state in states:
        for who in range(BUNDLED[name].players):
            numbers = tuple(recall.of(known_to(state, who)))
            assert len(numbers) == recall.size
            text = state.information(who)
            assert by_text.setdefault(text, numbers) == numbers
            assert by_numbers.setdefault(numbers, text) == text
    assert len(by_text) > 30


def played(of: Game) -> list[State]:
    """All states of some games, those between two commits of a choice together, too."""
    random, found = Random(4), []
    for seed in range(25):
        state = of.new(seed=seed)
        while not state.over:
            found.append(state.clone())
            state.apply(random.choice(state.actions()))
    return found


def test_only_the_last_events_are_kept() -> None:
    recall = Recall(BUNDLED["kuhn_poker"], 2)
    state = BUNDLED["kuhn_poker"].new(seed=1)
    events = known_to(state, 0)
    assert len(events) > 2
    numbers = recall.of(events)
    assert numbers[0] == len(events) / 100
    assert numbers[1:] == recall.of(events[-2:])[1:]


def test_a_choice_that_waits_for_others_is_known_to_its_seat_alone() -> None:
    state = BUNDLED["goofspiel"].new(seed=1)
    before = [known_to(state, who) for who in range(2)]
    state.apply(state.actions(0)[2])
    assert known_to(state, 0)[:-1] == before[0]
    assert known_to(state, 0)[-1] == {"event": "committed", "action": "bid", "arguments": ["3C"]}
    assert known_to(state, 1) == before[1]
