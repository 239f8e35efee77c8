"""Lowers effects: the steps that move cards and set variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.core import ir
from cardengine.core.board import Laying, Spot
from cardengine.core.builder import binary
from cardengine.core.ir import Const, Expr, Op
from cardengine.core.library.shuffle import draw_one, shuffle, shuffle_all
from cardengine.core.values import Array, Seq, Value, number, sequence
from cardengine.layout.space import Register, VariableSpace
from cardengine.tree import nodes as t
from cardengine.tree.types import TEAM, ItemType, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

_HUGE = 2**62
"""Sums of smaller numbers fit into 64 bits."""


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


def put_variable(low: Lowering, cells: VariableSpace, place: Expr, value: Expr, *, proven: bool) -> None:
    """Store a value in a variable, checking its bounds unless proven."""
    b = low.b
    if not proven:
        value = b.let(value)
        with b.if_(b.or_(b.lt(value, cells.low), b.gt(value, cells.high))):
            low.trouble()
            low.stop_at_fault()
    b.store(place, cells.address, value)


# Items -----------------------------------------------------------------------------------------------


def moved(low: Lowering, expr: t.Expr) -> Expr | Array:
    """Items to be moved: one, or a list without repetitions."""
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


def moved_list(low: Lowering, expr: t.Expr) -> Array:
    """Items as a list in scratch cells, without repetitions."""
    found = moved(low, expr)
    if isinstance(found, Array):
        return found
    return low.gather(element(expr.type) or TEAM, 1, lambda put: put(found))


def move(low: Lowering, step: t.Move) -> None:
    """``move ITEMS to ZONE``."""
    items, spot = moved(low, step.items), low.board.spot(step.target.zone)
    low.settle()
    kind, laying = low.items(step.items.type), _laying(step.target)
    if isinstance(items, Array):
        low.board.move(kind, items, spot, laying)
    else:
        low.board.move_one(kind, items, spot, laying)


def move_replaced(low: Lowering, step: t.MoveReplaced) -> None:
    """``move X to ZONE, Y taking its place``."""
    item = low.b.let(low.present(step.item))
    spot = low.board.spot(step.target.zone)
    successor = low.b.let(low.present(step.successor))
    low.settle()
    low.board.replace(low.items(step.item.type), item, spot, _laying(step.target), successor)


def _laying(target: t.Target) -> Laying:
    return Laying(target.end, target.facing)


def draw(low: Lowering, step: t.Draw) -> None:
    """``draw N from ZONE to ZONE``."""
    b = low.b
    target = low.board.spot(step.target.zone)
    left = None if step.amount is None else b.var(low.num(step.amount))
    if step.limit is not None:
        limit = b.let(low.num(step.limit))
        room = b.var(b.choose(b.lt(limit, 0), 0, b.sub(limit, b.load(target.address))))
        if left is None:
            left = room
        else:
            with b.if_(b.lt(room, left)):
                b.set(left, room)
    source = low.board.spot(step.source)
    assert left is not None
    given = (expr for expr in (step.amount, step.limit) if expr is not None)
    if all(low.known(expr).high > low.space.items[source.kind].count for expr in given):
        b.set(left, _at_most_all(low, left, source))
    low.settle()
    drawn = draw_one(low, source, target, _laying(step.target))
    if step.limit is None and isinstance(step.amount, t.Constant) and step.amount.value == 1:
        b.emit(ir.Do(drawn))
        return
    with b.loop() as loop:
        b.leave(loop, b.le(left, 0))
        b.leave(loop, b.not_(drawn))
        b.step(left, -1)


def _at_most_all(low: Lowering, amount: Expr, source: Spot) -> Expr:
    """At most the number of items: drawing from a zone into itself would never end."""
    count = low.space.items[source.kind].count
    return low.b.choose(low.b.gt(amount, count), count, amount)


def deal(low: Lowering, step: t.Deal) -> None:
    """``deal N from ZONE to ZONES``."""
    b = low.b
    source = low.board.spot(step.source)
    targets = sequence(low.fixed(step.zones))
    size = b.let(targets.count(b))
    if step.amount is None:
        amount = b.let(b.load(source.address))
    else:
        amount = b.let(b.mul(_at_most_all(low, b.let(low.num(step.amount)), source), size))
    low.settle()
    name = low.zones_in(step.zones)
    with b.if_(size):
        dealt, turn = b.var(0), b.var(0)
        with b.loop() as loop:
            b.leave(loop, b.ge(dealt, amount))
            target = low.board.spot_of(b.let(targets.number(b, turn)), name, source.kind)
            b.leave(loop, b.not_(draw_one(low, source, target, Laying())))
            b.step(dealt)
            b.step(turn)
            with b.if_(b.ge(turn, size)):
                b.set(turn, 0)


def shuffle_step(low: Lowering, step: t.Shuffle) -> None:
    """``shuffle ITEMS into ZONE``."""
    spot = low.board.spot(step.zone)
    kind = low.space.items[spot.kind]
    items: Array | None = None
    if step.items is not None:
        found = low.known(step.items)
        everything = found.constant and list(found.value) == list(range(kind.count))
        if everything and not low.tracks and not low.board.bounded(spot) and isinstance(spot.number, Const):
            shuffle_all(low, kind, spot)
            return
        items = moved_list(low, step.items)
    low.settle()
    shuffle(low, kind, items, spot)


def turn(low: Lowering, step: t.Turn) -> None:
    """``turn up ITEMS``, ``turn down ITEMS``."""
    items = moved_list(low, step.items)
    low.settle()
    low.board.turn(low.items(step.items.type), items, up=step.up)


def exchange(low: Lowering, step: t.Exchange) -> None:
    """``exchange X for Y``."""
    first, second = low.b.let(low.present(step.first)), low.b.let(low.present(step.second))
    low.settle()
    low.board.exchange(low.items(step.first.type), first, second)


def bring(low: Lowering, step: t.Bring) -> None:
    """``bring CLASS into ZONE``."""
    model, spot = low.b.let(low.present(step.model)), low.board.spot(step.zone)
    low.settle()
    low.board.bring(low.space.items[step.kind], model, spot)


def show(low: Lowering, step: t.Show) -> None:
    """``show ITEMS to PLAYERS``."""
    items, players = moved_list(low, step.items), sequence(low.fixed(step.players))
    low.settle()
    low.board.show(low.items(step.items.type), items, players)


# Variables -------------------------------------------------------------------------------------------


def assign(low: Lowering, step: t.Assign) -> None:
    """``set V to E``, ``add E to V``, ``subtract E from V``."""
    b = low.b
    op = Op.ADD if step.sign > 0 else Op.SUB
    if isinstance(step.target, t.LocalValue):
        register = low.space.register(step.target.local)
        if step.sign:
            given = b.let(low.num(step.value))
            value: Value = low.arithmetic.checked(op, b.load(register.address), given)
        else:
            value = low.fixed(step.value)
        low.settle()
        put(low, register, value)
        return
    assert isinstance(step.target, t.Variable)
    cells = low.space.variables[step.target.owner_kind, step.target.name]
    place = Const(0) if step.target.owner is None else b.let(low.present(step.target.owner))
    known = low.known(step.value)
    result: Expr = b.let(low.num(step.value))
    least, most = known.low, known.high
    if step.sign:
        least, most = (
            (cells.low + least, cells.high + most) if step.sign > 0 else (cells.low - most, cells.high - least)
        )
        before = b.load(place, cells.address)
        small = min(known.low, cells.low) > -_HUGE and max(known.high, cells.high) < _HUGE
        result = binary(op, before, result) if small else low.arithmetic.checked(op, before, result)
    if b.faulty:
        result = b.let(result)
        low.stop_at_fault()
    put_variable(low, cells, place, result, proven=cells.low <= least and most <= cells.high)


def reset(low: Lowering, step: t.Reset) -> None:
    """``reset V of OWNERS``."""
    b = low.b
    if step.owners is None:
        for name in step.variables:
            cells = low.space.variables["game", name]
            b.put(cells.address, cells.initial)
        return
    item = element(step.owners.type)
    owner = item.kind if isinstance(item, ItemType) else "team" if item == TEAM else "player"
    owners = sequence(low.fixed(step.owners))
    low.settle()
    for name in step.variables:
        cells = low.space.variables[owner, name]
        owners.each_number(b, lambda x: b.store(x, cells.address, cells.initial))  # noqa: B023 - called at once
