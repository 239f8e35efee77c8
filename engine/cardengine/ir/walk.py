"""Traversal of the intermediate representation: the parts of expressions and statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cardengine.ir import nodes as ir


def parts(e: ir.Expr) -> tuple[ir.Expr, ...]:
    """The operands of an expression."""
    if isinstance(e, ir.Const | ir.Get):  # most are
        return ()
    match e:
        case ir.Binary():
            return e.left, e.right
        case ir.Load():
            return () if e.base is None else (e.base,)
        case ir.IsZero() | ir.Ones() | ir.Zeros():
            return (e.of,)
        case ir.Choose():
            return e.condition, e.then, e.otherwise
        case ir.Place():
            return e.start, e.value
        case ir.Call():
            return e.arguments
        case _:
            return ()


def rebuilt(e: ir.Expr, new: Sequence[ir.Expr]) -> ir.Expr:
    """The same expression with other operands."""
    match e:
        case ir.Binary():
            return ir.Binary(e.op, *new)
        case ir.Load() if new:
            return ir.Load(new[0], e.offset)
        case ir.IsZero() | ir.Ones() | ir.Zeros():
            return type(e)(*new)
        case ir.Choose():
            return ir.Choose(*new)
        case ir.Place():
            return ir.Place(new[0], e.cells, new[1])
        case ir.Call():
            return ir.Call(e.function, tuple(new))
        case _:
            return e


def roots(s: ir.Statement) -> tuple[ir.Expr, ...]:
    """The expressions that a statement evaluates first."""
    match s:
        case ir.Set():
            return (s.value,)
        case ir.Store():
            return (s.value,) if s.base is None else (s.base, s.value)
        case ir.If():
            return (s.condition,)
        case ir.Leave():
            return () if s.condition is None else (s.condition,)
        case ir.Do():
            return (s.call,)
        case ir.Return():
            return () if s.value is None else (s.value,)
        case ir.Dispatch():
            return (s.selector,)
        case ir.Copy():
            return s.target, s.source, s.count
        case ir.Move():
            return (s.base,)
        case _:
            return ()


def bodies(s: ir.Statement) -> tuple[list[ir.Statement], ...]:
    """The bodies of a statement."""
    match s:
        case ir.If():
            return s.then, s.otherwise
        case ir.Block():
            return (s.body,)
        case ir.Dispatch():
            return tuple(part.body for part in s.parts)
        case _:
            return ()


def everything(body: Iterable[ir.Statement]) -> list[ir.Statement]:
    """All statements, including nested ones, each before those in it."""
    found: list[ir.Statement] = []
    _note_all(body, found)
    return found


def _note_all(body: Iterable[ir.Statement], found: list[ir.Statement]) -> None:
    for s in body:
        found.append(s)
        if isinstance(s, ir.If | ir.Block | ir.Dispatch):
            for inner in bodies(s):
                _note_all(inner, found)


def reads(e: ir.Expr) -> Iterator[int]:
    """The locals that an expression reads, repeated as often as it reads them."""
    if isinstance(e, ir.Get):
        yield e.local
    for part in parts(e):
        yield from reads(part)


def references(body: Iterable[ir.Statement]) -> Counter[int]:
    """The number of times that each local is read or set."""
    found: list[int] = []
    for s in everything(body):
        if isinstance(s, ir.Set):
            found.append(s.local)
            _note_reads(s.value, found)
        else:
            for e in roots(s):
                _note_reads(e, found)
    return Counter(found)


def _note_reads(e: ir.Expr, found: list[int]) -> None:
    if isinstance(e, ir.Get):
        found.append(e.local)
    else:
        for part in parts(e):
            _note_reads(part, found)
