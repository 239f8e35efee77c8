"""Compiled code and the interpreter play random rulesets alike: any difference is a fault of one of them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings

from cardengine.diagnostics import DiagnosticError, Severity
from cardengine.fast import Engine, Reason, UnavailableError
from cardengine.fast.stepping import HandedBackError
from cardengine.model.load import load_text
from cardengine.model.work import BUDGET
from cardengine.runtime.game import Game
from tests.fast.lockstep import compare, interpreted, same
from tests.random_rulesets.rulesets import Case, cases

SEED = 7
STEPS = 200
"""The step cap: a game is short, whatever its rules are."""
CHOICES = 60
REFUSED = ("TOO_LARGE", "CONSTANT_FAULT", "OPTION_VALUE", "TOO_MUCH_WORK")
"""The only diagnostics that a random ruleset may be refused with: it is well-typed, but asks for too much."""

random_rulesets = given(cases())
modest = settings(
    max_examples=40, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)  # fmt: skip


@random_rulesets
@modest
def test_random_rulesets_are_played_alike(case: Case) -> None:
    play(case, 2)


@pytest.mark.full
@random_rulesets
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
def test_many_random_rulesets_are_played_alike(case: Case) -> None:
    play(case, 3)


def play(case: Case, games: int, budget: int = BUDGET) -> None:
    """Compare both executions, step by step and as batches."""
    note(f"{case.players} players, options {dict(case.options)}\n{case.text}")
    try:
        game = Game(load_text(case.text), case.options, case.players, STEPS, budget=budget)
    except DiagnosticError as error:
        errors = [problem for problem in error.diagnostics if problem.severity is Severity.ERROR]
        assert {problem.code.name for problem in errors} <= set(REFUSED), errors[0]
        return
    try:
        loose, lean = Engine(game, lean=False), Engine(game)
    except UnavailableError as error:
        if error.reason is not Reason.TOO_LARGE:
            raise
        return
    for number in range(games):
        try:
            compare(loose, SEED, number, CHOICES)
        except HandedBackError:
            continue
    for policy in ("random", "greedy"):
        policies = [policy] * game.players
        for number, result in enumerate(lean.play(policies, SEED, 0, games).results()):
            if result.outcome is not None:
                expected = interpreted(game, policies, SEED, number)
                assert same(result, expected), (policy, number, result, expected)
