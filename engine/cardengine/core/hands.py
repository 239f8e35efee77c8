"""What hands are worth: poker hands, and melds."""

from __future__ import annotations

from dataclasses import dataclass

from cardengine.constructs.hands import melds, poker
from cardengine.core import ir
from cardengine.core.base import BEYOND, Body
from cardengine.core.builder import ONE, ZERO, add, binary, bit, compare, is_zero, load, mul, sub, truth
from cardengine.core.ir import Binary, Const, Expr, Ones, Op, Zeros
from cardengine.core.places import Places
from cardengine.core.values import Array, Seq

MAX_STRENGTH = 62
MAX_MELDS = 8192

_HIGH, _PAIR, _TWO_PAIRS, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _FIVE = range(10)

_MASKS = 1 << melds.MAX_CARDS


@dataclass(frozen=True, slots=True)
class MeldRoom:
    """Scratch room of ``unmelded``.

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


class Hands(Places):
    """Lowers ``poker_rank`` and ``unmelded``, whose meaning ``constructs.hands`` has."""

    # Poker -------------------------------------------------------------------------------------

    @property
    def scale(self) -> poker.Scale:
        """How the ranks count in poker."""
        return poker.Scale.of(self.space)

    def poker_rank(self, cards: Seq) -> Expr:
        """The worth of the best five cards, as ``constructs.hands.poker`` has it."""
        function = self.shared("poker_rank", self._poker)
        return self.b.let(ir.Call(function, tuple(self.spread(cards))))

    def _poker(self) -> Body:  # noqa: PLR0915 - one kind of hand after another, as they rank
        space = self.space.items["card"]
        ranks = [self.scale.strengths[rank] for rank in space.tables["rank"]]
        # A joker has no suit, which is -1: such cards are a suit of their own.
        suits = [suit - min(space.tables["suit"]) for suit in space.tables["suit"]]
        top, kinds = max(ranks) + 1, max(suits) + 1
        rank_table, suit_table = self.layout.constant(ranks), self.layout.constant(suits)
        counts = self.layout.take(top)
        held = self.layout.take(kinds * top)
        with self.function("poker_rank", ("first", "step", "count"), result=True) as b:
            first, step, size = (b.parameter(number) for number in range(3))
            if top > MAX_STRENGTH:
                self.trouble(BEYOND)
            self.refuse(compare(Op.GT, size, poker.MAX_CARDS))
            with b.if_(compare(Op.GT, size, poker.MAX_CARDS)):
                b.give(ZERO)
            b.emit(ir.Fill(counts, top))
            b.emit(ir.Fill(held, kinds * top))
            mask, address = b.var(ZERO, "ranks"), b.var(first, "p")
            with b.count(ZERO, size):
                card = b.let(load(address))
                rank, suit = b.let(load(card, rank_table)), b.let(load(card, suit_table))
                b.store(rank, counts, add(load(rank, counts), 1))
                place = b.let(add(mul(suit, top), rank))
                b.store(place, held, add(load(place, held), 1))
                b.set(mask, binary(Op.OR, mask, bit(rank)))
                b.set(address, add(address, step))
            # The ranks by how often they are there, then by strength: the first and the second of them.
            best, most = b.var(Const(-1), "best"), b.var(ZERO, "most")
            second, next_ = b.var(Const(-1), "second"), b.var(ZERO, "next")
            with b.count(ZERO, Const(top), down=True) as rank:
                here = b.var(load(rank, counts))
                with b.if_(compare(Op.GT, here, most)):
                    b.set(second, best)
                    b.set(next_, most)
                    b.set(best, rank)
                    b.set(most, here)
                    b.set(here, ZERO)
                with b.if_(compare(Op.GT, here, next_)):
                    b.set(second, rank)
                    b.set(next_, here)
            with b.if_(compare(Op.GE, most, poker.HAND)):
                # Of several the strongest, not the one that is there most often.
                five = b.var(best)
                with b.count(ZERO, Const(top)) as rank:
                    b.set(five, ir.Choose(compare(Op.GE, load(rank, counts), poker.HAND), rank, five))
                b.give(self._worth(_FIVE, five))
            straight = self.shared("straight", lambda: self._straight(top))
            flush, flushes = b.var(Const(-1), "flush"), b.var(Const(-1), "straight_flush")
            with b.count(ZERO, Const(kinds)) as suit:
                base = b.let(add(mul(suit, top), held))
                number, ranks_here = b.var(ZERO), b.var(ZERO)
                with b.count(ZERO, Const(top)) as rank:
                    held_here = b.let(load(add(base, rank)))
                    b.set(number, add(number, held_here))
                    with b.if_(held_here):
                        b.set(ranks_here, binary(Op.OR, ranks_here, bit(rank)))
                with b.if_(compare(Op.GE, number, poker.HAND)):
                    line = b.let(ir.Call(straight, (ranks_here,)))
                    with b.if_(compare(Op.GT, line, flushes)):
                        b.set(flushes, line)
                    # The five highest of the suit as one number.
                    worth, left = b.var(ZERO), b.var(Const(poker.HAND))
                    with b.count(ZERO, Const(top), down=True) as rank:
                        again = b.var(load(add(base, rank)))
                        with b.loop() as loop:
                            b.leave(loop, is_zero(again))
                            b.leave(loop, is_zero(left))
                            b.set(worth, add(mul(worth, self.scale.base), add(rank, 1)))
                            b.set(again, sub(again, 1))
                            b.set(left, sub(left, 1))
                    with b.if_(compare(Op.GT, worth, flush)):
                        b.set(flush, worth)
            with b.if_(compare(Op.GE, flushes, 0)):
                b.give(self._worth(_STRAIGHT_FLUSH, flushes))
            with b.if_(compare(Op.EQ, most, 4)):
                b.give(self._with_kickers(_FOUR, [best], mask, 1))
            with b.if_(binary(Op.AND, compare(Op.EQ, most, 3), compare(Op.GE, next_, 2))):
                pair = b.var(Const(-1))
                with b.count(ZERO, Const(top)) as rank:
                    full = binary(Op.AND, compare(Op.GE, load(rank, counts), 2), compare(Op.NE, rank, best))
                    with b.if_(full):
                        b.set(pair, rank)
                b.give(self._worth(_FULL_HOUSE, best, pair))
            with b.if_(compare(Op.GE, flush, 0)):
                b.give(add(flush, _FLUSH * self.scale.base**poker.HAND))
            any_line = b.let(ir.Call(straight, (mask,)))
            with b.if_(compare(Op.GE, any_line, 0)):
                b.give(self._worth(_STRAIGHT, any_line))
            with b.if_(compare(Op.EQ, most, 3)):
                b.give(self._with_kickers(_THREE, [best], mask, 2))
            with b.if_(binary(Op.AND, compare(Op.EQ, most, 2), compare(Op.EQ, next_, 2))):
                b.give(self._with_kickers(_TWO_PAIRS, [best, second], mask, 1))
            with b.if_(compare(Op.EQ, most, 2)):
                b.give(self._with_kickers(_PAIR, [best], mask, 3))
            b.give(self._with_kickers(_HIGH, [], mask, poker.HAND))
            return Body(b.function, self.faulty)

    def _worth(self, category: int, *strengths: Expr) -> Expr:
        worth: Expr = Const(category)
        for strength in strengths:
            worth = add(mul(worth, self.scale.base), add(strength, 1))
        return mul(worth, self.scale.base ** (poker.HAND - len(strengths)))

    def _with_kickers(self, category: int, used: list[Expr], mask: Expr, amount: int) -> Expr:
        """A category, its strengths, and the highest of the other strengths."""
        b = self.b
        worth: Expr = Const(category)
        rest = b.var(mask)
        for strength in used:
            worth = add(mul(worth, self.scale.base), add(strength, 1))
            b.set(rest, binary(Op.AND, rest, Binary(Op.XOR, bit(strength), Const(-1))))
        total, left = b.var(worth), b.var(Const(amount))
        with (
            b.count(ZERO, Const(MAX_STRENGTH), down=True) as rank,
            b.if_(binary(Op.AND, Binary(Op.SHR_U, rest, rank), truth(left))),
        ):
            b.set(total, add(mul(total, self.scale.base), add(rank, 1)))
            b.set(left, sub(left, 1))
        missing = b.var(add(left, poker.HAND - amount - len(used)))
        with b.loop() as loop:
            b.leave(loop, is_zero(missing))
            b.set(total, mul(total, self.scale.base))
            b.set(missing, sub(missing, 1))
        return total

    def _lines(self) -> list[tuple[int, int | None]]:
        """How many ranks follow one another in a straight, and how far above them the ace lies."""
        low_ace = self.scale.ace_over_two
        return [(poker.HAND, None), *([(poker.HAND - 1, low_ace)] if low_ace is not None else [])]

    def _straight(self, top: int) -> Body:
        """The highest card of the best straight among a mask of ranks; -1 without one."""
        with self.function("straight", ("ranks",), result=True) as b:
            ranks = b.parameter(0)
            for length, ace in self._lines():
                line: Expr = ranks
                for step in range(1, length):
                    line = binary(Op.AND, line, Binary(Op.SHR_U, ranks, Const(step)))
                if ace is not None:
                    line = binary(Op.AND, line, Binary(Op.SHR_U, ranks, Const(ace)))
                found = b.let(line)
                with (
                    b.count(ZERO, Const(top), down=True) as rank,
                    b.if_(binary(Op.AND, Binary(Op.SHR_U, found, rank), ONE)),
                ):
                    b.give(add(rank, length - 1))
            b.give(Const(-1))
            return Body(b.function, faulty=False)

    # Melds -------------------------------------------------------------------------------------

    def unmelded(self, cards: Seq, keys: int) -> Expr:
        """The least that is left, as ``constructs.hands.melds`` has it."""
        assert isinstance(cards, Array)
        function = self.shared("unmelded", self._unmelded)
        return self.b.let(ir.Call(function, (cards.start, cards.size, Const(keys))))

    def _unmelded(self) -> Body:
        space = self.space.items["card"]
        strengths = self.space.ruleset.strengths.get("rank")
        ranks = [strengths[rank] if strengths else rank for rank in space.tables["rank"]]
        rank_table, suit_table = self.layout.constant(list(ranks)), self.layout.constant(list(space.tables["suit"]))
        room = MeldRoom(*(self.layout.take(size) for size in (melds.MAX_CARDS, MAX_MELDS, 1, 1, 1, _MASKS, _MASKS)))
        left = self._left(room)
        with self.function("unmelded", ("first", "count", "keys"), result=True) as b:
            first, size, keys = (b.parameter(place) for place in range(3))
            with b.if_(compare(Op.GT, size, melds.MAX_CARDS)):
                self.trouble()
                b.give(ZERO)
            b.store(None, room.number, ZERO)
            b.store(None, room.call, add(load(None, room.call), 1))
            b.store(None, room.plain, ONE)

            def note(mask: Expr) -> None:
                count = b.let(load(None, room.number))
                with b.if_(compare(Op.GE, count, MAX_MELDS)):
                    self.trouble(BEYOND)
                    b.give(ZERO)
                b.store(count, room.melds, mask)
                b.store(None, room.number, add(count, 1))

            def is_like(other: Expr, rank: Expr, suit: Expr | None) -> Expr:
                card = b.let(load(add(first, other)))
                same = compare(Op.EQ, load(card, rank_table), rank)
                return same if suit is None else binary(Op.AND, same, compare(Op.EQ, load(card, suit_table), suit))

            def run_on(mask: Expr, rank: Expr, suit: Expr, length: int) -> None:
                """Add the runs that go on from one; of cards alike each can be the one in the run."""
                with b.count(ZERO, size) as other, b.if_(is_like(other, add(rank, length), suit)):
                    longer = b.let(binary(Op.OR, mask, bit(other)))
                    if length + 1 >= melds.LEAST:
                        note(longer)
                    if length + 1 < melds.MOST:
                        run_on(longer, rank, suit, length + 1)

            with b.count(ZERO, size) as place:
                worth = b.let(load(add(keys, place)))
                b.store(place, room.values, worth)
                # No total of so few cards leaves 64 bits then.
                self.refuse(self._large(worth), BEYOND)
                with b.if_(compare(Op.LT, worth, 0)):
                    b.store(None, room.plain, ZERO)
                rank = b.let(load(load(add(first, place)), rank_table))
                suit = b.let(load(load(add(first, place)), suit_table))
                # Sets of which this is the first card: with two or more of the later ones of its rank.
                same = b.var(ZERO)
                with b.count(add(place, 1), size) as other, b.if_(is_like(other, rank, None)):
                    b.set(same, binary(Op.OR, same, bit(other)))
                part = b.var(same)
                with b.loop() as loop:
                    b.leave(loop, is_zero(part))
                    cards = b.let(Ones(part))
                    fits = binary(Op.AND, compare(Op.GE, cards, melds.LEAST - 1), compare(Op.LT, cards, melds.MOST))
                    with b.if_(fits):
                        note(binary(Op.OR, part, bit(place)))
                    b.set(part, binary(Op.AND, sub(part, 1), same))
                run_on(b.let(bit(place)), rank, suit, 1)
            b.give(ir.Call(left, (sub(bit(size), 1),)))
            return Body(b.function, faulty=True)

    def _left(self, room: MeldRoom) -> ir.Function:
        """The least value of the cards of a mask that lie in no meld."""
        with self.function("left", ("free",), result=True) as b:
            free = b.parameter(0)
            with b.if_(is_zero(free)):
                b.give(ZERO)
            call = b.let(load(None, room.call))
            with b.if_(compare(Op.EQ, load(free, room.known), call)):
                b.give(load(free, room.least))
            card = b.let(Zeros(free))
            alone = b.let(bit(card))
            best = b.var(add(load(card, room.values), ir.Call(b.function, (Binary(Op.XOR, free, alone),))))
            with b.count(ZERO, load(None, room.number)) as place:
                meld = b.let(load(place, room.melds))
                mine = compare(Op.EQ, binary(Op.AND, meld, sub(ZERO, meld)), alone)
                whole = compare(Op.EQ, binary(Op.AND, meld, free), meld)
                better = binary(Op.OR, truth(best), is_zero(load(None, room.plain)))
                with b.if_(binary(Op.AND, binary(Op.AND, mine, whole), better)):
                    other = b.let(ir.Call(b.function, (Binary(Op.XOR, free, meld),)))
                    with b.if_(compare(Op.LT, other, best)):
                        b.set(best, other)
            b.store(free, room.known, call)
            b.store(free, room.least, best)
            b.give(best)
            return b.function
