"""Conditions and conditionals: `and`, `or`, `not`, `if ... then ... else`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import Closure, Closures, Fact, Operator, constant, fact, hull, truth
from cardengine.constructs.syntax import subtree, subtrees
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, Type, ZoneType, common, describe

if TYPE_CHECKING:
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.parser import Syntax
    from cardengine.lang.world import Names


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


# Types and lowering ------------------------------------------------------------------------------------


def _two(checker: ExpressionChecker, tree: Syntax, names: Names) -> tuple[t.Expr, t.Expr]:
    left, right = (checker.condition(part, names) for part in subtrees(tree))
    return left, right


def _check_and(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    return t.And(BOOL, checker.span(tree), *_two(checker, tree, names))


def _check_or(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    return t.Or(BOOL, checker.span(tree), *_two(checker, tree, names))


def _check_not(checker: ExpressionChecker, tree: Syntax, names: Names, _expected: Type | None) -> t.Expr:
    return t.Not(BOOL, checker.span(tree), checker.condition(subtree(tree, 0), names))


def _check_conditional(checker: ExpressionChecker, tree: Syntax, names: Names, expected: Type | None) -> t.Expr:
    test, first, second = subtrees(tree)
    condition = checker.condition(test, names)
    then = checker.check(first, names, expected)
    otherwise = checker.check(second, names, then.type if expected is None else expected)
    if isinstance(then.type, ZoneType) != isinstance(otherwise.type, ZoneType):
        then, otherwise = checker.as_list(then), checker.as_list(otherwise)
    kind = common(then.type, otherwise.type)
    if kind is None:
        checker.mismatch(otherwise, f"{describe(then.type)}, as after `then`,")
        return checker.unknown(checker.span(tree))
    return t.Conditional(kind, checker.span(tree), condition, then, otherwise)


OPERATORS = (
    Operator(
        t.And,
        (("`A and B`", "both; B isn't evaluated if A doesn't hold"),),
        (("AC in row and KS not in row", "yes"),),
        {"and_op": _check_and},
        _and_facts,
        _and,
        lambda low, expr: low.lazily(expr.left, expr.right, when=True),
    ),
    Operator(
        t.Or,
        (("`A or B`", "at least one; B isn't evaluated if A holds"),),
        (("3 < 5 or 1 / 0 > 2", "yes"),),
        {"or_op": _check_or},
        _or_facts,
        _or,
        lambda low, expr: low.lazily(expr.left, expr.right, when=False),
    ),
    Operator(
        t.Not,
        (("`not A`", "whether A doesn't hold"),),
        (("3 < 5 and not 5 < 3", "yes"),),
        {"not_op": _check_not},
        _not_facts,
        _not,
        lambda low, expr: low.b.not_(low.num(expr.of)),
    ),
    Operator(
        t.Conditional,
        (("`if C then A else B`", "A or B, of one type"),),
        (("if empty(row) then 0 else count(row)", "5"),),
        {"cond": _check_conditional},
        _conditional_facts,
        _conditional,
        lambda low, expr: low.conditional(expr),
    ),
)
