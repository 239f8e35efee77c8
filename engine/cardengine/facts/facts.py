"""The facts of expressions, each computed once; closures and lowering read them."""

from __future__ import annotations

from cardengine.constructs.base import COST_MAX, Fact, Failure, constant, fact
from cardengine.facts.rules import RULES, possible
from cardengine.layout.space import Space
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, ListType, OptionalType, Type

ANYTHING = Fact(0, 1, raises=frozenset(Failure), faults=frozenset(Failure), cost=COST_MAX)
"""What is known of an action whose own conditions ask for it."""


class Facts:
    """What is known of the expressions of one game.

    Args:
        space: where everything of the game lies.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self._kept: dict[int, tuple[t.Expr, Fact]] = {}
        self._offers: dict[tuple[str, str], Fact | None] = {}
        self.subsets = frozenset(
            parameter.local
            for choice in space.ruleset.choices.values()
            for action in choice.actions
            for parameter in action.parameters
            if isinstance(parameter.domain, t.SubsetDomain)
        )
        """Names that stand for subsets: they have no value twice."""

    def of(self, expr: t.Expr) -> Fact:
        """What is known of an expression."""
        if isinstance(expr, t.LocalValue):
            return RULES[t.LocalValue](self, expr)  # a register may be made later
        kept = self._kept.get(id(expr))
        if kept is not None:
            return kept[1]
        found = RULES[type(expr)](self, expr)
        # With the expression, so that its id stays its own.
        self._kept[id(expr)] = expr, found
        return found

    def measured(self, expr: t.Expr) -> Fact:
        """What is known of a number, or of the strength of a member of an ordered enum."""
        found = self.of(expr)
        strengths = self.space.strengths(expr.type)
        if strengths is None:
            return found
        if found.constant:
            return constant(strengths[found.value])
        return fact(found, low=min(strengths), high=max(strengths), cost=found.cost)

    def range_of(self, kind: Type) -> tuple[int, int]:
        """The range of all values of a type, of a list those of its members."""
        while isinstance(kind, ListType):
            kind = kind.item
        inner = kind.item if isinstance(kind, OptionalType) else kind
        return self.space.range_of(inner if inner in (INT, FRACTION) else kind)

    def offer(self, choice: str, action: str) -> Fact:
        """What is known of whether an action can be taken."""
        key = choice, action
        if key not in self._offers:
            self._offers[key] = None  # while its own conditions are looked at
            self._offers[key] = possible(self, choice, action)
        return self._offers[key] or ANYTHING
