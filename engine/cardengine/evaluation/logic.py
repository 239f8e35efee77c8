"""Conditions and comparisons."""

from __future__ import annotations

import operator

from cardengine.evaluation.base import Base
from cardengine.evaluation.compiled import Compiled, constant
from cardengine.tree import nodes as t


class Logic(Base):
    """Compiles what is yes or no."""

    def _Conditional(self, expr: t.Conditional) -> Compiled:  # noqa: N802
        test = self.compile(expr.condition)
        then, otherwise = self.compile(expr.then), self.compile(expr.otherwise)
        if test.constant:
            return then if test.value else otherwise
        condition, yes, no = test.call, then.call, otherwise.call
        return Compiled(
            lambda m: yes(m) if condition(m) else no(m), min(then.low, otherwise.low), max(then.high, otherwise.high),
            most=max(then.most, otherwise.most),
        )  # fmt: skip

    def _And(self, expr: t.And) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        if left.constant:
            return right if left.value else constant(False)
        first, second = left.call, right.call
        if right.constant:
            return left if right.value else Compiled(lambda m: first(m) and False, 0, 1)
        return Compiled(lambda m: first(m) and second(m), 0, 1)

    def _Or(self, expr: t.Or) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        if left.constant:
            return constant(True) if left.value else right
        first, second = left.call, right.call
        if right.constant and not right.value:
            return left
        return Compiled(lambda m: first(m) or second(m), 0, 1)

    def _Not(self, expr: t.Not) -> Compiled:  # noqa: N802
        inner = self.compile(expr.of)
        if inner.constant:
            return constant(not inner.value)
        call = inner.call
        return Compiled(lambda m: not call(m), 0, 1)

    def _Equal(self, expr: t.Equal) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        if left.constant and right.constant:
            return constant((left.value == right.value) is not expr.negated)
        first, second = left.call, right.call
        if right.constant:
            value = right.value
            if expr.negated:
                return Compiled(lambda m: first(m) != value, 0, 1)
            return Compiled(lambda m: first(m) == value, 0, 1)
        if expr.negated:
            return Compiled(lambda m: first(m) != second(m), 0, 1)
        return Compiled(lambda m: first(m) == second(m), 0, 1)

    def _Compare(self, expr: t.Compare) -> Compiled:  # noqa: N802
        left, right = (self.measured(side) for side in (expr.left, expr.right))
        compare = _COMPARISONS[expr.operator]
        if left.constant and right.constant:
            return constant(compare(left.value, right.value))
        first, second = left.call, right.call
        match expr.operator:
            case t.Comparison.LESS:
                return Compiled(lambda m: first(m) < second(m), 0, 1)
            case t.Comparison.AT_MOST:
                return Compiled(lambda m: first(m) <= second(m), 0, 1)
            case t.Comparison.MORE:
                return Compiled(lambda m: first(m) > second(m), 0, 1)
            case t.Comparison.AT_LEAST:
                return Compiled(lambda m: first(m) >= second(m), 0, 1)

    def _Contains(self, expr: t.Contains) -> Compiled:  # noqa: N802
        item, source = self.function(expr.item), self.function(expr.source)
        if expr.negated:
            return Compiled(lambda m: item(m) not in source(m), 0, 1)
        return Compiled(lambda m: item(m) in source(m), 0, 1)


_COMPARISONS = {
    t.Comparison.LESS: operator.lt,
    t.Comparison.AT_MOST: operator.le,
    t.Comparison.MORE: operator.gt,
    t.Comparison.AT_LEAST: operator.ge,
}
