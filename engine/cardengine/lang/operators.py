"""Checks operators: comparisons, logic and arithmetic."""

from __future__ import annotations

from lark import Tree

from cardengine.diagnostics import Code
from cardengine.lang.expression_base import ExpressionBase
from cardengine.lang.parser import Syntax
from cardengine.lang.syntax import subtree, subtrees
from cardengine.lang.world import Names, muted
from cardengine.tree.nodes import (
    And,
    Arithmetic,
    Compare,
    Comparison,
    Conditional,
    Constant,
    Contains,
    Equal,
    Expr,
    Negated,
    Not,
    Operator,
    Or,
    Quotient,
    Round,
    Rounding,
)
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
    common,
    describe,
    element,
    fits,
)


class Operators(ExpressionBase):
    """The part of the expression checker for operators."""

    def _or_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = (self.condition(part, names) for part in subtrees(tree))
        return Or(BOOL, self.span(tree), left, right)

    def _and_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = (self.condition(part, names) for part in subtrees(tree))
        return And(BOOL, self.span(tree), left, right)

    def _not_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return Not(BOOL, self.span(tree), self.condition(subtree(tree, 0), names))

    def _is_(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._equal(tree, names, negated=False)

    def _is_not(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._equal(tree, names, negated=True)

    def _equal(self, tree: Syntax, names: Names, *, negated: bool) -> Expr:
        left, right = self._pair(tree, names)
        if not self._comparable(left.type, right.type):
            self.world.error(
                Code.TYPE, f"{describe(left.type)} can never be {describe(right.type)}", self.span(tree),
                _compare_help(left.type, right.type),
            )  # fmt: skip
            return self.unknown(self.span(tree))
        return Equal(BOOL, self.span(tree), left, right, negated)

    def _comparable(self, left: Type, right: Type) -> bool:
        numbers = (INT, FRACTION)
        if left in numbers and right in numbers:
            return True
        if isinstance(left, ListType | ZoneType) or isinstance(right, ListType | ZoneType):
            return isinstance(left, ZoneType) and left == right
        return fits(left, right) or fits(right, left)

    def _pair(self, tree: Syntax, names: Names) -> tuple[Expr, Expr]:
        first, second = subtrees(tree)
        if self._is_bare_word(first, names):
            right = self.check(second, names)
            return self.check(first, names, right.type), right
        left = self.check(first, names)
        return left, self.check(second, names, left.type)

    def _is_bare_word(self, tree: Syntax, names: Names) -> bool:
        if tree.data != "name":
            return False
        with muted(self.world) as problems:
            expr = self.check(tree, names)
        return bool(problems) or (isinstance(expr, Constant) and isinstance(expr.type, EnumType))

    def _compare(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        first, operator, second = tree.children
        assert isinstance(first, Tree)
        assert isinstance(second, Tree)
        left, right = self._pair(Tree("pair", [first, second]), names)
        for expr in (left, right):
            ordered = expr.type in (INT, FRACTION, UNKNOWN) or (
                isinstance(expr.type, EnumType) and expr.type.name in self.world.ordered
            )
            if not ordered:
                self.mismatch(expr, "a number or a rank", _compare_help(left.type, right.type))
                return self.unknown(self.span(tree))
        if (isinstance(left.type, EnumType) or isinstance(right.type, EnumType)) and not fits(left.type, right.type):
            self.mismatch(right, describe(left.type))
            return self.unknown(self.span(tree))
        return Compare(BOOL, self.span(tree), Comparison(str(operator)), left, right)

    def _in_(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._contains(tree, names, negated=False)

    def _not_in(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._contains(tree, names, negated=True)

    def _contains(self, tree: Syntax, names: Names, *, negated: bool) -> Expr:
        first, second = subtrees(tree)
        left = None if self._is_bare_word(first, names) else self.check(first, names)
        right = self.check(second, names, ListType(left.type) if left else None)
        if element(right.type) is None:
            right = self.mismatch(right, "a list or a zone", "to test for one thing, write `is`")
        source = self.as_list(right)
        wanted = element(source.type) or UNKNOWN
        item = self.typed(first, names, wanted) if left is None else self.fitted(left, wanted)
        return Contains(BOOL, self.span(tree), item, source, negated)

    def _cond(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        test, first, second = subtrees(tree)
        condition = self.condition(test, names)
        then = self.check(first, names, wanted)
        otherwise = self.check(second, names, then.type if wanted is None else wanted)
        if isinstance(then.type, ZoneType) != isinstance(otherwise.type, ZoneType):
            then, otherwise = self.as_list(then), self.as_list(otherwise)
        kind = common(then.type, otherwise.type)
        if kind is None:
            self.mismatch(otherwise, f"{describe(then.type)}, as after `then`,")
            return self.unknown(self.span(tree))
        return Conditional(kind, self.span(tree), condition, then, otherwise)

    # Arithmetic ----------------------------------------------------------------------------------

    def _plus(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._arithmetic(tree, names, Operator.PLUS)

    def _minus(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._arithmetic(tree, names, Operator.MINUS)

    def _times_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._arithmetic(tree, names, Operator.TIMES)

    def _modulo(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = (self.number(part, names) for part in subtrees(tree))
        return Arithmetic(INT, self.span(tree), Operator.MODULO, left, right)

    def _numbers(self, tree: Syntax, names: Names) -> tuple[Expr, Expr]:
        left, right = (self.typed(part, names, FRACTION) for part in subtrees(tree))
        return left, right

    def _arithmetic(self, tree: Syntax, names: Names, operator: Operator) -> Expr:
        left, right = self._numbers(tree, names)
        return Arithmetic(_numeric(left.type, right.type), self.span(tree), operator, left, right)

    def _divide(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = self._numbers(tree, names)
        return Quotient(FRACTION, self.span(tree), left, right, None)

    def _rounded(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        inner = self.typed(subtree(tree, 0), names, FRACTION)
        side = tree.children[1]
        assert isinstance(side, Tree)
        rounding = Rounding(str(side.children[0]))
        if isinstance(inner, Quotient) and inner.left.type is INT and inner.right.type is INT:
            return Quotient(INT, self.span(tree), inner.left, inner.right, rounding)
        return Round(INT, self.span(tree), inner, rounding)

    def _negate(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        inner = self.typed(subtree(tree, 0), names, FRACTION)
        return Negated(inner.type, self.span(tree), inner)


def _numeric(left: Type, right: Type) -> Type:
    if UNKNOWN in (left, right):
        return UNKNOWN
    return INT if left is INT and right is INT else FRACTION


def _compare_help(left: Type, right: Type) -> str | None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ListType | ZoneType) and element(one) == other:
            return "a list is not one thing: write `in`, or take one with `first(...)`"
        if isinstance(one, ItemType) and other is INT:
            return "compare a number that is printed on it, such as `card.value`"
    return None
