"""Computes the facts of each expression once; closures and lowering read them."""

from __future__ import annotations

from cardengine.constructs.base import COST_MAX, Fact, Failure, constant, fact
from cardengine.facts.rules import RULES, possible
from cardengine.layout.space import Space
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, ListType, OptionalType, Type

ANYTHING = Fact(0, 1, raises=frozenset(Failure), faults=frozenset(Failure), cost=COST_MAX)
"""The facts of an action whose own conditions ask whether it is possible: nothing is known."""


class Facts:
    """The facts of one game's expressions.

    Args:
        space: the layout of the game.
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
        """Parameters that are subsets, which have no value twice."""

    def of(self, expr: t.Expr) -> Fact:
        """The facts of an expression."""
        if isinstance(expr, t.LocalValue):
            return RULES[t.LocalValue](self, expr)  # its register may be allocated later
        kept = self._kept.get(id(expr))
        if kept is not None:
            return kept[1]
        found = RULES[type(expr)](self, expr)
        # Keeps the expression alive, so that its id isn't reused.
        self._kept[id(expr)] = expr, found
        return found

    def measured(self, expr: t.Expr) -> Fact:
        """The facts of a number, or of the strength of a member of an ordered enum."""
        found = self.of(expr)
        strengths = self.space.strengths(expr.type)
        if strengths is None:
            return found
        if found.constant:
            return constant(strengths[found.value])
        return fact(found, low=min(strengths), high=max(strengths), cost=found.cost)

    def range_of(self, kind: Type) -> tuple[int, int]:
        """The range of all values of a type; for a list type, of its members."""
        while isinstance(kind, ListType):
            kind = kind.item
        inner = kind.item if isinstance(kind, OptionalType) else kind
        return self.space.range_of(inner if inner in (INT, FRACTION) else kind)

    def offer(self, choice: str, action: str) -> Fact:
        """The facts of whether an action is legal."""
        key = choice, action
        if key not in self._offers:
            self._offers[key] = None  # while its own conditions are analysed
            self._offers[key] = possible(self, choice, action)
        return self._offers[key] or ANYTHING
