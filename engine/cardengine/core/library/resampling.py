"""Hidden cards drawn anew inside of compiled code, as ``runtime.sampling`` draws them.

Python works out what a seat knows, once a position; compiled code draws as often as is wanted. It can do so where the
numbers of cards that go to places of each kind are forced, which is nearly always so; see ``fast.playouts``.

What it needs lies behind one another in ``Layout.sample``: the number of hidden cards (0: nothing is drawn anew), of
kinds of places, of groups of cards, and of cells that name hidden cards; then for each group how many ways it is drawn
from; for each kind of place how many there are; for each group how many cards it has, and how many go to each kind; the
places, kind by kind; the cards, group by group; and for each cell that names a hidden card its address and whose place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.core import ir
from cardengine.core.ir import Const, Expr
from cardengine.core.library.chance import below, permute
from cardengine.core.memory import Trouble
from cardengine.model.program import Header
from cardengine.runtime.sampling import MAX_TRIES

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

_HEAD = 4


def resampling(low: Lowering, legal: ir.Function) -> ir.Function:
    """Puts the hidden cards of the base state into other places, in the state.

    Whoever is asked can do something, as all may see: so cards are drawn until that is so.

    Args:
        low: the context.
        legal: gives the number of actions of a seat that is to choose.
    """
    draw = low.shared("draw anew", (), _draw_anew)

    def build(inner: Lowering) -> None:
        b, trouble = inner.b, inner.layout.trouble
        tries, fits = b.var(0, "tries"), b.var(0, "fits")
        with b.loop() as loop:
            b.call(draw)
            b.set(fits, 1)
            with b.count(0, inner.space.players) as seat, b.if_(b.has_bit(b.load(Header.WAITING), seat)):
                number = b.result(legal, seat)
                with b.if_(b.ge(b.load(trouble), Trouble.BEYOND)):
                    b.give()
                b.set(fits, b.both(fits, b.truth(number), b.not_(b.load(trouble))))
                b.put(trouble, 0)
            b.leave(loop, fits)
            b.step(tries)
            with b.if_(b.ge(tries, MAX_TRIES)):
                inner.trouble(Trouble.BEYOND)
                b.give()

    return low.shared("resample", (), build)


def _draw_anew(low: Lowering) -> None:
    b, layout, cards = low.b, low.layout, low.space.items["card"]
    sample = layout.sample
    generator = Const(layout.generators + 2 * (low.space.players + 1))
    # The places to be filled, cards to be shuffled, where a kind's free places end; by place: the card that comes.
    places, held, used, there = (layout.take(max(cards.count, 1)) for _ in range(4))
    hidden, kinds, groups, sites = (b.let(b.load(sample + number)) for number in range(_HEAD))
    with b.count(0, groups) as group:
        b.call(below(low), generator, b.load(group, sample + _HEAD))
    sizes = b.let(b.add(groups, _HEAD))
    table = b.let(b.add(sizes, kinds))
    rows = b.let(b.add(table, b.mul(groups, b.add(kinds, 1))))
    # The places of each kind, shuffled; they are taken from the end.
    start = b.var(0, "start")
    with b.count(0, kinds) as kind:
        size = b.let(b.load(b.add(sizes, kind), sample))
        with b.count(0, size) as i:
            at = b.let(b.add(start, i))
            b.store(at, places, b.load(b.add(rows, at), sample))
        b.call(permute(low), generator, b.add(start, places), size)
        b.step(start, size)
        b.store(kind, used, start)
    names = b.let(b.add(rows, hidden))
    b.set(start, 0)
    row = b.var(table, "row")
    with b.count(0, groups):
        size = b.let(b.load(row, sample))
        with b.count(0, size) as i:
            b.store(i, held, b.load(b.add(names, b.add(start, i)), sample))
        b.call(permute(low), generator, held, size)
        left = b.var(size, "left")
        with b.count(0, kinds) as kind, b.count(0, b.load(b.add(row, kind), sample + 1)):
            b.step(left, -1)
            free = b.let(b.sub(b.load(kind, used), 1))
            b.store(kind, used, free)
            b.store(b.load(free, places), there, b.load(left, held))
        b.step(start, size)
        b.step(row, b.add(kinds, 1))
    _lay_anew(low, hidden, rows, sites, there)


def _lay_anew(low: Lowering, hidden: Expr, rows: Expr, sites: Expr, there: int) -> None:
    """Give each place its new card, and each cell that named the card of a place the new one."""
    b, layout, cards = low.b, low.layout, low.space.items["card"]
    with b.count(0, hidden) as number:
        place = b.let(b.load(b.add(rows, number), layout.sample))
        card = b.let(b.load(place, there))
        for first in (cards.place, cards.face, cards.seen):
            b.store(card, first, b.load(place, layout.base + first))
    named = b.let(b.add(b.add(rows, hidden), hidden))
    with b.count(0, sites) as number:
        at = b.let(b.add(named, b.mul(number, 2)))
        b.store(b.load(at, layout.sample), 0, b.load(b.load(at, layout.sample + 1), there))
