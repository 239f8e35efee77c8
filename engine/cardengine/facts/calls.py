"""What is known of calls: of built-in functions, of definitions, of `possible`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import (
    Fact,
    Failure,
    fact,
)
from cardengine.constructs.domains import record_of
from cardengine.constructs.functions import FUNCTIONS
from cardengine.facts.folding import folded
from cardengine.tree import nodes as t
from cardengine.tree.walk import children

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts

MAX_WAYS = 250_000
"""The ways in which one action can be offered; with more a game is refused."""


def define_call(facts: Facts, expr: t.DefineCall) -> Fact:
    """The facts of a definition's body, for any arguments."""
    body = facts.of(facts.space.ruleset.defines[expr.name].body)
    if body.constant or not expr.arguments:
        return body
    arguments = [facts.of(argument) for argument in expr.arguments]
    # With the given lists it may have fewer members, and cost less.
    given = facts.given(expr, tuple(argument.most for argument in arguments))
    return fact(
        body, *arguments, low=body.low, high=body.high, most=min(body.most, given.most),
        inner=min(body.inner, given.inner), distinct=body.distinct,
        cost=1 + given.cost + sum(argument.cost for argument in arguments),
    )  # fmt: skip


def possible_call(facts: Facts, expr: t.Possible) -> Fact:
    """The facts of ``possible(ACTION)``."""
    return facts.offer(expr.choice, expr.action)


def possible(facts: Facts, choice: str, action: str) -> Fact:
    """The facts of whether an action is legal, which tries its arguments and conditions."""
    decl = facts.space.ruleset.choices[choice].action(action)
    assert decl is not None
    parts, ways, cost = [], 1, 1
    for parameter in decl.parameters:
        # The values of a domain are found once for each way to choose before it.
        domain = [facts.of(part) for part in children(parameter.domain)]
        parts += domain
        cost += ways * (1 + sum(part.cost for part in domain))
        ways = min(ways * record_of(parameter.domain).most(facts, parameter.domain), MAX_WAYS)
    conditions = [facts.of(condition.test) for condition in decl.conditions]
    cost += ways * (1 + sum(condition.cost for condition in conditions))
    return fact(
        *parts, *conditions, low=0, high=1, raises=frozenset((Failure.TOO_MANY, Failure.NO_MEMBER)), cost=cost
    )  # fmt: skip


def call(facts: Facts, expr: t.Call) -> Fact:
    """A built-in function."""
    if expr.it is not None:
        facts.bind(expr.it, facts.of(expr.arguments[0]).inner)
    return folded(facts, expr, FUNCTIONS[expr.function].facts(facts, expr))
