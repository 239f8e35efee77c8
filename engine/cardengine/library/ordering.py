"""Lists ordered by keys: sorting, grouping, and finding the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array, Consumer, Value, keep
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ListType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


@dataclass(frozen=True, slots=True)
class Keyed:
    """A list with a key for each value.

    Attributes:
        low: the context.
        values: the list.
        keys: the first cell of the keys, which lie beside one another.
        cells: how many cells a key takes: a fraction two.
    """

    low: Lowering
    values: Array
    keys: int
    cells: int

    @classmethod
    def of(cls, low: Lowering, values: Array, it: t.Local, key: t.Expr) -> Keyed:
        """Compute the keys of a list's values."""
        b, cells = low.b, 2 if key.type is FRACTION else 1
        keys = low.layout.take(max(values.most, 1) * cells)
        place = b.var(0, "k")

        def one(x: Value) -> None:
            inner = low.bind(it, x)
            if cells == 1:
                b.store(place, keys, inner.measured(key))
            else:
                value = low.arithmetic.fit(inner.frac(key))
                b.store(b.mul(place, 2), keys, value.num)
                b.store(b.mul(place, 2), keys + 1, value.den)
            b.step(place)

        values.each(b, one)
        return cls(low, values, keys, cells)

    def less(self, first: Expr, second: Expr) -> Expr:
        """Whether the key at one index is less than that at another."""
        b, keys = self.low.b, self.keys
        if self.cells == 1:
            return b.lt(b.load(first, keys), b.load(second, keys))
        left, right = b.mul(first, 2), b.mul(second, 2)
        return b.lt(
            b.mul(b.load(left, keys), b.load(right, keys + 1)), b.mul(b.load(right, keys), b.load(left, keys + 1))
        )

    def equal(self, first: Expr, second: Expr) -> Expr:
        """Whether the keys at two indices are equal."""
        b = self.low.b
        pairs = [[b.load(b.mul(at, self.cells), self.keys + cell) for at in (first, second)] for cell in (0, 1)]
        return b.both(*(b.eq(*pair) for pair in pairs[: self.cells]))

    def order(self, *, highest: bool = False, order: int | None = None) -> int:
        """Sort the indices by their keys, stably; returns the address of the order. A given order is sorted further."""
        b, size = self.low.b, self.values.size
        if order is None:
            order = self.low.layout.take(max(self.values.most, 1))
            with b.count(0, size) as place:
                b.store(place, order, place)
        with b.count(1, size) as place:
            moved = b.let(b.load(place, order))
            at = b.var(place)
            with b.loop() as loop:
                b.leave(loop, b.le(at, 0))
                before = b.let(b.load(b.sub(at, 1), order))
                less = self.less(before, moved) if highest else self.less(moved, before)
                b.leave(loop, b.not_(less))
                b.store(at, order, before)
                b.step(at, -1)
            b.store(at, order, moved)
        return order

    def in_order(self, order: int) -> Array:
        """The values in an order of their indices."""
        b, values = self.low.b, self.values

        def fill(put: Consumer) -> None:
            with b.count(0, values.size) as place:
                put(values.at(b, b.load(place, order)))

        return self.low.gather(values.item, values.most, fill, inner=values.inner)

    def best(self, body: Consumer, *, highest: bool) -> None:
        """Iterate over the values with the best key."""
        b, values = self.low.b, self.values
        best = b.var(0)
        with b.count(1, values.size) as place:
            better = self.less(best, place) if highest else self.less(place, best)
            with b.if_(better):
                b.set(best, place)
        with b.count(0, values.size) as place, b.if_(self.equal(place, best)):
            body(keep(b, values.at(b, place)))

    def groups(self) -> Array:
        """The values in groups with equal keys, by ascending key."""
        b, values = self.low.b, self.values
        order = self.order()
        sorted_ = self.low.layout.take(max(values.most, 1))
        groups = self.low.layout.take(2 * max(values.most, 1))
        number = b.var(-1)
        with b.count(0, values.size) as place:
            here = b.let(b.load(place, order))
            b.store(place, sorted_, values.number(b, here))
            new = b.var(b.not_(place))
            with b.if_(b.not_(new)):
                b.set(new, self.less(b.let(b.load(b.sub(place, 1), order)), here))
            with b.if_(new):
                b.step(number)
                b.store(b.mul(number, 2), groups, b.add(place, sorted_))
                b.store(b.mul(number, 2), groups + 1, 0)
            at = b.let(b.mul(number, 2))
            b.store(at, groups + 1, b.add(b.load(at, groups + 1), 1))
        return Array(ListType(values.item), values.most, Const(groups), b.let(b.add(number, 1)), values.most)
