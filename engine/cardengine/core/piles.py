"""Drawing and shuffling, and showing cards; the meaning is that of ``runtime.board``."""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.base import Body
from cardengine.core.board import Board, Spot
from cardengine.core.builder import ONE, ZERO, add, binary, bit, compare, is_zero, load, sub, truth
from cardengine.core.ir import Choose, Const, Expr, Get, Op
from cardengine.core.values import Array, Seq, Value
from cardengine.layout.space import ItemSpace
from cardengine.tree.nodes import End, Facing
from cardengine.tree.types import INT


class Piles(Board):
    """Lowers what draws, shuffles and shows."""

    # Chance ------------------------------------------------------------------------------------

    def draw_one(self, source: Spot, target: Spot, end: End, facing: Facing | None) -> Expr:
        """Draw from one zone into another, an empty source refilled first; whether there was an item."""
        spots = (source, target)
        names = tuple(spot.decl.name if spot.decl else None for spot in spots)
        numbers = tuple(spot.number.value if isinstance(spot.number, Const) else None for spot in spots)
        key = ("draw", names, numbers, source.kind, end, facing)
        function = self.shared(key, lambda: self._draw_one(source, target, end, facing))
        return ir.Call(function, (source.number, target.number))

    def _draw_one(self, outer_source: Spot, outer_target: Spot, end: End, facing: Facing | None) -> Body:
        kind = self.space.items[outer_source.kind]
        with self.function("draw", ("source", "target"), result=True) as b:
            source, target = (
                self.spot_of(
                    outer.number if isinstance(outer.number, Const) else b.parameter(number),
                    outer.decl.name if outer.decl is not None else None,
                )
                for number, outer in enumerate((outer_source, outer_target))
            )
            with b.if_(is_zero(load(source.address))):
                self._refill(source)
            size = b.let(load(source.address))
            pile = self.is_pile(source)
            if isinstance(pile, Const):
                item = b.let(load(add(source.address, size)) if pile.value else load(source.address, 1))
            else:
                item = b.let(load(add(source.address, Choose(pile, size, ONE))))
            if pile != ONE:
                self.blur(kind, add(source.number, 1), self._single(item))
            before = ZERO if not self.tracks else self.sees(kind, item)
            if pile == ONE:
                if not self.lean:
                    b.store(add(source.address, size), 0, ZERO)
                b.store(source.address, 0, sub(size, 1))
                b.store(item, kind.place, ZERO)
            else:
                self.take(kind, item)
            full = self.full(target)
            with b.if_(full):
                b.give(ZERO)
            self.lay(kind, item, target, end, facing)
            self.learn(kind, item, before)
            b.give(ONE)
            return Body(b.function, self.faulty)

    def _refill(self, source: Spot) -> None:
        """Shuffle the zone that refills a source into it; without one, or when it is empty, give up."""
        b = self.b
        board = self.machine.board
        if isinstance(source.number, Const):
            number = board.refills[source.number.value]
            refill: Expr = Const(number)
        else:
            refill = b.let(load(source.number, self.layout.constant(list(board.refills))))
            if source.decl is not None and source.decl.refill is None:
                refill = Const(-1)
        if isinstance(refill, Const) and refill.value < 0:
            b.give(ZERO)
            return
        with b.if_(compare(Op.LT, refill, 0)):
            b.give(ZERO)
        other = self.spot_of(refill)
        with b.if_(is_zero(load(other.address))):
            b.give(ZERO)
        kind = self.space.items[source.kind]
        items = self.items_in(refill, INT)
        made = self.gather(items.item, items.most, lambda put: items.each(b, put), distinct=True)
        self.shuffle(kind, made, source)
        with b.if_(load(None, self.layout.trouble)):
            b.give(ZERO)

    def shuffle(self, kind: ItemSpace, items: Array | None, spot: Spot) -> None:
        """Bring items into a zone, then permute the whole of it, in pack order."""
        b = self.b
        with b.block() as block:
            if items is not None:
                if self.tracks:
                    self.sources(kind, items, lambda source: self.blur(kind, source, items))
                self._check_room(kind, items, spot, block)
                with b.count(ZERO, items.size) as place:
                    item = items.at(b, place)
                    assert isinstance(item, Expr)
                    item = b.let(item)
                    # What lies there already needn't be lifted: its place is drawn anew in any case.
                    place_now = b.let(load(item, kind.place))
                    lifted = compare(Op.NE, place_now, add(spot.number, 1))
                    with b.if_(binary(Op.AND, truth(place_now), lifted)):
                        self.take(kind, item)
                    self.settle(kind, item, spot, None)
            function = self.shared(("shuffle", kind.decl.name), lambda: self._shuffle(kind))
            b.call(function, spot.number)

    def shuffle_all(self, kind: ItemSpace, spot: Spot) -> None:
        """Bring all items of a kind into a zone, from wherever they lie, and permute them."""
        b = self.b
        for cell in self.space.cells:
            if cell.decl.item.kind == spot.kind:
                b.store(None, cell.address, ZERO)
        with b.count(ZERO, Const(kind.count)) as item:
            self.settle(kind, item, spot, None)
        key = ("shuffle all", kind.decl.name)
        b.call(self.shared(key, lambda: self._shuffle(kind, everything=True)), spot.number)

    def _shuffle(self, kind: ItemSpace, *, everything: bool = False) -> Body:
        pack = self.layout.take(kind.count + 1)
        permute = self.permute()
        with self.function(f"shuffle {'all of ' if everything else ''}{kind.decl.name}", ("zone",)) as b:
            spot = self.spot_of(b.parameter(0))
            mine = b.let(add(spot.number, 1))
            size: Expr = Const(kind.count) if everything else b.var(ZERO, "n")
            if everything:
                order = self.layout.constant(list(range(kind.count + 1)))
                b.emit(ir.Move(ZERO, pack, order, kind.count + kind.count % 2))
            else:
                with b.count(ZERO, Const(kind.count)) as item, b.if_(compare(Op.EQ, load(item, kind.place), mine)):
                    b.store(size, pack, item)
                    assert isinstance(size, Get)
                    b.set(size, add(size, 1))
                    if self.tracks:
                        visible = self.through(kind, self.mask(spot), mine)
                        everyone = Const(self.space.everyone)
                        b.store(item, kind.seen, Choose(load(item, kind.face), everyone, visible))
            alike = list(kind.pack) != list(range(kind.count))
            kept = self.layout.take(max(kind.count, 1)) if alike else 0
            if alike:
                with b.count(ZERO, size) as place:
                    b.store(place, kept, load(place, pack))
            b.call(permute, Const(self.layout.generators), Const(pack), size)
            if alike:
                self._tell_apart(kind, pack, kept, size)
            pile = b.let(self.is_pile(spot))
            b.store(spot.address, 0, size)
            to, step = b.var(add(spot.address, Choose(pile, size, ONE))), b.let(Choose(pile, Const(-1), ONE))
            with b.count(ZERO, size) as place:
                b.store(to, 0, load(place, pack))
                b.set(to, add(to, step))
            return Body(b.function, faulty=False)

    def _tell_apart(self, kind: ItemSpace, order: int, pack: int, size: Expr) -> None:
        """Of items alike the first in the pack comes first, whichever of them was drawn."""
        b = self.b
        classes = self.layout.constant(list(kind.pack))
        # For each class a chain of the places in the pack: its first, and for each place the next.
        first, next_ = self.layout.take(kind.count), self.layout.take(kind.count)
        with b.count(ZERO, size, down=True) as place:
            mine = b.let(load(load(place, pack), classes))
            b.store(place, next_, load(mine, first))
            b.store(mine, first, place)
        with b.count(ZERO, size) as place:
            mine = b.let(load(load(place, order), classes))
            at = b.let(load(mine, first))
            b.store(place, order, load(at, pack))
            b.store(mine, first, load(at, next_))

    def show(self, kind: ItemSpace, items: Seq, players: Seq) -> None:
        """Let some players know what items are."""
        if not self.tracks:
            return
        b = self.b
        mask = b.var(ZERO, "mask")

        def player(x: Value) -> None:
            assert isinstance(x, Expr)
            b.set(mask, binary(Op.OR, mask, bit(x)))

        players.each(b, player)

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            b.store(x, kind.seen, binary(Op.OR, load(x, kind.seen), mask))

        items.each(b, one)
