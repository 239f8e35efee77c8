"""The intermediate representation: 64-bit integers, one flat memory of them, locals, loops and functions.

There are no lists, cards or zones: they are stored in the memory, at the addresses of the layout that the interpreter
uses (``layout.space``), followed by scratch cells. An address counts cells of 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Op(Enum):
    """Operators on two integers. Comparisons give 0 or 1; overflow wraps around."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "div"
    """Rounds towards zero."""
    REM = "rem"
    """Has the sign of the dividend."""
    REM_U = "rem_u"
    """Of unsigned numbers."""
    AND = "and"
    OR = "or"
    XOR = "xor"
    SHL = "shl"
    SHR = "shr"
    SHR_U = "shr_u"
    EQ = "="
    NE = "<>"
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    LT_U = "<u"
    """Of unsigned numbers."""


COMPARISONS = frozenset((Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.LT_U))


TRAPPING = frozenset((Op.DIV, Op.REM, Op.REM_U))
"""Operators that trap if the right operand is 0; all others are pure, and can be computed speculatively."""


class Expr:
    """An expression. Only calls can have effects."""

    __slots__ = ()


@dataclass(slots=True)
class Const(Expr):
    """A number."""

    value: int


@dataclass(slots=True)
class Get(Expr):
    """The value of a local."""

    local: int


@dataclass(slots=True)
class Load(Expr):
    """The cell ``base + offset``; ``base`` is never negative."""

    base: Expr | None
    offset: int


@dataclass(slots=True)
class Binary(Expr):
    """An operator on two numbers."""

    op: Op
    left: Expr
    right: Expr


@dataclass(slots=True)
class IsZero(Expr):
    """1 if a number is 0, otherwise 0."""

    of: Expr


@dataclass(slots=True)
class Ones(Expr):
    """The number of bits that are set."""

    of: Expr


@dataclass(slots=True)
class Zeros(Expr):
    """The number of trailing zero bits; 64 for 0."""

    of: Expr


@dataclass(slots=True)
class Place(Expr):
    """The index of the first of some cells that holds a value, which one of them does.

    The number of cells is even. They are compared two at a time, without branches.
    """

    start: Expr
    cells: int
    value: Expr


@dataclass(slots=True)
class Choose(Expr):
    """``then`` if the condition isn't 0, otherwise ``otherwise``; both are computed."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True)
class Call(Expr):
    """The result of a function."""

    function: Function
    arguments: tuple[Expr, ...]


class Statement:
    """A statement."""

    __slots__ = ()


@dataclass(slots=True)
class Set(Statement):
    """Assigns a value to a local."""

    local: int
    value: Expr


@dataclass(slots=True)
class Store(Statement):
    """Stores a value in the cell ``base + offset``.

    ``spare`` promises that it does no harm in vain: nobody reads the cell unless it is written again, or counted
    among those that have been written.
    """

    base: Expr | None
    offset: int
    value: Expr
    spare: bool = False


@dataclass(slots=True)
class Fill(Statement):
    """Sets cells to 0."""

    start: int
    count: int


@dataclass(slots=True)
class Copy(Statement):
    """Copies ``count`` cells; the two ranges don't overlap."""

    target: Expr
    source: Expr
    count: Expr


@dataclass(slots=True)
class Move(Statement):
    """Copies an even number of cells from ``base + source`` to ``base + target``, two at a time, from the first on.

    If the ranges overlap, a cell may be overwritten before it is read, but not by its own pair.
    """

    base: Expr
    target: int
    source: int
    cells: int


@dataclass(slots=True)
class Do(Statement):
    """Calls a function for its effect."""

    call: Call


@dataclass(slots=True)
class If(Statement):
    """Executes ``then`` if the condition isn't 0, otherwise ``otherwise``."""

    condition: Expr
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True, eq=False)
class Block(Statement):
    """Statements that can be left early; with ``again`` a loop."""

    body: list[Statement] = field(default_factory=list)
    again: bool = False


@dataclass(slots=True)
class Leave(Statement):
    """Leaves a block, if the condition (if there is one) isn't 0."""

    block: Block
    condition: Expr | None = None


@dataclass(slots=True)
class Again(Statement):
    """Continues at the beginning of a loop."""

    block: Block


@dataclass(slots=True)
class Return(Statement):
    """Returns from the function, with a result if it has one."""

    value: Expr | None


@dataclass(slots=True)
class Dispatch(Statement):
    """Starts at the part whose number is the selector, and continues through the following parts."""

    selector: Expr
    parts: list[Block]


@dataclass(slots=True, eq=False)
class Function:
    """A function.

    Attributes:
        name: its name.
        parameters: the number of parameters, which are the first locals.
        result: whether it has a result.
        body: its statements.
        names: the names of the locals, for readers.
        export: whether it can be called from outside.
    """

    name: str
    parameters: int
    result: bool
    body: list[Statement] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    export: bool = False
    number: int = 0


@dataclass(slots=True)
class Module:
    """A whole game.

    Attributes:
        functions: its functions, in the order of their numbers.
        cells: the number of memory cells.
        data: constant cells, each list with the address of its first cell.
    """

    functions: list[Function]
    cells: int
    data: list[tuple[int, list[int]]]
