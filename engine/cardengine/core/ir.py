"""The core language: integers of 64 bits, one flat memory of them, local names, loops and functions.

There are no lists, cards or zones any more: they lie in the memory, at the addresses of the same layout that the
interpreter uses (``evaluation.space``), and behind it in scratch room. An address counts cells of 64 bits.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Op(Enum):
    """Operators of two integers; comparisons give 0 or 1. What overflows wraps around."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "div"
    """Towards zero."""
    REM = "rem"
    """With the sign of the left side."""
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


class Expr:
    """An expression: it changes nothing, except that a call may."""

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
    """1 if a number is 0, else 0."""

    of: Expr


@dataclass(slots=True)
class Ones(Expr):
    """How many bits of a number are set."""

    of: Expr


@dataclass(slots=True)
class Zeros(Expr):
    """How many bits are 0 below the lowest that is set; 64 for 0."""

    of: Expr


@dataclass(slots=True)
class Place(Expr):
    """Which of so many cells, counted from 0, is the first that holds a value; one of them does.

    The number of cells is even. They are compared two at a time, without a branch.
    """

    start: Expr
    cells: int
    value: Expr


@dataclass(slots=True)
class Choose(Expr):
    """``then`` when the condition isn't 0, else ``otherwise``; both are computed."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True)
class Call(Expr):
    """The result of a function."""

    function: Function
    arguments: tuple[Expr, ...]


class Statement:
    """What is done."""

    __slots__ = ()


@dataclass(slots=True)
class Set(Statement):
    """A local gets a value."""

    local: int
    value: Expr


@dataclass(slots=True)
class Store(Statement):
    """The cell ``base + offset`` gets a value."""

    base: Expr | None
    offset: int
    value: Expr


@dataclass(slots=True)
class Fill(Statement):
    """Cells get 0."""

    start: int
    count: int


@dataclass(slots=True)
class Copy(Statement):
    """``count`` cells are copied; the two places don't overlap."""

    target: Expr
    source: Expr
    count: Expr


@dataclass(slots=True)
class Move(Statement):
    """So many cells, an even number, from ``base + source`` on get to ``base + target``, two at a time from the first.

    Where both places overlap, a cell may be overwritten before it is read, but not within the two.
    """

    base: Expr
    target: int
    source: int
    cells: int


@dataclass(slots=True)
class Do(Statement):
    """A function is called for what it does."""

    call: Call


@dataclass(slots=True)
class If(Statement):
    """``then`` when the condition isn't 0, else ``otherwise``."""

    condition: Expr
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True, eq=False)
class Block(Statement):
    """Statements that can be left early; with ``again``, begun again from the top when they are done."""

    body: list[Statement] = field(default_factory=list)
    again: bool = False


@dataclass(slots=True)
class Leave(Statement):
    """Go on behind a block, when the condition (if there is one) isn't 0."""

    block: Block
    condition: Expr | None = None


@dataclass(slots=True)
class Again(Statement):
    """Go on at the beginning of a block that is begun again."""

    block: Block


@dataclass(slots=True)
class Return(Statement):
    """Leave the function with a result."""

    value: Expr | None


@dataclass(slots=True)
class Dispatch(Statement):
    """Begin at the part that the selector numbers, and go on through the parts behind it."""

    selector: Expr
    parts: list[Block]


@dataclass(slots=True, eq=False)
class Function:
    """A function.

    Attributes:
        name: what it is called.
        parameters: how many; they are the first locals.
        result: whether it has one.
        body: what it does.
        names: of the locals, for those who read.
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
        functions: all of them, numbered in order.
        cells: how many cells of memory it needs.
        data: constant cells, by the address of the first.
    """

    functions: list[Function]
    cells: int
    data: list[tuple[int, list[int]]]
