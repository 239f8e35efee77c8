"""Arithmetic, exact within 64 bits: `+`, `-`, `*`, `mod`, `/`, `rounded down`, `rounded up`, the sign."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import (
    NO_FAULTS,
    Closure,
    Closures,
    Fact,
    Failure,
    Operator,
    OperatorCheck,
    fact,
    number,
)
from cardengine.constructs.numbers import within_word
from cardengine.constructs.syntax import subtree, subtrees, word_at
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, UNKNOWN, Type

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.ir.values import Value
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.parser import Syntax
    from cardengine.lang.world import Names

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


# Types -------------------------------------------------------------------------------------------------


def _binary(operator: t.Operator) -> OperatorCheck:
    def check(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
        left, right = (checker.typed(part, names, FRACTION) for part in subtrees(tree))
        return t.Arithmetic(_numeric(left.type, right.type), checker.span(tree), operator, left, right)

    return check


def _numeric(left: Type, right: Type) -> Type:
    if UNKNOWN in (left, right):
        return UNKNOWN
    return INT if left is INT and right is INT else FRACTION


def _check_modulo(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    left, right = (checker.number(part, names) for part in subtrees(tree))
    return t.Arithmetic(INT, checker.span(tree), t.Operator.MODULO, left, right)


def _check_divide(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    left, right = (checker.typed(part, names, FRACTION) for part in subtrees(tree))
    return t.Quotient(FRACTION, checker.span(tree), left, right, None)


def _check_rounded(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    inner = checker.typed(subtree(tree, 0), names, FRACTION)
    rounding = t.Rounding(str(word_at(subtree(tree, 1), 0)))
    if isinstance(inner, t.Quotient) and inner.left.type is INT and inner.right.type is INT:
        return t.Quotient(INT, checker.span(tree), inner.left, inner.right, rounding)
    return t.Round(INT, checker.span(tree), inner, rounding)


def _check_negate(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    inner = checker.typed(subtree(tree, 0), names, FRACTION)
    return t.Negated(inner.type, checker.span(tree), inner)


# Lowering ----------------------------------------------------------------------------------------------


def _lower_arithmetic(low: Lowering, expr: t.Arithmetic) -> Value:
    of = low.arithmetic
    if expr.type is not INT:
        return of.combine(expr.operator, low.frac(expr.left), low.frac(expr.right))
    left, right = low.num(expr.left), low.num(expr.right)
    match expr.operator:
        case t.Operator.PLUS:
            return of.added(left, right, 1, fits=low.fits_word(expr))
        case t.Operator.MINUS:
            return of.added(left, right, -1, fits=low.fits_word(expr))
        case t.Operator.TIMES:
            return of.multiplied(left, right, fits=low.fits_word(expr))
        case t.Operator.MODULO:
            first, second = low.between(expr.left), low.between(expr.right)
            if first[0] >= 0 and second[0] > 0:
                return low.b.rem(left, right)
            return of.modulo(left, of.divisor(right, *second))


def _lower_negated(low: Lowering, expr: t.Negated) -> Value:
    if expr.type is not INT:
        return low.arithmetic.opposite(low.frac(expr.of))
    return low.arithmetic.added(0, low.num(expr.of), -1, fits=low.fits_word(expr))


def _lower_quotient(low: Lowering, expr: t.Quotient) -> Value:
    b, of, down = low.b, low.arithmetic, expr.rounding is t.Rounding.DOWN
    if expr.type is not INT or FRACTION in (expr.left.type, expr.right.type):
        found = of.divide(low.frac(expr.left), low.frac(expr.right))
        return found if expr.rounding is None else of.rounded(found, down=down)
    first, second = low.between(expr.left), low.between(expr.right)
    left, right = low.num(expr.left), low.num(expr.right)
    if first[0] >= 0 and second[0] > 0:
        if down:
            return b.div(left, right)
        if max(first[1], second[1]) < WORD_MAX // 2:
            divisor = b.let(right)
            return b.div(b.add(left, b.sub(divisor, 1)), divisor)
    left = b.let(left)
    bottom = of.divisor(right, *second)
    if first[0] <= WORD_MIN and second[0] <= -1 <= second[1]:
        with b.if_(b.and_(b.eq(left, WORD_MIN), b.eq(bottom, -1))):
            low.trouble()
            b.set(bottom, 1)
    return of.quotient(left, bottom, down=down)


def _lower_round(low: Lowering, expr: t.Round) -> Expr:
    return low.arithmetic.rounded(low.frac(expr.of), down=expr.rounding is t.Rounding.DOWN)


OPERATORS = (
    Operator(
        t.Arithmetic,
        (
            ("`A + B`, `A - B`", "the sum, the difference"),
            ("`A * B`, `A mod B`", "the product, the remainder of a division, with the sign of B"),
        ),
        (("-7 mod 3", "2"),),
        {
            "plus": _binary(t.Operator.PLUS), "minus": _binary(t.Operator.MINUS),
            "times_op": _binary(t.Operator.TIMES), "modulo": _check_modulo,
        },
        _arithmetic_facts,
        _arithmetic,
        _lower_arithmetic,
    ),
    Operator(
        t.Negated,
        (("`-A`", "the number with the other sign"),),
        (("-7 / 2 rounded down", "-4"),),
        {"negate": _check_negate},
        _negated_facts,
        _negated,
        _lower_negated,
    ),
    Operator(
        t.Quotient,
        (("`A / B`", "the quotient, a fraction"),),
        (("7 / 2 rounded down", "3"),),
        {"divide": _check_divide},
        _quotient_facts,
        _quotient,
        _lower_quotient,
    ),
    Operator(
        t.Round,
        (("`E rounded down`, `E rounded up`", "turns a fraction into a number; down is towards minus infinity"),),
        (("-7 / 2 rounded up", "-3"),),
        {"rounded": _check_rounded},
        _round_facts,
        _round,
        _lower_round,
    ),
)  # fmt: skip
