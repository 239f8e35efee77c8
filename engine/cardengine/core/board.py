"""Lowers moving, turning and exchanging items; ``runtime.board`` defines the meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardengine.core.state import zone_address
from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array, Range, Seq
from cardengine.layout.space import ItemSpace, facing_of
from cardengine.library.knowledge import blur, learn, seen_before, unnoticed
from cardengine.tree import nodes as t
from cardengine.tree.nodes import End, Facing
from cardengine.tree.symbols import ZoneDecl
from cardengine.tree.types import INT, ZoneType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

BRANCHLESS = 16
"""In a zone of at most so many items, the one to take is found without branches."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A zone from or to which items move.

    Attributes:
        number: its number.
        address: the cell of its count.
        decl: its declaration, if known.
        capacity: the most items that it can hold.
        kind: the kind of its items.
    """

    number: Expr
    address: Expr
    decl: ZoneDecl | None
    capacity: Expr
    kind: str = "card"


@dataclass(frozen=True, slots=True)
class Laying:
    """How items are put into a zone: the end, and the facing (None: as the zone says)."""

    end: End = End.NATURAL
    facing: Facing | None = None


@dataclass(frozen=True, slots=True)
class BoardLowering:
    """Builds the code that moves items."""

    low: Lowering

    # Zones -------------------------------------------------------------------------------------

    def spot(self, expr: t.Expr) -> Spot:
        """The zone that is the value of an expression."""
        number = self.low.b.let(self.low.num(expr))
        kind = expr.type.item.kind if isinstance(expr.type, ZoneType) else "card"
        return self.spot_of(number, expr.name if isinstance(expr, t.ZoneRef) else None, kind)

    def spot_of(self, number: Expr, name: str | None = None, kind: str = "card") -> Spot:
        """The zone with a number, and with the name of its declaration if known."""
        low, b = self.low, self.low.b
        if isinstance(number, Const):
            cell = low.space.cells[number.value]
            return Spot(number, Const(cell.address), cell.decl, Const(cell.capacity), cell.decl.item.kind)
        if name is not None:
            decl, first = low.space.zones[name].decl, low.space.cells[low.space.zones[name].first]
            return Spot(number, zone_address(low, name, number), decl, Const(first.capacity), decl.item.kind)
        return Spot(number, b.let(b.load(number, low.addresses)), None, b.load(number, low.capacities), kind)

    def is_pile(self, spot: Spot) -> Expr:
        """Whether a zone is a pile."""
        if spot.decl is not None:
            return Const(int(spot.decl.is_pile))
        return self.low.b.load(spot.number, self.low.piles)

    def bounded(self, spot: Spot) -> bool:
        """Whether a zone can be full."""
        space = self.low.space
        cells = [cell for cell in space.cells if spot.decl is None or cell.decl is spot.decl]
        return any(cell.capacity < space.items[cell.decl.item.kind].count for cell in cells)

    def is_full(self, spot: Spot) -> Expr:
        """Whether a zone is full, which is recorded as a fault."""
        if not self.bounded(spot):
            return Const(0)
        full = self.low.b.let(self.low.b.ge(self.low.b.load(spot.address), spot.capacity))
        self.low.fault_if(full)
        return full

    def unnoticed(self, spot: Spot) -> None:
        """The items of a zone have changed places: seats that don't notice lose track of those that they don't see."""
        low = self.low
        if low.tracks:
            kind = low.space.items[spot.kind]
            function = low.shared(f"unnoticed {spot.kind}", ("zone",), lambda inner: unnoticed(inner, kind))
            low.b.call(function, spot.number)

    # Taking and putting ------------------------------------------------------------------------

    def take(self, kind: ItemSpace, item: Expr) -> None:
        """Take an item out of its zone."""
        low = self.low
        low.b.call(low.shared(f"take {kind.decl.name}", ("item",), lambda inner: _take(inner, kind)), item)

    def lay(self, kind: ItemSpace, item: Expr, spot: Spot, laying: Laying) -> None:
        """Put an item that lies nowhere into a zone that has room for it."""
        b = self.low.b
        size = b.let(b.load(spot.address))
        pile = self.is_pile(spot)
        at_start = {End.BOTTOM: pile, End.TOP: b.not_(pile), End.NATURAL: Const(0)}[laying.end]
        with b.if_(at_start):
            at = b.var(b.add(spot.address, size))
            with b.loop() as loop:
                b.leave(loop, b.le(at, spot.address))
                # Two cells at a time. With an odd number, the last pair includes the count; the item overwrites that.
                b.move(b.sub(at, 1), 1, 0, 2)
                b.step(at, -2)
            b.store(spot.address, 1, item)
        with b.if_(b.not_(at_start)):
            b.store(b.add(spot.address, size), 1, item)
        b.store(spot.address, 0, b.add(size, 1))
        self.note(kind, item, spot, laying.facing)

    def note(self, kind: ItemSpace, item: Expr, spot: Spot, facing: Facing | None = None) -> None:
        """Record where an item lies now, and turn it as the step, or else the zone, says."""
        b = self.low.b
        b.store(item, kind.place, b.add(spot.number, 1))
        if facing is not None:
            b.store(item, kind.face, int(facing is Facing.UP))
        elif spot.decl is not None:
            turned = facing_of(spot.decl)
            if turned is not None:
                b.store(item, kind.face, turned)
        else:
            facings = [facing_of(cell.decl) for cell in self.low.space.cells]
            table = self.low.column([-1 if turned is None else turned for turned in facings])
            turn = b.let(b.load(spot.number, table))
            with b.if_(b.ge(turn, 0)):
                b.store(item, kind.face, turn)

    # Moving ------------------------------------------------------------------------------------

    def move_one(self, kind: ItemSpace, item: Expr, spot: Spot, laying: Laying) -> None:
        """Move one item."""
        low, b = self.low, self.low.b
        item = b.let(item)
        before = seen_before(low, kind, item)
        blur(low, kind, b.load(item, kind.place), single(low, item))
        with b.block() as block:
            if self.bounded(spot):
                stays = b.eq(b.load(item, kind.place), b.add(spot.number, 1))
                with b.if_(b.and_(b.not_(stays), b.ge(b.load(spot.address), spot.capacity))):
                    low.trouble()
                    b.leave(block)
            self.take(kind, item)
            self.lay(kind, item, spot, laying)
            learn(low, kind, item, before)

    def move(self, kind: ItemSpace, items: Array, spot: Spot, laying: Laying) -> None:
        """Move items as a block, keeping their order."""
        low, b = self.low, self.low.b
        before = low.layout.take(max(items.most, 1))
        if low.tracks:
            with b.count(0, items.size) as place:
                b.store(place, before, seen_before(low, kind, items.number(b, place)))
            self.blur_all(kind, items)
        with b.block() as block:
            self.check_room(kind, items, spot, block)
            items.each_number(b, lambda item: self.take(kind, item))
            # The first item of the block ends on top of a pile, so the last is put there first.
            backwards = {End.BOTTOM: Const(0), End.TOP: Const(1), End.NATURAL: self.is_pile(spot)}[laying.end]
            fixed = isinstance(backwards, Const)
            with b.count(0, items.size, down=backwards == Const(1)) as place:
                at = place if fixed else b.let(b.choose(backwards, b.sub(b.sub(items.size, 1), place), place))
                self.lay(kind, b.let(items.number(b, at)), spot, laying)
            if low.tracks:
                with b.count(0, items.size) as place:
                    learn(low, kind, b.let(items.number(b, place)), b.load(place, before))

    def blur_all(self, kind: ItemSpace, items: Array) -> None:
        """Blur each zone from which some of the items come, once."""
        low, b = self.low, self.low.b
        with b.count(0, items.size) as place:
            source = b.let(b.load(items.number(b, place), kind.place))
            known = b.var(0)
            with b.count(0, place) as earlier, b.if_(b.eq(b.load(items.number(b, earlier), kind.place), source)):
                b.set(known, 1)
            with b.if_(b.not_(known)):
                blur(low, kind, source, items)

    def check_room(self, kind: ItemSpace, items: Array, spot: Spot, block: ir.Block) -> None:
        """Record a fault if the items don't fit into a zone, before any of them has moved."""
        if not self.bounded(spot):
            return
        b = self.low.b
        coming = b.var(b.load(spot.address))
        with b.count(0, items.size) as place:
            b.step(coming, b.ne(b.load(items.number(b, place), kind.place), b.add(spot.number, 1)))
        with b.if_(b.gt(coming, spot.capacity)):
            self.low.trouble()
            b.leave(block)

    def replace(self, kind: ItemSpace, item: Expr, spot: Spot, laying: Laying, successor: Expr) -> None:
        """Move an item to a zone, and its successor to the place that it leaves free."""
        low, b = self.low, self.low.b
        number = b.let(b.load(item, kind.place))
        with b.block() as block:
            with b.if_(b.or_(b.not_(number), b.eq(item, successor))):
                low.trouble()
                b.leave(block)
            old = self.spot_of(b.let(b.sub(number, 1)))
            place = b.var(_place_in(low, old.address, item))
            if not low.tracks:
                # The common case, three different zones and enough room: the successor takes over the cell.
                plain = [b.ne(b.load(successor, kind.place), number), b.ne(spot.number, old.number)]
                if self.bounded(spot):
                    plain.append(b.lt(b.load(spot.address), spot.capacity))
                with b.if_(b.both(*plain)):
                    b.store(item, kind.place, 0)
                    self.take(kind, successor)
                    b.store(b.add(old.address, place), 0, successor)
                    self.lay(kind, item, spot, laying)
                    self.note(kind, successor, old)
                    b.leave(block)
            with b.if_(b.eq(b.load(successor, kind.place), number)):
                other = b.let(_place_in(low, old.address, successor))
                b.set(place, b.sub(place, b.lt(other, place)))
            self.move_one(kind, item, spot, laying)
            b.leave(block, b.load(low.layout.trouble))
            before = seen_before(low, kind, successor)
            blur(low, kind, b.load(successor, kind.place), single(low, successor))
            self.take(kind, successor)
            size = b.let(b.load(old.address))
            if self.bounded(old):
                with b.if_(b.ge(size, old.capacity)):
                    low.trouble()
                    b.leave(block)
            at, target = b.var(b.add(old.address, size)), b.let(b.add(old.address, place))
            with b.loop() as loop:
                b.leave(loop, b.lt(at, target))
                b.store(at, 1, b.load(at))
                b.step(at, -1)
            b.store(target, 0, successor)
            b.store(old.address, 0, b.add(size, 1))
            self.note(kind, successor, old)
            learn(low, kind, successor, before)

    def exchange(self, kind: ItemSpace, first: Expr, second: Expr) -> None:
        """Let two items change places."""
        low, b = self.low, self.low.b
        one, two = b.let(b.load(first, kind.place)), b.let(b.load(second, kind.place))
        with b.block() as block:
            with b.if_(b.or_(b.not_(one), b.not_(two))):
                low.trouble()
                b.leave(block)
            b.leave(block, b.eq(first, second))
            here, there = self.spot_of(b.let(b.sub(one, 1))), self.spot_of(b.let(b.sub(two, 1)))
            before = seen_before(low, kind, first), seen_before(low, kind, second)
            if low.tracks:
                with b.if_(b.ne(one, two)):
                    blur(low, kind, one, single(low, first))
                    blur(low, kind, two, single(low, second))
            mine = b.let(b.add(here.address, _place_in(low, here.address, first)))
            theirs = b.let(b.add(there.address, _place_in(low, there.address, second)))
            b.store(mine, 0, second)
            b.store(theirs, 0, first)
            self.note(kind, first, there)
            self.note(kind, second, here)
            learn(low, kind, first, before[0])
            learn(low, kind, second, before[1])

    def bring(self, kind: ItemSpace, model: Expr, spot: Spot) -> None:
        """Create a piece of a class."""
        low, b = self.low, self.low.b
        seat = b.let(b.load(spot.number, low.column([cell.seat for cell in low.space.cells])))
        with b.block() as block:
            with b.if_(b.lt(seat, 0)):
                low.trouble()
                b.leave(block)
            slot = b.var(b.mul(seat, kind.limit))
            beyond = b.let(b.add(slot, kind.limit))
            with b.loop() as loop:
                b.leave(loop, b.ge(slot, beyond))
                b.leave(loop, b.not_(b.load(slot, kind.model)))
                b.step(slot)
            with b.if_(b.ge(slot, beyond)):
                low.trouble()
                b.leave(block)
            b.store(slot, kind.model, b.add(model, 1))
            b.leave(block, self.is_full(spot))
            self.lay(kind, slot, spot, Laying())
            learn(low, kind, slot, Const(0))

    def turn(self, kind: ItemSpace, items: Array, *, up: bool) -> None:
        """Turn items, except those that already lie so, or lie nowhere."""
        low, b = self.low, self.low.b

        def one(item: Expr) -> None:
            with b.if_(b.and_(b.ne(b.load(item, kind.face), int(up)), b.truth(b.load(item, kind.place)))):
                before = seen_before(low, kind, item)
                b.store(item, kind.face, int(up))
                learn(low, kind, item, before)

        items.each_number(b, one)

    def show(self, kind: ItemSpace, items: Seq, players: Seq) -> None:
        """Let some players see items once."""
        if self.low.tracks:
            b = self.low.b
            mask = seats_of(b, lambda body: players.each_number(b, body))
            items.each_number(b, lambda x: b.store(x, kind.seen, b.or_(b.load(x, kind.seen), mask)))


def single(low: Lowering, item: Expr) -> Seq:
    """A list of one item."""
    return Range(INT, 1, item, low.b.add(item, 1))


def seats_of(b: Builder, each: Callable[[Callable[[Expr], None]], None]) -> Expr:
    """The mask of some players, over whom ``each`` iterates."""
    mask = b.var(0, "mask")
    each(lambda seat: b.set(mask, b.or_(mask, b.bit(seat))))
    return mask


def _take(low: Lowering, kind: ItemSpace) -> None:
    b, item = low.b, low.b.parameter(0)
    number = b.let(b.load(item, kind.place))
    with b.if_(b.not_(number)):
        b.give()
    address = b.let(b.load(number, low.column([0, *(cell.address for cell in low.space.cells)])))
    size = b.let(b.load(address))
    if low.lean:
        _take_from_few(low, kind, number, address, size)
    # From the end on, each item moves down by one, until the place of the one that is taken is reached.
    last = b.let(b.add(address, size))
    at, moving = b.var(last), b.var(b.load(last))
    if not low.lean:
        b.store(last, 0, 0)
    with b.loop() as loop:
        b.leave(loop, b.eq(moving, item))
        b.step(at, -1)
        passed = b.let(b.load(at))
        b.store(at, 0, moving)
        b.set(moving, passed)
    b.store(address, 0, b.sub(size, 1))
    b.store(item, kind.place, 0)


def _take_from_few(low: Lowering, kind: ItemSpace, number: Expr, address: Expr, size: Expr) -> None:
    """Take an item from among a few, and leave the function.

    Where it lies can't be foreseen, so nothing branches on it: all the cells that it can be are compared.
    """
    b, item = low.b, low.b.parameter(0)
    b.store(item, kind.place, 0)
    b.store(address, 0, b.sub(size, 1))
    with b.if_(b.eq(size, 1)):
        b.give()
    roomy = [int(cell.capacity >= 2 * BRANCHLESS) for cell in low.space.cells]
    for few in (BRANCHLESS // 4, BRANCHLESS // 2, BRANCHLESS):
        fits = b.le(size, few)
        if not all(roomy):
            fits = b.and_(fits, b.load(number, low.column([0, *roomy])))
        with b.if_(fits):
            first = b.let(b.add(address, 1))
            b.move(b.let(b.add(first, ir.Place(first, few, item))), 0, 1, few)
            b.give()


def _place_in(low: Lowering, address: Expr, item: Expr) -> Expr:
    """Which of a zone's cells, counted from 1, has an item that is there."""
    b = low.b
    at = b.var(1)
    with b.loop() as loop:
        b.leave(loop, b.eq(b.load(b.add(address, at)), item))
        b.step(at)
    return at
