"""Conditions and conditionals: `and`, `or`, `not`, `if ... then ... else`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import Closure, Closures, Fact, Operator, constant, fact, hull, truth
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.facts import Facts


def _and_facts(facts: Facts, expr: t.And) -> Fact:
    left, right = facts.of(expr.left), facts.of(expr.right)
    if left.constant:
        return right if left.value else constant(False)
    return left if right.constant and right.value else truth(left, right)


def _and(closures: Closures, expr: t.And, _fact: Fact) -> Closure:
    left, right = closures.known(expr.left), closures.known(expr.right)
    first, second = closures.function(expr.left), closures.function(expr.right)
    if left.constant:
        return second if left.value else first
    if right.constant:
        return first if right.value else lambda m: first(m) and False
    return lambda m: first(m) and second(m)


def _or_facts(facts: Facts, expr: t.Or) -> Fact:
    left, right = facts.of(expr.left), facts.of(expr.right)
    if left.constant:
        return constant(True) if left.value else right
    return left if right.constant and not right.value else truth(left, right)


def _or(closures: Closures, expr: t.Or, _fact: Fact) -> Closure:
    left, right = closures.known(expr.left), closures.known(expr.right)
    first, second = closures.function(expr.left), closures.function(expr.right)
    if left.constant:
        return first if left.value else second
    if right.constant and not right.value:
        return first
    return lambda m: first(m) or second(m)


def _not_facts(facts: Facts, expr: t.Not) -> Fact:
    of = facts.of(expr.of)
    return constant(not of.value) if of.constant else truth(of)


def _not(closures: Closures, expr: t.Not, _fact: Fact) -> Closure:
    of = closures.function(expr.of)
    return lambda m: not of(m)


def _conditional_facts(facts: Facts, expr: t.Conditional) -> Fact:
    test, then, otherwise = facts.of(expr.condition), facts.of(expr.then), facts.of(expr.otherwise)
    if test.constant:
        return then if test.value else otherwise
    low, high = hull(then, otherwise)
    return fact(
        test, then, otherwise, low=low, high=high, most=max(then.most, otherwise.most),
        inner=max(then.inner, otherwise.inner), distinct=then.distinct and otherwise.distinct,
    )  # fmt: skip


def _conditional(closures: Closures, expr: t.Conditional, _fact: Fact) -> Closure:
    test = closures.known(expr.condition)
    if test.constant:
        return closures.function(expr.then if test.value else expr.otherwise)
    condition = closures.function(expr.condition)
    yes, no = closures.function(expr.then), closures.function(expr.otherwise)
    return lambda m: yes(m) if condition(m) else no(m)


OPERATORS = (
    Operator(t.And, _and_facts, _and),
    Operator(t.Or, _or_facts, _or),
    Operator(t.Not, _not_facts, _not),
    Operator(t.Conditional, _conditional_facts, _conditional),
)
