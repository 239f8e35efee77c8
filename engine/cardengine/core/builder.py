"""Builds functions of the core, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardengine.core import ir
from cardengine.core.ir import Binary, Const, Expr, Get, Load, Op

ZERO = Const(0)
ONE = Const(1)

_FOLD: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.EQ: lambda a, b: int(a == b),
    Op.NE: lambda a, b: int(a != b),
    Op.LT: lambda a, b: int(a < b),
    Op.LE: lambda a, b: int(a <= b),
    Op.GT: lambda a, b: int(a > b),
    Op.GE: lambda a, b: int(a >= b),
    Op.AND: lambda a, b: a & b,
    Op.OR: lambda a, b: a | b,
}


def binary(op: Op, left: Expr, right: Expr) -> Expr:
    """An operator on two numbers; constants are computed at once."""
    if isinstance(right, Const):
        if isinstance(left, Const) and op in _FOLD:
            value = _FOLD[op](left.value, right.value)
            if -(2**63) <= value < 2**63:
                return Const(value)
        if right.value == 0 and op in (Op.ADD, Op.SUB, Op.OR):
            return left
        if right.value == 1 and op is Op.MUL:
            return left
        if op in (Op.ADD, Op.SUB) and isinstance(left, Binary) and left.op is Op.ADD and isinstance(left.right, Const):
            # (x + a) + b is x + (a + b), whatever wraps around.
            more = left.right.value + (right.value if op is Op.ADD else -right.value)
            if -(2**63) <= more < 2**63:
                return binary(Op.ADD, left.left, Const(more))
    if isinstance(left, Const) and left.value == 0 and op in (Op.ADD, Op.OR):
        return right
    return Binary(op, left, right)


def add(left: Expr, right: Expr | int) -> Expr:
    """A sum."""
    return binary(Op.ADD, left, Const(right) if isinstance(right, int) else right)


def sub(left: Expr, right: Expr | int) -> Expr:
    """A difference."""
    return binary(Op.SUB, left, Const(right) if isinstance(right, int) else right)


def mul(left: Expr, right: Expr | int) -> Expr:
    """A product."""
    return binary(Op.MUL, left, Const(right) if isinstance(right, int) else right)


def compare(op: Op, left: Expr, right: Expr | int) -> Expr:
    """A comparison."""
    return binary(op, left, Const(right) if isinstance(right, int) else right)


def is_zero(of: Expr) -> Expr:
    """1 for 0, else 0."""
    return Const(int(of.value == 0)) if isinstance(of, Const) else ir.IsZero(of)


def truth(of: Expr) -> Expr:
    """0 or 1."""
    return compare(Op.NE, of, 0)


def bit(number: Expr) -> Expr:
    """The mask with this bit."""
    return Const(1 << number.value) if isinstance(number, Const) else Binary(Op.SHL, ONE, number)


class Builder:
    """Builds one function.

    Args:
        name: of the function.
        parameters: the names of its parameters.
        result: whether it gives a number.
    """

    def __init__(self, name: str, parameters: tuple[str, ...] = (), *, result: bool = False) -> None:
        self.function = ir.Function(name, len(parameters), result, names=list(parameters))
        self.body: list[ir.Statement] = self.function.body
        self._free: list[int] = []
        self._taken: list[int] = []
        self.spots: dict[int, tuple[Expr, Expr, bool]] = {}
        """Where the items lie that locals hold, while a zone is walked: its address, which cell, whether a pile."""
        self._homes: dict[int, tuple[list[ir.Statement], ir.Statement]] = {}
        self._read: dict[tuple[int, int], Get] = {}

    def parameter(self, number: int) -> Get:
        """A parameter."""
        return Get(number)

    def emit(self, statement: ir.Statement) -> None:
        """Add a statement."""
        self.body.append(statement)

    # Locals ------------------------------------------------------------------------------------

    def new(self, name: str = "x") -> Get:
        """A local without a value yet."""
        if self._free:
            local = self._free.pop()
            self._taken.append(local)
            return Get(local)
        local = len(self.function.names)
        self.function.names.append(f"{name}{local}")
        self._taken.append(local)
        return Get(local)

    def release(self) -> None:
        """No local is needed any more but the parameters: they may be used again."""
        self._free += self._taken
        self._taken.clear()
        self._homes.clear()
        self._read.clear()

    def keep_all(self) -> None:
        """The locals that there are now are kept for ever."""
        self._taken.clear()

    def let(self, value: Expr, name: str = "x") -> Expr:
        """A value kept in a local, unless it is a constant."""
        if isinstance(value, Const):
            return value
        local = self.new(name)
        self.set(local, value)
        return local

    def var(self, value: Expr, name: str = "x") -> Get:
        """A value kept in a local that may be changed."""
        local = self.new(name)
        self.set(local, value)
        return local

    def set(self, local: Get, value: Expr) -> None:
        """Give a local a value."""
        self.body.append(ir.Set(local.local, value))

    def item(self, value: Expr) -> Get:
        """An item kept in a local; what tables say of it is read only once, however deep in loops it is asked for."""
        local = self.new()
        self.set(local, value)
        self._homes[local.local] = self.body, self.body[-1]
        return local

    def of_item(self, item: Expr, table: int) -> Expr:
        """The cell of a constant table that belongs to an item."""
        home = self._homes.get(item.local) if isinstance(item, Get) else None
        if home is None:
            return load(item, table)
        key = item.local, table  # type: ignore[attr-defined]  # it is a local, or it had no home
        held = self._read.get(key)
        if held is None:
            held = self._read[key] = self.new()
            body, statement = home
            place = next(number for number, other in enumerate(body) if other is statement)
            body.insert(place + 1, ir.Set(held.local, load(item, table)))
        return held

    # Memory ------------------------------------------------------------------------------------

    def store(self, base: Expr | None, offset: int, value: Expr) -> None:
        """Give a cell a value."""
        if isinstance(base, Const):
            self.body.append(ir.Store(None, offset + base.value, value))
        else:
            self.body.append(ir.Store(base, offset, value))

    # Flow --------------------------------------------------------------------------------------

    @contextmanager
    def inside(self, body: list[ir.Statement]) -> Iterator[None]:
        """Statements go into ``body`` meanwhile."""
        kept, self.body = self.body, body
        try:
            yield
        finally:
            self.body = kept

    @contextmanager
    def if_(self, condition: Expr) -> Iterator[None]:
        """What is done when a condition holds."""
        if isinstance(condition, Const):
            # What can't be is built all the same, but not kept.
            with self.inside(self.body if condition.value else []):
                yield
            return
        statement = ir.If(condition, [], [])
        self.body.append(statement)
        with self.inside(statement.then):
            yield

    def if_else(self, condition: Expr) -> tuple[list[ir.Statement], list[ir.Statement]]:
        """The bodies for both cases, to be filled by ``inside``."""
        statement = ir.If(condition, [], [])
        self.body.append(statement)
        return statement.then, statement.otherwise

    @contextmanager
    def block(self) -> Iterator[ir.Block]:
        """Statements that can be left."""
        block = ir.Block()
        self.body.append(block)
        with self.inside(block.body):
            yield block

    @contextmanager
    def loop(self) -> Iterator[ir.Block]:
        """Statements that are done again and again until they are left."""
        block = ir.Block(again=True)
        self.body.append(block)
        with self.inside(block.body):
            yield block

    def leave(self, block: ir.Block, condition: Expr | None = None) -> None:
        """Leave a block or loop."""
        self.body.append(ir.Leave(block, condition))

    @contextmanager
    def count(self, low: Expr, high: Expr, *, down: bool = False) -> Iterator[Get]:
        """A loop over the numbers from ``low`` to before ``high`` (down: from before ``high`` to ``low``)."""
        edge = self.let(low if down else high)
        number = self.var(high if down else low, "i")
        with self.loop() as loop:
            if down:
                self.leave(loop, compare(Op.LE, number, edge))
                self.set(number, sub(number, 1))
                yield number
            else:
                self.leave(loop, compare(Op.GE, number, edge))
                yield number
                self.set(number, add(number, 1))

    def give(self, value: Expr | None = None) -> None:
        """Leave the function."""
        self.body.append(ir.Return(value))

    def call(self, function: ir.Function, *arguments: Expr) -> None:
        """Call a function for what it does."""
        self.body.append(ir.Do(ir.Call(function, arguments)))


def load(base: Expr | None, offset: int = 0) -> Expr:
    """The cell ``base + offset``."""
    if isinstance(base, Const):
        return Load(None, base.value + offset)
    return Load(base, offset)
