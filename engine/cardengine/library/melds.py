"""The least value of unmelded cards; ``constructs.hands.melds`` defines the meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardengine.constructs.hands import melds
from cardengine.ir import nodes as ir
from cardengine.ir.memory import Trouble
from cardengine.ir.nodes import Expr

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

MAX_MELDS = 8192

_MASKS = 1 << melds.MAX_CARDS


@dataclass(frozen=True, slots=True)
class _Room:
    """Scratch cells.

    Attributes:
        values: what each card counts.
        melds: the melds, as masks; ``number``: how many.
        call: which call this is; ``plain``: whether no card counts less than nothing.
        known: for each mask of cards in which call its result was computed; ``least``: that result.
    """

    values: int
    melds: int
    number: int
    call: int
    plain: int
    known: int
    least: int


def unmelded(low: Lowering) -> ir.Function:
    """The least total of the cards outside melds; gets their first cell, their number, and the cells of values."""
    return low.shared("unmelded", ("first", "count", "keys"), _unmelded, result=True)


def _unmelded(low: Lowering) -> None:
    b, space = low.b, low.space.items["card"]
    strengths = low.space.ruleset.strengths.get("rank")
    ranks = low.column([strengths[rank] if strengths else rank for rank in space.tables["rank"]])
    suits = low.column(space.tables["suit"])
    room = _Room(*(low.layout.take(size) for size in (melds.MAX_CARDS, MAX_MELDS, 1, 1, 1, _MASKS, _MASKS)))
    least = low.shared("left", ("free",), lambda inner: _least(inner, room), result=True)
    first, size, keys = (b.parameter(place) for place in range(3))
    with b.if_(b.gt(size, melds.MAX_CARDS)):
        low.trouble()
        b.give(0)
    b.put(room.number, 0)
    b.put(room.call, b.add(b.load(room.call), 1))
    b.put(room.plain, 1)

    def note(mask: Expr) -> None:
        count = b.let(b.load(room.number))
        with b.if_(b.ge(count, MAX_MELDS)):
            low.trouble(Trouble.BEYOND)
            b.give(0)
        b.store(count, room.melds, mask)
        b.put(room.number, b.add(count, 1))

    def is_like(other: Expr, rank: Expr, suit: Expr | None) -> Expr:
        card = b.let(b.load(b.add(first, other)))
        same = b.eq(b.load(card, ranks), rank)
        return same if suit is None else b.and_(same, b.eq(b.load(card, suits), suit))

    def run_on(mask: Expr, rank: Expr, suit: Expr, length: int) -> None:
        """Add the runs that extend one; each of several identical cards can be the one in the run."""
        with b.count(0, size) as other, b.if_(is_like(other, b.add(rank, length), suit)):
            longer = b.let(b.or_(mask, b.bit(other)))
            if length + 1 >= melds.MIN_MELD:
                note(longer)
            if length + 1 < melds.MAX_MELD:
                run_on(longer, rank, suit, length + 1)

    with b.count(0, size) as place:
        worth = b.let(b.load(b.add(keys, place)))
        b.store(place, room.values, worth)
        # Then no total of so few cards exceeds 64 bits.
        low.fault_if(low.arithmetic.large(worth), Trouble.BEYOND)
        with b.if_(b.lt(worth, 0)):
            b.put(room.plain, 0)
        card = b.let(b.load(b.add(first, place)))
        rank, suit = b.let(b.load(card, ranks)), b.let(b.load(card, suits))
        # Sets with this card as the first one, and two or more later ones of its rank.
        same = b.var(0)
        with b.count(b.add(place, 1), size) as other, b.if_(is_like(other, rank, None)):
            b.set(same, b.or_(same, b.bit(other)))
        part = b.var(same)
        with b.loop() as loop:
            b.leave(loop, b.not_(part))
            cards = b.let(b.ones(part))
            with b.if_(b.and_(b.ge(cards, melds.MIN_MELD - 1), b.lt(cards, melds.MAX_MELD))):
                note(b.or_(part, b.bit(place)))
            b.set(part, b.and_(b.sub(part, 1), same))
        run_on(b.let(b.bit(place)), rank, suit, 1)
    b.give(b.calling(least, b.sub(b.bit(size), 1)))


def _least(low: Lowering, room: _Room) -> None:
    """The least total of the cards of a mask outside melds."""
    b = low.b
    free = b.parameter(0)
    with b.if_(b.not_(free)):
        b.give(0)
    call = b.let(b.load(room.call))
    with b.if_(b.eq(b.load(free, room.known), call)):
        b.give(b.load(free, room.least))
    card = b.let(b.zeros(free))
    alone = b.let(b.bit(card))
    best = b.var(b.add(b.load(card, room.values), b.calling(b.function, b.xor(free, alone))))
    with b.count(0, b.load(room.number)) as place:
        meld = b.let(b.load(place, room.melds))
        mine = b.eq(b.and_(meld, b.sub(0, meld)), alone)
        whole = b.eq(b.and_(meld, free), meld)
        better = b.or_(b.truth(best), b.not_(b.load(room.plain)))
        with b.if_(b.both(mine, whole, better)):
            other = b.result(b.function, b.xor(free, meld))
            with b.if_(b.lt(other, best)):
                b.set(best, other)
    b.store(free, room.known, call)
    b.store(free, room.least, best)
    b.give(best)
