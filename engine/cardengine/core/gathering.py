"""Lists that are built: constant ones in tables, others in scratch cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardengine.ir.memory import UNBOUNDED, Trouble
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array, Consumer, Frac, Range, Seq, Value, holds, keep, number, width
from cardengine.tree.types import FRACTION, INT, ListType, Type

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


def constant_list(low: Lowering, values: Sequence[object], item: Type) -> Seq:
    """A constant list."""
    most = len(values)
    if isinstance(item, ListType):
        lists = [[int(x) for x in value] for value in values]  # type: ignore[attr-defined]  # lists of numbers
        cells = [cell for value in lists for cell in (low.column(value or [0]), len(value))]
        inner = max(map(len, lists), default=0)
        return Array(item, most, Const(low.column(cells or [0])), Const(most), inner)
    if item is FRACTION:
        cells = [int(part) for value in values for part in (value.numerator, value.denominator)]  # type: ignore[attr-defined]  # numbers
        return Array(item, most, Const(low.column(cells)), Const(most))
    numbers = [int(value) for value in values]  # type: ignore[call-overload]  # numbers
    if numbers and numbers[-1] < 2**63 - 1 and numbers == list(range(numbers[0], numbers[0] + most)):
        return Range(item, most, Const(numbers[0]), Const(numbers[0] + most))
    distinct = len(set(numbers)) == most
    return Array(item, most, Const(low.column(numbers or [0])), Const(most), distinct=distinct)


def gather(
    low: Lowering, item: Type, most: int, fill: Callable[[Consumer], None], *, inner: int = 0, distinct: bool = False
) -> Array:
    """A list in scratch cells; ``fill`` gets a function that appends a value."""
    b, cells = low.b, width(item)
    room = min(max(most, 1) * max(inner, 1), 4 * UNBOUNDED)
    start = low.layout.take(max(most, 1) * cells)
    size = b.var(0, "n")
    nested = isinstance(item, ListType)
    pool = low.layout.take(room) if nested else 0
    used = b.var(0, "used") if nested else size

    def put(value: Value) -> None:
        value = keep(b, value)
        with b.block() as block:
            if most >= UNBOUNDED:
                with b.if_(b.ge(size, most)):
                    low.trouble(Trouble.BEYOND)
                    b.leave(block)
            at = b.mul(size, cells)
            if isinstance(value, Frac):
                b.store(at, start, value.num)
                b.store(at, start + 1, value.den)
            elif isinstance(value, Seq):
                count = b.let(value.count(b))
                with b.if_(b.gt(b.add(used, count), room)):
                    low.trouble(Trouble.BEYOND)
                    b.leave(block)
                b.store(at, start, b.add(used, pool))
                b.store(at, start + 1, count)
                value.each_number(b, copy)
            else:
                b.store(at, start, value)
            b.step(size)

    def copy(x: Expr) -> None:
        b.store(used, pool, x)
        b.step(used)

    fill(put)
    return Array(item, most, Const(start), size, inner, distinct=distinct)


def once_each(low: Lowering, item: Type, most: int, source: Callable[[Consumer], None], inner: int) -> Array:
    """The values that ``source`` yields, without repetitions."""
    b = low.b
    least, greatest = low.space.range_of(item)
    if item is not INT and not isinstance(item, ListType) and item is not FRACTION and greatest - least < UNBOUNDED:
        return gather(low, item, most, lambda put: source(_new_only(low, least, greatest, put)), distinct=True)
    size = b.var(0, "n")
    # The values so far are at the beginning of the cells that ``gather`` allocates next.
    taken = Array(item, most, Const(low.layout.top), size, inner)

    def fill(put: Consumer) -> None:
        def one(x: Value) -> None:
            with b.if_(b.not_(holds(b, taken, x))):
                put(x)
                b.step(size)

        source(one)

    return gather(low, item, most, fill, inner=inner, distinct=True)


def _new_only(low: Lowering, least: int, greatest: int, put: Consumer) -> Consumer:
    """Pass each value of a small range on once, using a table of the last iteration in which it occurred."""
    b = low.b
    noted, walk = low.layout.take(greatest - least + 1), low.layout.take(1)
    now = b.let(b.add(b.load(walk), 1))
    b.put(walk, now)

    def one(x: Value) -> None:
        key = b.let(b.sub(number(x), least))
        with b.if_(b.ne(b.load(key, noted), now)):
            b.store(key, noted, now)
            put(x)

    return one
