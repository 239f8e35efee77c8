"""Iterates over the subsets of a list."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import TYPE_CHECKING

from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array, Consumer, Seq, Tuple
from cardengine.tree.types import ListType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

UNROLLED = 5
"""Subsets of at most so many values are listed with nested loops."""


def every_subset(
    low: Lowering, source: Seq, sizes: tuple[Expr, Expr], largest: int, limit: int, body: Consumer
) -> None:
    """Build code for each subset of a list; more than ``limit`` subsets are a fault.

    Args:
        low: the context.
        source: the list.
        sizes: the fewest and the most values of a subset.
        largest: a constant bound of the most.
        limit: the most subsets.
        body: builds the code for a subset.
    """
    b = low.b
    if plain_subsets(low, source, *sizes, body, limit):
        return
    found = b.var(0, "found")

    def one(part: Array, _: int) -> None:
        b.step(found)
        low.fault_if(b.gt(found, limit))
        body(part)

    each_subset(low, source, *sizes, max(1, min(source.most, largest)), one, going=b.le(found, limit))


def plain_subsets(low: Lowering, source: Seq, least: Expr, most: Expr, body: Consumer, limit: int) -> bool:
    """Build nested loops for subsets of a few values; returns False if that would take too many.

    More subsets than ``limit`` are a fault.
    """
    if not (isinstance(least, Const) and isinstance(most, Const)) or isinstance(source.item, ListType):
        return False
    sizes = range(max(least.value, 1), min(most.value, source.most) + 1)
    if least.value < 1 or not sizes or sizes[-1] > UNROLLED or len(sizes) > UNROLLED - 1:
        return False
    b = low.b
    total = b.var(source.count(b))

    def ways(count: int) -> int:
        return sum(comb(count, size) for size in sizes)

    if ways(source.most) > limit:
        allowed = next(count for count in range(source.most) if ways(count + 1) > limit)
        with b.if_(b.gt(total, allowed)):
            low.trouble()
            b.set(total, 0)

    def deeper(size: int, first: Expr, chosen: tuple[Expr, ...]) -> None:
        if len(chosen) == size:
            body(Tuple(source.item, size, chosen, distinct=source.distinct))
            return
        # Leave enough values for the inner loops.
        with b.count(first, b.sub(total, size - len(chosen) - 1)) as place:
            deeper(size, b.add(place, 1), (*chosen, b.item(source.number(b, place))))

    for size in sizes:
        deeper(size, Const(0), ())
    return True


def each_subset(
    low: Lowering, source: Seq, least: Expr, most: Expr, largest: int, body: Callable[[Array, int], None], *,
    going: Expr | None = None,
) -> None:  # fmt: skip
    """Build a loop over the subsets of a list, by size, then by position; all use the same cells.

    Args:
        low: the context.
        source: the list.
        least: the fewest values of a subset.
        most: the most values of a subset.
        largest: a constant bound of ``most``.
        body: builds the code for a subset, given the subset and the address of its indices in the list.
        going: the loop ends when this is no longer true.
    """
    b = low.b
    total = b.let(source.count(b))
    first, last = b.var(least), b.var(most)
    with b.if_(b.lt(first, 0)):
        b.set(first, 0)
    with b.if_(b.gt(last, total)):
        b.set(last, total)
    places, part = low.layout.take(largest + 1), low.layout.take(largest + 1)
    with b.count(first, b.add(last, 1)) as size:
        with b.count(0, size) as place:
            b.store(place, places, place)
            b.store(place, part, source.number(b, place))
        with b.loop() as loop:
            if going is not None:
                b.leave(loop, b.not_(going))
            body(Array(source.item, largest, Const(part), size), places)
            # Advance the last index that can be advanced, and let those after it follow.
            at = b.var(b.sub(size, 1))
            with b.loop() as back:
                b.leave(back, b.lt(at, 0))
                b.leave(back, b.lt(b.load(at, places), b.sub(b.add(total, at), size)))
                b.step(at, -1)
            b.leave(loop, b.lt(at, 0))
            moved = b.var(b.add(b.load(at, places), 1))
            with b.count(at, size) as place:
                b.store(place, places, moved)
                b.store(place, part, source.number(b, moved))
                b.step(moved)
