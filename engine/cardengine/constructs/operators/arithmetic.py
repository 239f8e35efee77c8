"""Arithmetic, exact within 64 bits: `+`, `-`, `*`, `mod`, `/`, `rounded down`, `rounded up`, the sign."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import NO_FAULTS, Closure, Closures, Fact, Failure, Operator, fact, number
from cardengine.constructs.numbers import within_word
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import INT

if TYPE_CHECKING:
    from cardengine.facts import Facts

_DIVISION = frozenset((Failure.DIVISION,))


def _arithmetic_facts(facts: Facts, expr: t.Arithmetic) -> Fact:
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
            return _modulo_facts(left, right)


def _modulo_facts(left: Fact, right: Fact) -> Fact:
    raises = _DIVISION if right.low <= 0 <= right.high else NO_FAULTS
    low, high = min(right.low + 1, 0), max(right.high - 1, 0)
    if left.low >= 0 and right.low > 0:
        high = min(high, left.high)
    return fact(left, right, low=low, high=high, raises=raises)


def _arithmetic(closures: Closures, expr: t.Arithmetic, known: Fact) -> Closure:
    first, second = closures.function(expr.left), closures.function(expr.right)
    match expr.operator:
        case t.Operator.PLUS:
            return within_word(lambda m: first(m) + second(m), expr, known)
        case t.Operator.MINUS:
            return within_word(lambda m: first(m) - second(m), expr, known)
        case t.Operator.TIMES:
            return within_word(lambda m: first(m) * second(m), expr, known)
        case t.Operator.MODULO:
            return _modulo(expr, first, second)


def _modulo(expr: t.Arithmetic, first: Closure, second: Closure) -> Closure:
    span = expr.span

    def modulo(m: Memory) -> int:
        divisor = second(m)
        if divisor == 0:
            raise Fault("division by zero", span)
        result: int = first(m) % divisor
        return result

    return modulo


def _negated_facts(facts: Facts, expr: t.Negated) -> Fact:
    of = facts.of(expr.of)
    return number(of, low=-of.high, high=-of.low, exact=expr.type is INT)


def _negated(closures: Closures, expr: t.Negated, known: Fact) -> Closure:
    of = closures.function(expr.of)
    return within_word(lambda m: -of(m), expr, known)


def _quotient_facts(facts: Facts, expr: t.Quotient) -> Fact:
    left, right = facts.of(expr.left), facts.of(expr.right)
    if right.low <= 0 <= right.high:
        raises = _DIVISION
        edge = max(abs(left.low), abs(left.high))
        low, high = -edge, edge
    else:
        raises = NO_FAULTS
        corners = [(a // b, -(-a // b)) for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(down for down, _ in corners), max(up for _, up in corners)
    found = number(left, right, low=low, high=high, exact=expr.type is INT)
    return fact(left, right, low=found.low, high=found.high, raises=raises | found.raises)


def _quotient(closures: Closures, expr: t.Quotient, known: Fact) -> Closure:
    first, second = closures.function(expr.left), closures.function(expr.right)
    span, rounding = expr.span, expr.rounding

    def quotient(m: Memory) -> Any:
        divisor = second(m)
        if divisor == 0:
            raise Fault("division by zero", span)
        if rounding is None:
            return Fraction(first(m)) / divisor
        if rounding is t.Rounding.DOWN:
            return first(m) // divisor
        return -(-first(m) // divisor)

    return within_word(quotient, expr, known)


def _round_facts(facts: Facts, expr: t.Round) -> Fact:
    # Both parts of a fraction have 64 bits, so that what it is rounded to has no more.
    of = facts.of(expr.of)
    return fact(of, low=of.low, high=of.high)


def _round(closures: Closures, expr: t.Round, _fact: Fact) -> Closure:
    of = closures.function(expr.of)
    if expr.rounding is t.Rounding.DOWN:
        return lambda m: Fraction(of(m)) // 1
    return lambda m: -(-Fraction(of(m)) // 1)


OPERATORS = (
    Operator(t.Arithmetic, _arithmetic_facts, _arithmetic),
    Operator(t.Negated, _negated_facts, _negated),
    Operator(t.Quotient, _quotient_facts, _quotient),
    Operator(t.Round, _round_facts, _round),
)
