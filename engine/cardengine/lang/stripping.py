"""Strips a pack: evaluates the condition under ``without`` on suit, colour and rank while the ruleset is checked."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cardengine.diagnostics import Code
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Entry, parse
from cardengine.lang.world import Names, World
from cardengine.source import ScalarNode
from cardengine.tree import nodes as t
from cardengine.tree.types import CARD

_COMPARISONS: Mapping[t.Comparison, Callable[[int, int], bool]] = {
    t.Comparison.LESS: operator.lt,
    t.Comparison.AT_MOST: operator.le,
    t.Comparison.MORE: operator.gt,
    t.Comparison.AT_LEAST: operator.ge,
}


class _UndecidableError(Exception):
    """The condition reads more than what is printed on the card."""

    def __init__(self, expr: t.Expr) -> None:
        super().__init__()
        self.expr = expr


@dataclass(frozen=True, slots=True)
class _Card:
    number: int
    cells: Mapping[str, int]
    strengths: tuple[int, ...]


def left_out(world: World, scalar: ScalarNode, strengths: tuple[int, ...]) -> frozenset[int]:
    """The numbers of the cards to strip from the pack; empty after a report.

    Args:
        world: the declarations, with the card kind and all its cards.
        scalar: the condition.
        strengths: the strength of each rank.
    """
    tree = parse(Entry.EXPRESSION, scalar, world.report)
    if tree is None:
        return frozenset()
    kind = world.kinds["card"]
    it = t.Local("it", CARD, t.Storage.SCRATCH)
    before = len(world.report)
    test = ExpressionChecker(world, scalar).condition(tree, Names().within(it))
    if len(world.report) > before:
        return frozenset()
    names = [column.name for column in kind.columns]
    gone: set[int] = set()
    try:
        for number, row in enumerate(kind.rows):
            cells = {name: cell.value for name, cell in zip(names, row, strict=True) if isinstance(cell, t.Constant)}
            if _value(test, _Card(number, cells, strengths)):
                gone.add(number)
    except _UndecidableError as error:
        help_ = "write a condition on suit, color and rank, such as `rank in [two, three]`"
        world.error(Code.CARDS, "cards can't be left out by this", error.expr.span, help_)
        return frozenset()
    if not gone:
        world.error(Code.CARDS, "no card is left out by this", scalar.span)
    if len(gone) == len(kind.rows):
        world.error(Code.CARDS, "no card is left", scalar.span)
    return frozenset(gone)


def _value(expr: t.Expr, card: _Card) -> Any:
    match expr:
        case t.Constant(value=value):
            return value
        case t.LocalValue():
            return card.number
        case t.Attribute(name=name, of=t.LocalValue()) if name in card.cells:
            return card.cells[name]
        case t.ListOf(items=items):
            return [_value(item, card) for item in items]
        case t.EveryMember(type=kind):
            return list(range(len(kind.item.members)))  # type: ignore[union-attr]  # a list of the enum's members
        case _:
            return _condition(expr, card)


def _condition(expr: t.Expr, card: _Card) -> bool:
    match expr:
        case t.And(left=left, right=right):
            return bool(_value(left, card) and _value(right, card))
        case t.Or(left=left, right=right):
            return bool(_value(left, card) or _value(right, card))
        case t.Not(of=inner):
            return not _value(inner, card)
        case t.Equal(left=left, right=right, negated=negated):
            return bool(_value(left, card) == _value(right, card)) is not negated
        case t.Contains(item=item, source=source, negated=negated):
            return bool(_value(item, card) in _value(source, card)) is not negated
        case t.Compare(operator=comparison, left=left, right=right):
            first, second = (_value(side, card) for side in (left, right))
            if left.type == right.type and first >= 0 and second >= 0:
                return _COMPARISONS[comparison](card.strengths[first], card.strengths[second])
    raise _UndecidableError(expr)
