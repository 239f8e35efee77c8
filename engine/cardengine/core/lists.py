"""Lowers lists: iterated over without being built if possible, otherwise built in scratch cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardengine.core.motion import moved
from cardengine.core.state import items_in
from cardengine.ir.memory import UNBOUNDED
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import (
    Array,
    Consumer,
    Frac,
    Range,
    Seq,
    Strided,
    Value,
    Zone,
    fraction,
    holds,
    item_of,
    keep,
    sequence,
    set_fraction,
)  # fmt: skip
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ListType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

Tested = Callable[[Value, Expr], None]
"""Takes a value, and whether it passes the filter."""


# Iterating -------------------------------------------------------------------------------------------


def walk_each(low: Lowering, expr: t.Each, body: Consumer) -> None:
    """``E of LIST``."""
    zone = low.zones_in(expr.source)
    inner = moved(low, [expr.body], frozenset((expr.it,)))
    inner.each(expr.source, lambda x: body(keep(low.b, inner.bind(expr.it, x, zone).value(expr.body))))


def walk_filter(low: Lowering, expr: t.Filter, body: Consumer) -> None:
    """``LIST where C``."""

    def one(x: Value, fits: Expr) -> None:
        with low.b.if_(fits):
            body(x)

    walk_tested(low, expr, one)


def walk_tested(low: Lowering, expr: t.Filter, body: Tested) -> None:
    """Iterate over the source of a filtered list."""
    zone = low.zones_in(expr.source)
    inner = moved(low, [expr.condition], frozenset((expr.it,)))
    inner.each(expr.source, lambda x: body(x, inner.bind(expr.it, x, zone).num(expr.condition)))


def walk_without(low: Lowering, expr: t.Without, body: Consumer) -> None:
    """``LIST without LIST``."""
    b, gone = low.b, low.seq(expr.right)

    def one(x: Value) -> None:
        there = holds(b, gone, x)
        with b.if_(b.not_(there)):
            body(x)

    low.each(expr.left, one)


def walk_joined(low: Lowering, expr: t.Joined, body: Consumer) -> None:
    """The items of several zones, or of several lists."""
    parts = expr.parts
    if isinstance(item_of(parts), ListType):
        low.each(parts, lambda x: sequence(x).each(low.b, body))
        return
    zones = parts if isinstance(parts, t.EveryZone | t.ZoneFamily) else None
    low.each_number(parts, lambda x: items_in(low, x, item_of(expr), zones).each(low.b, body))


def walk_pieces(low: Lowering, expr: t.EveryItem, body: Consumer) -> None:
    """All pieces of a kind that are in play."""
    space = low.space.items[expr.kind]
    with low.b.count(0, space.count) as piece, low.b.if_(low.b.load(piece, space.model)):
        body(piece)


def walk_rotated(low: Lowering, expr: t.Rotated, body: Consumer) -> None:
    """``PLAYERS starting with P``."""
    b, seats = low.b, low.space.players
    start = b.let(low.present(expr.start))
    source = low.seq(expr.source)
    everyone = isinstance(source, Range) and source.low == Const(0) and source.beyond == Const(seats)
    with b.count(0, seats) as turn:
        seat = b.var(b.add(start, turn))
        with b.if_(b.ge(seat, seats)):
            b.step(seat, -seats)

        def when(x: Expr) -> None:
            with b.if_(b.eq(x, seat)):
                body(seat)

        if everyone or source.distinct:
            with b.if_(Const(1) if everyone else holds(b, source, seat)):
                body(seat)
        else:
            source.each_number(b, when)


# Lists that are built before iterating: otherwise the code for each value would be duplicated ----------


def seq_with(low: Lowering, expr: t.With) -> Seq:
    """``LIST with LIST``."""

    def fill(put: Consumer) -> None:
        low.each(expr.left, put)
        low.each(expr.right, put)

    return low.once(expr, lambda: low.gathered(expr, fill))


def seq_list_of(low: Lowering, expr: t.ListOf) -> Seq:
    """``[a, b]``."""

    def fill(put: Consumer) -> None:
        for part in expr.items:
            put(low.value_as(part, item_of(expr)))

    return low.gathered(expr, fill)


def walk_list_of(low: Lowering, expr: t.ListOf, body: Consumer) -> None:
    """``[a, b]``; a list of one value isn't built."""
    if len(expr.items) == 1:
        body(keep(low.b, low.value_as(expr.items[0], item_of(expr))))
    else:
        seq_list_of(low, expr).each(low.b, body)


def reversed_(low: Lowering, inner: Seq) -> Seq:
    """A list in reverse."""
    b = low.b
    size = b.let(inner.count(b))
    if isinstance(inner, Zone):
        if inner.pile:
            return Array(inner.item, inner.most, b.let(b.add(inner.address, 1)), size, distinct=True)
        return Strided(inner.item, inner.most, b.let(b.add(inner.address, size)), Const(-1), size, distinct=True)

    def fill(put: Consumer) -> None:
        with b.count(0, size, down=True) as place:
            put(inner.at(b, place))

    return low.gather(inner.item, inner.most, fill, inner=room_within(inner), distinct=inner.distinct)


def some(low: Lowering, expr: t.Call, *, last: bool) -> Seq:
    """The first or last values of a list."""
    b = low.b
    source = low.seq(expr.arguments[0])
    size = b.let(source.count(b))
    amount = b.var(low.num(expr.arguments[1]))
    with b.if_(b.lt(amount, 0)):
        b.set(amount, 0)
    with b.if_(b.gt(amount, size)):
        b.set(amount, size)
    start = b.let(b.sub(size, amount)) if last else Const(0)
    most, limit = source.most, low.known(expr.arguments[1]).high
    if 0 <= limit < most:
        most = limit
    if isinstance(source, Zone):
        if source.pile:
            first = b.let(b.add(source.address, b.sub(size, start)))
            return Strided(source.item, most, first, Const(-1), amount, distinct=True)
        first = b.let(b.add(b.add(source.address, start), 1))
        return Array(source.item, most, first, amount, distinct=True)

    def fill(put: Consumer) -> None:
        with b.count(start, b.add(start, amount)) as place:
            put(source.at(b, place))

    return low.gather(source.item, most, fill, inner=room_within(source), distinct=source.distinct)


def room_within(seq: Seq) -> int:
    """The most values of a list in a list, if known."""
    return seq.inner if isinstance(seq, Array) else 0


# Single values ---------------------------------------------------------------------------------------


def one_of(low: Lowering, source: Seq, place: Expr, missing: Expr, default: t.Expr | None) -> Value:
    """The value at a place in a list; if missing, the default, or a fault."""
    b = low.b
    if isinstance(source.item, ListType):
        return _list_of(low, source, source.item, place, missing, default)
    if source.item is FRACTION or (default is not None and default.type is FRACTION):
        num, den = b.var(0), b.var(1)
        for body, there in zip(b.if_else(missing), (False, True), strict=True):
            with b.inside(body):
                if there:
                    set_fraction(b, num, den, fraction(source.at(b, place)))
                elif default is None:
                    low.trouble()
                else:
                    set_fraction(b, num, den, low.frac(default))
        return Frac(num, den)
    result = b.var(0, "end")
    for body, there in zip(b.if_else(missing), (False, True), strict=True):
        with b.inside(body):
            if there:
                b.set(result, source.number(b, place))
            elif default is None:
                low.trouble()
            else:
                b.set(result, low.num(default))
    return result


def _list_of(low: Lowering, source: Seq, item: ListType, place: Expr, missing: Expr, default: t.Expr | None) -> Seq:
    b = low.b
    start, count, most = b.var(0), b.var(0), UNBOUNDED
    bad, good = b.if_else(missing)
    with b.inside(bad):
        if default is None:
            low.trouble()
        else:
            other = low.collected(default)
            b.set(start, other.start)
            b.set(count, other.size)
    with b.inside(good):
        value = source.at(b, place)
        assert isinstance(value, Array)
        b.set(start, value.start)
        b.set(count, value.size)
        most = value.most or UNBOUNDED
    if default is not None:
        most = max(most, low.most(default))
    return Array(item.item, most, start, count)


def end(low: Lowering, call: t.Call, *, last: bool) -> Value:
    """The first or last value of a list; of an empty one the default, or a fault."""
    b, argument = low.b, call.arguments[0]
    item = item_of(argument)
    lazy = isinstance(argument, t.Filter | t.DefineCall | t.Joined | t.Each) and low.inspection.early(argument)
    if last or not lazy or FRACTION in (item, call.type) or isinstance(item, ListType):
        seq = low.seq(argument)
        size = b.let(seq.count(b))
        return one_of(low, seq, b.sub(size, 1) if last else Const(0), b.not_(size), call.default)
    result, found = b.var(0, "end"), b.var(0, "any")
    with b.block() as block:

        def one(x: Expr) -> None:
            b.set(result, x)
            b.set(found, 1)
            b.leave(block)

        low.each_number(argument, one)
    with b.if_(b.not_(found)):
        if call.default is None:
            low.trouble()
        else:
            b.set(result, low.num(call.default))
    return result


def index(low: Lowering, expr: t.Index) -> Value:
    """``LIST[n]``."""
    b = low.b
    source = low.seq(expr.source)
    size = b.let(source.count(b))
    place = b.let(b.sub(low.num(expr.index), 1))
    return one_of(low, source, place, b.or_(b.lt(place, 0), b.ge(place, size)), None)
