"""How many values a list has, and whether it has one, without building the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING

from cardengine.constructs.functions import FUNCTIONS
from cardengine.core.lists import walk_tested
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Range, Tuple, Value
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

ADDED_UP = 16
"""The counts of at most so many zones are added up without a loop."""


def length(low: Lowering, argument: t.Expr) -> Expr:
    """The number of values of a list."""
    b = low.b
    match argument:
        case t.ItemsOf() if low.zone_name(argument.zone) is None:
            return b.load(b.load(b.let(low.num(argument.zone)), low.addresses))
        case t.With():
            left = b.let(length(low, argument.left))
            return b.add(left, length(low, argument.right))
        case t.Each() if not low.inspection.risky(argument.body):
            # What is computed for each value doesn't change their number, unless it is a fault.
            return length(low, argument.source)
        case t.Filter():
            return _fitting(low, argument)
        case t.Joined() if zones := _zones_of(low, argument):
            return reduce(b.add, zones)
        case t.Each() | t.Joined() | t.EveryItem() | t.DefineCall() | t.Without() | t.Conditional() | t.Rotated():
            return _walked(low, argument)
        case t.Call(function=function) if FUNCTIONS[function].walks:
            return _walked(low, argument)
        case _:
            return low.seq(argument).count(b)


def _walked(low: Lowering, argument: t.Expr) -> Expr:
    size = low.b.var(0, "n")
    low.each(argument, lambda _: low.b.step(size))
    return size


def _fitting(low: Lowering, argument: t.Filter) -> Expr:
    b = low.b
    size = b.var(0, "n")

    def one(_: Value, fits: Expr) -> None:
        with b.if_(fits):
            b.step(size)

    walk_tested(low, argument, one)
    return size


def _zones_of(low: Lowering, argument: t.Joined) -> list[Expr] | None:
    """The counts of the zones that a list joins, if these are few and known."""
    if not isinstance(argument.parts, t.EveryZone | t.ZoneFamily):
        return None
    zones = low.seq(argument.parts)
    if not (isinstance(zones, Range) and isinstance(zones.low, Const) and isinstance(zones.beyond, Const)):
        return None
    numbers = range(zones.low.value, zones.beyond.value)
    return [low.b.load(low.space.cells[zone].address) for zone in numbers] if len(numbers) <= ADDED_UP else None


def few(low: Lowering, argument: t.Expr) -> list[Expr] | None:
    """The values of a list, if their number is known and small."""
    source = argument.source if isinstance(argument, t.Each) else argument
    value = low.names.get(source.local) if isinstance(source, t.LocalValue) else None
    if not isinstance(value, Tuple):
        return None
    found: list[Expr] = []
    low.each_number(argument, lambda x: found.append(low.b.let(x)))
    return found


def occupied(low: Lowering, argument: t.Expr) -> Expr:
    """Whether a list has a value, stopping at the first one if possible."""
    b = low.b
    lazy = isinstance(argument, t.Filter | t.DefineCall | t.Joined) and low.inspection.early(argument)
    if not lazy or (isinstance(argument, t.Joined) and _zones_of(low, argument) is not None):
        return b.truth(length(low, argument))
    found = b.var(0, "any")
    with b.block() as block:

        def leave(_: Value) -> None:
            b.set(found, 1)
            b.leave(block)

        def one(x: Value, fits: Expr) -> None:
            with b.if_(fits):
                leave(x)

        if isinstance(argument, t.Filter) and isinstance(argument.source, t.ItemsOf):
            walk_tested(low, argument, one)
        else:
            low.each(argument, leave)
    return found


def search(low: Lowering, argument: t.Expr, test: Callable[[Expr], Expr]) -> Expr:
    """Whether a list has a value that passes a test."""
    b = low.b
    found = b.var(0, "any")
    early = low.inspection.early(argument)
    with b.block() as block:

        def one(x: Expr) -> None:
            with b.if_(test(x)):
                b.set(found, 1)
                if early:
                    b.leave(block)

        low.each_number(argument, one)
    return found
