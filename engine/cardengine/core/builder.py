"""Builds functions of the core, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardengine.core import ir
from cardengine.core.ir import Binary, Const, Expr, Get, Load, Op

Operand = Expr | int
"""What an operation takes; a number stands for the constant."""

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


def as_expr(value: Operand) -> Expr:
    """An operand as an expression."""
    return value if isinstance(value, Expr) else Const(value)


def binary(op: Op, left: Operand, right: Operand) -> Expr:
    """An operator on two numbers; constants are computed at once."""
    left, right = as_expr(left), as_expr(right)
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
                return binary(Op.ADD, left.left, more)
    if isinstance(left, Const) and left.value == 0 and op in (Op.ADD, Op.OR):
        return right
    return Binary(op, left, right)


class Builder:
    """Builds one function: operations give expressions, and what is done is added where ``inside`` says.

    Args:
        name: of the function.
        parameters: the names of its parameters.
        result: whether it gives a number.
        export: whether it can be called from outside.
    """

    def __init__(self, name: str, parameters: tuple[str, ...] = (), *, result: bool = False, export: bool = False):
        self.function = ir.Function(name, len(parameters), result, names=list(parameters), export=export)
        self.body: list[ir.Statement] = self.function.body
        self.faulty = False
        """Whether what has been built since this was reset may ask for something impossible."""
        self._free: list[int] = []
        self._taken: list[int] = []

    def parameter(self, number: int) -> Get:
        """A parameter."""
        return Get(number)

    # Operations --------------------------------------------------------------------------------

    def add(self, left: Operand, right: Operand) -> Expr:
        """A sum."""
        return binary(Op.ADD, left, right)

    def sub(self, left: Operand, right: Operand) -> Expr:
        """A difference."""
        return binary(Op.SUB, left, right)

    def mul(self, left: Operand, right: Operand) -> Expr:
        """A product."""
        return binary(Op.MUL, left, right)

    def div(self, left: Operand, right: Operand) -> Expr:
        """A quotient towards zero; the right side isn't 0."""
        return binary(Op.DIV, left, right)

    def rem(self, left: Operand, right: Operand) -> Expr:
        """The rest of ``div``, with the sign of the left side."""
        return binary(Op.REM, left, right)

    def rem_u(self, left: Operand, right: Operand) -> Expr:
        """The rest of a division of unsigned numbers."""
        return binary(Op.REM_U, left, right)

    def and_(self, left: Operand, right: Operand) -> Expr:
        """The bits that both have."""
        return binary(Op.AND, left, right)

    def or_(self, left: Operand, right: Operand) -> Expr:
        """The bits that either has."""
        return binary(Op.OR, left, right)

    def xor(self, left: Operand, right: Operand) -> Expr:
        """The bits that one of both has."""
        return binary(Op.XOR, left, right)

    def shl(self, left: Operand, right: Operand) -> Expr:
        """Bits shifted up."""
        return binary(Op.SHL, left, right)

    def shr_u(self, left: Operand, right: Operand) -> Expr:
        """Bits shifted down, zeros behind them."""
        return binary(Op.SHR_U, left, right)

    def eq(self, left: Operand, right: Operand) -> Expr:
        """Whether two numbers are equal."""
        return binary(Op.EQ, left, right)

    def ne(self, left: Operand, right: Operand) -> Expr:
        """Whether two numbers differ."""
        return binary(Op.NE, left, right)

    def lt(self, left: Operand, right: Operand) -> Expr:
        """Whether the left number is less."""
        return binary(Op.LT, left, right)

    def le(self, left: Operand, right: Operand) -> Expr:
        """Whether the left number is at most the right one."""
        return binary(Op.LE, left, right)

    def gt(self, left: Operand, right: Operand) -> Expr:
        """Whether the left number is more."""
        return binary(Op.GT, left, right)

    def ge(self, left: Operand, right: Operand) -> Expr:
        """Whether the left number is at least the right one."""
        return binary(Op.GE, left, right)

    def lt_u(self, left: Operand, right: Operand) -> Expr:
        """Whether the left of two unsigned numbers is less."""
        return binary(Op.LT_U, left, right)

    def not_(self, of: Expr) -> Expr:
        """1 for 0, else 0."""
        return Const(int(of.value == 0)) if isinstance(of, Const) else ir.IsZero(of)

    def truth(self, of: Expr) -> Expr:
        """0 for 0, else 1."""
        return self.ne(of, 0)

    def both(self, first: Operand, *others: Operand) -> Expr:
        """Whether all of some conditions hold, each 0 or 1."""
        found = as_expr(first)
        for other in others:
            found = self.and_(found, other)
        return found

    def bit(self, number: Expr) -> Expr:
        """The mask with this bit."""
        return Const(1 << number.value) if isinstance(number, Const) else Binary(Op.SHL, Const(1), number)

    def has_bit(self, mask: Expr, number: Expr) -> Expr:
        """Whether a mask has a bit."""
        return self.and_(self.shr_u(mask, number), 1)

    def ones(self, of: Expr) -> Expr:
        """How many bits are set."""
        return ir.Ones(of)

    def zeros(self, of: Expr) -> Expr:
        """How many bits below the lowest that is set are 0; 64 for 0."""
        return ir.Zeros(of)

    def choose(self, condition: Expr, then: Operand, otherwise: Operand) -> Expr:
        """``then`` when the condition isn't 0, else ``otherwise``; both are computed."""
        return ir.Choose(condition, as_expr(then), as_expr(otherwise))

    def load(self, base: Operand | None, offset: int = 0) -> Expr:
        """The cell ``base + offset``."""
        base = None if base is None else as_expr(base)
        return Load(None, base.value + offset) if isinstance(base, Const) else Load(base, offset)

    def result(self, function: ir.Function, *arguments: Operand) -> Expr:
        """What a function gives, kept in a local: it may be called again before this is read."""
        return self.let(self.calling(function, *arguments))

    def calling(self, function: ir.Function, *arguments: Operand) -> ir.Call:
        """The call of a function, as an expression."""
        return ir.Call(function, tuple(map(as_expr, arguments)))

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

    def keep_all(self) -> None:
        """The locals that there are now are kept for ever."""
        self._taken.clear()

    def let(self, value: Operand, name: str = "x") -> Expr:
        """A value kept in a local, unless it is a constant."""
        value = as_expr(value)
        return value if isinstance(value, Const) else self.var(value, name)

    def var(self, value: Operand, name: str = "x") -> Get:
        """A value kept in a local that may be changed."""
        local = self.new(name)
        self.set(local, value)
        return local

    def set(self, local: Get, value: Operand) -> None:
        """Give a local a value."""
        self.body.append(ir.Set(local.local, as_expr(value)))

    def step(self, local: Get, by: Operand = 1) -> None:
        """Add to a local."""
        self.set(local, self.add(local, by))

    # Memory ------------------------------------------------------------------------------------

    def store(self, base: Operand | None, offset: int, value: Operand) -> None:
        """Give the cell ``base + offset`` a value."""
        where = None if base is None else as_expr(base)
        if isinstance(where, Const):
            self.put(where.value + offset, value)
        else:
            self.body.append(ir.Store(where, offset, as_expr(value)))

    def put(self, cell: int, value: Operand) -> None:
        """Give the cell at a fixed address a value."""
        self.body.append(ir.Store(None, cell, as_expr(value)))

    def fill(self, start: int, count: int) -> None:
        """Give cells 0."""
        self.body.append(ir.Fill(start, count))

    def copy(self, target: Operand, source: Operand, count: Operand) -> None:
        """Copy cells between places that don't overlap."""
        self.body.append(ir.Copy(as_expr(target), as_expr(source), as_expr(count)))

    def move(self, base: Operand, target: int, source: int, cells: int) -> None:
        """Copy an even number of cells, two at a time, as ``ir.Move`` says."""
        self.body.append(ir.Move(as_expr(base), target, source, cells))

    # Flow --------------------------------------------------------------------------------------

    def emit(self, statement: ir.Statement) -> None:
        """Add a statement."""
        self.body.append(statement)

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
    def loop(self, *, until: Callable[[], Expr] | None = None) -> Iterator[ir.Block]:
        """Statements that are done again and again until they are left; ``until`` is asked before each turn."""
        block = ir.Block(again=True)
        self.body.append(block)
        with self.inside(block.body):
            if until is not None:
                self.leave(block, until())
            yield block

    def leave(self, block: ir.Block, condition: Expr | None = None) -> None:
        """Leave a block or loop."""
        self.body.append(ir.Leave(block, condition))

    @contextmanager
    def count(self, low: Operand, high: Operand, *, down: bool = False) -> Iterator[Get]:
        """A loop over the numbers from ``low`` to before ``high`` (down: from before ``high`` to ``low``)."""
        edge = self.let(low if down else high)
        number = self.var(high if down else low, "i")
        with self.loop() as loop:
            if down:
                self.leave(loop, self.le(number, edge))
                self.set(number, self.sub(number, 1))
                yield number
            else:
                self.leave(loop, self.ge(number, edge))
                yield number
                self.step(number)

    def give(self, value: Operand | None = None) -> None:
        """Leave the function."""
        self.body.append(ir.Return(None if value is None else as_expr(value)))

    def call(self, function: ir.Function, *arguments: Operand) -> None:
        """Call a function for what it does."""
        self.body.append(ir.Do(ir.Call(function, tuple(map(as_expr, arguments)))))
