"""Moves long computations out of a function into their own: a small function keeps its locals in registers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields

from cardengine.core import ir
from cardengine.core.builder import load

LONG = 60
"""Statements from which on a computation gets its own function."""


@dataclass(slots=True)
class _Facts:
    """What statements do.

    Attributes:
        size: how many statements they are, those within counted.
        loops: how many loops there are.
        read: the locals that are read.
        written: the locals that are written.
        blocks: the blocks that begin here.
        left: the blocks that are left, or begun again.
        returns: whether the function is left.
    """

    size: int = 0
    loops: int = 0
    read: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)
    blocks: list[ir.Block] = field(default_factory=list)
    left: list[ir.Block] = field(default_factory=list)
    returns: bool = False

    @property
    def closed(self) -> bool:
        """Whether what follows is what comes next, in any case."""
        inside = {id(block) for block in self.blocks}
        return not self.returns and all(id(block) in inside for block in self.left)


def outline(
    body: list[ir.Statement], outer: ir.Function, keep: int, name: str, take: Callable[[int], int]
) -> list[ir.Function]:
    """Put long runs of statements into functions of their own; what they share with the rest goes through the memory.

    Args:
        body: the statements; they are changed.
        outer: the function that they belong to.
        keep: a local that is shared with the rest of the function.
        name: what to call the functions.
        take: sets cells of memory apart.

    Returns:
        The functions.
    """
    facts = [_facts([statement]) for statement in body]
    made: list[ir.Function] = []
    new: list[ir.Statement] = []
    at = 0
    while at < len(body):
        end = at
        while end < len(body) and facts[end].closed and keep not in facts[end].written | facts[end].read:
            end += 1
        run = facts[at:end]
        if sum(one.size for one in run) < LONG or not any(one.loops for one in run):
            new += body[at : end + 1]
            at = end + 1
            continue
        rest = facts[:at] + facts[end:]
        read, written = _union(one.read for one in run), _union(one.written for one in run)
        given = sorted(read & _union(one.written for one in rest))
        results = sorted(written & _union(one.read for one in rest))
        cells = {local: take(1) for local in {*given, *results}}
        names = outer.names[: max(read | written, default=-1) + 1]
        function = ir.Function(name if not made else f"{name}, {len(made) + 1}", 0, result=False, names=names)
        function.body = [ir.Set(local, load(None, cells[local])) for local in given]
        function.body += body[at:end]
        function.body += [ir.Store(None, cells[local], ir.Get(local)) for local in results]
        made.append(function)
        new += [ir.Store(None, cells[local], ir.Get(local)) for local in given]
        new.append(ir.Do(ir.Call(function, ())))
        new += [ir.Set(local, load(None, cells[local])) for local in results]
        at = end
    body[:] = new
    return made


def _union(sets: Iterator[set[int]]) -> set[int]:
    found: set[int] = set()
    for one in sets:
        found |= one
    return found


def _facts(statements: list[ir.Statement]) -> _Facts:
    found = _Facts()
    _note(statements, found)
    return found


def _note(statements: list[ir.Statement], found: _Facts) -> None:
    for statement in statements:
        found.size += 1
        match statement:
            case ir.Set():
                found.written.add(statement.local)
            case ir.Block():
                found.blocks.append(statement)
                found.loops += statement.again
                _note(statement.body, found)
                continue
            case ir.If():
                _note(statement.then, found)
                _note(statement.otherwise, found)
            case ir.Leave() | ir.Again():
                found.left.append(statement.block)
            case ir.Return() | ir.Dispatch():
                found.returns = True
        for name in _names(statement):
            value = getattr(statement, name)
            if isinstance(value, ir.Expr):
                _note_read(value, found.read)


def _note_read(expr: ir.Expr, read: set[int]) -> None:
    if isinstance(expr, ir.Get):
        read.add(expr.local)
        return
    for name in _names(expr):
        value = getattr(expr, name)
        if isinstance(value, ir.Expr):
            _note_read(value, read)
        elif isinstance(value, tuple):
            for part in value:
                _note_read(part, read)


def _names(node: ir.Expr | ir.Statement) -> tuple[str, ...]:
    """The fields of a node; looked up once a kind."""
    found = _fields.get(type(node))
    if found is None:
        found = _fields[type(node)] = tuple(one.name for one in fields(node))  # type: ignore[arg-type]  # a dataclass
    return found


_fields: dict[type, tuple[str, ...]] = {}
