"""Compiled code and the interpreter play the same games, move by move."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardengine
from cardengine.fast import Engine
from tests.fast.lockstep import compare, interpreted, same
from tests.generic.helpers import every_table, load

SEED = 5
ENOUGH = 300
"""So many choices are compared, more or less."""


@every_table
def test_every_step_is_the_same(path: Path, players: int) -> None:
    engine = Engine(load(path, players), lean=False)
    decisions = 0
    for number in range(6):
        decisions += compare(engine, SEED, number, ENOUGH)
        if decisions > ENOUGH:
            break


@every_table
def test_batches_come_to_the_same_results(path: Path, players: int) -> None:
    game = load(path, players)
    engine = Engine(game)
    for policy in ("random", "greedy"):
        policies = [policy] * players
        decisions = 0
        for number, result in enumerate(engine.play(policies, SEED, 0, 3).results()):
            expected = interpreted(game, policies, SEED, number)
            assert same(result, expected), (policy, number, result, expected)
            decisions += expected.decisions
            if decisions > ENOUGH:
                break


@every_table
def test_any_step_cap_ends_the_same_game(path: Path, players: int) -> None:
    """Also between the choices that some players make together."""
    engine = Engine(load(path, players))
    policies = ["random"] * players
    for cap in (1, 2, 4, 7, 20):
        game = cardengine.load(path, players=players, step_cap=cap)
        engine.poke(engine.layout.cap, [cap])
        (result,) = engine.play(policies, SEED, 0, 1).results()
        assert same(result, interpreted(game, policies, SEED, 0)), cap


@pytest.mark.full
@every_table
def test_many_games_come_to_the_same_results(path: Path, players: int) -> None:
    # Long games are cut off, alike in both.
    game = cardengine.load(path, players=players, step_cap=1_500)
    for policy in ("random", "greedy"):
        policies = [policy] * players
        for number, result in enumerate(Engine(game).play(policies, SEED + 1, 0, 25).results()):
            assert same(result, interpreted(game, policies, SEED + 1, number)), (policy, number)
