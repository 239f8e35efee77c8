"""The operations with which verbs are lowered: stores to registers and variables, moves and draws of items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardengine.core.board import Laying, Spot
from cardengine.core.shuffle import draw_one, shuffle, shuffle_all
from cardengine.ir import nodes as ir
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array, Seq, Value, number, sequence
from cardengine.layout.space import ItemSpace, Register, VariableSpace
from cardengine.tree import nodes as t
from cardengine.tree.types import TEAM, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

# Registers and variables -----------------------------------------------------------------------------


def put(low: Lowering, register: Register, value: Value) -> None:
    """Store a value in a register; a list with more values than the register has room for is a fault."""
    if register.capacity is None:
        low.b.put(register.address, number(value))
    else:
        put_list(low, register.address, register.capacity, sequence(value))


def put_list(low: Lowering, address: int, capacity: int, value: Seq) -> None:
    """Store a list in cells: its count, its values, then zeros."""
    b = low.b
    size = b.let(value.count(b))
    with b.block() as block:
        if value.most > capacity:
            with b.if_(b.gt(size, capacity)):
                low.trouble()
                b.leave(block)
        # A list may be read from the register to which it is written; then only its end changes.
        place = b.var(0)

        def one(x: Expr) -> None:
            b.store(place, address + 1, x)
            b.step(place)

        value.each_number(b, one)
        b.put(address, size)
        if not low.lean:
            with b.loop() as loop:
                b.leave(loop, b.ge(place, capacity))
                b.store(place, address + 1, 0)
                b.step(place)


def put_variable(low: Lowering, cells: VariableSpace, place: Expr | None, value: Expr, *, proven: bool) -> None:
    """Store a value in a variable, checking its bounds unless proven."""
    b = low.b
    if not proven:
        value = b.let(value)
        with b.if_(b.or_(b.lt(value, cells.low), b.gt(value, cells.high))):
            low.trouble()
            low.stop_at_fault()
    b.store(place, cells.address, value)


# Items -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effects:
    """Builds the code of verbs."""

    low: Lowering

    def put(self, register: Register, value: Value) -> None:
        """Store a value in a register."""
        put(self.low, register, value)

    def put_variable(self, cells: VariableSpace, place: Expr | None, value: Expr, *, proven: bool) -> None:
        """Store a value in a variable, checking its bounds unless proven."""
        put_variable(self.low, cells, place, value, proven=proven)

    def moved(self, expr: t.Expr) -> Expr | Array:
        """Items to be moved: one, or a list without repetitions."""
        low = self.low
        if isinstance(expr, t.ListOf) and len(expr.items) == 1:
            return low.b.let(low.num(expr.items[0]))
        found = low.seq(expr)
        once = low.distinct(found)
        # A list that is read directly from a zone would change during the move.
        apart = isinstance(found, Array) and isinstance(found.start, Const) and found.start.value >= low.space.size
        if once is found and not apart:
            return low.copied(found)
        assert isinstance(once, Array)
        return once

    def moved_list(self, expr: t.Expr) -> Array:
        """Items as a list in scratch cells, without repetitions."""
        found = self.moved(expr)
        if isinstance(found, Array):
            return found
        return self.low.gather(element(expr.type) or TEAM, 1, lambda put: put(found))

    def fixed_list(self, expr: t.Expr) -> Seq:
        """A list that stays the same while the state changes."""
        return sequence(self.low.fixed(expr))

    def move(self, kind: ItemSpace, items: Expr | Array, spot: Spot, target: t.Target) -> None:
        """Move one item, or several as a block."""
        laying = Laying(target.end, target.facing)
        if isinstance(items, Array):
            self.low.board.move(kind, items, spot, laying)
        else:
            self.low.board.move_one(kind, items, spot, laying)

    def replace(self, kind: ItemSpace, item: Expr, spot: Spot, target: t.Target, successor: Expr) -> None:
        """Move an item to a zone, and its successor to the place that it leaves free."""
        self.low.board.replace(kind, item, spot, Laying(target.end, target.facing), successor)

    def draw(self, source: Spot, spot: Spot, target: t.Target | None = None) -> ir.Call:
        """Draw one item; returns whether there was one."""
        return draw_one(self.low, source, spot, Laying(target.end, target.facing) if target is not None else Laying())

    def at_most_all(self, amount: Expr, source: Spot) -> Expr:
        """At most the number of items: drawing from a zone into itself would never end."""
        b, count = self.low.b, self.low.space.items[source.kind].count
        return b.choose(b.gt(amount, count), count, amount)

    def shuffle(self, expr: t.Expr | None, spot: Spot) -> None:
        """Move items into a zone, then permute the whole zone."""
        low, kind = self.low, self.low.space.items[spot.kind]
        items: Array | None = None
        if expr is not None:
            found = low.known(expr)
            everything = found.constant and list(found.value) == list(range(kind.count))
            if everything and not low.tracks and not low.board.bounded(spot) and isinstance(spot.number, Const):
                shuffle_all(low, kind, spot)
                return
            items = self.moved_list(expr)
        low.settle()
        shuffle(low, kind, items, spot)
