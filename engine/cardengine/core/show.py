"""Prints the intermediate representation of a game for people.

Brackets denote cells of memory: ``[wave]``, ``[card.place + item]``; names without brackets are locals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from textwrap import shorten
from typing import Final

from cardengine.core.game import lower
from cardengine.core.symbols import Names, Region
from cardengine.diagnostics import Span
from cardengine.ir import nodes as ir
from cardengine.ir.memory import Layout, TooLargeError
from cardengine.ir.nodes import Op
from cardengine.model.program import Header, Program
from cardengine.runtime.machine import Machine

_WIDTH: Final = 100
_SHOWN: Final = 24
"""The number of cells of a table that are printed."""

_UNSIGNED: Final = {Op.REM_U: "rem u", Op.SHR: ">>", Op.SHR_U: ">> u", Op.LT_U: "< u", Op.SHL: "<<"}
_LOOSE: Final = frozenset({Op.ADD, Op.MUL, Op.AND, Op.OR})
"""Operators that need no parentheses among themselves."""


def show(machine: Machine, *, lean: bool = True) -> list[str]:
    """The lines of a game's core.

    Args:
        machine: the game.
        lean: leave out what only views and comparisons of positions need, as simulations do.

    Raises:
        TooLargeError: the game is too large to be compiled.
    """
    try:
        core = lower(machine, lean=lean)
        return list(written(machine.program, core.layout, core.module))
    except RecursionError:
        raise TooLargeError("its expressions are nested too deeply") from None


def written(program: Program, layout: Layout, module: ir.Module) -> Iterator[str]:
    """The lines of a module.

    Args:
        program: the game.
        layout: the layout of the memory.
        module: the lowered program.
    """
    names = Names(program, layout)
    names.rooms(_addresses(module))
    yield from _heading(program, module)
    titles = _titles(module)
    for function in module.functions:
        yield ""
        yield from _Printer(program, names, titles, function).lines()
    yield ""
    yield from _constants(names, module)


def _heading(program: Program, module: ir.Module) -> Iterator[str]:
    players = "1 player" if program.players == 1 else f"{program.players} players"
    yield f"; {program.ruleset.title}, {players}: {len(module.functions)} functions, {module.cells:,} cells of memory"
    yield "; In brackets stands a cell: [wave], or so many behind the first of a name: [card.place + item]."


def _titles(module: ir.Module) -> dict[int, str]:
    """A unique name of one word for each function, by its identity."""
    used: Counter[str] = Counter()
    titles: dict[int, str] = {}
    for function in module.functions:
        name = function.name.replace(" ", "_")
        used[name] += 1
        titles[id(function)] = name if used[name] == 1 else f"{name}'{used[name]}"
    return titles


def _constants(names: Names, module: ir.Module) -> Iterator[str]:
    """The tables, as comments."""
    yield "; constant cells"
    for start, values in module.data:
        region = names.starts_at(start)
        name = region.name if region is not None else str(start)
        shown = ", ".join(map(str, values[:_SHOWN]))
        more = f", ... ({len(values):,} in all)" if len(values) > _SHOWN else ""
        yield f"; {name}: {shown}{more}"


def sentence(program: Program, span: Span) -> str:
    """The sentence that an instruction comes from, in one line, with its location."""
    if span == program.ruleset.span:
        return "the end of all steps"
    place = f"{PurePath(span.source.name).name}:{span.line}"
    return shorten(" ".join(span.text.split()), _WIDTH - len(place), placeholder="...") + f" ({place})"


# What is in a module ---------------------------------------------------------------------------------


def _addresses(module: ir.Module) -> Iterator[int]:
    """The addresses that occur in the code."""
    for function in module.functions:
        yield from _in_body(function.body)


def _in_body(body: list[ir.Statement]) -> Iterator[int]:
    for statement in body:
        match statement:
            case ir.Store():
                yield statement.offset
                yield from _in_expr(statement.base, statement.value)
            case ir.Set():
                yield from _in_expr(statement.value)
            case ir.Fill():
                yield statement.start
            case ir.Copy():
                yield from _in_expr(statement.target, statement.source, statement.count)
            case ir.Move():
                yield from _in_expr(statement.base)
            case ir.Do():
                yield from _in_expr(statement.call)
            case ir.If():
                yield from _in_expr(statement.condition)
                yield from _in_body(statement.then)
                yield from _in_body(statement.otherwise)
            case ir.Block():
                yield from _in_body(statement.body)
            case ir.Leave():
                yield from _in_expr(statement.condition)
            case ir.Return():
                yield from _in_expr(statement.value)
            case ir.Dispatch():
                yield from _in_expr(statement.selector)
                for part in statement.parts:
                    yield from _in_body(part.body)


def _in_expr(*exprs: ir.Expr | None) -> Iterator[int]:
    stack = list(exprs)
    while stack:
        expr = stack.pop()
        match expr:
            case ir.Load():
                yield expr.offset
                stack.append(expr.base)
            case ir.Binary():
                stack += (expr.left, expr.right)
            case ir.IsZero() | ir.Ones() | ir.Zeros():
                stack.append(expr.of)
            case ir.Place():
                stack += (expr.start, expr.value)
            case ir.Choose():
                stack += (expr.condition, expr.then, expr.otherwise)
            case ir.Call():
                stack += expr.arguments


# One function ----------------------------------------------------------------------------------------


class _Printer:
    """Prints one function."""

    def __init__(self, program: Program, names: Names, titles: dict[int, str], function: ir.Function) -> None:
        self.program = program
        self.names = names
        self.titles = titles
        self.function = function
        self.labels: dict[int, str] = {}
        self.parts: dict[int, int] = {}
        self.counts: Counter[str] = Counter()

    def lines(self) -> Iterator[str]:
        function = self.function
        parameters = ", ".join(function.names[: function.parameters])
        outside = "exported " if function.export else ""
        result = " gives a number" if function.result else ""
        yield f"{outside}function {self.titles[id(function)]}({parameters}){result}"
        yield from self._body(function.body, 1)

    # Statements --------------------------------------------------------------------------------

    def _body(self, body: list[ir.Statement], depth: int) -> Iterator[str]:
        if not body:
            yield "    " * depth + "(nothing)"
        for statement in body:
            yield from self._statement(statement, depth)

    def _statement(self, statement: ir.Statement, depth: int) -> Iterator[str]:
        indent = "    " * depth
        match statement:
            case ir.If():
                yield f"{indent}if {self.text(statement.condition)}"
                yield from self._body(statement.then, depth + 1)
                if statement.otherwise:
                    yield f"{indent}else"
                    yield from self._body(statement.otherwise, depth + 1)
            case ir.Block():
                yield f"{indent}{self._label(statement)}"
                yield from self._body(statement.body, depth + 1)
            case ir.Dispatch():
                yield from self._dispatch(statement, depth)
            case _:
                yield indent + self._simple(statement)

    def _simple(self, statement: ir.Statement) -> str:
        match statement:
            case ir.Set():
                return f"{self._local(statement.local)} = {self.text(statement.value)}"
            case ir.Store():
                return f"{self._cell(statement.base, statement.offset)} = {self.text(statement.value)}"
            case ir.Fill():
                return f"clear {statement.count} cells from {self._cell(None, statement.start)}"
            case ir.Copy():
                target, source = self._cell(statement.target, 0), self._cell(statement.source, 0)
                return f"copy {self.text(statement.count)} cells from {source} to {target}"
            case ir.Move():
                source, target = (self._cell(statement.base, offset) for offset in (statement.source, statement.target))
                return f"move {statement.cells} cells from {source} to {target}"
            case ir.Do():
                return self.text(statement.call)
            case ir.Leave():
                condition = "" if statement.condition is None else f" if {self.text(statement.condition)}"
                part = self.parts.get(id(statement.block))
                return (f"leave {self._label(statement.block)}" if part is None else f"go to {part}") + condition
            case ir.Again():
                return f"again {self._label(statement.block)}"
            case ir.Return():
                return "return" if statement.value is None else f"return {self.text(statement.value)}"
        raise AssertionError(type(statement).__name__)

    def _label(self, block: ir.Block) -> str:
        label = self.labels.get(id(block))
        if label is None:
            kind = "loop" if block.again else "block"
            self.counts[kind] += 1
            label = self.labels[id(block)] = f"{kind} {self.counts[kind]}"
        return label

    def _dispatch(self, statement: ir.Dispatch, depth: int) -> Iterator[str]:
        indent = "    " * depth
        self.parts.update({id(part): number for number, part in enumerate(statement.parts)})
        yield f"{indent}go to {self.text(statement.selector)}"
        for number, part in enumerate(statement.parts):
            instruction = self.program.code[number]
            yield ""
            yield f"{indent}; {sentence(self.program, instruction.span)}"
            yield f"{indent}{number}: {type(instruction).__name__}"
            yield from self._body(part.body, depth + 1)

    # Cells and locals --------------------------------------------------------------------------

    def _local(self, number: int) -> str:
        return self.function.names[number]

    def _cell(self, base: ir.Expr | None, offset: int) -> str:
        if isinstance(base, ir.Const):
            return self._cell(None, offset + base.value)
        if base is None:
            region, inside = self.names.of(offset)
            if region is None:
                return f"[{offset}]"
            return f"[{region.name} + {inside}]" if inside else f"[{region.head}]"
        if isinstance(base, ir.Binary) and base.op is Op.ADD and isinstance(base.left, ir.Const):
            return self._cell(base.right, offset + base.left.value)
        text = self.text(base, Op.ADD)
        # An offset within the header belongs to an address that is computed.
        region, inside = (None, offset) if offset < Header.SIZE else self._around(offset)
        return f"[{'' if region is None else f'{region.name} + '}{text}{_plus(inside)}]"

    def _around(self, offset: int) -> tuple[Region | None, int]:
        """The region that a base refers to: the zones of a loop's items are read with indices from 1."""
        following = self.names.starts_at(offset + 1)
        if following is not None and following.name.endswith(".places"):
            return following, -1
        region, inside = self.names.of(offset)
        return region, offset if region is None else inside

    # Expressions -------------------------------------------------------------------------------

    def text(self, expr: ir.Expr, around: Op | None = None) -> str:
        """An expression, in parentheses if the operator around it requires them."""
        match expr:
            case ir.Const():
                return str(expr.value)
            case ir.Get():
                return self._local(expr.local)
            case ir.Load():
                return self._cell(expr.base, expr.offset)
            case ir.Binary():
                return self._binary(expr, around)
            case ir.IsZero():
                text = f"not {self.text(expr.of, Op.XOR)}"
                return text if around is None else f"({text})"
            case ir.Ones() | ir.Zeros():
                return f"{type(expr).__name__.lower()}({self.text(expr.of)})"
            case ir.Place():
                return f"place({self.text(expr.value)}, {expr.cells} cells from {self._cell(expr.start, 0)})"
            case ir.Choose():
                parts = (expr.condition, expr.then, expr.otherwise)
                return f"choose({', '.join(map(self.text, parts))})"
            case ir.Call():
                return f"{self.titles[id(expr.function)]}({', '.join(map(self.text, expr.arguments))})"
        raise AssertionError(type(expr).__name__)

    def _binary(self, expr: ir.Binary, around: Op | None) -> str:
        op, right = expr.op, expr.right
        left_text = self.text(expr.left, op if op in _LOOSE else Op.XOR)
        if op is Op.ADD and isinstance(right, ir.Const) and right.value < 0:
            text = f"{left_text} - {-right.value}"
        else:
            # `a + (b + c)` keeps its parentheses: sums wrap around, but the reader shouldn't have to think of it.
            text = f"{left_text} {_UNSIGNED.get(op, op.value)} {self.text(right, Op.XOR)}"
        return text if around is None or (around is op and op in _LOOSE) else f"({text})"


def _plus(number: int) -> str:
    if number == 0:
        return ""
    return f" + {number}" if number > 0 else f" - {-number}"
