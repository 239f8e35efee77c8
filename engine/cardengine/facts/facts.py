"""Computes the facts of each expression once; closures and lowering read them."""

from __future__ import annotations

from collections.abc import Mapping

from cardengine.constructs.base import COST_MAX, Fact, Failure, constant, fact
from cardengine.facts.rules import RULES, possible
from cardengine.layout.space import WORD_MAX, Space
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, ListType, OptionalType, Type

ANYTHING = Fact(0, 1, raises=frozenset(Failure), faults=frozenset(Failure), cost=COST_MAX)
"""The facts of an action whose own conditions ask whether it is possible: nothing is known."""

MAX_FOLDING = 500_000
"""The budget for constant folding in a game; whatever exceeds it is computed during play."""

MAX_GIVEN = 1_000
"""The most times that a definition is examined again for the lengths of its list arguments."""


class Facts:
    """The facts of one game's expressions.

    Args:
        space: the layout of the game.
        whole: of facts of a definition with given arguments, the facts of the game.
        lengths: the most members of lists that stand in no register.
    """

    def __init__(self, space: Space, whole: Facts | None = None, lengths: Mapping[t.Local, int] | None = None) -> None:
        self.space = space
        self._whole = whole or self
        self._lengths = dict(lengths or {})
        self._given: dict[tuple[str, tuple[int, ...]], Fact] = {}
        self._kept: dict[int, tuple[t.Expr, Fact]] = {}
        self._folding = MAX_FOLDING
        self._offers: dict[tuple[str, str], Fact | None] = {}
        self.subsets: frozenset[t.Local] = (
            whole.subsets
            if whole is not None
            else frozenset(
                parameter.local
                for choice in space.ruleset.choices.values()
                for action in choice.actions
                for parameter in action.parameters
                if isinstance(parameter.domain, t.SubsetDomain)
            )
        )
        """Parameters that are subsets, which have no value twice."""

    def of(self, expr: t.Expr) -> Fact:
        """The facts of an expression."""
        if isinstance(expr, t.LocalValue) and isinstance(expr.type, ListType):
            return RULES[t.LocalValue](self, expr)  # its register may be allocated later
        kept = self._kept.get(id(expr))
        if kept is not None:
            return kept[1]
        found = RULES[type(expr)](self, expr)
        # Keeps the expression alive, so that its id isn't reused.
        self._kept[id(expr)] = expr, found
        return found

    def may_fold(self, cost: int) -> bool:
        """Whether the remaining budget allows folding something of this cost, which is then deducted."""
        if cost > self._whole._folding:
            return False
        self._whole._folding -= cost
        return True

    def length(self, local: t.Local) -> int:
        """The most members of a list without a register."""
        return self._lengths.get(local, WORD_MAX)

    def bind(self, it: t.Local, most: int) -> None:
        """Record the most members of a local that is a list, before the expressions that use it are examined."""
        if isinstance(it.type, ListType):
            self._lengths[it] = most

    def given(self, call: t.DefineCall, lengths: tuple[int, ...]) -> Fact:
        """The facts of a definition, given the most members of the lists among its arguments."""
        define = self.space.ruleset.defines[call.name]
        if not any(isinstance(local.type, ListType) for local in define.parameters):
            return self.of(define.body)
        kept = self._whole._given
        key = call.name, lengths
        if key not in kept:
            if len(kept) >= MAX_GIVEN:
                return self.of(define.body)
            named = dict(zip(define.parameters, lengths, strict=True))
            kept[key] = Facts(self.space, self._whole, named).of(define.body)
        return kept[key]

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
