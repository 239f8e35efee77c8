"""Resamples hidden cards inside compiled code, in the same way as ``runtime.sampling``.

Python computes what a seat knows, once for each position; compiled code then draws repeatedly. This is possible if the
numbers of cards that go to places of each kind are uniquely determined, as they nearly always are; see
``fast.playouts``.

``Layout.sample`` has, one after another: the numbers of hidden cards (0: no resampling), of kinds of places, of groups
of cards, and of cells that refer to hidden cards; for each group the number of ways to draw it; for each kind the
number of places; for each group the number of its cards, and of those that go to each kind; the places, by kind; the
cards, by group; and for each cell that refers to a hidden card its address and the card's place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.ir import nodes as ir
from cardengine.ir.memory import Trouble
from cardengine.ir.nodes import Const, Expr
from cardengine.library.chance import below, permute
from cardengine.model.program import Header
from cardengine.runtime.sampling import MAX_TRIES

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

_HEAD = 4


def resampling(low: Lowering, legal: ir.Function) -> ir.Function:
    """The function that puts the hidden cards of the base state into other places of the state.

    It is public knowledge that the seats to choose have a legal action, so cards are drawn until that holds.

    Args:
        low: the context.
        legal: the function that returns the number of legal actions of a seat to choose.
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
    # Tables: the places, the cards to shuffle, the end of the free places of each kind; for each place its new card.
    places, held, used, there = (layout.take(max(cards.count, 1)) for _ in range(4))
    hidden, kinds, groups, sites = (b.let(b.load(sample + number)) for number in range(_HEAD))
    with b.count(0, groups) as group:
        b.call(below(low), generator, b.load(group, sample + _HEAD))
    sizes = b.let(b.add(groups, _HEAD))
    table = b.let(b.add(sizes, kinds))
    rows = b.let(b.add(table, b.mul(groups, b.add(kinds, 1))))
    # The shuffled places of each kind, which are used from the end.
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
    """Put the new card into each place, and into each cell that referred to the old one."""
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
