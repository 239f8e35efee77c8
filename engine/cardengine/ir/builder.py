"""Builds functions of the intermediate representation, statement by statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardengine.ir import nodes as ir
from cardengine.ir.nodes import Binary, Const, Expr, Get, Load, Op

Operand = Expr | int
"""An operand of an operation; an ``int`` is a constant."""

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
    """An operation on two numbers, with constant folding."""
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
            # (x + a) + b is x + (a + b), even if it wraps around.
            more = left.right.value + (right.value if op is Op.ADD else -right.value)
            if -(2**63) <= more < 2**63:
                return binary(Op.ADD, left.left, more)
    if isinstance(left, Const) and left.value == 0 and op in (Op.ADD, Op.OR):
        return right
    return Binary(op, left, right)


class Builder:
    """Builds one function. Operations return expressions; statements are appended to the body set by ``inside``.

    Args:
        name: the name of the function.
        parameters: the names of its parameters.
        result: whether it returns a number.
        export: whether it can be called from outside.
    """

    def __init__(self, name: str, parameters: tuple[str, ...] = (), *, result: bool = False, export: bool = False):
        self.function = ir.Function(name, len(parameters), result, names=list(parameters), export=export)
        self.body: list[ir.Statement] = self.function.body
        self.around: list[list[ir.Statement]] = []
        """The bodies around ``body``, the outermost first."""
        self.faulty = False
        """Whether the code built since this was last reset can have a fault."""
        self._free: list[int] = []
        self._taken: list[int] = []
        self._items: dict[int, tuple[list[ir.Statement], ir.Statement]] = {}
        self._read: dict[tuple[int, int], Get] = {}
        self._spots: dict[int, tuple[Expr, Expr, bool]] = {}

    def parameter(self, number: int) -> Get:
        """A parameter."""
        return Get(number)

    # Operations --------------------------------------------------------------------------------

    def constant(self, value: int) -> Expr:
        """A constant."""
        return Const(value)

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
        """A quotient, rounded towards zero; the divisor isn't 0."""
        return binary(Op.DIV, left, right)

    def rem(self, left: Operand, right: Operand) -> Expr:
        """The remainder of ``div``, with the sign of the dividend."""
        return binary(Op.REM, left, right)

    def rem_u(self, left: Operand, right: Operand) -> Expr:
        """The remainder of an unsigned division."""
        return binary(Op.REM_U, left, right)

    def and_(self, left: Operand, right: Operand) -> Expr:
        """Bitwise and."""
        return binary(Op.AND, left, right)

    def or_(self, left: Operand, right: Operand) -> Expr:
        """Bitwise or."""
        return binary(Op.OR, left, right)

    def xor(self, left: Operand, right: Operand) -> Expr:
        """Bitwise exclusive or."""
        return binary(Op.XOR, left, right)

    def shl(self, left: Operand, right: Operand) -> Expr:
        """A left shift."""
        return binary(Op.SHL, left, right)

    def shr_u(self, left: Operand, right: Operand) -> Expr:
        """An unsigned right shift."""
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
        """Whether the left number is greater."""
        return binary(Op.GT, left, right)

    def ge(self, left: Operand, right: Operand) -> Expr:
        """Whether the left number is at least the right one."""
        return binary(Op.GE, left, right)

    def lt_u(self, left: Operand, right: Operand) -> Expr:
        """Whether the left of two unsigned numbers is less."""
        return binary(Op.LT_U, left, right)

    def not_(self, of: Expr) -> Expr:
        """1 for 0, otherwise 0."""
        if isinstance(of, Binary) and of.op is Op.EQ:
            return self.ne(of.left, of.right)
        return Const(int(of.value == 0)) if isinstance(of, Const) else ir.IsZero(of)

    def truth(self, of: Expr) -> Expr:
        """0 for 0, otherwise 1."""
        return self.ne(of, 0)

    def both(self, first: Operand, *others: Operand) -> Expr:
        """Whether all conditions, each 0 or 1, hold."""
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
        """The number of bits that are set."""
        return ir.Ones(of)

    def zeros(self, of: Expr) -> Expr:
        """The number of trailing zero bits; 64 for 0."""
        return ir.Zeros(of)

    def choose(self, condition: Expr, then: Operand, otherwise: Operand) -> Expr:
        """``then`` if the condition isn't 0, otherwise ``otherwise``; both are computed."""
        return ir.Choose(condition, as_expr(then), as_expr(otherwise))

    def load(self, base: Operand | None, offset: int = 0) -> Expr:
        """The cell ``base + offset``."""
        base = None if base is None else as_expr(base)
        return Load(None, base.value + offset) if isinstance(base, Const) else Load(base, offset)

    def result(self, function: ir.Function, *arguments: Operand) -> Expr:
        """The result of a call, stored in a local, since the function may be called again before it is used."""
        return self.let(self.calling(function, *arguments))

    def calling(self, function: ir.Function, *arguments: Operand) -> ir.Call:
        """A call of a function, as an expression."""
        return ir.Call(function, tuple(map(as_expr, arguments)))

    # Locals ------------------------------------------------------------------------------------

    def new(self, name: str = "x") -> Get:
        """A new local, without a value."""
        if self._free:
            local = self._free.pop()
            self._taken.append(local)
            return Get(local)
        local = len(self.function.names)
        self.function.names.append(f"{name}{local}")
        self._taken.append(local)
        return Get(local)

    def release(self) -> None:
        """Release all locals but the parameters for reuse."""
        self._free += self._taken
        self._taken.clear()
        self._items.clear()
        self._read.clear()

    def keep_all(self) -> None:
        """Exclude all current locals from ``release``."""
        self._taken.clear()

    def let(self, value: Operand, name: str = "x") -> Expr:
        """A value stored in a local, unless it is a constant."""
        value = as_expr(value)
        return value if isinstance(value, Const) else self.var(value, name)

    def var(self, value: Operand, name: str = "x") -> Get:
        """A value stored in a local that may be changed."""
        local = self.new(name)
        self.set(local, value)
        return local

    def set(self, local: Get, value: Operand) -> None:
        """Assign a value to a local."""
        self.body.append(ir.Set(local.local, as_expr(value)))

    def step(self, local: Get, by: Operand = 1) -> None:
        """Add to a local."""
        self.set(local, self.add(local, by))

    def item(self, value: Expr) -> Get:
        """An item in a local that isn't changed, so that table entries for it can be read where it gets its value."""
        local = self.var(value)
        self._items[local.local] = self.body, self.body[-1]
        return local

    def column_of(self, item: Expr, table: int) -> Expr:
        """The entry of a constant table for an item, read only once, even inside nested loops."""
        home = self._items.get(item.local) if isinstance(item, Get) else None
        if not isinstance(item, Get) or home is None:
            return self.load(item, table)
        held = self._read.get((item.local, table))
        if held is None:
            held = self._read[item.local, table] = self.new()
            body, statement = home
            place = next(number for number, other in enumerate(body) if other is statement)
            body.insert(place + 1, ir.Set(held.local, self.load(item, table)))
        return held

    @contextmanager
    def lying(self, item: Get, address: Expr, number: Expr, *, pile: bool) -> Iterator[None]:
        """Inside the ``with``, an item is known to be in a cell of a zone, counted from 1."""
        self._spots[item.local] = address, number, pile
        try:
            yield
        finally:
            del self._spots[item.local]

    def spot(self, item: Expr) -> tuple[Expr, Expr, bool] | None:
        """The address of the zone, the number of the cell, and whether it is a pile, where it is known for an item."""
        return self._spots.get(item.local) if isinstance(item, Get) else None

    # Memory ------------------------------------------------------------------------------------

    def store(self, base: Operand | None, offset: int, value: Operand) -> None:
        """Store a value in the cell ``base + offset``."""
        where = None if base is None else as_expr(base)
        if isinstance(where, Const):
            self.put(where.value + offset, value)
        else:
            self.body.append(ir.Store(where, offset, as_expr(value)))

    def note(self, base: Expr, offset: int, value: Operand) -> None:
        """Store a value after the counted cells, where a superfluous store is harmless."""
        self.body.append(ir.Store(base, offset, as_expr(value), spare=True))

    def put(self, cell: int, value: Operand) -> None:
        """Store a value in the cell at a constant address."""
        self.body.append(ir.Store(None, cell, as_expr(value)))

    def fill(self, start: int, count: int) -> None:
        """Set cells to 0."""
        self.body.append(ir.Fill(start, count))

    def copy(self, target: Operand, source: Operand, count: Operand) -> None:
        """Copy cells between ranges that don't overlap."""
        self.body.append(ir.Copy(as_expr(target), as_expr(source), as_expr(count)))

    def move(self, base: Operand, target: int, source: int, cells: int) -> None:
        """Copy an even number of cells, two at a time; see ``ir.Move``."""
        self.body.append(ir.Move(as_expr(base), target, source, cells))

    # Flow --------------------------------------------------------------------------------------

    def emit(self, statement: ir.Statement) -> None:
        """Append a statement."""
        self.body.append(statement)

    @contextmanager
    def inside(self, body: list[ir.Statement]) -> Iterator[None]:
        """Append statements to ``body`` inside the ``with``."""
        kept, self.body = self.body, body
        self.around.append(kept)
        try:
            yield
        finally:
            self.body = kept
            self.around.pop()

    def is_done(self, body: list[ir.Statement]) -> bool:
        """Whether statements added to a body have been executed before those that are added next."""
        return body is self.body or any(body is other for other in self.around)

    @contextmanager
    def if_(self, condition: Expr) -> Iterator[None]:
        """Statements to execute if a condition holds."""
        if isinstance(condition, Const):
            # Code that can't be reached is built all the same, but dropped.
            with self.inside(self.body if condition.value else []):
                yield
            return
        statement = ir.If(condition, [], [])
        self.body.append(statement)
        with self.inside(statement.then):
            yield

    def if_else(self, condition: Expr) -> tuple[list[ir.Statement], list[ir.Statement]]:
        """The bodies for both cases, to be filled with ``inside``."""
        statement = ir.If(condition, [], [])
        self.body.append(statement)
        return statement.then, statement.otherwise

    @contextmanager
    def block(self) -> Iterator[ir.Block]:
        """A block, which can be left."""
        block = ir.Block()
        self.body.append(block)
        with self.inside(block.body):
            yield block

    @contextmanager
    def loop(self, *, until: Callable[[], Expr] | None = None) -> Iterator[ir.Block]:
        """A loop, which runs until it is left; ``until`` is tested before each iteration."""
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
        """A loop over the numbers from ``low`` to ``high - 1``, or, if ``down``, from ``high - 1`` to ``low``."""
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
        """Return from the function."""
        self.body.append(ir.Return(None if value is None else as_expr(value)))

    def call(self, function: ir.Function, *arguments: Operand) -> None:
        """Call a function for its effect."""
        self.body.append(ir.Do(ir.Call(function, tuple(map(as_expr, arguments)))))
