"""The values of poker hands; ``constructs.hands.poker`` defines the meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.hands import poker
from cardengine.ir import nodes as ir
from cardengine.ir.memory import Trouble
from cardengine.ir.nodes import Const, Expr, Get

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

MAX_STRENGTH = 62

_HIGH, _PAIR, _TWO_PAIRS, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _FIVE = range(10)


def poker_rank(low: Lowering) -> ir.Function:
    """The value of the best five of some cards, given as the first cell, the step to the next one, and the number."""
    return low.shared("poker_rank", ("first", "step", "count"), _poker_rank, result=True)


def _poker_rank(low: Lowering) -> None:  # noqa: PLR0915 - one kind of hand after another, by rank
    b, space = low.b, low.space.items["card"]
    ranks = [poker.Scale.of(low.space).strengths[rank] for rank in space.tables["rank"]]
    # A joker has no suit (-1): jokers form a suit of their own.
    suits = [suit - min(space.tables["suit"]) for suit in space.tables["suit"]]
    top, kinds = max(ranks) + 1, max(suits) + 1
    rank_table, suit_table = low.column(ranks), low.column(suits)
    counts, held = low.layout.take(top), low.layout.take(kinds * top)
    first, step, size = (b.parameter(number) for number in range(3))
    if top > MAX_STRENGTH:
        low.trouble(Trouble.BEYOND)
    with b.if_(b.gt(size, poker.MAX_CARDS)):
        low.trouble()
        b.give(0)
    b.fill(counts, top)
    b.fill(held, kinds * top)
    mask, address = b.var(0, "ranks"), b.var(first, "p")
    with b.count(0, size):
        card = b.let(b.load(address))
        rank, suit = b.let(b.load(card, rank_table)), b.let(b.load(card, suit_table))
        b.store(rank, counts, b.add(b.load(rank, counts), 1))
        place = b.let(b.add(b.mul(suit, top), rank))
        b.store(place, held, b.add(b.load(place, held), 1))
        b.set(mask, b.or_(mask, b.bit(rank)))
        b.step(address, step)
    # The first two ranks, ordered by the number of their cards, then by strength.
    best, most = b.var(-1, "best"), b.var(0, "most")
    second, next_ = b.var(-1, "second"), b.var(0, "next")
    with b.count(0, top, down=True) as rank:
        here = b.var(b.load(rank, counts))
        with b.if_(b.gt(here, most)):
            b.set(second, best)
            b.set(next_, most)
            b.set(best, rank)
            b.set(most, here)
            b.set(here, 0)
        with b.if_(b.gt(here, next_)):
            b.set(second, rank)
            b.set(next_, here)
    with b.if_(b.ge(most, poker.HAND)):
        # The strongest of several, not the one with the most cards.
        five = b.var(best)
        with b.count(0, top) as rank:
            b.set(five, b.choose(b.ge(b.load(rank, counts), poker.HAND), rank, five))
        b.give(_worth(low, _FIVE, five))
    straight = low.shared("straight", ("ranks",), lambda inner: _straight(inner, top), result=True)
    flush, straight_flush = _flushes(low, straight, held, kinds, top)
    with b.if_(b.ge(straight_flush, 0)):
        b.give(_worth(low, _STRAIGHT_FLUSH, straight_flush))
    with b.if_(b.eq(most, 4)):
        b.give(_with_kickers(low, _FOUR, [best], mask, 1))
    with b.if_(b.and_(b.eq(most, 3), b.ge(next_, 2))):
        pair = b.var(-1)
        with b.count(0, top) as rank, b.if_(b.and_(b.ge(b.load(rank, counts), 2), b.ne(rank, best))):
            b.set(pair, rank)
        b.give(_worth(low, _FULL_HOUSE, best, pair))
    with b.if_(b.ge(flush, 0)):
        b.give(b.add(flush, _FLUSH * poker.Scale.of(low.space).base ** poker.HAND))
    line = b.result(straight, mask)
    with b.if_(b.ge(line, 0)):
        b.give(_worth(low, _STRAIGHT, line))
    with b.if_(b.eq(most, 3)):
        b.give(_with_kickers(low, _THREE, [best], mask, 2))
    with b.if_(b.and_(b.eq(most, 2), b.eq(next_, 2))):
        b.give(_with_kickers(low, _TWO_PAIRS, [best, second], mask, 1))
    with b.if_(b.eq(most, 2)):
        b.give(_with_kickers(low, _PAIR, [best], mask, 3))
    b.give(_with_kickers(low, _HIGH, [], mask, poker.HAND))


def _flushes(low: Lowering, straight: ir.Function, held: int, kinds: int, top: int) -> tuple[Get, Get]:
    """The value of the best flush, and the highest card of the best straight flush, each -1 if there is none."""
    b, scale = low.b, poker.Scale.of(low.space)
    flush, straight_flush = b.var(-1, "flush"), b.var(-1, "straight_flush")
    with b.count(0, kinds) as suit:
        base = b.let(b.add(b.mul(suit, top), held))
        number, ranks = b.var(0), b.var(0)
        with b.count(0, top) as rank:
            here = b.let(b.load(b.add(base, rank)))
            b.step(number, here)
            with b.if_(here):
                b.set(ranks, b.or_(ranks, b.bit(rank)))
        with b.if_(b.ge(number, poker.HAND)):
            line = b.result(straight, ranks)
            with b.if_(b.gt(line, straight_flush)):
                b.set(straight_flush, line)
            # The five highest cards of the suit as one number.
            worth, left = b.var(0), b.var(poker.HAND)
            with b.count(0, top, down=True) as rank:
                again = b.var(b.load(b.add(base, rank)))
                with b.loop() as loop:
                    b.leave(loop, b.not_(again))
                    b.leave(loop, b.not_(left))
                    b.set(worth, b.add(b.mul(worth, scale.base), b.add(rank, 1)))
                    b.step(again, -1)
                    b.step(left, -1)
            with b.if_(b.gt(worth, flush)):
                b.set(flush, worth)
    return flush, straight_flush


def _worth(low: Lowering, category: int, *strengths: Expr) -> Expr:
    b, base = low.b, poker.Scale.of(low.space).base
    worth: Expr = Const(category)
    for strength in strengths:
        worth = b.add(b.mul(worth, base), b.add(strength, 1))
    return b.mul(worth, base ** (poker.HAND - len(strengths)))


def _with_kickers(low: Lowering, category: int, used: list[Get], mask: Expr, amount: int) -> Expr:
    """A category, its strengths, and the highest of the other strengths."""
    b, base = low.b, poker.Scale.of(low.space).base
    worth: Expr = Const(category)
    rest = b.var(mask)
    for strength in used:
        worth = b.add(b.mul(worth, base), b.add(strength, 1))
        b.set(rest, b.and_(rest, b.xor(b.bit(strength), -1)))
    total, left = b.var(worth), b.var(amount)
    with b.count(0, MAX_STRENGTH, down=True) as rank, b.if_(b.and_(b.shr_u(rest, rank), b.truth(left))):
        b.set(total, b.add(b.mul(total, base), b.add(rank, 1)))
        b.step(left, -1)
    missing = b.var(b.add(left, poker.HAND - amount - len(used)))
    with b.loop() as loop:
        b.leave(loop, b.not_(missing))
        b.set(total, b.mul(total, base))
        b.step(missing, -1)
    return total


def _straight(low: Lowering, top: int) -> None:
    """The highest card of the best straight in a mask of ranks; -1 if there is none."""
    b = low.b
    ranks = b.parameter(0)
    # How many ranks follow one another, and how far above them the ace lies that counts below them.
    lines: list[tuple[int, int | None]] = [(poker.HAND, None)]
    low_ace = poker.Scale.of(low.space).ace_over_two
    if low_ace is not None:
        lines.append((poker.HAND - 1, low_ace))
    for length, ace in lines:
        line: Expr = ranks
        for step in range(1, length):
            line = b.and_(line, b.shr_u(ranks, step))
        if ace is not None:
            line = b.and_(line, b.shr_u(ranks, ace))
        found = b.let(line)
        with b.count(0, top, down=True) as rank, b.if_(b.has_bit(found, rank)):
            b.give(b.add(rank, length - 1))
    b.give(-1)
