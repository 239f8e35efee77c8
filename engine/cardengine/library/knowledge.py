"""Tracks which seats have seen which items, if views or legal actions depend on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array, Seq, holds
from cardengine.layout.space import ItemSpace, ZoneCell
from cardengine.model.program import Header
from cardengine.tree.symbols import OwnerKind
from cardengine.tree.types import INT

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


def sees(low: Lowering, kind: ItemSpace, item: Expr) -> Expr:
    """The mask of seats that see an item where it lies now."""
    name = kind.decl.name
    return low.b.result(low.shared(f"sees {name}", ("item",), lambda inner: _sees(inner, kind), result=True), item)


def _sees(low: Lowering, kind: ItemSpace) -> None:
    b, item = low.b, low.b.parameter(0)
    place = b.let(b.load(item, kind.place))
    with b.if_(b.not_(place)):
        b.give(0)
    seen = b.choose(b.load(item, kind.face), low.space.everyone, b.load(place, _masks(low)))
    b.give(through(low, kind, seen, place))


def _masks(low: Lowering) -> int:
    """The table of the seats that see face-down items, indexed by the zone's number plus one."""
    return low.column([0, *(cell.mask for cell in low.space.cells)])


def through(low: Lowering, kind: ItemSpace, seen: Expr, place: Expr) -> Expr:
    """Of a mask of seats those that see the piece to which a zone belongs, if it belongs to one.

    ``place`` is the zone's number plus one; ``kind`` is what lies there.
    """
    cells = low.space.cells
    if not any(_holder(low, cell) for cell in cells if cell.decl.item.kind == kind.decl.name):
        return seen
    return low.b.and_(seen, low.b.calling(low.shared("through", ("place",), _through, result=True), place))


def _holder(low: Lowering, cell: ZoneCell) -> tuple[int, int] | None:
    """The cells of the zone and the facing of the piece that owns a zone."""
    if cell.decl.owner.kind is not OwnerKind.ITEM:
        return None
    owner = low.space.items[cell.decl.owner.item or ""]
    return (owner.place + cell.owner, owner.face + cell.owner) if owner.model else None


def _through(low: Lowering) -> None:
    """The seats that see all pieces around a zone, from the innermost outwards."""
    b, everyone = low.b, low.space.everyone
    holders = [_holder(low, cell) or (0, 0) for cell in low.space.cells]
    masks = _masks(low)
    places, faces = (low.column([0, *(holder[part] for holder in holders)]) for part in (0, 1))
    place, seen = b.var(b.parameter(0)), b.var(everyone)
    # Pieces may lie in zones of each other; the number of zones bounds the depth.
    with b.count(0, len(holders)):
        holder = b.let(b.load(place, places))
        with b.if_(b.not_(holder)):
            b.give(seen)
        face = b.let(b.load(b.load(place, faces)))
        b.set(place, b.load(holder))
        with b.if_(b.not_(place)):
            b.give(0)
        b.set(seen, b.and_(seen, b.choose(face, everyone, b.load(place, masks))))
    b.give(seen)


def learn(low: Lowering, kind: ItemSpace, item: Expr, before: Expr) -> None:
    """Record that an item has been seen by the seats that see it now, or saw it before its move."""
    if low.tracks:
        b = low.b
        seen = b.or_(before, sees(low, kind, item))
        b.store(item, kind.seen, b.or_(b.load(item, kind.seen), seen))


def seen_before(low: Lowering, kind: ItemSpace, item: Expr) -> Expr:
    """The mask that ``learn`` needs, for an item that is about to move."""
    return sees(low, kind, item) if low.tracks else Const(0)


def blur(low: Lowering, kind: ItemSpace, source: Expr, moving: Seq) -> None:
    """Whoever can't see which of a row's hidden items leave it no longer knows where any of them lies.

    ``source`` is the zone's number plus one; 0 for nowhere.
    """
    if low.tracks:
        made = low.copied(moving)
        parameters = ("source", "first", "count")
        function = low.shared(f"blur {kind.decl.name}", parameters, lambda inner: _blur(inner, kind))
        low.b.call(function, source, made.start, made.size)


def _blur(low: Lowering, kind: ItemSpace) -> None:
    b, cells = low.b, low.space.cells
    addresses = low.column([0, *(cell.address for cell in cells)])
    piles = low.column([1, *(int(cell.decl.is_pile) for cell in cells)])
    source, first, size = (b.parameter(number) for number in range(3))
    with b.if_(b.load(source, piles)):
        b.give()
    address = b.let(b.load(source, addresses))
    beyond = b.let(b.add(b.load(address), 1))
    moving = Array(INT, 0, first, size)
    stays, leaves = b.var(0, "stays"), b.var(0, "leaves")
    with b.count(1, beyond) as place:
        item = b.let(b.load(b.add(address, place)))
        goes = b.let(holds(b, moving, item))
        with b.if_(b.not_(goes)):
            b.set(stays, 1)
        with b.if_(b.and_(goes, b.not_(b.load(item, kind.face)))):
            b.set(leaves, 1)
    with b.if_(b.not_(b.and_(stays, leaves))):
        b.give()
    keep = b.let(b.load(source, _masks(low)))
    with b.count(1, beyond) as place:
        item = b.let(b.load(b.add(address, place)))
        with b.if_(b.not_(b.load(item, kind.face))):
            b.store(item, kind.seen, b.and_(b.load(item, kind.seen), keep))


def unnoticed(low: Lowering, kind: ItemSpace) -> None:
    """``unnoticed(zone)``: seats that don't notice what happens to a whole zone lose track of its hidden items.

    All notice it, in a secret choice the chooser alone; of a zone that belongs to a piece those who see that, of one
    whose count is hidden those who see all that lies there.
    """
    b, zone, everyone = low.b, low.b.parameter(0), low.space.everyone
    secret, address = b.let(b.load(Header.SECRET)), b.let(b.load(zone, low.addresses))
    beyond = b.let(b.add(b.load(address), 1))
    seats = b.var(b.choose(secret, b.shl(1, b.sub(secret, 1)), everyone))
    b.set(seats, through(low, kind, seats, b.add(zone, 1)))
    if any(cell.decl.hides_count for cell in low.space.cells):
        hides = b.load(zone, low.column([int(cell.decl.hides_count) for cell in low.space.cells]))
        with b.if_(hides), b.count(1, beyond) as place:
            b.set(seats, b.and_(seats, sees(low, kind, b.let(b.load(b.add(address, place))))))
    with b.if_(b.eq(seats, everyone)):
        b.give()
    with b.count(1, beyond) as place:
        item = b.let(b.load(b.add(address, place)))
        kept = b.or_(seats, sees(low, kind, item))
        b.store(item, kind.seen, b.and_(b.load(item, kind.seen), kept))
