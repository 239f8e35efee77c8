"""Hidden cards drawn anew inside of compiled code, as ``runtime.sampling`` draws them.

Python works out what a seat knows, once a position; compiled code draws as often as is wanted. It can do so where the
numbers of cards that go to places of each kind are forced, which is nearly always so; see ``fast.playouts``.

What it needs lies behind one another in ``Layout.sample``: the number of hidden cards (0: nothing is drawn anew), of
kinds of places, of groups of cards, and of cells that name hidden cards; then for each group how many ways it is drawn
from; for each kind of place how many there are; for each group how many cards it has, and how many go to each kind; the
places, kind by kind; the cards, group by group; and for each cell that names a hidden card its address and whose place.
"""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.base import BEYOND, Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, mul, sub, truth
from cardengine.core.flow import Flow
from cardengine.core.ir import Binary, Const, Op
from cardengine.model.program import Header
from cardengine.runtime.sampling import MAX_TRIES

HEAD = 4


class Resampling(Flow):
    """Lowers the drawing of hidden cards."""

    def resampling(self, legal: ir.Function) -> ir.Function:
        """Puts the hidden cards of the base state into other places, in the state.

        Whoever is asked can do something, as all may see: so cards are drawn until that is so.

        Args:
            legal: gives the number of actions of a seat that is to choose.
        """
        draw = self.shared("draw anew", self._draw_anew)

        def make() -> Body:
            with self.function("resample") as b:
                tries, fits = b.var(ZERO, "tries"), b.var(ZERO, "fits")
                with b.loop() as loop:
                    b.call(draw)
                    b.set(fits, ONE)
                    with b.count(ZERO, Const(self.space.players)) as seat:
                        waits = binary(Op.AND, Binary(Op.SHR_U, load(None, Header.WAITING), seat), ONE)
                        with b.if_(waits):
                            number = b.let(ir.Call(legal, (seat,)))
                            with b.if_(compare(Op.GE, load(None, self.layout.trouble), BEYOND)):
                                b.give()
                            b.set(fits, binary(Op.AND, fits, truth(number)))
                            b.set(fits, binary(Op.AND, fits, is_zero(load(None, self.layout.trouble))))
                            b.store(None, self.layout.trouble, ZERO)
                    b.leave(loop, fits)
                    b.set(tries, add(tries, 1))
                    with b.if_(compare(Op.GE, tries, MAX_TRIES)):
                        self.trouble(BEYOND)
                        b.give()
                return Body(b.function, faulty=True)

        return self.shared("resample", make)

    def _draw_anew(self) -> Body:
        layout, cards = self.layout, self.space.items["card"]
        sample = layout.sample
        generator = Const(layout.generators + 2 * (self.space.players + 1))
        below, permute = self.below(), self.permute()
        # The places to be filled, cards to be shuffled, where a kind's free places end; by place: the card that comes.
        places, held, used = (layout.take(max(cards.count, 1)) for _ in range(3))
        there = layout.take(max(cards.count, 1))
        with self.function("draw anew") as b:
            hidden, kinds = b.let(load(None, sample)), b.let(load(None, sample + 1))
            groups, sites = b.let(load(None, sample + 2)), b.let(load(None, sample + 3))
            with b.count(ZERO, groups) as group:
                b.emit(ir.Do(ir.Call(below, (generator, load(group, sample + HEAD)))))
            sizes = b.let(add(groups, HEAD))
            table = b.let(add(sizes, kinds))
            rows = b.let(add(table, mul(groups, add(kinds, 1))))
            # The places of each kind, shuffled; they are taken from the end.
            start = b.var(ZERO, "start")
            with b.count(ZERO, kinds) as kind:
                size = b.let(load(add(sizes, kind), sample))
                with b.count(ZERO, size) as i:
                    at = b.let(add(start, i))
                    b.store(at, places, load(add(rows, at), sample))
                b.call(permute, generator, add(start, places), size)
                b.set(start, add(start, size))
                b.store(kind, used, start)
            names = b.let(add(rows, hidden))
            b.set(start, ZERO)
            row = b.var(table, "row")
            with b.count(ZERO, groups):
                size = b.let(load(row, sample))
                with b.count(ZERO, size) as i:
                    b.store(i, held, load(add(names, add(start, i)), sample))
                b.call(permute, generator, Const(held), size)
                left = b.var(size, "left")
                with b.count(ZERO, kinds) as kind, b.count(ZERO, load(add(row, kind), sample + 1)):
                    b.set(left, sub(left, 1))
                    free = b.let(sub(load(kind, used), 1))
                    b.store(kind, used, free)
                    b.store(load(free, places), there, load(left, held))
                b.set(start, add(start, size))
                b.set(row, add(row, add(kinds, 1)))
            self._lay_anew(hidden, rows, add(names, hidden), sites, there)
            return Body(b.function, faulty=False)

    def _lay_anew(self, hidden: ir.Expr, rows: ir.Expr, named: ir.Expr, sites: ir.Expr, there: int) -> None:
        """Give each place its new card, and each cell that named the card of a place the new one."""
        b, layout, cards = self.b, self.layout, self.space.items["card"]
        with b.count(ZERO, hidden) as number:
            place = b.let(load(add(rows, number), layout.sample))
            card = b.let(load(place, there))
            for first in (cards.place, cards.face, cards.seen):
                b.store(card, first, load(place, layout.base + first))
        with b.count(ZERO, sites) as number:
            at = b.let(add(named, binary(Op.MUL, number, Const(2))))
            b.store(load(at, layout.sample), 0, load(load(at, layout.sample + 1), there))
