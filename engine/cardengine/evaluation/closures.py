"""Compiles typed expressions to closures ``f(memory) -> value``.

Values are integers (enum members, seats, cards and zones by number, nothing as -1), bools, fractions and lists.
A closure is chosen once, using the facts of the expression and its parts: constants aren't computed in play, and
a number is checked only if its range doesn't keep it within 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardengine.constructs.base import Closure, Fact
from cardengine.evaluation.table import TABLE, Maker
from cardengine.facts import Facts
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory, Space
from cardengine.tree import nodes as t
from cardengine.tree.types import OptionalType

Possible = Callable[[str, str], Closure]
"""Given a choice and one of its actions, the closure that says whether the chooser could take it."""


class Closures:
    """The closures of one game's expressions, each made on first use.

    Args:
        facts: the facts of the expressions.
        possible: needed for ``possible(ACTION)``.
        registers: other addresses for locals, such as for parameters while actions are listed.
        table: how the closure of each kind of expression is made.
        direct: whether closures may read a zone's cells directly, bypassing the closure of its items.
    """

    def __init__(
        self,
        facts: Facts,
        possible: Possible | None = None,
        registers: Mapping[t.Local, int] | None = None,
        table: Mapping[type[t.Expr], Maker] = TABLE,
        *,
        direct: bool = True,
    ) -> None:
        self.facts = facts
        self.space: Space = facts.space
        self.possible = possible
        self.registers = registers or {}
        self.table = table
        self.direct = direct
        self._kept: dict[int, tuple[t.Expr, Closure]] = {}

    def known(self, expr: t.Expr) -> Fact:
        """The facts of an expression."""
        return self.facts.of(expr)

    def function(self, expr: t.Expr) -> Closure:
        """The closure of an expression."""
        kept = self._kept.get(id(expr))
        if kept is not None:
            return kept[1]
        found = self.facts.of(expr)
        closure = _always(found.value) if found.constant else self.table[type(expr)](self, expr, found)
        # Keeps the expression alive, so that its id isn't reused.
        self._kept[id(expr)] = expr, closure
        return closure

    def present(self, expr: t.Expr) -> Closure:
        """The closure of an expression that must not be nothing; otherwise a fault."""
        inner = self.function(expr)
        if not isinstance(expr.type, OptionalType):
            return inner
        span = expr.span

        def checked(m: Memory) -> Any:
            value = inner(m)
            if value < 0:
                raise Fault("there is nothing here", span)
            return value

        return checked

    def cell(self, expr: t.Expr) -> int | None:
        """The cell whose content is the value of an expression that is there for sure, if it is that of one cell."""
        if not self.direct or isinstance(expr.type, OptionalType) or self.facts.of(expr).constant:
            return None
        match expr:
            case t.LocalValue(local=local):
                elsewhere = self.registers.get(local)
                if elsewhere is not None:
                    return elsewhere
                register = self.space.register(local)
                return register.address if register.capacity is None else None
            case t.Variable(owner=None):
                return self.space.variables[(expr.owner_kind, expr.name)].address
            case _:
                return None

    def measured(self, expr: t.Expr) -> Closure:
        """The closure of a number, or of the strength of a member of an ordered enum."""
        inner, strengths = self.function(expr), self.space.strengths(expr.type)
        if strengths is None:
            return inner
        found = self.facts.of(expr)
        return _always(strengths[found.value]) if found.constant else lambda m: strengths[inner(m)]

    def key(self, it: t.Local, key: t.Expr) -> Callable[[Memory], Callable[[Any], Any]]:
        """Given a memory, the function from a member to its key; the key of an enum member is its strength."""
        address, call = self.space.register(it).address, self.measured(key)

        def with_memory(m: Memory) -> Callable[[Any], Any]:
            def of(x: Any) -> Any:
                m[address] = x
                return call(m)

            return of

        return with_memory


def _always(value: Any) -> Closure:
    return lambda _m: value
