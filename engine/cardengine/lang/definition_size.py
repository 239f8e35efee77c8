"""Limits the expanded size of definitions, which grows exponentially if each uses the one before it twice."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardengine.diagnostics import Code, Span
from cardengine.lang.world import World
from cardengine.tree.nodes import DefineCall, Expr
from cardengine.tree.walk import children

MAX_PARTS = 10_000
"""The most nodes of a definition, counting the definitions that it uses at each use."""
MAX_LEVELS = 100
"""The most levels of nesting, counted in the same way."""


@dataclass(slots=True)
class DefinitionSizes:
    """The nodes and levels of each checked definition."""

    known: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, world: World, name: str, body: Expr, span: Span) -> bool:
        """Measure a definition, after those that it uses; False after a report that it is too large."""
        parts, levels = self._measure(body)
        self.known[name] = parts, levels
        for figure, limit, what in ((parts, MAX_PARTS, "parts"), (levels, MAX_LEVELS, "levels of nesting")):
            if figure > limit:
                message = f"`{name}` has {figure} {what}, with the definitions that it uses; the most is {limit}"
                world.error(Code.SENTENCE_TOO_DEEP, message, span, "use a variable or a loop instead")
                return False
        return True

    def _measure(self, expr: Expr) -> tuple[int, int]:
        inner = [self._measure(child) for child in children(expr)]
        if isinstance(expr, DefineCall):
            inner.append(self.known.get(expr.name, (0, 0)))
        return 1 + sum(parts for parts, _ in inner), 1 + max((levels for _, levels in inner), default=0)
