"""Comparisons: `is`, `is not`, `<`, `<=`, `>`, `>=`, `in`, `not in`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Closure, Closures, Fact, Operator, constant, truth
from cardengine.constructs.syntax import subtree, subtrees, word_at
from cardengine.diagnostics import Code
from cardengine.tree import nodes as t
from cardengine.tree.types import (
    BOOL,
    FRACTION,
    INT,
    UNKNOWN,
    EnumType,
    ItemType,
    ListType,
    Type,
    ZoneType,
    describe,
    element,
    fits,
)

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.parser import Syntax
    from cardengine.lang.world import Names


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


# Types -------------------------------------------------------------------------------------------------


def _pair(checker: ExpressionChecker, first: Syntax, second: Syntax, names: Names) -> tuple[t.Expr, t.Expr]:
    """Both sides; a bare word is read as what the other side says it can be."""
    if _is_bare_word(checker, first, names):
        right = checker.check(second, names)
        return checker.check(first, names, right.type), right
    left = checker.check(first, names)
    return left, checker.check(second, names, left.type)


def _is_bare_word(checker: ExpressionChecker, tree: Syntax, names: Names) -> bool:
    if tree.data != "name":
        return False
    problems, expr = checker.tried(tree, names)
    return problems or (isinstance(expr, t.Constant) and isinstance(expr.type, EnumType))


def _check_is(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    return _check_equal(checker, tree, names, negated=False)


def _check_is_not(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    return _check_equal(checker, tree, names, negated=True)


def _check_equal(checker: ExpressionChecker, tree: Syntax, names: Names, *, negated: bool) -> t.Expr:
    span = checker.span(tree)
    left, right = _pair(checker, subtree(tree, 0), subtree(tree, 1), names)
    if not _comparable(left.type, right.type):
        message = f"{describe(left.type)} can never be {describe(right.type)}"
        checker.world.error(Code.TYPE, message, span, _compare_help(left.type, right.type))
        return checker.unknown(span)
    return t.Equal(BOOL, span, left, right, negated)


def _comparable(left: Type, right: Type) -> bool:
    numbers = (INT, FRACTION)
    if left in numbers and right in numbers:
        return True
    if isinstance(left, ListType | ZoneType) or isinstance(right, ListType | ZoneType):
        return isinstance(left, ZoneType) and left == right
    return fits(left, right) or fits(right, left)


def _check_compare(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    span = checker.span(tree)
    left, right = _pair(checker, subtree(tree, 0), subtree(tree, 2), names)
    for expr in (left, right):
        ordered = expr.type in (INT, FRACTION, UNKNOWN) or (
            isinstance(expr.type, EnumType) and expr.type.name in checker.world.ordered
        )
        if not ordered:
            checker.mismatch(expr, "a number or a rank", _compare_help(left.type, right.type))
            return checker.unknown(span)
    if (isinstance(left.type, EnumType) or isinstance(right.type, EnumType)) and not fits(left.type, right.type):
        checker.mismatch(right, describe(left.type))
        return checker.unknown(span)
    return t.Compare(BOOL, span, t.Comparison(str(word_at(tree, 1))), left, right)


def _check_in(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    return _check_contains(checker, tree, names, negated=False)


def _check_not_in(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    return _check_contains(checker, tree, names, negated=True)


def _check_contains(checker: ExpressionChecker, tree: Syntax, names: Names, *, negated: bool) -> t.Expr:
    first, second = subtrees(tree)
    left = None if _is_bare_word(checker, first, names) else checker.check(first, names)
    right = checker.check(second, names, ListType(left.type) if left else None)
    if element(right.type) is None:
        right = checker.mismatch(right, "a list or a zone", "to test for one thing, write `is`")
    source = checker.as_list(right)
    kind = element(source.type) or UNKNOWN
    item = checker.typed(first, names, kind) if left is None else checker.fitted(left, kind)
    return t.Contains(BOOL, checker.span(tree), item, source, negated)


def _compare_help(left: Type, right: Type) -> str | None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ListType | ZoneType) and element(one) == other:
            return "a list is not one thing: write `in`, or take one with `first(...)`"
        if isinstance(one, ItemType) and other is INT:
            return "compare a number that is printed on it, such as `card.value`"
    return None


# Lowering ----------------------------------------------------------------------------------------------


def _lower_equal(low: Lowering, expr: t.Equal) -> Expr:
    item = FRACTION if FRACTION in (expr.left.type, expr.right.type) else expr.left.type
    found = low.equal(low.value_as(expr.left, item), low.value_as(expr.right, item))
    return low.b.not_(found) if expr.negated else found


def _lower_compare(low: Lowering, expr: t.Compare) -> Expr:
    b = low.b
    compare = {
        t.Comparison.LESS: b.lt, t.Comparison.AT_MOST: b.le, t.Comparison.MORE: b.gt, t.Comparison.AT_LEAST: b.ge,
    }[expr.operator]  # fmt: skip
    if FRACTION in (expr.left.type, expr.right.type):
        return low.arithmetic.compared(low.frac(expr.left), low.frac(expr.right), compare)
    return compare(low.measured(expr.left), low.measured(expr.right))


def _lower_contains(low: Lowering, expr: t.Contains) -> Expr:
    found = low.contains(expr.item, expr.source)
    return low.b.not_(found) if expr.negated else found


OPERATORS = (
    Operator(
        t.Equal,
        (("`A is B`, `A is not B`", "whether they are equal; two zones are when they are the same zone"),),
        (("first(row).zone is row", "yes"),),
        {"is_": _check_is, "is_not": _check_is_not},
        _equal_facts,
        _equal,
        _lower_equal,
    ),
    Operator(
        t.Compare,
        (("`A < B`, `A <= B`, `A > B`, `A >= B`", "comparisons of numbers or ranks; they don't chain"),),
        (("3 < 5 and not 5 < 3", "yes"),),
        {"compare": _check_compare},
        _compare_facts,
        _compare,
        _lower_compare,
    ),
    Operator(
        t.Contains,
        (("`X in LIST`, `X not in LIST`", "whether it is a member"),),
        (("AC in row and KS not in row", "yes"),),
        {"in_": _check_in, "not_in": _check_not_in},
        _contains_facts,
        _contains,
        _lower_contains,
    ),
)
