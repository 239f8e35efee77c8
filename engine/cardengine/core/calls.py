"""The built-in functions whose result is one value."""

from __future__ import annotations

from functools import partial, reduce

from cardengine.core.base import BEYOND
from cardengine.core.builder import ONE, ZERO, add, binary, bit, compare, is_zero, load, mul, sub
from cardengine.core.ir import Binary, Choose, Const, Expr, Get, Ones, Op, Zeros
from cardengine.core.lists import Lists
from cardengine.core.numbers import cheap
from cardengine.core.values import Frac, Range, Seq, Tuple, Value
from cardengine.layout.space import WORD_MAX, WORD_MIN
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, ListType, element

WORD_BITS = 64
"""Values in a range of so many have a bit each in one number."""

FEW_ZONES = 16
"""So many zones' counts are added up one by one."""


class Calls(Lists):
    """Lowers calls of built-in functions."""

    def _Call(self, expr: t.Call) -> Value:  # noqa: N802
        result: Value = getattr(self, "_call_" + expr.function)(expr)
        return result

    def _size(self, argument: t.Expr) -> Expr:
        """How many values a list has."""
        b = self.b
        if isinstance(argument, t.ItemsOf):
            if self.zone_name(argument.zone) is not None:
                return load(self.zone_address(argument.zone)[0])
            return load(load(b.let(self.num(argument.zone)), self.zone_table))
        if isinstance(argument, t.Filter | t.Each | t.Joined | t.EveryItem) or (
            isinstance(argument, t.Call) and argument.function in ("subsets", "highest", "lowest")
        ):
            return self._counted(argument)
        if isinstance(argument, t.DefineCall | t.With | t.Without | t.Conditional | t.Rotated):
            return self._counted(argument)
        return self.seq(argument).count(b)

    def _counted(self, argument: t.Expr) -> Expr:
        b = self.b
        if isinstance(argument, t.With):
            left = b.let(self._size(argument.left))
            return add(left, self._size(argument.right))
        zones = self._zones_of(argument)
        if zones:
            return reduce(add, zones)
        if isinstance(argument, t.Each) and not self.risky(argument.body):
            # What is computed of each value doesn't change how many there are, unless it is a fault.
            return self._size(argument.source)
        number = b.var(ZERO, "n")
        if isinstance(argument, t.Filter):

            def one(_: Value, test: Expr) -> None:
                if cheap(test):
                    b.set(number, add(number, test))
                    return
                with b.if_(test):
                    b.set(number, add(number, 1))

            self.tested(argument, one)
        else:
            self.each(argument, lambda _: b.set(number, add(number, 1)))
        return number

    def _zones_of(self, argument: t.Expr) -> list[Expr] | None:
        """How many items lie in each of the zones that a list joins, if it joins a few that are known."""
        if not isinstance(argument, t.Joined) or not isinstance(argument.parts, t.EveryZone | t.ZoneFamily):
            return None
        zones = self.seq(argument.parts)
        if not (isinstance(zones, Range) and isinstance(zones.low, Const) and isinstance(zones.beyond, Const)):
            return None
        if zones.beyond.value - zones.low.value > FEW_ZONES:
            return None
        return [load(None, self.space.cells[zone].address) for zone in range(zones.low.value, zones.beyond.value)]

    def _call_count(self, expr: t.Call) -> Expr:
        return self._size(expr.arguments[0])

    def _call_sum(self, expr: t.Call) -> Value:
        b = self.b
        source = expr.arguments[0]
        if element(source.type) is FRACTION:
            num, den = b.var(ZERO), b.var(ONE)

            def fraction(x: Value) -> None:
                assert isinstance(x, Frac)
                left, right = self._kept(Frac(num, den)), self._kept(x)
                total = self._lowest(
                    add(mul(left.num, right.den), mul(right.num, left.den)), mul(left.den, right.den)
                )  # fmt: skip
                b.set(num, total.num)
                b.set(den, total.den)

            self.each(source, fraction)
            return Frac(num, den)
        kept = b.body
        total = b.var(ZERO, "sum")
        beginning = kept[-1]
        parts: list[Expr] = []
        found = self.known(expr)
        safe = found.low > WORD_MIN and found.high < WORD_MAX
        items = self.known(source)
        small = max(abs(items.low), abs(items.high)) < 2**40

        looped = False

        def one(x: Value) -> None:
            nonlocal looped
            assert isinstance(x, Expr)
            if (safe or small) and b.body is kept:
                parts.append(b.let(x))
                return
            looped = True
            b.set(total, add(total, x) if safe or small else self.checked(Op.ADD, total, x))

        self.each(source, one)
        if not parts:
            return total
        # Of values that are written out, as those of a pair, the sum needs no name.
        if looped:
            parts.append(total)
        else:
            del kept[next(number for number, other in enumerate(kept) if other is beginning)]
        return reduce(add, parts)

    # The least and the greatest ----------------------------------------------------------------

    def _call_min(self, expr: t.Call) -> Value:
        return self._extreme(expr, highest=False)

    def _call_max(self, expr: t.Call) -> Value:
        return self._extreme(expr, highest=True)

    def _extreme(self, expr: t.Call, *, highest: bool) -> Value:
        b = self.b
        argument = expr.arguments[0]
        kind = element(argument.type)
        if FRACTION in (kind, expr.type):
            return self._extreme_fraction(expr, highest=highest)
        strengths = self.space.strengths(kind or BOOL)
        table = self.layout.constant(list(strengths)) if strengths is not None else None
        op = Op.GT if highest else Op.LT
        certain = isinstance(argument, t.ListOf)
        if isinstance(argument, t.ListOf) and len(argument.items) == 2 and table is None:
            first, second = (b.let(self.num(item)) for item in argument.items)
            return Choose(compare(op, second, first), second, first)
        best, any_ = b.var(ZERO, "best"), b.var(ZERO, "any")

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            mine, theirs = (load(x, table), load(best, table)) if table is not None else (x, best)
            better = compare(op, mine, theirs)
            with b.if_(binary(Op.OR, is_zero(any_), better)):
                b.set(best, x)
                b.set(any_, ONE)

        self.each(argument, one)
        if not certain:
            with b.if_(is_zero(any_)):
                if expr.default is None:
                    self.trouble()
                else:
                    b.set(best, self.num(expr.default))
        return best

    def _extreme_fraction(self, expr: t.Call, *, highest: bool) -> Value:
        b = self.b
        argument = expr.arguments[0]
        num, den, any_ = b.var(ZERO), b.var(ONE), b.var(ZERO)

        def one(x: Value) -> None:
            value = self._kept(self.as_frac(x))
            left, right = mul(value.num, den), mul(num, value.den)
            with b.if_(binary(Op.OR, is_zero(any_), compare(Op.GT if highest else Op.LT, left, right))):
                b.set(num, value.num)
                b.set(den, value.den)
                b.set(any_, ONE)

        self.each(argument, one)
        with b.if_(is_zero(any_)):
            self._default_fraction(expr.default, num, den)
        return Frac(num, den)

    def _default_fraction(self, default: t.Expr | None, num: Get, den: Get) -> None:
        """What a fraction is that isn't there: the default, or a fault."""
        if default is None:
            self.trouble()
            return
        other = self.frac(default)
        self.b.set(num, other.num)
        self.b.set(den, other.den)

    # Yes or no ---------------------------------------------------------------------------------

    def _call_any(self, expr: t.Call) -> Expr:
        argument = expr.arguments[0]
        if element(argument.type) is BOOL:
            return self._search(argument, wanted=True)
        return self._occupied(argument, wanted=True)

    def _call_empty(self, expr: t.Call) -> Expr:
        return self._occupied(expr.arguments[0], wanted=False)

    def _occupied(self, argument: t.Expr, *, wanted: bool) -> Expr:
        lazy = isinstance(argument, t.Filter | t.DefineCall | t.Joined) and self._zones_of(argument) is None
        if lazy and self.early(argument):
            found = self._has_any(argument)
            return found if wanted else is_zero(found)
        size = self._size(argument)
        return compare(Op.NE, size, 0) if wanted else is_zero(size)

    def _has_any(self, argument: t.Expr) -> Expr:
        """Whether a list has a value; no more of it is computed than is needed to know."""
        b = self.b
        found = b.var(ZERO, "any")
        with b.block() as block:

            def one(_: Value) -> None:
                b.set(found, ONE)
                b.leave(block)

            def test(x: Value, fits: Expr) -> None:
                if cheap(fits):
                    # To look at all of a zone costs less than a branch that can't be foreseen.
                    b.set(found, binary(Op.OR, found, fits))
                    return
                with b.if_(fits):
                    one(x)

            if isinstance(argument, t.Filter) and isinstance(argument.source, t.ItemsOf):
                self.tested(argument, test)
            else:
                self.each(argument, one)
        return found

    def _search(self, argument: t.Expr, *, wanted: bool) -> Expr:
        b = self.b
        found = b.var(ZERO, "any")
        early = self.early(argument)
        with b.block() as block:

            def one(x: Value) -> None:
                assert isinstance(x, Expr)
                with b.if_(x if wanted else is_zero(x)):
                    b.set(found, ONE)
                    if early:
                        b.leave(block)

            self.each(argument, one)
        return found

    def _call_all(self, expr: t.Call) -> Expr:
        return is_zero(self._search(expr.arguments[0], wanted=False))

    def _call_same(self, expr: t.Call) -> Expr:
        b = self.b
        kind = element(expr.arguments[0].type)
        numbers = kind is not FRACTION and not isinstance(kind, ListType)
        few = self._few_values(expr.arguments[0]) if numbers else None
        if few:
            return reduce(partial(binary, Op.AND), [compare(Op.EQ, x, few[0]) for x in few[1:]] or [ONE])
        equal, any_ = b.var(ONE, "same"), b.var(ZERO, "any")
        if not numbers:
            values = self.collected(expr.arguments[0])

            def other(x: Value) -> None:
                with b.if_(is_zero(self.same(values.at(b, ZERO), x))):
                    b.set(equal, ZERO)

            values.each(b, other)
            return equal
        first = b.var(ZERO)

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            with b.if_(is_zero(any_)):
                b.set(first, x)
                b.set(any_, ONE)
            with b.if_(compare(Op.NE, first, x)):
                b.set(equal, ZERO)

        self.each(expr.arguments[0], one)
        return equal

    def _call_run(self, expr: t.Call) -> Expr:
        # Consecutive in any order: no value twice, and the greatest so far above the least as there are values.
        b = self.b
        argument = expr.arguments[0]
        strengths = self.space.strengths(element(argument.type) or BOOL)
        table = self.layout.constant(list(strengths)) if strengths is not None else None
        known = self.known(argument)
        low, high = (min(strengths), max(strengths)) if strengths else (known.low, known.high)
        if high - low < WORD_BITS:
            return self._run_of_bits(argument, table, low)
        few = self._few_values(argument)
        if few is not None:
            return self._run_of_few([b.let(load(x, table) if table is not None else x) for x in few])
        values = self.gather(
            element(argument.type) or BOOL, self.most(argument),
            lambda put: self.each(argument, lambda x: put(load(x, table) if table is not None else x)),  # type: ignore[arg-type]  # numbers
        )  # fmt: skip
        least, most, fine = b.var(Const(WORD_MAX)), b.var(Const(WORD_MIN)), b.var(ONE, "run")
        with b.count(ZERO, values.size) as place:
            x = b.let(values.at(b, place))  # type: ignore[arg-type]  # numbers
            with b.if_(compare(Op.LT, x, least)):
                b.set(least, x)
            with b.if_(compare(Op.GT, x, most)):
                b.set(most, x)
            with b.count(ZERO, place) as earlier, b.if_(compare(Op.EQ, values.at(b, earlier), x)):  # type: ignore[arg-type]  # numbers
                b.set(fine, ZERO)
        with b.if_(values.size):
            b.set(fine, binary(Op.AND, fine, compare(Op.EQ, sub(most, least), sub(values.size, 1))))
        return fine

    def _run_of_bits(self, argument: t.Expr, table: int | None, low: int) -> Expr:
        """A bit for each value: as many as there are values, and no gap between them."""
        b = self.b
        bits, size = b.var(ZERO, "bits"), b.var(ZERO, "n")

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            value = load(x, table) if table is not None else x
            b.set(bits, binary(Op.OR, bits, bit(sub(value, low))))
            b.set(size, add(size, 1))

        self.each(argument, one)
        lowest = b.let(Binary(Op.SHR_U, bits, Zeros(bits)))
        gapless = is_zero(binary(Op.AND, lowest, add(lowest, 1)))
        return binary(Op.AND, compare(Op.EQ, Ones(bits), size), gapless)

    def _few_values(self, argument: t.Expr) -> list[Expr] | None:
        """The values of a list of which the number is known, when they are few."""
        source = argument.source if isinstance(argument, t.Each) else argument
        value = self.names.get(source.local) if isinstance(source, t.LocalValue) else None
        if not isinstance(value, Tuple):
            return None
        found: list[Expr] = []

        def put(x: Value) -> None:
            assert isinstance(x, Expr)
            found.append(self.b.let(x))

        self.each(argument, put)
        return found

    def _run_of_few(self, values: list[Expr]) -> Expr:
        low, high = values[0], values[0]
        for x in values[1:]:
            low = self.b.let(Choose(compare(Op.LT, x, low), x, low))
            high = self.b.let(Choose(compare(Op.GT, x, high), x, high))
        fine: Expr = compare(Op.EQ, sub(high, low), len(values) - 1)
        for number, x in enumerate(values):
            for other in values[:number]:
                fine = binary(Op.AND, fine, compare(Op.NE, x, other))
        return fine

    # One of a list -----------------------------------------------------------------------------

    def _call_first(self, expr: t.Call) -> Value:
        return self._end(expr, last=False)

    def _call_top(self, expr: t.Call) -> Value:
        return self._end(expr, last=False)

    def _call_last(self, expr: t.Call) -> Value:
        return self._end(expr, last=True)

    def _end(self, expr: t.Call, *, last: bool) -> Value:
        b = self.b
        argument = expr.arguments[0]
        kind = element(argument.type)
        if kind is FRACTION or expr.type is FRACTION:
            seq = self.seq(argument)
            return self._pick_fraction(seq, expr, last=last)
        result, size = b.var(ZERO, "end"), None
        if not last and isinstance(argument, t.Filter | t.DefineCall | t.Joined | t.Each) and self.early(argument):
            found = b.var(ZERO, "any")
            with b.block() as block:

                def one(x: Value) -> None:
                    assert isinstance(x, Expr)
                    b.set(result, x)
                    b.set(found, ONE)
                    b.leave(block)

                self.each(argument, one)
            missing = is_zero(found)
        else:
            seq = self.seq(argument)
            size = b.let(seq.count(b))
            with b.if_(size):
                value = seq.at(b, sub(size, 1) if last else ZERO)
                assert isinstance(value, Expr)
                b.set(result, value)
            missing = is_zero(size)
        with b.if_(missing):
            if expr.default is None:
                self.trouble()
            else:
                b.set(result, self.num(expr.default))
        return result

    def _pick_fraction(self, seq: Seq, expr: t.Call, *, last: bool) -> Frac:
        b = self.b
        num, den = b.var(ZERO), b.var(ONE)
        size = b.let(seq.count(b))
        none, some = b.if_else(is_zero(size))
        with b.inside(none):
            self._default_fraction(expr.default, num, den)
        with b.inside(some):
            value = self.as_frac(seq.at(b, sub(size, 1) if last else ZERO))
            b.set(num, value.num)
            b.set(den, value.den)
        return Frac(num, den)

    def _Index(self, expr: t.Index) -> Value:  # noqa: N802
        b = self.b
        seq = self.seq(expr.source)
        size = b.let(seq.count(b))
        place = b.let(sub(self.num(expr.index), 1))
        wrong = binary(Op.OR, compare(Op.LT, place, 0), compare(Op.GE, place, size))
        if expr.type is FRACTION:
            num, den = b.var(ZERO), b.var(ONE)
            bad, good = b.if_else(wrong)
            with b.inside(bad):
                self.trouble()
            with b.inside(good):
                found = self.as_frac(seq.at(b, place))
                b.set(num, found.num)
                b.set(den, found.den)
            return Frac(num, den)
        result = b.var(ZERO)
        bad, good = b.if_else(wrong)
        with b.inside(bad):
            self.trouble()
        with b.inside(good):
            value = seq.at(b, place)
            assert isinstance(value, Expr)
            b.set(result, value)
        return result

    # Players -----------------------------------------------------------------------------------

    def _call_left(self, expr: t.Call) -> Expr:
        b, seats = self.b, self.space.players
        player, amount = self.present(expr.arguments[0]), self.num(expr.arguments[1])
        found = self.known(expr.arguments[1])
        if found.low >= 0 and found.high <= seats:
            total = b.let(add(player, amount))
            return Choose(compare(Op.GE, total, seats), sub(total, seats), total)
        rest = b.let(Binary(Op.REM, add(player, Binary(Op.REM, amount, Const(seats))), Const(seats)))
        return Choose(compare(Op.LT, rest, 0), add(rest, seats), rest)

    def _call_next(self, expr: t.Call) -> Expr:
        b, seats = self.b, self.space.players
        player = b.let(self.present(expr.arguments[0]))
        result, least = b.var(player, "next"), b.var(Const(seats))

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            away = b.var(sub(x, player))
            with b.if_(compare(Op.LT, away, 0)):
                b.set(away, add(away, seats))
            with b.if_(binary(Op.AND, compare(Op.GT, away, 0), compare(Op.LT, away, least))):
                b.set(least, away)
                b.set(result, x)

        self.each(expr.arguments[1], one)
        return result

    # Others ------------------------------------------------------------------------------------

    def _call_room(self, expr: t.Call) -> Expr:
        cells = self.space.cells
        number = self.b.let(self.num(expr.arguments[0]))
        capacities = self.layout.constant([cell.capacity for cell in cells])
        return sub(load(number, capacities), load(load(number, self.zone_table)))

    def _call_absolute(self, expr: t.Call) -> Value:
        b = self.b
        if expr.type is FRACTION:
            inner = self.frac(expr.arguments[0])
            num = b.let(inner.num)
            return Frac(Choose(compare(Op.LT, num, 0), sub(ZERO, num), num), inner.den)
        value = b.let(self.num(expr.arguments[0]))
        if self.known(expr.arguments[0]).low <= WORD_MIN:
            self.refuse(compare(Op.EQ, value, WORD_MIN))
        return Choose(compare(Op.LT, value, 0), sub(ZERO, value), value)

    def _call_poker_rank(self, expr: t.Call) -> Expr:
        return self.poker_rank(self.seq(expr.arguments[0]))

    def _call_unmelded(self, expr: t.Call) -> Expr:
        assert expr.it is not None
        assert expr.key is not None
        cards = self.collected(expr.arguments[0])
        keys, cells = self.keys_of(cards, expr.it, expr.key)
        if cells != 1:
            self.trouble(BEYOND)
            return ZERO
        return self.unmelded(cards, keys)

    def poker_rank(self, cards: Seq) -> Expr:
        """The worth of the best five cards."""
        raise NotImplementedError

    def unmelded(self, cards: Seq, keys: int) -> Expr:
        """The least that is left outside of sets and runs."""
        raise NotImplementedError
