"""Shared parts of functions that return one member of a list, or a default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import NO_FAULTS, Fact, Failure, Parsed, fact, hull
from cardengine.layout.space import WORD_MAX
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, UNKNOWN, EnumType, ListType, element

if TYPE_CHECKING:
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def member_check(
    checker: ExpressionChecker, name: str, source: t.Expr, given: Parsed, names: Names, span: Span
) -> t.Expr:
    """Type a call that returns a member of a list of numbers or ranks, or its default."""
    item = element(source.type) or UNKNOWN
    ordered = item in (INT, FRACTION, UNKNOWN) or (isinstance(item, EnumType) and item.name in checker.world.ordered)
    if not ordered:
        return checker.mismatch(source, "a list of numbers or ranks", f"say of what, such as `{name}(value of ...)`")
    default = checker.typed(given.default, names, item) if given.default is not None else None
    return t.Call(item, span, name, (source,), default=default)


def member_fact(facts: Facts, call: t.Call, source: Fact) -> Fact:
    """The facts of a member of a list, or of the default if the list is empty."""
    cost = 1 + source.cost + source.most
    nested = isinstance(call.type, ListType)
    most = source.inner if nested else WORD_MAX
    if call.default is None:
        raises = NO_FAULTS if source.constant and source.value else frozenset((Failure.EMPTY,))
        return fact(source, low=source.low, high=source.high, most=most, raises=raises, cost=cost)
    default = facts.of(call.default)
    low, high = hull(source, default)
    if nested:
        most = max(most, default.most)
    return fact(source, default, low=low, high=high, most=most, cost=cost + default.cost)
