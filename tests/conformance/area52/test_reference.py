"""Whole games, step by step, against two other writings of the rules."""

from __future__ import annotations

from itertools import product

import pytest

from benchmarks.handwritten_area52 import Area52, play
from cardengine.runtime.chance import SeededChance
from cardengine.runtime.generator import CHANCE_STREAM, seat_stream, stream
from tests.conformance.area52.helpers import POLICIES, Policy, area52, at_random, attack_first, texts, zones
from tests.conformance.area52.reference import Reference

BOUNDS = [
    {"reveal": reveal, "board": board, "waves": waves, "penalty": penalty, "casualties": casualties}
    for (reveal, board), (waves, penalty), casualties in product(
        [(1, 1), (1, 26), (26, 1), (26, 26), (3, 6)], [(1, 0), (9, 100), (2, 50)], ["matching", "none", "both"]
    )
]


def compare(seed: int, policy: Policy, number: int, options: dict[str, int | str]) -> tuple[int, int]:
    """Play one game both ways; gives the last wave and the number of choices."""
    state = area52(**options).new(seed=seed, number=number)
    reference = Reference(SeededChance(seed, number), **options)
    rng = stream(seed, number, seat_stream(0))
    choices = 0
    while True:
        assert zones(state) == reference.zones()
        assert state.over == reference.over
        assert state.scores == (reference.score,)
        assert state.var("wave") == reference.wave
        if reference.over:
            assert state.winners == ((0,) if reference.won else ())
            return reference.wave, choices
        assert texts(state) == reference.actions()
        action = policy(state, rng)
        reference.apply(action.text)
        state.apply(action)
        choices += 1


@pytest.mark.parametrize("policy", POLICIES)
def test_games_with_the_default_options(policy: Policy) -> None:
    waves = [compare(11, policy, number, {})[0] for number in range(25)]
    if policy is not at_random:
        assert waves.count(2) >= 3


@pytest.mark.parametrize("options", BOUNDS, ids=lambda options: "-".join(str(value) for value in options.values()))
def test_games_with_options_at_their_bounds(options: dict[str, int | str]) -> None:
    for number in range(3):
        compare(12, POLICIES[number], number, options)


def test_later_waves_are_reached() -> None:
    easy: dict[str, int | str] = {"reveal": 1, "board": 26, "waves": 9, "casualties": "none"}
    assert max(compare(13, attack_first, number, easy)[0] for number in range(15)) >= 3


def test_the_handwritten_program_plays_the_same_games() -> None:
    game = area52()
    for number in range(300):
        result = play(5, number)
        state = game.new(seed=5, number=number, log=False)
        below = stream(5, number, seat_stream(0)).below
        decisions = 0
        while not state.over:
            actions = state.offered()
            state.take(0, actions[below(len(actions))])
            decisions += 1
        assert (state.scores, state.winners, decisions) == (
            (result.score,), (0,) if result.won else (), result.decisions,
        )  # fmt: skip


def test_the_handwritten_program_agrees_step_by_step_in_both_waves() -> None:
    waves = []
    for number in range(60):
        state = area52().new(seed=6, number=number)
        other = Area52(stream(6, number, CHANCE_STREAM))
        rng = stream(6, number, seat_stream(0))
        while not state.over:
            offered = other.actions()
            assert texts(state) == [other.describe(action) for action in offered]
            action = attack_first(state, rng)
            other.apply(offered[texts(state).index(action.text)])
            state.apply(action)
        assert other.score is not None
        assert state.scores == (other.score,)
        assert state.winners == ((0,) if other.won else ())
        waves.append(other.wave)
    assert waves.count(2) >= 10


@pytest.mark.full
def test_ten_thousand_games_with_the_handwritten_program() -> None:
    game = area52()
    for number in range(10_000):
        result = play(77, number)
        state = game.new(seed=77, number=number, log=False)
        below = stream(77, number, seat_stream(0)).below
        while not state.over:
            actions = state.offered()
            state.take(0, actions[below(len(actions))])
        assert (state.scores, state.winners) == ((result.score,), (0,) if result.won else ())
