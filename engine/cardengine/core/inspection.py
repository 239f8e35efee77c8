"""What lowering needs to know about expressions in addition to their facts."""

from __future__ import annotations

from cardengine.constructs.base import NO_FAULTS
from cardengine.facts import Facts
from cardengine.tree import nodes as t
from cardengine.tree.types import ListType
from cardengine.tree.walk import children, walk

Locals = frozenset[t.Local]

MAX_UNNEEDED_COST = 250
"""An expression of at most this cost, about that of iterating over a zone, is computed even if it may not be needed."""


class Inspection:
    """Examines the expressions of a game, each once.

    Args:
        facts: their facts.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        # The expression is kept as well, so that its id isn't reused.
        self._weights: dict[int, tuple[t.Expr, int]] = {}
        self._free: dict[int, tuple[t.Expr, Locals]] = {}

    def weight(self, expr: t.Expr) -> int:
        """The number of nodes of an expression."""
        found = self._weights.get(id(expr))
        if found is None:
            found = self._weights[id(expr)] = expr, sum(1 for _ in walk(expr))
        return found[1]

    def free(self, expr: t.Expr) -> Locals:
        """The free locals of an expression."""
        found = self._free.get(id(expr))
        if found is None:
            found = self._free[id(expr)] = expr, self._free_of(expr)
        return found[1]

    def _free_of(self, expr: t.Expr) -> Locals:
        if isinstance(expr, t.LocalValue):
            return frozenset((expr.local,))
        found: Locals = frozenset()
        for child in children(expr):
            inner = self.free(child)
            if (
                (isinstance(expr, t.Each) and child is expr.body)
                or (isinstance(expr, t.Filter) and child is expr.condition)
                or (isinstance(expr, t.Call) and child is expr.key)
            ):
                inner -= {expr.it}
            found |= inner
        return found

    def risky(self, expr: t.Expr) -> bool:
        """Whether an expression can have a fault; then no part of it may be skipped."""
        return self.facts.of(expr).faults != NO_FAULTS

    def short(self, expr: t.Expr) -> bool:
        """Whether an expression is cheap enough to compute even if it isn't needed."""
        return self.facts.of(expr).cost <= MAX_UNNEEDED_COST

    def early(self, source: t.Expr) -> bool:
        """Whether iterating over a list may stop early, because no value that is skipped can have a fault."""
        match source:
            case t.Filter():
                return self.early(source.source) and not self._varies(source.condition, frozenset((source.it,)))
            case t.Each():
                return self.early(source.source) and not self._varies(source.body, frozenset((source.it,)))
            case t.DefineCall():
                return self.early(self.facts.space.ruleset.defines[source.name].body)
            case t.Joined():
                return not isinstance(source.parts.type, ListType) or self.early(source.parts)
            case t.ItemsOf() | t.LocalValue() | t.EveryItem() | t.EveryZone() | t.ZoneFamily() | t.With() | t.Without():
                # Everything is computed before the iteration begins.
                return not isinstance(source, t.Without) or self.early(source.left)
            case _:
                return not self.risky(source)

    def _varies(self, expr: t.Expr, bound: Locals) -> bool:
        """Whether an expression can have a fault for some values of the locals, but not for others."""
        if not self.risky(expr) or self.free(expr).isdisjoint(bound):
            return False
        if isinstance(expr, t.DefineCall):
            define = self.facts.space.ruleset.defines[expr.name]
            pairs = list(zip(define.parameters, expr.arguments, strict=True))
            if any(self._varies(argument, bound) for _, argument in pairs):
                return True
            changing = frozenset(local for local, argument in pairs if not self.free(argument).isdisjoint(bound))
            return self._varies(define.body, changing)
        return self.facts.of(expr).raises != NO_FAULTS or any(self._varies(child, bound) for child in children(expr))
