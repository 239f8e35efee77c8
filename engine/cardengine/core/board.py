"""The cards on the table: moving, drawing, shuffling, turning; the meaning is that of ``runtime.board``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardengine.core import ir
from cardengine.core.base import Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, mul, sub, truth
from cardengine.core.chance import Chance
from cardengine.core.ir import Choose, Const, Expr, Op
from cardengine.core.values import Array, Range, Seq
from cardengine.layout.space import ItemSpace, ZoneCell, facing_of
from cardengine.tree import nodes as t
from cardengine.tree.nodes import End, Facing
from cardengine.tree.symbols import OwnerKind, ZoneDecl
from cardengine.tree.types import INT, ZoneType

MANY = 16
"""Among so many items one is taken without a branch."""


@dataclass(slots=True)
class Spot:
    """A zone where something goes or comes from.

    Attributes:
        number: its number.
        address: the cell of its count.
        decl: its declaration, when that is known.
        capacity: the most items that it takes.
        kind: what it holds.
    """

    number: Expr
    address: Expr
    decl: ZoneDecl | None
    capacity: Expr
    kind: str = "card"


class Board(Chance):
    """Lowers what moves items."""

    # Zones -------------------------------------------------------------------------------------

    def spot(self, expr: t.Expr) -> Spot:
        """The zone that an expression names."""
        number = self.b.let(self.num(expr))
        found = self.spot_of(number, expr.name if isinstance(expr, t.ZoneRef) else None)
        if isinstance(expr.type, ZoneType):
            found.kind = expr.type.item.kind
        return found

    def spot_of(self, number: Expr, name: str | None = None) -> Spot:
        """A zone by number, and the name of its declaration when that is known."""
        cells = self.space.cells
        if isinstance(number, Const):
            cell = cells[number.value]
            return Spot(number, Const(cell.address), cell.decl, Const(cell.capacity), cell.decl.item.kind)
        if name is not None:
            space = self.space.zones[name]
            first = cells[space.first]
            stride = cells[space.first + 1].address - first.address if space.owners * space.places > 1 else 0
            address = self.b.let(add(mul(sub(number, space.first), stride), first.address))
            return Spot(number, address, space.decl, Const(first.capacity), space.decl.item.kind)
        capacities = self.layout.constant([cell.capacity for cell in cells])
        return Spot(number, self.b.let(load(number, self.zone_table)), None, load(number, capacities))

    def _bounded(self, spot: Spot) -> bool:
        """Whether a zone could be full."""
        cells = self.space.cells if spot.decl is None else [c for c in self.space.cells if c.decl is spot.decl]
        return any(cell.capacity < self.space.items[cell.decl.item.kind].count for cell in cells)

    def is_pile(self, spot: Spot) -> Expr:
        """Whether a zone is a pile."""
        if spot.decl is not None:
            return Const(int(spot.decl.is_pile))
        return load(spot.number, self.pile_table)

    def mask(self, spot: Spot) -> Expr:
        """The seats that see a zone's face-down items."""
        if isinstance(spot.number, Const):
            return Const(self.space.cells[spot.number.value].mask)
        masks = [cell.mask for cell in self.space.cells]
        if spot.decl is not None:
            mine = {cell.mask for cell in self.space.cells if cell.decl is spot.decl}
            if len(mine) == 1:
                return Const(mine.pop())
        return load(spot.number, self.layout.constant(masks))

    # Who sees what -----------------------------------------------------------------------------

    def sees(self, kind: ItemSpace, item: Expr) -> Expr:
        """The mask of seats that see what an item is, where it lies now."""
        function = self.shared(("sees", kind.decl.name), lambda: self._sees(kind))
        return self.b.let(ir.Call(function, (item,)))

    def _sees(self, kind: ItemSpace) -> Body:
        masks = self.layout.constant([0, *(cell.mask for cell in self.space.cells)])
        everyone = Const(self.space.everyone)
        with self.function(f"sees {kind.decl.name}", ("item",), result=True) as b:
            item = b.parameter(0)
            place = b.let(load(item, kind.place))
            with b.if_(is_zero(place)):
                b.give(ZERO)
            seen = Choose(load(item, kind.face), everyone, load(place, masks))
            b.give(self.through(kind, seen, place))
            return Body(b.function, faulty=False)

    def through(self, kind: ItemSpace, seen: Expr, place: Expr) -> Expr:
        """Of a mask of seats those that see the piece to which a zone belongs, if it belongs to one.

        ``place`` is the zone's number plus one; ``kind`` is what lies there.
        """
        holders = [self._holder(cell) for cell in self.space.cells]
        here = any(
            h for h, cell in zip(holders, self.space.cells, strict=True) if cell.decl.item.kind == kind.decl.name
        )
        if not here:
            return seen
        function = self.shared("through", lambda: self._through(holders))
        return binary(Op.AND, seen, ir.Call(function, (place,)))

    def _holder(self, cell: ZoneCell) -> tuple[int, int] | None:
        """The cells of place and face of the piece to which a zone belongs."""
        if cell.decl.owner.kind is not OwnerKind.ITEM:
            return None
        owner = self.space.items[cell.decl.owner.item or ""]
        return (owner.place + cell.owner, owner.face + cell.owner) if owner.model else None

    def _through(self, holders: list[tuple[int, int] | None]) -> Body:
        """``through(place)``: the seats that see all pieces in which a zone is, from the inmost outwards."""
        masks = self.layout.constant([0, *(cell.mask for cell in self.space.cells)])
        places = self.layout.constant([0, *(holder[0] if holder else 0 for holder in holders)])
        faces = self.layout.constant([0, *(holder[1] if holder else 0 for holder in holders)])
        everyone = Const(self.space.everyone)
        with self.function("through", ("place",), result=True) as b:
            place, seen = b.var(b.parameter(0)), b.var(everyone)
            # Pieces may lie in each other: once round is enough.
            with b.count(ZERO, Const(len(holders))):
                holder = b.let(load(place, places))
                with b.if_(is_zero(holder)):
                    b.give(seen)
                face = b.let(load(load(place, faces)))
                b.set(place, load(holder))
                with b.if_(is_zero(place)):
                    b.give(ZERO)
                b.set(seen, binary(Op.AND, seen, Choose(face, everyone, load(place, masks))))
            b.give(seen)
            return Body(b.function, faulty=False)

    def learn(self, kind: ItemSpace, item: Expr, before: Expr) -> None:
        """Whoever sees an item now, or saw it before it moved, has seen it."""
        if not self.tracks:
            return
        seen = binary(Op.OR, before, self.sees(kind, item))
        self.b.store(item, kind.seen, binary(Op.OR, load(item, kind.seen), seen))

    def blur(self, kind: ItemSpace, source: Expr, moving: Seq) -> None:
        """Whoever can't see which of a row's hidden items leave it no longer knows where any of them lies.

        ``source`` is the zone's number plus one; 0 for nowhere.
        """
        if not self.tracks:
            return
        b = self.b
        function = self.shared(("blur", kind.decl.name), lambda: self._blur(kind))
        made = self.gather(moving.item, moving.most, lambda put: moving.each(b, put))
        b.call(function, source, made.start, made.size)

    def _blur(self, kind: ItemSpace) -> Body:
        cells = self.space.cells
        masks = self.layout.constant([0, *(cell.mask for cell in cells)])
        addresses = self.layout.constant([0, *(cell.address for cell in cells)])
        piles = self.layout.constant([1, *(int(cell.decl.is_pile) for cell in cells)])
        with self.function(f"blur {kind.decl.name}", ("source", "first", "count")) as b:
            source, first, size = (b.parameter(number) for number in range(3))
            with b.if_(load(source, piles)):
                b.give()
            address = b.let(load(source, addresses))
            there = b.let(load(address))
            moving = Array(first, size, INT, 0)
            stays, leaves = b.var(ZERO, "stays"), b.var(ZERO, "leaves")
            with b.count(ONE, add(there, 1)) as place:
                item = b.let(load(add(address, place)))
                goes = b.let(self.holds(moving, item))
                with b.if_(is_zero(goes)):
                    b.set(stays, ONE)
                with b.if_(binary(Op.AND, goes, is_zero(load(item, kind.face)))):
                    b.set(leaves, ONE)
            with b.if_(is_zero(binary(Op.AND, stays, leaves))):
                b.give()
            keep = b.let(load(source, masks))
            with b.count(ONE, add(there, 1)) as place:
                item = b.let(load(add(address, place)))
                with b.if_(is_zero(load(item, kind.face))):
                    b.store(item, kind.seen, binary(Op.AND, load(item, kind.seen), keep))
            return Body(b.function, faulty=False)

    # Moving ------------------------------------------------------------------------------------

    def take(self, kind: ItemSpace, item: Expr) -> None:
        """Take an item from where it lies."""
        self.b.call(self.shared(("take", kind.decl.name), lambda: self._take(kind)), item)

    def _take(self, kind: ItemSpace) -> Body:
        addresses = self.layout.constant([0, *(cell.address for cell in self.space.cells)])
        with self.function(f"take {kind.decl.name}", ("item",)) as b:
            item = b.parameter(0)
            number = b.let(load(item, kind.place))
            with b.if_(is_zero(number)):
                b.give()
            address = b.let(load(number, addresses))
            size = b.let(load(address))
            if self.lean:
                self._take_from_few(kind, item, number, address, size)
            # From the end on, each item moves down by one, until the place of the one that is taken is reached.
            last = b.let(add(address, size))
            at, moving = b.var(last), b.var(load(last))
            if not self.lean:
                b.store(last, 0, ZERO)
            with b.loop() as loop:
                b.leave(loop, compare(Op.EQ, moving, item))
                b.set(at, sub(at, 1))
                passed = b.let(load(at))
                b.store(at, 0, moving)
                b.set(moving, passed)
            b.store(address, 0, sub(size, 1))
            b.store(item, kind.place, ZERO)
            return Body(b.function, faulty=False)

    def _take_from_few(self, kind: ItemSpace, item: Expr, number: Expr, address: Expr, size: Expr) -> None:
        """Take an item from among a few, and leave the function.

        Where it lies can't be foreseen, so nothing branches on it: all the cells that it can be are compared.
        """
        b = self.b
        b.store(item, kind.place, ZERO)
        b.store(address, 0, sub(size, 1))
        with b.if_(compare(Op.EQ, size, 1)):
            b.give()
        roomy = [int(cell.capacity >= 2 * MANY) for cell in self.space.cells]
        for few in (MANY // 4, MANY // 2, MANY):
            fits = compare(Op.LE, size, few)
            if not all(roomy):
                fits = binary(Op.AND, fits, load(number, self.layout.constant([0, *roomy])))
            with b.if_(fits):
                first = b.let(add(address, 1))
                b.emit(ir.Move(b.let(add(first, ir.Place(first, few, item))), 0, 1, few))
                b.give()

    def full(self, spot: Spot) -> Expr:
        """Whether a zone takes no more; a fault is noted then."""
        if not self._bounded(spot):
            return ZERO
        full = self.b.let(compare(Op.GE, load(spot.address), spot.capacity))
        self.refuse(full)
        return full

    def lay(self, kind: ItemSpace, item: Expr, spot: Spot, end: End, facing: Facing | None) -> None:
        """Lay an item that lies nowhere into a zone that takes it."""
        b = self.b
        size = b.let(load(spot.address))
        at_start: Expr
        pile = self.is_pile(spot)
        match end:
            case End.BOTTOM:
                at_start = pile
            case End.TOP:
                at_start = is_zero(pile)
            case End.NATURAL:
                at_start = ZERO
        if at_start == ONE or not isinstance(at_start, Const):
            with b.if_(at_start):
                at = b.var(add(spot.address, size))
                with b.loop() as loop:
                    b.leave(loop, compare(Op.LE, at, spot.address))
                    # Two at a time: of an odd number the last pair takes the count along, and the item comes over it.
                    b.emit(ir.Move(sub(at, 1), 1, 0, 2))
                    b.set(at, sub(at, 2))
                b.store(spot.address, 1, item)
        if at_start == ZERO or not isinstance(at_start, Const):
            with b.if_(is_zero(at_start)):
                b.store(add(spot.address, size), 1, item)
        b.store(spot.address, 0, add(size, 1))
        self.settle(kind, item, spot, facing)

    def settle(self, kind: ItemSpace, item: Expr, spot: Spot, facing: Facing | None) -> None:
        """Note where an item lies now, and turn it as the zone, or the step, says."""
        b = self.b
        b.store(item, kind.place, add(spot.number, 1))
        if facing is not None:
            b.store(item, kind.face, Const(1 if facing is Facing.UP else 0))
        elif spot.decl is not None:
            turned = facing_of(spot.decl)
            if turned is not None:
                b.store(item, kind.face, Const(turned))
        else:
            facings = [facing_of(cell.decl) for cell in self.space.cells]
            table = self.layout.constant([-1 if turned is None else turned for turned in facings])
            turn = b.let(load(spot.number, table))
            with b.if_(compare(Op.GE, turn, 0)):
                b.store(item, kind.face, turn)

    def move_one(self, kind: ItemSpace, item: Expr, spot: Spot, end: End, facing: Facing | None) -> None:
        """Move one item."""
        b = self.b
        item = b.let(item)
        if not self.tracks and not self._bounded(spot):
            self.take(kind, item)
            self.lay(kind, item, spot, end, facing)
            return
        before = ZERO if not self.tracks else self.sees(kind, item)
        self.blur(kind, load(item, kind.place), self._single(item))
        with b.block() as block:
            if self._bounded(spot):
                stays = compare(Op.EQ, load(item, kind.place), add(spot.number, 1))
                full = binary(Op.AND, is_zero(stays), compare(Op.GE, load(spot.address), spot.capacity))
                with b.if_(full):
                    self.trouble()
                    b.leave(block)
            self.take(kind, item)
            self.lay(kind, item, spot, end, facing)
            self.learn(kind, item, before)

    def _single(self, item: Expr) -> Seq:
        return Range(item, add(item, 1), INT, 1)

    def sources(self, kind: ItemSpace, items: Array, body: Callable[[Expr], None]) -> None:
        """Build what is done once for each place where some items lie (a zone's number plus one)."""
        b = self.b
        with b.count(ZERO, items.size) as place:
            item = items.at(b, place)
            assert isinstance(item, Expr)
            source = b.let(load(item, kind.place))
            known = b.var(ZERO)
            with b.count(ZERO, place) as earlier:
                other = items.at(b, earlier)
                assert isinstance(other, Expr)
                with b.if_(compare(Op.EQ, load(other, kind.place), source)):
                    b.set(known, ONE)
            with b.if_(is_zero(known)):
                body(source)

    def move(self, kind: ItemSpace, items: Array, spot: Spot, end: End, facing: Facing | None) -> None:
        """Move items as a block, their order kept."""
        b = self.b
        before = self.layout.take(max(items.most, 1))
        if self.tracks:
            with b.count(ZERO, items.size) as place:
                item = items.at(b, place)
                assert isinstance(item, Expr)
                b.store(place, before, self.sees(kind, item))
            self.sources(kind, items, lambda source: self.blur(kind, source, items))
        with b.block() as block:
            self._check_room(kind, items, spot, block)
            with b.count(ZERO, items.size) as place:
                item = items.at(b, place)
                assert isinstance(item, Expr)
                self.take(kind, item)
            pile = self.is_pile(spot)
            # On a pile the first of the block ends on top, so the last is laid first.
            backwards: Expr = ZERO
            if end is not End.BOTTOM:
                backwards = pile
            if end is End.TOP:
                backwards = ONE
            self._lay_all(kind, items, spot, end, facing, backwards)
            if self.tracks:
                with b.count(ZERO, items.size) as place:
                    item = items.at(b, place)
                    assert isinstance(item, Expr)
                    self.learn(kind, b.let(item), load(place, before))

    def _lay_all(self, kind: ItemSpace, items: Array, spot: Spot, end: End, facing: Facing | None,
                 backwards: Expr) -> None:  # fmt: skip
        b = self.b

        def one(place: Expr) -> None:
            item = items.at(b, place)
            assert isinstance(item, Expr)
            self.lay(kind, b.let(item), spot, end, facing)

        if isinstance(backwards, Const):
            with b.count(ZERO, items.size, down=bool(backwards.value)) as place:
                one(place)
            return
        with b.count(ZERO, items.size) as place:
            one(b.let(Choose(backwards, sub(sub(items.size, 1), place), place)))

    def _check_room(self, kind: ItemSpace, items: Array, spot: Spot, block: ir.Block) -> None:
        """Refuse items that a zone can't take, before any of them has left its place."""
        if not self._bounded(spot):
            return
        b = self.b
        coming = b.var(load(spot.address))
        with b.count(ZERO, items.size) as place:
            item = items.at(b, place)
            assert isinstance(item, Expr)
            with b.if_(compare(Op.NE, load(item, kind.place), add(spot.number, 1))):
                b.set(coming, add(coming, 1))
        with b.if_(compare(Op.GT, coming, spot.capacity)):
            self.trouble()
            b.leave(block)

    def replace(self, kind: ItemSpace, item: Expr, spot: Spot, end: End, facing: Facing | None,
                successor: Expr) -> None:  # fmt: skip
        """Move an item to a zone, and its successor to the place that it leaves."""
        b = self.b
        number = b.let(load(item, kind.place))
        with b.block() as block:
            with b.if_(binary(Op.OR, is_zero(number), compare(Op.EQ, item, successor))):
                self.trouble()
                b.leave(block)
            old = self.spot_of(b.let(sub(number, 1)))
            place = b.var(self._place_in(old.address, item))
            if not self.tracks:
                self._swap_in(kind, item, spot, end, facing, successor, old, place, block)
            same = compare(Op.EQ, load(successor, kind.place), number)
            with b.if_(same):
                other = b.let(self._place_in(old.address, successor))
                with b.if_(compare(Op.LT, other, place)):
                    b.set(place, sub(place, 1))
            self.move_one(kind, item, spot, end, facing)
            with b.if_(load(None, self.layout.trouble)):
                b.leave(block)
            before = ZERO if not self.tracks else self.sees(kind, successor)
            self.blur(kind, load(successor, kind.place), self._single(successor))
            self.take(kind, successor)
            size = b.let(load(old.address))
            if self._bounded(old):
                with b.if_(compare(Op.GE, size, old.capacity)):
                    self.trouble()
                    b.leave(block)
            at = b.var(add(old.address, size))
            target = b.let(add(old.address, place))
            with b.loop() as loop:
                b.leave(loop, compare(Op.LT, at, target))
                b.store(at, 1, load(at))
                b.set(at, sub(at, 1))
            b.store(target, 0, successor)
            b.store(old.address, 0, add(size, 1))
            self.settle(kind, successor, old, None)
            self.learn(kind, successor, before)

    def _swap_in(  # noqa: PLR0913, PLR0917 - all that a replacement needs, and what is known of it
        self, kind: ItemSpace, item: Expr, spot: Spot, end: End, facing: Facing | None, successor: Expr, old: Spot,
        place: Expr, block: ir.Block,
    ) -> None:  # fmt: skip
        """The plain case: three different zones, and room; the successor gets the very cell."""
        b = self.b
        number = b.let(add(old.number, 1))
        plain = binary(
            Op.AND, compare(Op.NE, load(successor, kind.place), number), compare(Op.NE, spot.number, old.number)
        )
        if self._bounded(spot):
            plain = binary(Op.AND, plain, compare(Op.LT, load(spot.address), spot.capacity))
        with b.if_(plain):
            b.store(item, kind.place, ZERO)
            self.take(kind, successor)
            b.store(add(old.address, place), 0, successor)
            self.lay(kind, item, spot, end, facing)
            self.settle(kind, successor, old, None)
            b.leave(block)

    def _place_in(self, address: Expr, item: Expr) -> Expr:
        """Which of a zone's cells, counted from 1, has an item that is there."""
        b = self.b
        at = b.var(ONE)
        with b.loop() as loop:
            b.leave(loop, compare(Op.EQ, load(add(address, at)), item))
            b.set(at, add(at, 1))
        return at

    def exchange(self, kind: ItemSpace, first: Expr, second: Expr) -> None:
        """Two items change places."""
        b = self.b
        one, two = b.let(load(first, kind.place)), b.let(load(second, kind.place))
        with b.block() as block:
            with b.if_(binary(Op.OR, is_zero(one), is_zero(two))):
                self.trouble()
                b.leave(block)
            b.leave(block, compare(Op.EQ, first, second))
            here, there = self.spot_of(b.let(sub(one, 1))), self.spot_of(b.let(sub(two, 1)))
            before = [ZERO, ZERO] if not self.tracks else [self.sees(kind, first), self.sees(kind, second)]
            if self.tracks:
                with b.if_(compare(Op.NE, one, two)):
                    self.blur(kind, one, self._single(first))
                    self.blur(kind, two, self._single(second))
            mine = b.let(add(here.address, self._place_in(here.address, first)))
            theirs = b.let(add(there.address, self._place_in(there.address, second)))
            b.store(mine, 0, second)
            b.store(theirs, 0, first)
            self.settle(kind, first, there, None)
            self.settle(kind, second, here, None)
            self.learn(kind, first, before[0])
            self.learn(kind, second, before[1])

    def bring(self, kind: ItemSpace, model: Expr, spot: Spot) -> None:
        """A new piece of a class comes into being."""
        b = self.b
        seats = self.layout.constant([cell.seat for cell in self.space.cells])
        seat = b.let(load(spot.number, seats))
        with b.block() as block:
            with b.if_(compare(Op.LT, seat, 0)):
                self.trouble()
                b.leave(block)
            slot = b.var(mul(seat, kind.limit))
            beyond = b.let(add(slot, kind.limit))
            with b.loop() as loop:
                b.leave(loop, compare(Op.GE, slot, beyond))
                b.leave(loop, is_zero(load(slot, kind.model)))
                b.set(slot, add(slot, 1))
            with b.if_(compare(Op.GE, slot, beyond)):
                self.trouble()
                b.leave(block)
            b.store(slot, kind.model, add(model, 1))
            b.leave(block, self.full(spot))
            self.lay(kind, slot, spot, End.NATURAL, None)
            self.learn(kind, slot, ZERO)

    def turn(self, kind: ItemSpace, items: Array, *, up: bool) -> None:
        """Turn items; those that lie so already, or nowhere, stay."""
        b = self.b
        with b.count(ZERO, items.size) as place:
            item = items.at(b, place)
            assert isinstance(item, Expr)
            item = b.let(item)
            lies = binary(Op.AND, compare(Op.NE, load(item, kind.face), int(up)), truth(load(item, kind.place)))
            with b.if_(lies):
                before = ZERO if not self.tracks else self.sees(kind, item)
                b.store(item, kind.face, Const(int(up)))
                self.learn(kind, item, before)
