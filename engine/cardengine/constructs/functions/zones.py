"""Functions of zones: `onward`, `room`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import (
    Closure,
    Closures,
    Fact,
    Failure,
    Function,
    Order,
    Parsed,
    Part,
    Read,
    Reveals,
    fact,
)
from cardengine.constructs.zones import contents, reached, zone_reader
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import INT, ItemType, ListType, ZoneType

if TYPE_CHECKING:
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _check_onward(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    item = checker.check(given.plain[0], names)
    if not isinstance(item.type, ItemType):
        return checker.mismatch(item, "a card")
    return t.Call(ListType(item.type), span, name, (item,))


def _check_room(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    zone = checker.check(given.plain[0], names)
    if not isinstance(zone.type, ZoneType):
        return checker.mismatch(zone, "a zone")
    return t.Call(INT, span, name, (zone,))


def _onward_facts(facts: Facts, call: t.Call) -> Fact:
    item, kind = facts.of(call.arguments[0]), call.arguments[0].type
    assert isinstance(kind, ItemType)
    low, high = facts.range_of(kind)
    cells = [cell for cell in facts.space.cells if cell.decl.item == kind]
    most = max((cell.capacity for cell in cells), default=0)
    return fact(
        item, low=low, high=high, most=most, distinct=True, raises=frozenset((Failure.NO_ZONE,)),
        reads=contents(cells) | {Read(Part.PLACE, kind.kind, hidden=True)}, cost=2 + item.cost + most,
    )  # fmt: skip


def _room_facts(facts: Facts, call: t.Call) -> Fact:
    zone = facts.of(call.arguments[0])
    cells = reached(facts.space, zone)
    reads = frozenset(Read(Part.COUNT, cell.decl.name, hidden=cell.decl.hides_count) for cell in cells)
    return fact(zone, low=0, high=max((cell.capacity for cell in cells), default=0), reads=reads)


def _onward(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    item, kind = closures.function(call.arguments[0]), call.arguments[0].type
    assert isinstance(kind, ItemType)
    place, cells = closures.space.items[kind.kind].place, closures.space.cells
    read, span = zone_reader(closures.space), call.span

    def onward(m: Memory) -> list[int]:
        x = item(m)
        zone = m[place + x] - 1
        if zone < 0:
            raise Fault("it lies in no zone", span)
        values = read(m, zone)
        here = values.index(x)
        return values[: here + 1] if cells[zone].decl.is_pile else values[here:]

    return onward


def _room(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    zone, cells = closures.function(call.arguments[0]), closures.space.cells

    def room(m: Memory) -> int:
        cell = cells[zone(m)]
        free: int = cell.capacity - m[cell.address]
        return free

    return room


FUNCTIONS = (
    Function(
        name="onward",
        form="onward(CARD)",
        text="in a pile the card and all cards on it, from the top; in a row the card and all cards after it",
        examples=(("onward(2C)", "[3C, 2C]"),),
        arguments=(1, 1),
        check=_check_onward,
        facts=_onward_facts,
        closure=_onward,
        lower=lambda low, call: low.routines.onward(low, call),
        order=Order.EVERYWHERE,
        reveals=Reveals.MEMBERS,
    ),
    Function(
        name="room",
        form="room(ZONE)",
        text="the number of further cards that the zone can hold",
        examples=(("room(row)", "47"),),
        arguments=(1, 1),
        check=_check_room,
        facts=_room_facts,
        closure=_room,
        lower=lambda low, call: low.routines.room(low, call),
        order=Order.IGNORED,
        reveals=Reveals.COUNT,
    ),
)
