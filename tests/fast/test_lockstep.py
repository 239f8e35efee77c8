"""Compiled code and the interpreter play the same games, move by move."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardengine.fast import Engine
from tests.fast.lockstep import compare, interpreted, same
from tests.generic.helpers import every_table, load

SEED = 5
ENOUGH = 400
"""So many choices are compared every day; in the full run ten times as many games."""


@cache
def engine(path: Path, players: int, *, lean: bool) -> Engine:
    return Engine(load(path, players), lean=lean)


@every_table
def test_every_step_is_the_same(path: Path, players: int) -> None:
    decisions = 0
    for number in range(6):
        decisions += compare(engine(path, players, lean=False), SEED, number, ENOUGH)
        if decisions > ENOUGH:
            break


@every_table
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_batches_come_to_the_same_results(path: Path, players: int, policy: str) -> None:
    game = load(path, players)
    policies = [policy] * players
    batch = list(engine(path, players, lean=True).play(policies, SEED, 0, 3).results())
    decisions = 0
    for number, result in enumerate(batch):
        expected = interpreted(game, policies, SEED, number)
        assert same(result, expected), (number, result, expected)
        decisions += expected.decisions
        if decisions > 2 * ENOUGH:
            break
