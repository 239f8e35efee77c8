"""What all parts of the expression compiler share: compiling a part, and what is known of its value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from cardengine.diagnostics import Span
from cardengine.evaluation.compiled import Compiled, Function, Value, constant
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory, Space
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, INT, EnumType, ListType, OptionalType, Type


class Base:
    """What all parts of the compiler share.

    Args:
        space: where everything lies.
        overrides: locals that are read from scratch instead of their registers, as parameters are while
            actions are listed.
    """

    def __init__(self, space: Space, overrides: dict[t.Local, int] | None = None) -> None:
        self.space = space
        self.overrides = overrides or {}
        self.possible: Callable[[str, str], Callable[[Memory], bool]] | None = None
        self._defines: dict[str, Compiled] = {}
        self._kept: dict[int, tuple[t.Expr, Compiled]] = {}

    def compile(self, expr: t.Expr) -> Compiled:
        """The closure of an expression."""
        if isinstance(expr, t.Constant | t.LocalValue):
            return self._leaf(expr)
        kept = self._kept.get(id(expr))
        if kept is not None:
            return kept[1]
        method = getattr(self, "_" + type(expr).__name__)
        compiled: Compiled = method(expr)
        # With the expression, so that its id stays its own.
        self._kept[id(expr)] = expr, compiled
        return compiled

    def _leaf(self, expr: t.Constant | t.LocalValue) -> Compiled:
        return self._Constant(expr) if isinstance(expr, t.Constant) else self._LocalValue(expr)

    def function(self, expr: t.Expr) -> Function:
        """Just the closure."""
        return self.compile(expr).call

    def _range(self, kind: Type) -> tuple[int, int]:
        return self.space.range_of(kind.item if isinstance(kind, ListType) else kind)

    def item_space(self, expr: t.Expr) -> Any:
        """Where the items of an expression's kind have their cells."""
        kind = expr.type.item if isinstance(expr.type, OptionalType) else expr.type
        return self.space.items[kind.kind]  # type: ignore[union-attr]  # the checker has seen to it

    def _it(self, local: t.Local) -> int:
        return self.space.register(local).address

    def bounded(self, expr: t.Expr, call: Function, low: int, high: int) -> Compiled:
        """A number that the bounds keep within 64 bits, or a check that it is."""
        span = expr.span
        if expr.type is not INT:
            return Compiled(lambda m: _fraction(call(m), span))
        if low >= WORD_MIN and high <= WORD_MAX:
            return Compiled(call, low, high)

        def checked(m: Memory) -> int:
            value: int = call(m)
            if not WORD_MIN <= value <= WORD_MAX:
                raise Fault("the number leaves 64 bits", span)
            return value

        return Compiled(checked, max(low, WORD_MIN), min(high, WORD_MAX))

    def measured(self, expr: t.Expr) -> Compiled:
        """A number as it is; a member of an ordered enum as its strength."""
        inner = self.compile(expr)
        strengths = self.strengths(expr.type)
        if strengths is None:
            return inner
        call = inner.call
        if inner.constant:
            return constant(strengths[inner.value])
        return Compiled(lambda m: strengths[call(m)], 0, max(strengths))

    def strengths(self, kind: Type) -> Sequence[int] | None:
        """The declared order of an enum, when it differs from the order of its words."""
        if not isinstance(kind, EnumType):
            return None
        strengths = self.space.ruleset.strengths.get(kind.name)
        return None if strengths is None or list(strengths) == list(range(len(strengths))) else strengths

    def _Constant(self, expr: t.Constant) -> Compiled:  # noqa: N802 - the methods are named for the nodes
        return constant(bool(expr.value) if expr.type is BOOL else expr.value)

    def _LocalValue(self, expr: t.LocalValue) -> Compiled:  # noqa: N802
        local = expr.local
        low, high = self._range(local.type)
        if local in self.overrides:
            address = self.overrides[local]
            most = self.space.bound(local.type.item) if isinstance(local.type, ListType) else WORD_MAX
            return Compiled(lambda m: m[address], low, high, most=most)
        register = self.space.register(local)
        address = register.address
        if register.capacity is None:
            return Compiled(lambda m: m[address], low, high)
        start = address + 1
        return Compiled(lambda m: m[start : start + m[address]], low, high, most=register.capacity)

    def present(self, expr: t.Expr) -> Function:
        """A closure for a value that must not be nothing."""
        inner = self.function(expr)
        if not isinstance(expr.type, OptionalType):
            return inner
        span = expr.span

        def checked(m: Memory) -> Value:
            value = inner(m)
            if value < 0:
                raise Fault("there is nothing here", span)
            return value

        return checked

    # Calls -------------------------------------------------------------------------------------


def _fraction(value: int | Fraction, span: Span) -> int | Fraction:
    """A fraction whose parts both have 64 bits; more is a fault, as with whole numbers."""
    if WORD_MIN <= value.numerator <= WORD_MAX and value.denominator <= WORD_MAX:
        return value
    raise Fault("the fraction leaves 64 bits", span)
