"""Lists sorted, grouped and taken in parts."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

from cardengine.constructs.functions.subsets import MAX_SUBSETS
from cardengine.core import ir
from cardengine.core.base import UNBOUNDED, Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, mul, sub
from cardengine.core.ir import Binary, Choose, Const, Expr, Op
from cardengine.core.numbers import Numbers
from cardengine.core.values import Array, Seq, Tuple, Value, keep
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ListType, Type, element

Consumer = Callable[[Value], None]

ENOUGH = 1_000_000
"""Where counting the parts of a list ends: more are too many in any case."""

DEEPEST = 5
"""Parts of up to so many values are listed by plain loops, one in the other."""


class Sorting(Numbers):
    """Lowers what sorts lists, groups them, or takes parts of them."""

    def keyed(self, expr: t.Call) -> tuple[Array, int, int]:
        """A list with a key for each value beside it: the values, the keys' address, the cells of a key.

        A key is a number, or a fraction of two cells.
        """
        assert expr.it is not None
        assert expr.key is not None
        most = self.most(expr.arguments[0])
        values = self.gather(
            item_of(expr.arguments[0]), most, lambda put: self.each(expr.arguments[0], put),
            inner=self.inner(expr.arguments[0]),
        )  # fmt: skip
        keys, cells = self.keys_of(values, expr.it, expr.key)
        return values, keys, cells

    def keys_of(self, values: Seq, it: t.Local, key: t.Expr) -> tuple[int, int]:
        """The keys of a list's values: their address, and the cells of each."""
        b = self.b
        cells = 2 if key.type is FRACTION else 1
        keys = self.layout.take(max(values.most, 1) * cells)
        place = b.var(ZERO, "k")

        def one(x: Value) -> None:
            with self.named(it, x):
                if cells == 2:
                    value = self._kept(self.frac(key))
                    b.store(mul(place, 2), keys, value.num)
                    b.store(mul(place, 2), keys + 1, value.den)
                else:
                    b.store(place, keys, self.measured(key))
            b.set(place, add(place, 1))

        values.each(b, one)
        return keys, cells

    def key_less(self, keys: int, cells: int, first: Expr, second: Expr) -> Expr:
        """Whether the key at one place is less than that at another."""
        if cells == 1:
            return compare(Op.LT, load(first, keys), load(second, keys))
        a, c = mul(first, 2), mul(second, 2)
        return compare(Op.LT, mul(load(a, keys), load(c, keys + 1)), mul(load(c, keys), load(a, keys + 1)))

    def order_by(self, size: Expr, most: int, keys: int, cells: int, *, highest: bool = False,
                 order: int | None = None) -> int:  # fmt: skip
        """Places sorted by their keys, stable: the address of the order. A given order is sorted again."""
        b = self.b
        if order is None:
            order = self.layout.take(max(most, 1))
            with b.count(ZERO, size) as place:
                b.store(place, order, place)
        with b.count(ONE, size) as place:
            moved = b.let(load(place, order))
            at = b.var(place)
            with b.loop() as loop:
                b.leave(loop, compare(Op.LE, at, 0))
                before = b.let(load(sub(at, 1), order))
                less = (
                    self.key_less(keys, cells, before, moved) if highest else self.key_less(keys, cells, moved, before)
                )
                b.leave(loop, is_zero(less))
                b.store(at, order, before)
                b.set(at, sub(at, 1))
            b.store(at, order, moved)
        return order

    def _sorted(self, expr: t.Call) -> Seq:
        b = self.b
        values, keys, cells = self.keyed(expr)
        order = self.order_by(values.size, values.most, keys, cells)

        def fill(put: Consumer) -> None:
            with b.count(ZERO, values.size) as place:
                put(values.at(b, load(place, order)))

        return self.gather(values.item, values.most, fill, inner=values.inner)

    def _best(self, expr: t.Call, body: Consumer) -> None:
        b = self.b
        values, keys, cells = self.keyed(expr)
        best = b.var(ZERO)
        with b.count(ONE, values.size) as place:
            better = (
                self.key_less(keys, cells, best, place) if expr.function == "highest"
                else self.key_less(keys, cells, place, best)
            )  # fmt: skip
            with b.if_(better):
                b.set(best, place)
        with b.count(ZERO, values.size) as place:
            equal = compare(Op.EQ, load(mul(place, cells), keys), load(mul(best, cells), keys))
            if cells == 2:
                second = compare(Op.EQ, load(mul(place, 2), keys + 1), load(mul(best, 2), keys + 1))
                equal = binary(Op.AND, equal, second)
            with b.if_(equal):
                body(keep(b, values.at(b, place)))

    def partition(self, expr: t.Call) -> Array:
        """A list's values in groups of one key, by rising key."""
        b = self.b
        values, keys, cells = self.keyed(expr)
        order = self.order_by(values.size, values.most, keys, cells)
        sorted_ = self.layout.take(max(values.most, 1))
        groups = self.layout.take(2 * max(values.most, 1))
        number = b.var(Const(-1))
        with b.count(ZERO, values.size) as place:
            here = b.let(load(place, order))
            value = values.at(b, here)
            assert isinstance(value, Expr)
            b.store(place, sorted_, value)
            new = b.var(is_zero(place))
            with b.if_(is_zero(new)):
                before = load(sub(place, 1), order)
                b.set(new, self.key_less(keys, cells, b.let(before), here))
            with b.if_(new):
                b.set(number, add(number, 1))
                b.store(mul(number, 2), groups, add(place, sorted_))
                b.store(mul(number, 2), groups + 1, ZERO)
            at = b.let(mul(number, 2))
            b.store(at, groups + 1, add(load(at, groups + 1), 1))
        item = ListType(values.item)
        return Array(Const(groups), b.let(add(number, 1)), item, values.most, inner=values.most)

    def _subsets(self, expr: t.Call, body: Consumer) -> None:
        """All parts of a list by size, then by position; each lies in the same room."""
        b = self.b
        source = self.seq(expr.arguments[0])
        sizes = [b.let(self.num(argument)) for argument in expr.arguments[1:]]
        if self.plain_loops(source, sizes[0], sizes[-1], body, MAX_SUBSETS):
            return
        low, high = sizes[0], sizes[-1]
        total = b.let(source.count(b))
        inner = max(1, min(source.most, max(self.known(expr.arguments[-1]).high, 0)))
        found = b.var(ZERO, "found")

        def one(part: Array) -> None:
            b.set(found, add(found, 1))
            with b.if_(compare(Op.GT, found, MAX_SUBSETS)):
                self.trouble()
            body(part)

        limit = compare(Op.LE, found, MAX_SUBSETS)
        self.subsets_of(source, total, low, high, inner, one, limit)

    def plain_loops(self, source: Seq, low: Expr, high: Expr, body: Consumer, limit: int) -> bool:
        """Build loops, one in the other, for parts of a few values; False when they would be too many.

        More parts than ``limit`` are a fault.
        """
        if not (isinstance(low, Const) and isinstance(high, Const)):
            return False
        sizes = range(max(low.value, 1), min(high.value, source.most) + 1)
        if low.value < 1 or not sizes or sizes[-1] > DEEPEST or len(sizes) > DEEPEST - 1:
            return False
        if isinstance(source.item, ListType):
            return False
        b = self.b
        total = b.var(source.count(b))
        if _ways(source.most, sizes) > limit:
            most = next(count for count in range(source.most) if _ways(count + 1, sizes) > limit)
            with b.if_(compare(Op.GT, total, most)):
                self.trouble()
                b.set(total, ZERO)

        def deeper(size: int, first: Expr, chosen: list[Expr]) -> None:
            if len(chosen) == size:
                body(Tuple(chosen, source.item, distinct=source.distinct))
                return
            # Room is left for those that follow.
            with b.count(first, sub(total, size - len(chosen) - 1)) as place:
                value = source.at(b, place)
                assert isinstance(value, Expr)
                deeper(size, add(place, 1), [*chosen, b.item(value)])

        for size in sizes:
            deeper(size, ZERO, [])
        return True

    def ways(self) -> ir.Function:
        """How many parts of a list have from so many to so many values; ``ENOUGH`` when they are more."""
        return self.shared("ways", self._ways)

    def _ways(self) -> Body:
        """How many parts of a list have from so many to so many values; a large number when they are many."""
        enough = ENOUGH
        with self.function("ways", ("total", "low", "high"), result=True) as b:
            total, low, high = (b.parameter(number) for number in range(3))
            found = b.var(ZERO, "ways")
            with b.count(low, add(high, 1)) as size:
                # comb(total, size), product by product; it stops when it is large.
                less = b.let(Choose(compare(Op.GT, size, sub(total, size)), sub(total, size), size))
                ways = b.var(ONE)
                with b.if_(compare(Op.LT, less, 0)):
                    b.set(ways, ZERO)
                with b.count(ZERO, less) as i:
                    b.set(ways, Binary(Op.DIV, Binary(Op.MUL, ways, sub(total, i)), add(i, 1)))
                    with b.if_(compare(Op.GT, ways, enough)):
                        b.give(Const(enough))
                b.set(found, add(found, ways))
                with b.if_(compare(Op.GT, found, enough)):
                    b.give(Const(enough))
            b.give(found)
            return Body(b.function, faulty=False)

    def subsets_of(
        self, source: Seq, total: Expr, low: Expr, high: Expr, inner: int, body: Callable[[Array], None],
        going: Expr | None = None, chosen: int | None = None,
    ) -> None:  # fmt: skip
        """Build a loop over the parts of a list that have from ``low`` to ``high`` values."""
        b = self.b
        least, most = b.var(low), b.var(high)
        with b.if_(compare(Op.LT, least, 0)):
            b.set(least, ZERO)
        with b.if_(compare(Op.GT, most, total)):
            b.set(most, total)
        places = self.layout.take(inner + 1) if chosen is None else chosen
        part = self.layout.take(inner + 1)
        item = source.item
        with b.count(least, add(most, 1)) as size:
            with b.count(ZERO, size) as place:
                b.store(place, places, place)
                first = source.at(b, place)
                assert isinstance(first, Expr)
                b.store(place, part, first)
            with b.loop() as loop:
                if going is not None:
                    b.leave(loop, is_zero(going))
                body(Array(Const(part), size, item, inner))
                # The last place that can still move on does, and those behind it follow it.
                at = b.var(sub(size, 1))
                with b.loop() as back:
                    b.leave(back, compare(Op.LT, at, 0))
                    b.leave(back, compare(Op.LT, load(at, places), sub(add(total, at), size)))
                    b.set(at, sub(at, 1))
                b.leave(loop, compare(Op.LT, at, 0))
                moved = b.var(add(load(at, places), 1))
                with b.count(at, size) as place:
                    b.store(place, places, moved)
                    value = source.at(b, moved)
                    assert isinstance(value, Expr)
                    b.store(place, part, value)
                    b.set(moved, add(moved, 1))

    # One of a list -----------------------------------------------------------------------------

    def one_list(self, expr: t.Expr) -> Seq:
        """A list that is one of a list of lists."""
        b = self.b
        if isinstance(expr, t.Index):
            source = self.seq(expr.source)
            place = b.var(sub(self.num(expr.index), 1))
            size = b.let(source.count(b))
            wrong = binary(Op.OR, compare(Op.LT, place, 0), compare(Op.GE, place, size))
            default = None
        else:
            assert isinstance(expr, t.Call)
            source = self.seq(expr.arguments[0])
            size = b.let(source.count(b))
            place = b.var(sub(size, 1) if expr.function == "last" else ZERO)
            wrong = is_zero(size)
            default = expr.default
        start, count = b.var(ZERO), b.var(ZERO)
        most = UNBOUNDED
        bad, good = b.if_else(wrong)
        with b.inside(bad):
            if default is None:
                self.trouble()
            else:
                other = self.collected(default)
                b.set(start, other.start)
                b.set(count, other.size)
        with b.inside(good):
            value = source.at(b, place)
            assert isinstance(value, Array)
            b.set(start, value.start)
            b.set(count, value.size)
            most = value.most or UNBOUNDED
        if default is not None:
            most = max(most, self.most(default))
        return Array(start, count, item_of(expr), most)


def item_of(expr: t.Expr) -> Type:
    """The type of a list's values."""
    found = element(expr.type)
    assert found is not None
    return found


def _ways(total: int, sizes: range) -> int:
    """How many parts of a list have so many values."""
    return sum(comb(total, size) for size in sizes)
