"""Drawing and shuffling; ``runtime.board`` defines the meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.core.board import Laying, Spot, single
from cardengine.core.state import items_in
from cardengine.ir import nodes as ir
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array
from cardengine.layout.space import ItemSpace
from cardengine.library.chance import permute
from cardengine.library.knowledge import blur, learn, seen_before, through
from cardengine.tree.types import INT

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


# Drawing ---------------------------------------------------------------------------------------------


def draw_one(low: Lowering, source: Spot, target: Spot, laying: Laying) -> ir.Call:
    """Draw from one zone into another, refilling an empty source; returns whether there was an item."""
    spots = (source, target)
    names = tuple(spot.decl.name if spot.decl else None for spot in spots)
    numbers = tuple(spot.number.value if isinstance(spot.number, Const) else None for spot in spots)

    def build(inner: Lowering) -> None:
        mine, theirs = (
            inner.board.spot_of(Const(number) if number is not None else inner.b.parameter(place), name, spot.kind)
            for place, (number, name, spot) in enumerate(zip(numbers, names, spots, strict=True))
        )
        _draw_one(inner, mine, theirs, laying)

    key = ("draw", names, numbers, source.kind, laying)
    function = low.shared("draw", ("source", "target"), build, key=key, result=True)
    return low.b.calling(function, source.number, target.number)


def _draw_one(low: Lowering, source: Spot, target: Spot, laying: Laying) -> None:
    b, board, kind = low.b, low.board, low.space.items[source.kind]
    with b.if_(b.not_(b.load(source.address))):
        _refill(low, source)
    size, pile = b.let(b.load(source.address)), board.is_pile(source)
    at = b.choose(pile, size, 1) if not isinstance(pile, Const) else size if pile.value else Const(1)
    item = b.let(b.load(b.add(source.address, at)))
    before: Expr
    if pile == Const(1):
        before = seen_before(low, kind, item)
        if not low.lean:
            b.store(b.add(source.address, size), 0, 0)
        b.store(source.address, 0, b.sub(size, 1))
        b.store(item, kind.place, 0)
    else:
        blur(low, kind, b.add(source.number, 1), single(low, item))
        before = seen_before(low, kind, item)
        board.take(kind, item)
    with b.if_(board.is_full(target)):
        b.give(0)
    board.lay(kind, item, target, laying)
    learn(low, kind, item, before)
    b.give(1)


def _refill(low: Lowering, source: Spot) -> None:
    """Shuffle the zone that refills a source into it; return from the function if there is none, or it is empty."""
    b, refills = low.b, low.unit.machine.board.refills
    refill: Expr
    if isinstance(source.number, Const):
        refill = Const(refills[source.number.value])
    elif source.decl is not None and source.decl.refill is None:
        refill = Const(-1)
    else:
        refill = b.let(b.load(source.number, low.column(refills)))
    if isinstance(refill, Const) and refill.value < 0:
        b.give(0)
        return
    with b.if_(b.lt(refill, 0)):
        b.give(0)
    with b.if_(b.not_(b.load(low.board.spot_of(refill).address))):
        b.give(0)
    made = low.copied(items_in(low, refill, INT))
    shuffle(low, low.space.items[source.kind], made, source)
    with b.if_(b.load(low.layout.trouble)):
        b.give(0)


# Shuffling -------------------------------------------------------------------------------------------


def shuffle(low: Lowering, kind: ItemSpace, items: Array | None, spot: Spot) -> None:
    """Move items into a zone, then permute the whole zone, starting from pack order."""
    b, board = low.b, low.board
    with b.block() as block:
        if items is not None:
            if low.tracks:
                board.blur_all(kind, items)
            board.check_room(kind, items, spot, block)

            def bring(item: Expr) -> None:
                # Items that lie there already needn't be moved: their places are drawn anew in any case.
                place = b.let(b.load(item, kind.place))
                with b.if_(b.and_(b.truth(place), b.ne(place, b.add(spot.number, 1)))):
                    board.take(kind, item)
                board.note(kind, item, spot)

            items.each_number(b, bring)
        b.call(_shuffling(low, kind, everything=False), spot.number)


def shuffle_all(low: Lowering, kind: ItemSpace, spot: Spot) -> None:
    """Move all items of a kind into a zone, wherever they lie, and permute them."""
    b = low.b
    for cell in low.space.cells:
        if cell.decl.item.kind == spot.kind:
            b.put(cell.address, 0)
    with b.count(0, kind.count) as item:
        low.board.note(kind, item, spot)
    b.call(_shuffling(low, kind, everything=True), spot.number)


def _shuffling(low: Lowering, kind: ItemSpace, *, everything: bool) -> ir.Function:
    name = f"shuffle {'all of ' if everything else ''}{kind.decl.name}"
    return low.shared(name, ("zone",), lambda inner: _permute_zone(inner, kind, everything=everything))


def _permute_zone(low: Lowering, kind: ItemSpace, *, everything: bool) -> None:
    b = low.b
    pack = low.layout.take(kind.count + 1)
    spot = low.board.spot_of(b.parameter(0))
    size: Expr = Const(kind.count)
    if everything:
        order = low.column(range(kind.count + 1))
        b.move(0, pack, order, kind.count + kind.count % 2)
    else:
        mine = b.let(b.add(spot.number, 1))
        size = counted = b.var(0, "n")
        with b.count(0, kind.count) as item, b.if_(b.eq(b.load(item, kind.place), mine)):
            b.store(counted, pack, item)
            b.step(counted)
            if low.tracks:
                masks = low.column([cell.mask for cell in low.space.cells])
                visible = through(low, kind, b.load(spot.number, masks), mine)
                b.store(item, kind.seen, b.choose(b.load(item, kind.face), low.space.everyone, visible))
    alike = list(kind.pack) != list(range(kind.count))
    kept = low.layout.take(max(kind.count, 1)) if alike else 0
    if alike:
        with b.count(0, size) as place:
            b.store(place, kept, b.load(place, pack))
    b.call(permute(low), low.layout.generators, pack, size)
    if alike:
        _tell_apart(low, kind, pack, kept, size)
    pile = b.let(low.board.is_pile(spot))
    b.store(spot.address, 0, size)
    to, step = b.var(b.add(spot.address, b.choose(pile, size, 1))), b.let(b.choose(pile, -1, 1))
    with b.count(0, size) as place:
        b.store(to, 0, b.load(place, pack))
        b.step(to, step)


def _tell_apart(low: Lowering, kind: ItemSpace, order: int, pack: int, size: Expr) -> None:
    """Reorder identical items so that the first one in pack order comes first, whichever was drawn."""
    b = low.b
    classes = low.column(kind.pack)
    # For each set of identical items, a linked list of their places in the pack.
    first, next_ = low.layout.take(kind.count), low.layout.take(kind.count)
    with b.count(0, size, down=True) as place:
        mine = b.let(b.load(b.load(place, pack), classes))
        b.store(place, next_, b.load(mine, first))
        b.store(mine, first, place)
    with b.count(0, size) as place:
        mine = b.let(b.load(b.load(place, order), classes))
        at = b.let(b.load(mine, first))
        b.store(place, order, b.load(at, pack))
        b.store(mine, first, b.load(at, next_))
