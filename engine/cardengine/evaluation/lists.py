"""The closures of lists: mapped, filtered, joined, indexed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Closure, Fact
from cardengine.constructs.zones import zone_reader
from cardengine.facts.places import printed_on
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import ListType, element

if TYPE_CHECKING:
    from cardengine.evaluation.closures import Closures


def each(closures: Closures, expr: t.Each, _fact: Fact) -> Closure:
    """The body evaluated for each member."""
    source = closures.function(expr.source)
    table = printed_on(closures.facts, expr.body, expr.it) if closures.direct else None
    if table is not None:
        return lambda m: [table[x] for x in source(m)]
    it, body = closures.space.register(expr.it).address, closures.function(expr.body)

    def mapped(m: Memory) -> list[Any]:
        values = []
        for x in source(m):
            m[it] = x
            values.append(body(m))
        return values

    return mapped


def filtered(closures: Closures, expr: t.Filter, _fact: Fact) -> Closure:
    """The members for which the condition holds."""
    source, condition = closures.function(expr.source), expr.condition
    known = closures.known(condition)
    if known.constant:
        return source if known.value else lambda _m: []
    if isinstance(condition, t.Equal) and closures.direct:
        table, right = printed_on(closures.facts, condition.left, expr.it), closures.known(condition.right)
        if table is not None and right.constant:
            return _equal_to(source, table, right.value, negated=condition.negated)
    it, test = closures.space.register(expr.it).address, closures.function(condition)

    def keep(m: Memory) -> list[Any]:
        kept = []
        for x in source(m):
            m[it] = x
            if test(m):
                kept.append(x)
        return kept

    return keep


def _equal_to(source: Closure, table: Sequence[int], value: Any, *, negated: bool) -> Closure:
    if negated:
        return lambda m: [x for x in source(m) if table[x] != value]
    return lambda m: [x for x in source(m) if table[x] == value]


def rotated(closures: Closures, expr: t.Rotated, _fact: Fact) -> Closure:
    """Players in turn from a first one; if that one isn't among them, from the next one to the left."""
    source, start = closures.function(expr.source), closures.present(expr.start)
    seats = closures.space.players

    def turned(m: Memory) -> list[int]:
        players, first = source(m), start(m)
        return sorted(players, key=lambda seat: (seat - first) % seats)

    return turned


def joined(closures: Closures, expr: t.Joined, _fact: Fact) -> Closure:
    """The items of several zones, or the members of several lists."""
    parts = closures.function(expr.parts)
    if isinstance(element(expr.parts.type), ListType):
        return lambda m: [x for part in parts(m) for x in part]
    read = zone_reader(closures.space)
    return lambda m: [x for zone in parts(m) for x in read(m, zone)]


def with_(closures: Closures, expr: t.With, _fact: Fact) -> Closure:
    """One list after the other."""
    first, second = closures.function(expr.left), closures.function(expr.right)
    return lambda m: [*first(m), *second(m)]


def without(closures: Closures, expr: t.Without, _fact: Fact) -> Closure:
    """The members that the other list doesn't have."""
    first, right = closures.function(expr.left), closures.function(expr.right)

    def left_over(m: Memory) -> list[Any]:
        gone = right(m)
        return [x for x in first(m) if x not in gone]

    return left_over


def list_of(closures: Closures, expr: t.ListOf, _fact: Fact) -> Closure:
    """A list of given items."""
    items = [closures.function(item) for item in expr.items]
    if len(items) == 1:
        only = items[0]
        return lambda m: [only(m)]
    return lambda m: [item(m) for item in items]


def index(closures: Closures, expr: t.Index, _fact: Fact) -> Closure:
    """A member by its index, from 1."""
    source, place, span = closures.function(expr.source), closures.function(expr.index), expr.span

    def at(m: Memory) -> Any:
        values, here = source(m), place(m)
        if not 1 <= here <= len(values):
            raise Fault(f"there is no item {here}: there are {len(values)}", span)
        return values[here - 1]

    return at
