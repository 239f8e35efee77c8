"""Comparisons: `is`, `is not`, `<`, `<=`, `>`, `>=`, `in`, `not in`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Closure, Closures, Fact, Operator, constant, truth
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.facts import Facts


def _equal_facts(facts: Facts, expr: t.Equal) -> Fact:
    left, right = facts.of(expr.left), facts.of(expr.right)
    if left.constant and right.constant:
        return constant((left.value == right.value) is not expr.negated)
    return truth(left, right)


def _equal(closures: Closures, expr: t.Equal, _fact: Fact) -> Closure:
    first, right = closures.function(expr.left), closures.known(expr.right)
    if right.constant:
        value, cell = right.value, closures.cell(expr.left)
        if cell is not None:
            return (lambda m: m[cell] != value) if expr.negated else (lambda m: m[cell] == value)
        if expr.negated:
            return lambda m: first(m) != value
        return lambda m: first(m) == value
    second = closures.function(expr.right)
    if expr.negated:
        return lambda m: first(m) != second(m)
    return lambda m: first(m) == second(m)


COMPARISONS: dict[t.Comparison, Callable[[Any, Any], bool]] = {
    t.Comparison.LESS: operator.lt,
    t.Comparison.AT_MOST: operator.le,
    t.Comparison.MORE: operator.gt,
    t.Comparison.AT_LEAST: operator.ge,
}


def _compare_facts(facts: Facts, expr: t.Compare) -> Fact:
    left, right = facts.measured(expr.left), facts.measured(expr.right)
    if left.constant and right.constant:
        return constant(COMPARISONS[expr.operator](left.value, right.value))
    return truth(left, right)


def _compare(closures: Closures, expr: t.Compare, _fact: Fact) -> Closure:
    first, second = closures.measured(expr.left), closures.measured(expr.right)
    match expr.operator:
        case t.Comparison.LESS:
            return lambda m: first(m) < second(m)
        case t.Comparison.AT_MOST:
            return lambda m: first(m) <= second(m)
        case t.Comparison.MORE:
            return lambda m: first(m) > second(m)
        case t.Comparison.AT_LEAST:
            return lambda m: first(m) >= second(m)


def _contains_facts(facts: Facts, expr: t.Contains) -> Fact:
    item, source = facts.of(expr.item), facts.of(expr.source)
    if item.constant and source.constant:
        return constant((item.value in source.value) is not expr.negated)
    return truth(item, source, cost=1 + item.cost + source.cost + source.most)


def _contains(closures: Closures, expr: t.Contains, _fact: Fact) -> Closure:
    item, source = closures.function(expr.item), closures.function(expr.source)
    if expr.negated:
        return lambda m: item(m) not in source(m)
    return lambda m: item(m) in source(m)


OPERATORS = (
    Operator(t.Equal, _equal_facts, _equal),
    Operator(t.Compare, _compare_facts, _compare),
    Operator(t.Contains, _contains_facts, _contains),
)
