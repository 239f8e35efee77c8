"""The verifier: checks that a module is well formed. The tests run it before the passes and after each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardengine.ir import nodes as ir
from cardengine.ir.walk import parts, roots


class MalformedError(Exception):
    """A module breaks a rule of the core language."""


def verify(module: ir.Module) -> None:
    """Check a module.

    - Each local is set before it is read, on every way to where it is read; a part of a ``Dispatch`` begins with the
      locals that were set before the ``Dispatch``.
    - Blocks are left from within, and begun again only where they are loops; no statement stands at two places.
    - Functions are called with as many arguments as they have parameters, and give a number exactly where one is used.
    - Constants aren't overwritten, and what is marked spare is no single cell that has a meaning of its own.

    Raises:
        MalformedError: it breaks one.
    """
    known = {id(function) for function in module.functions}
    for function in module.functions:
        _Check(module, function, known).run()


@dataclass(slots=True)
class _Check:
    module: ir.Module
    function: ir.Function
    known: set[int]
    around: list[ir.Block] = field(default_factory=list)
    ends: dict[int, set[int]] = field(default_factory=dict)
    """For each block, the locals that are set wherever it is left."""
    seen: set[int] = field(default_factory=set)

    def run(self) -> None:
        self.body(self.function.body, set(range(self.function.parameters)))

    def fail(self, what: str) -> None:
        raise MalformedError(f"{self.function.name}: {what}")

    def body(self, statements: Sequence[ir.Statement], ready: set[int] | None) -> set[int] | None:
        """Check statements; returns the locals that are set after them, or None if that point is unreachable."""
        for statement in statements:
            if id(statement) in self.seen:
                self.fail("a statement stands at two places")
            self.seen.add(id(statement))
            ready = self.statement(statement, ready)
        return ready

    def statement(self, s: ir.Statement, ready: set[int] | None) -> set[int] | None:
        for expr in roots(s):
            self.expr(expr, ready, used=not isinstance(s, ir.Do))
        match s:
            case ir.Set():
                if not 0 <= s.local < len(self.function.names):
                    self.fail(f"there is no local {s.local} to set")
                return None if ready is None else ready | {s.local}
            case ir.Store():
                self.store(s)
            case ir.If():
                return _either(self.body(s.then, ready), self.body(s.otherwise, ready))
            case ir.Block():
                self.around.append(s)
                end = self.body(s.body, ready)
                self.around.pop()
                left = self.ends.pop(id(s), None)
                return left if s.again else _either(end, left)
            case ir.Leave():
                self.target(s.block)
                if ready is not None:
                    held = self.ends.get(id(s.block))
                    self.ends[id(s.block)] = set(ready) if held is None else held & ready
                return ready if s.condition is not None else None
            case ir.Again():
                self.target(s.block)
                if not s.block.again:
                    self.fail("a block that is no loop is begun again")
                return None
            case ir.Return():
                if (s.value is not None) is not self.function.result:
                    self.fail("its result is given or not")
                return None
            case ir.Dispatch():
                return self.dispatch(s, ready)
        return ready

    def dispatch(self, s: ir.Dispatch, ready: set[int] | None) -> set[int] | None:
        """A part can be entered from the selector, from the part before it, and by leaving the block before it."""
        self.around += s.parts
        for part in s.parts:
            self.body(part.body, ready)
        del self.around[-len(s.parts) :]
        for part in s.parts:
            self.ends.pop(id(part), None)
        return ready

    def target(self, block: ir.Block) -> None:
        if not any(other is block for other in self.around):
            self.fail("a block is left from outside")

    def store(self, s: ir.Store) -> None:
        if any(start <= s.offset < start + len(cells) for start, cells in self.module.data):
            self.fail(f"a constant is overwritten at {s.offset}")
        if s.spare and s.base is None:
            self.fail(f"a fixed cell, {s.offset}, is marked spare")

    def expr(self, e: ir.Expr, ready: set[int] | None, *, used: bool = True) -> None:
        match e:
            case ir.Get():
                if ready is not None and e.local not in ready:
                    names = self.function.names
                    self.fail(f"{names[e.local] if e.local < len(names) else e.local} is read before it is set")
            case ir.Call():
                if id(e.function) not in self.known:
                    self.fail(f"{e.function.name} is called, but isn't there")
                if len(e.arguments) != e.function.parameters:
                    self.fail(f"{e.function.name} has {e.function.parameters} parameters")
                if used and not e.function.result:
                    self.fail(f"{e.function.name} gives nothing")
        for part in parts(e):
            self.expr(part, ready)


def _either(one: set[int] | None, other: set[int] | None) -> set[int] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other
