"""Translates the intermediate representation to the bytes of a WebAssembly module.

The format is that of the WebAssembly Core Specification, release 2.0, chapter 5 (webassembly.github.io/spec/core).
A number is an i64; a condition is an i32 where WebAssembly requires one. An address counts cells of 8 bytes.
"""

from __future__ import annotations

from collections.abc import Callable

from cardengine.ir import nodes as ir
from cardengine.ir.nodes import COMPARISONS, Op

CELL = 8
PAGE = 65536

MAX_UNROLLED = 8
"""At most so many cells are copied, or cleared, one by one."""

_I32, _I64 = 0x7F, 0x7E
_EMPTY = 0x40
_OPS: dict[Op, int] = {
    Op.ADD: 0x7C, Op.SUB: 0x7D, Op.MUL: 0x7E, Op.DIV: 0x7F, Op.REM: 0x81, Op.REM_U: 0x82, Op.AND: 0x83,
    Op.OR: 0x84, Op.XOR: 0x85, Op.SHL: 0x86, Op.SHR: 0x87, Op.SHR_U: 0x88, Op.EQ: 0x51, Op.NE: 0x52,
    Op.LT: 0x53, Op.LT_U: 0x54, Op.GT: 0x55, Op.LE: 0x57, Op.GE: 0x59,
}  # fmt: skip
_I64_LOAD, _I64_STORE = 0x29, 0x37
_WRAP, _EXTEND_U = 0xA7, 0xAD
_I32_CONST, _I64_CONST = 0x41, 0x42
_I32_EQZ, _I64_EQZ, _I64_NE = 0x45, 0x50, 0x52
_I32_SHL = 0x74
_CTZ, _POPCNT = 0x7A, 0x7B
_BLOCK, _LOOP, _IF, _ELSE, _END = 0x02, 0x03, 0x04, 0x05, 0x0B
_BR, _BR_IF, _BR_TABLE, _RETURN, _CALL = 0x0C, 0x0D, 0x0E, 0x0F, 0x10
_I32_OR, _I32_CTZ = 0x72, 0x68
# Operations on two cells; a load or store is followed by its alignment, which is that of a cell, and its offset.
_V128_LOAD, _V128_STORE = b"\xfd\x00\x03", b"\xfd\x0b\x03"
_I64X2_SPLAT, _I64X2_EQ, _I64X2_BITMASK = b"\xfd\x12", b"\xfd\xd6\x01", b"\xfd\xc4\x01"
_SELECT, _GET, _SET, _TEE, _DROP = 0x1B, 0x20, 0x21, 0x22, 0x1A


def unsigned(value: int) -> bytes:
    """The LEB128 encoding of a number that isn't negative."""
    if value < 0x80:
        return bytes((value,))
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """The signed LEB128 encoding of a number."""
    out = bytearray()
    while True:
        byte = value & 0x7F
        value >>= 7
        if (value == 0 and not byte & 0x40) or (value == -1 and byte & 0x40):
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def _section(number: int, content: bytes) -> bytes:
    return bytes((number,)) + unsigned(len(content)) + content


def _vector(items: list[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def module_bytes(module: ir.Module) -> bytes:
    """The bytes of a WebAssembly module, which exports the memory as ``memory``."""
    kinds: dict[tuple[int, bool], int] = {}
    for number, function in enumerate(module.functions):
        function.number = number
        kinds.setdefault((function.parameters, function.result), len(kinds))
    types = [
        b"\x60" + _vector([bytes((_I64,))] * parameters) + _vector([bytes((_I64,))] * result)
        for parameters, result in kinds
    ]
    declared = [unsigned(kinds[function.parameters, function.result]) for function in module.functions]
    pages = -(-module.cells * CELL // PAGE)
    memory = b"\x01" + unsigned(pages) + unsigned(pages)
    exports = [_name("memory") + b"\x02\x00"]
    exports += [
        _name(function.name) + b"\x00" + unsigned(function.number) for function in module.functions if function.export
    ]
    bodies = [_Body(function).bytes() for function in module.functions]
    data = [
        b"\x00" + bytes((_I32_CONST,)) + signed(start * CELL) + bytes((_END,)) + _blob(cells)
        for start, cells in module.data
    ]
    return b"".join(
        (
            b"\0asm\x01\0\0\0",
            _section(1, _vector(types)),
            _section(3, _vector(declared)),
            _section(5, _vector([memory])),
            _section(7, _vector(exports)),
            _section(10, _vector(bodies)),
            _section(11, _vector(data)),
            _section(0, _name("name") + _section(1, _names(module.functions))),
        )
    )


def _names(functions: list[ir.Function]) -> bytes:
    """The names of the functions, for tools that inspect a running module."""
    return _vector([unsigned(function.number) + _name(function.name) for function in functions])


def _name(name: str) -> bytes:
    text = name.encode()
    return unsigned(len(text)) + text


def _blob(cells: list[int]) -> bytes:
    content = b"".join(cell.to_bytes(CELL, "little", signed=True) for cell in cells)
    return unsigned(len(content)) + content


class _Body:
    """The bytes of one function."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.out = bytearray()
        # The enclosing structures, the innermost last; None for an `if`.
        self.around: list[tuple[ir.Block, bool] | None] = []
        self.writers: dict[type, Callable[..., None]] = {
            ir.Set: self._set, ir.Store: self._store, ir.If: self._if, ir.Block: self._block, ir.Leave: self._leave,
            ir.Again: self._again, ir.Do: self._do, ir.Return: self._return, ir.Dispatch: self._dispatch,
            ir.Fill: self._fill, ir.Copy: self._copy, ir.Move: self._move,
        }  # fmt: skip

    def bytes(self) -> bytes:
        function = self.function
        self.statements(function.body)
        if function.result:
            self.out += bytes((_I64_CONST, 0))
        self.out.append(_END)
        extra = len(function.names) - function.parameters
        locals_ = _vector([unsigned(extra) + bytes((_I64,))] if extra else [])
        return unsigned(len(locals_) + len(self.out)) + locals_ + bytes(self.out)

    def statements(self, body: list[ir.Statement]) -> None:
        writers = self.writers
        for statement in body:
            writers[type(statement)](statement)

    # Expressions -------------------------------------------------------------------------------

    def number(self, expr: ir.Expr) -> None:
        """Write an expression as an i64."""
        out = self.out
        kind = type(expr)
        if kind is ir.Const:
            out.append(_I64_CONST)
            out += signed(expr.value)  # type: ignore[attr-defined]  # the kind says so, here and below
        elif kind is ir.Get:
            out.append(_GET)
            out += unsigned(expr.local)  # type: ignore[attr-defined]
        elif kind is ir.Load:
            self._address(expr.base)  # type: ignore[attr-defined]
            out.append(_I64_LOAD)
            out.append(3)
            out += unsigned(expr.offset * CELL)  # type: ignore[attr-defined]
        elif kind is ir.Binary:
            self.number(expr.left)  # type: ignore[attr-defined]
            self.number(expr.right)  # type: ignore[attr-defined]
            out.append(_OPS[expr.op])  # type: ignore[attr-defined]
            if expr.op in COMPARISONS:  # type: ignore[attr-defined]
                out.append(_EXTEND_U)
        elif kind is ir.IsZero:
            self.condition(expr)
            out.append(_EXTEND_U)
        elif kind is ir.Choose:
            self.number(expr.then)  # type: ignore[attr-defined]
            self.number(expr.otherwise)  # type: ignore[attr-defined]
            self.condition(expr.condition)  # type: ignore[attr-defined]
            out.append(_SELECT)
        elif kind is ir.Place:
            self._place_of(expr)  # type: ignore[arg-type]
        elif kind is ir.Call:
            for argument in expr.arguments:  # type: ignore[attr-defined]
                self.number(argument)
            out.append(_CALL)
            out += unsigned(expr.function.number)  # type: ignore[attr-defined]
        else:
            self.number(expr.of)  # type: ignore[attr-defined]
            out.append(_POPCNT if kind is ir.Ones else _CTZ)

    def condition(self, expr: ir.Expr) -> None:
        """Write an expression as an i32 that is 0 if and only if the expression is."""
        out = self.out
        if type(expr) is ir.Binary and expr.op in COMPARISONS:
            self.number(expr.left)
            self.number(expr.right)
            out.append(_OPS[expr.op])
        elif type(expr) is ir.IsZero:
            inner = expr.of
            if (type(inner) is ir.Binary and inner.op in COMPARISONS) or type(inner) is ir.IsZero:
                self.condition(inner)
                out.append(_I32_EQZ)
            else:
                self.number(inner)
                out.append(_I64_EQZ)
        else:
            self.number(expr)
            out += bytes((_I64_CONST, 0, _I64_NE))

    def _place_of(self, expr: ir.Place) -> None:
        """Write a mask with a bit for each cell that has the value, and the number of its lowest bit."""
        out = self.out
        for pair in range(0, expr.cells, 2):
            self._load_pair(expr.start, pair)
            self.number(expr.value)
            out += _I64X2_SPLAT + _I64X2_EQ + _I64X2_BITMASK
            if pair:
                out.append(_I32_CONST)
                out += signed(pair)
                out += bytes((_I32_SHL, _I32_OR))
        out += bytes((_I32_CTZ, _EXTEND_U))

    def _load_pair(self, start: ir.Expr, cell: int) -> None:
        self._address(start)
        self.out += _V128_LOAD
        self.out += unsigned(cell * CELL)

    def _address(self, base: ir.Expr | None) -> None:
        out = self.out
        if base is None:
            out += bytes((_I32_CONST, 0))
            return
        self.number(base)
        out += bytes((_WRAP, _I32_CONST, 3, _I32_SHL))

    def _place(self, cells: ir.Expr) -> None:
        """Write the address of a cell in bytes."""
        self._address(cells)

    # Statements --------------------------------------------------------------------------------

    def _set(self, statement: ir.Set) -> None:
        self.number(statement.value)
        self.out.append(_SET)
        self.out += unsigned(statement.local)

    def _store(self, statement: ir.Store) -> None:
        self._address(statement.base)
        self.number(statement.value)
        self.out.append(_I64_STORE)
        self.out.append(3)
        self.out += unsigned(statement.offset * CELL)

    def _fill(self, statement: ir.Fill) -> None:
        out = self.out
        if statement.count <= MAX_UNROLLED:
            for cell in range(statement.start, statement.start + statement.count):
                self._store(ir.Store(None, cell, ir.Const(0)))
            return
        out.append(_I32_CONST)
        out += signed(statement.start * CELL)
        out += bytes((_I32_CONST, 0, _I32_CONST))
        out += signed(statement.count * CELL)
        out += b"\xfc\x0b\x00"

    def _copy(self, statement: ir.Copy) -> None:
        target, source, count = statement.target, statement.source, statement.count
        if isinstance(count, ir.Const) and count.value <= MAX_UNROLLED:
            for cell in range(count.value):
                self._store(ir.Store(target, cell, ir.Load(source, cell)))
            return
        for part in (statement.target, statement.source, statement.count):
            self._place(part)
        self.out += b"\xfc\x0a\x00\x00"

    def _move(self, statement: ir.Move) -> None:
        for cell in range(0, statement.cells, 2):
            self._address(statement.base)
            self._load_pair(statement.base, statement.source + cell)
            self.out += _V128_STORE
            self.out += unsigned((statement.target + cell) * CELL)

    def _do(self, statement: ir.Do) -> None:
        self.number(statement.call)
        if statement.call.function.result:
            self.out.append(_DROP)

    def _return(self, statement: ir.Return) -> None:
        if statement.value is not None:
            self.number(statement.value)
        self.out.append(_RETURN)

    def _if(self, statement: ir.If) -> None:
        self.condition(statement.condition)
        if not statement.otherwise and len(statement.then) == 1:
            only = statement.then[0]
            if type(only) is ir.Leave and only.condition is None:
                self.out.append(_BR_IF)
                self.out += unsigned(self._depth(only.block, again=False))
                return
        self.out += bytes((_IF, _EMPTY))
        self.around.append(None)
        self.statements(statement.then)
        if statement.otherwise:
            self.out.append(_ELSE)
            self.statements(statement.otherwise)
        self.around.pop()
        self.out.append(_END)

    def _block(self, block: ir.Block) -> None:
        self.out += bytes((_BLOCK, _EMPTY))
        self.around.append((block, False))
        if block.again:
            self._loop(block)
        else:
            self.statements(block.body)
        self.around.pop()
        self.out.append(_END)

    def _loop(self, block: ir.Block) -> None:
        """Write a loop. If it begins with a test for leaving, that is done before it and after each iteration."""
        out, body = self.out, block.body
        first = body[0] if body else None
        test = first.condition if isinstance(first, ir.Leave) and first.block is block else None
        if test is not None:
            self.condition(test)
            out += bytes((_BR_IF, 0))
        out += bytes((_LOOP, _EMPTY))
        self.around.append((block, True))
        if test is not None:
            self.statements(body[1:])
            self.condition(ir.IsZero(test))
            out += bytes((_BR_IF, 0))
        else:
            self.statements(body)
            out += bytes((_BR, 0))
        self.around.pop()
        out.append(_END)

    def _depth(self, block: ir.Block, *, again: bool) -> int:
        for depth, frame in enumerate(reversed(self.around)):
            if frame is not None and frame[0] is block and frame[1] is again:
                return depth
        raise AssertionError("a block is left that isn't around")

    def _leave(self, statement: ir.Leave) -> None:
        if statement.condition is not None:
            self.condition(statement.condition)
            self.out.append(_BR_IF)
        else:
            self.out.append(_BR)
        self.out += unsigned(self._depth(statement.block, again=False))

    def _again(self, statement: ir.Again) -> None:
        first = statement.block.body[0]
        assert not (isinstance(first, ir.Leave) and first.block is statement.block), "it would begin without its test"
        self.out.append(_BR)
        self.out += unsigned(self._depth(statement.block, again=True))

    def _dispatch(self, statement: ir.Dispatch) -> None:
        """Write nested blocks, one for each part: leaving the block of a part begins that part."""
        out, parts = self.out, statement.parts
        for part in reversed(parts):
            out += bytes((_BLOCK, _EMPTY))
            self.around.append((part, False))
        self.number(statement.selector)
        out += bytes((_WRAP, _BR_TABLE))
        out += unsigned(len(parts))
        for number in range(len(parts)):
            out += unsigned(number)
        out += unsigned(max(len(parts) - 1, 0))
        for part in parts:
            self.around.pop()
            out.append(_END)
            self.statements(part.body)
