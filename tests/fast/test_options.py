"""Compiled code and the interpreter play the same games with each option at its bounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import cardengine
from cardengine import DiagnosticError
from cardengine.fast import Engine
from cardengine.model.work import BUDGET
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, EnumType
from tests.fast.lockstep import compare, interpreted, same
from tests.fast.test_budget import largest_use
from tests.generic.helpers import RULESETS, load, name_of, player_counts

SEED = 11
ENOUGH = 120
"""So many choices are compared of each game."""

SOME = 9
"""Every so many settings one is tried every day; all of them in the full run."""


def settings() -> Iterator[tuple[Path, str, str]]:
    """Each option of each ruleset with its least and its greatest value, or with each of its words."""
    for path in RULESETS:
        game = load(path, player_counts(path)[0])
        for name, option in game.loaded.ruleset.options.items():
            domain = option.domain
            if isinstance(domain, t.NumberDomain | t.FractionDomain):
                edges = [game.program.facts.of(edge).value for edge in (domain.low, domain.high)]
                values = [str(edge) for edge in edges]
            elif isinstance(domain.type, EnumType):
                values = list(domain.type.members)
            else:
                assert domain.type is BOOL
                values = ["no", "yes"]
            for value in values:
                yield path, name, value


CASES = [
    pytest.param(
        path, name, value, id=f"{name_of(path)}-{name}-{value}", marks=[pytest.mark.full] if number % SOME else []
    )
    for number, (path, name, value) in enumerate(settings())
]


@pytest.mark.parametrize(("path", "name", "value"), CASES)
def test_an_option_at_its_bounds(path: Path, name: str, value: str) -> None:
    try:
        game = cardengine.load(path, {name: value}, player_counts(path)[0], step_cap=1_000)
    except DiagnosticError as error:
        pytest.skip(f"it doesn't go with the others: {error.diagnostics[0].message}")
    assert largest_use(game, SEED, ENOUGH) < BUDGET / 4
    compare(Engine(game, lean=False), SEED, 0, ENOUGH)
    engine = Engine(game)
    for policy in ("random", "greedy"):
        policies = [policy] * game.players
        [result] = engine.play(policies, SEED, 1, 1).results()
        assert same(result, interpreted(game, policies, SEED, 1))
