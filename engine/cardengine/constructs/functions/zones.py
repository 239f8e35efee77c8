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
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.ir.values import Seq
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


def _lower_onward(low: Lowering, call: t.Call) -> Seq:
    b, [argument] = low.b, call.arguments
    assert isinstance(argument.type, ItemType)
    most = max((cell.capacity for cell in low.space.cells), default=1)
    item = low.present(argument)
    spot = b.spot(item)
    if spot is not None:
        # It is that of a loop over a zone.
        address, number, is_pile = spot
        size = b.let(b.load(address))
        start, step = b.let(b.add(address, size if is_pile else number)), b.constant(-1 if is_pile else 1)
        return low.strided(argument.type, most, start, step, b.add(b.sub(size, number), 1))
    item = b.let(item)
    place = b.var(b.load(item, low.items(argument.type).place))
    low.fault_if(b.not_(place))
    zone = b.let(b.sub(b.choose(b.truth(place), place, 1), 1))
    address, pile = b.let(b.load(zone, low.addresses)), b.let(b.load(zone, low.piles))
    size = b.let(b.choose(b.truth(place), b.load(address), 0))
    at = b.var(size)
    with b.loop() as loop:
        b.leave(loop, b.le(at, 1))
        b.leave(loop, b.eq(b.load(b.add(address, at)), item))
        b.step(at, -1)
    start = b.let(b.choose(pile, b.add(address, size), b.add(address, at)))
    step = b.let(b.choose(pile, -1, 1))
    amount = b.let(b.choose(b.truth(place), b.add(b.sub(size, at), 1), 0))
    return low.strided(argument.type, most, start, step, amount)


def _lower_room(low: Lowering, call: t.Call) -> Expr:
    b = low.b
    zone = b.let(low.num(call.arguments[0]))
    return b.sub(b.load(zone, low.capacities), b.load(b.load(zone, low.addresses)))


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
        lower=_lower_onward,
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
        lower=_lower_room,
        order=Order.IGNORED,
        reveals=Reveals.COUNT,
    ),
)
