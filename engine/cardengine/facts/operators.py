"""What is known of what operators make."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import NO_FAULTS, Fact, Failure, constant, fact, hull, number, truth
from cardengine.layout.space import WORD_MAX, WORD_MIN
from cardengine.tree import nodes as t
from cardengine.tree.types import INT

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts


def and_(facts: Facts, expr: t.And) -> Fact:
    """Both."""
    left, right = facts.of(expr.left), facts.of(expr.right)
    if left.constant:
        return right if left.value else constant(False)
    return left if right.constant and right.value else truth(left, right)


def or_(facts: Facts, expr: t.Or) -> Fact:
    """Either."""
    left, right = facts.of(expr.left), facts.of(expr.right)
    if left.constant:
        return constant(True) if left.value else right
    return left if right.constant and not right.value else truth(left, right)


def not_(facts: Facts, expr: t.Not) -> Fact:
    """The contrary."""
    of = facts.of(expr.of)
    return constant(not of.value) if of.constant else truth(of)


def conditional(facts: Facts, expr: t.Conditional) -> Fact:
    """Either of two."""
    test, then, otherwise = facts.of(expr.condition), facts.of(expr.then), facts.of(expr.otherwise)
    if test.constant:
        return then if test.value else otherwise
    low, high = hull(then, otherwise)
    return fact(
        test, then, otherwise, low=low, high=high, most=max(then.most, otherwise.most),
        inner=max(then.inner, otherwise.inner), distinct=then.distinct and otherwise.distinct,
    )  # fmt: skip


def equal(facts: Facts, expr: t.Equal) -> Fact:
    """Whether two values are one."""
    left, right = facts.of(expr.left), facts.of(expr.right)
    if left.constant and right.constant:
        return constant((left.value == right.value) is not expr.negated)
    return truth(left, right)


COMPARISONS: dict[t.Comparison, Callable[[Any, Any], bool]] = {
    t.Comparison.LESS: operator.lt,
    t.Comparison.AT_MOST: operator.le,
    t.Comparison.MORE: operator.gt,
    t.Comparison.AT_LEAST: operator.ge,
}


def compare(facts: Facts, expr: t.Compare) -> Fact:
    """Which is more."""
    left, right = facts.measured(expr.left), facts.measured(expr.right)
    if left.constant and right.constant:
        return constant(COMPARISONS[expr.operator](left.value, right.value))
    return truth(left, right)


def contains(facts: Facts, expr: t.Contains) -> Fact:
    """Whether a list has a value."""
    item, source = facts.of(expr.item), facts.of(expr.source)
    if item.constant and source.constant:
        return constant((item.value in source.value) is not expr.negated)
    return truth(item, source, cost=1 + item.cost + source.cost + source.most)


# Numbers -------------------------------------------------------------------------------------------


def arithmetic(facts: Facts, expr: t.Arithmetic) -> Fact:
    """The bounds of a result are those of its parts' corners."""
    left, right = facts.of(expr.left), facts.of(expr.right)
    exact = expr.type is INT
    match expr.operator:
        case t.Operator.PLUS:
            return number(left, right, low=left.low + right.low, high=left.high + right.high, exact=exact)
        case t.Operator.MINUS:
            return number(left, right, low=left.low - right.high, high=left.high - right.low, exact=exact)
        case t.Operator.TIMES:
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return number(left, right, low=min(corners), high=max(corners), exact=exact)
        case t.Operator.MODULO:
            return _modulo(left, right)


def _modulo(left: Fact, right: Fact) -> Fact:
    raises = frozenset((Failure.DIVISION,)) if right.low <= 0 <= right.high else NO_FAULTS
    low, high = min(right.low + 1, 0), max(right.high - 1, 0)
    if left.low >= 0 and right.low > 0:
        high = min(high, left.high)
    return fact(left, right, low=low, high=high, raises=raises)


def negated(facts: Facts, expr: t.Negated) -> Fact:
    """The other sign."""
    of = facts.of(expr.of)
    return number(of, low=-of.high, high=-of.low, exact=expr.type is INT)


def quotient(facts: Facts, expr: t.Quotient) -> Fact:
    """A quotient is at most as large as what is divided."""
    left, right = facts.of(expr.left), facts.of(expr.right)
    whole = expr.type is INT
    if right.low <= 0 <= right.high:
        raises = frozenset((Failure.DIVISION,))
        edge = max(abs(left.low), abs(left.high))
        low, high = -edge, edge
    else:
        raises = NO_FAULTS
        corners = [(a // b, -(-a // b)) for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(down for down, _ in corners), max(up for _, up in corners)
    if not whole or low < WORD_MIN or high > WORD_MAX:
        raises |= {Failure.OVERFLOW}
    return fact(left, right, low=low if whole else WORD_MIN, high=high if whole else WORD_MAX, raises=raises)


def rounded(facts: Facts, expr: t.Round) -> Fact:
    """A whole number."""
    of = facts.of(expr.of)
    # The parts of a fraction have 64 bits; rounded up, the largest still fits.
    return fact(of, low=of.low, high=of.high)
