"""The sentence of a step, from which the records of verbs read one part after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lark import Token, Tree

from cardengine.constructs.syntax import subtree, word_at
from cardengine.constructs.verbs import HEADER_CHECKS, STEP_CHECKS
from cardengine.diagnostics import Code, Span
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Syntax
from cardengine.lang.sites import Site
from cardengine.lang.world import Names, World
from cardengine.source import MappingNode, ScalarNode
from cardengine.tree import nodes as t
from cardengine.tree.types import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    EnumType,
    ItemType,
    ListType,
    Type,
    ZoneType,
    element,
    plural,
)

if TYPE_CHECKING:
    from cardengine.lang.steps import StepChecker


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence. Its parts are the children of its syntax tree, counted from 0.

    Attributes:
        owner: the checker of the surrounding steps.
        scalar: its text.
        tree: its syntax tree.
        names: the names in scope.
        looping: whether it is inside a loop.
        block: for a header, its mapping with the steps under it.
    """

    owner: StepChecker
    scalar: ScalarNode
    tree: Syntax
    names: Names
    looping: bool
    block: MappingNode | None = None

    def step(self) -> t.Step | None:
        """The typed step; None after a report."""
        checks = STEP_CHECKS if self.block is None else HEADER_CHECKS
        return checks[self.tree.data](self)

    @property
    def world(self) -> World:
        """The declarations so far."""
        return self.owner.world

    @property
    def expressions(self) -> ExpressionChecker:
        """A checker for its expressions."""
        return ExpressionChecker(self.world, self.scalar)

    # Spans -------------------------------------------------------------------------------------

    @property
    def span(self) -> Span:
        """Its span in the source."""
        return self.expressions.span(self.tree) if self.block is None else self.scalar.span

    def place(self, token: Token) -> Span:
        """The span of one of its words."""
        return self.expressions.span(token)

    # Words -------------------------------------------------------------------------------------

    def has(self, place: int) -> bool:
        """Whether there is a part at an index."""
        return place < len(self.tree.children)

    def word(self, place: int) -> Token:
        """A name."""
        return word_at(self.tree, place)

    def words(self, place: int) -> list[Token]:
        """The words of a part that is a list of names."""
        return [child for child in subtree(self.tree, place).children if isinstance(child, Token)]

    def keyword(self, place: int) -> str:
        """The keyword in a part that is one of several alternatives."""
        return str(subtree(self.tree, place).children[0])

    def clauses(self, place: int) -> list[Syntax]:
        """The clauses from an index on."""
        return [child for child in self.tree.children[place:] if isinstance(child, Tree)]

    def arguments(self, place: int) -> list[Syntax]:
        """The parts of a list in brackets."""
        return [child for child in subtree(self.tree, place).children if isinstance(child, Tree)]

    # Expressions -------------------------------------------------------------------------------

    def value(self, place: int) -> t.Expr:
        """An expression of any type."""
        return self.expressions.check(subtree(self.tree, place), self.names)

    def typed(self, place: int, wanted: Type) -> t.Expr:
        """An expression of one type."""
        return self.expressions.typed(subtree(self.tree, place), self.names, wanted)

    def number(self, place: int) -> t.Expr:
        """A number."""
        return self.typed(place, INT)

    def condition(self, place: int) -> t.Expr:
        """A condition."""
        return self.typed(place, BOOL)

    def list_of(self, place: int) -> t.Expr:
        """A list of any type."""
        return self.expressions.list_of(subtree(self.tree, place), self.names)

    def items(self, place: int) -> t.Expr:
        """Cards or pieces, as a list."""
        return self.expressions.items(subtree(self.tree, place), self.names)

    def item(self, place: int) -> t.Expr:
        """One card or piece."""
        expr = self.value(place)
        if isinstance(expr.type, ItemType) or expr.type is UNKNOWN:
            return expr
        return self.mismatch(expr, "one card or piece")

    def zone(self, place: int) -> t.Expr:
        """A zone."""
        return self.expressions.zone(subtree(self.tree, place), self.names)

    def zones(self, place: int) -> t.Expr:
        """Zones, as a list."""
        return self.expressions.zones(subtree(self.tree, place), self.names)

    def players(self, place: int) -> t.Expr:
        """One player or several, as a list."""
        expr = self.value(place)
        if expr.type == PLAYER:
            return t.ListOf(ListType(PLAYER), expr.span, (expr,))
        if expr.type == ListType(PLAYER) or expr.type is UNKNOWN:
            return expr
        return self.mismatch(expr, "a player or players")

    def target(self, place: int) -> t.Target:
        """The zone to which items are moved, with the end and the facing."""
        end, facing = t.End.NATURAL, None
        zone: t.Expr | None = None
        for child in self.arguments(place):
            if child.data == "end":
                end = t.End(str(child.children[0]))
            elif child.data == "side":
                facing = t.Facing.UP if str(child.children[0]) == "up" else t.Facing.DOWN
            else:
                zone = self.expressions.zone(child, self.names)
        assert zone is not None
        return t.Target(zone, end, facing)

    def sort_keys(self, place: int, it: t.Local) -> tuple[t.SortKey, ...]:
        """The sort keys; none if the part is missing."""
        keys: list[t.SortKey] = []
        for key in self.arguments(place) if self.has(place) else ():
            value = self.expressions.check(subtree(key, 1), self.names.within(it))
            if not (value.type in (INT, BOOL, UNKNOWN) or isinstance(value.type, EnumType)):
                self.mismatch(value, "a number or a word with an order")
            keys.append(t.SortKey(str(subtree(key, 0).children[0]) == "highest", value))
        return tuple(keys)

    def as_list(self, expr: t.Expr) -> t.Expr:
        """Convert a zone to the list of its items; anything else is returned unchanged."""
        return self.expressions.as_list(expr)

    # Reports -----------------------------------------------------------------------------------

    def mismatch(self, expr: t.Expr, wanted: str, help_: str | None = None) -> t.Expr:
        """Report an expression of the wrong type."""
        return self.expressions.mismatch(expr, wanted, help_)

    def same_kind(self, items: t.Expr, zone: t.Expr) -> None:
        """Report items of a kind that a zone can't hold."""
        item = element(items.type)
        if isinstance(zone.type, ZoneType) and item is not None and item not in (UNKNOWN, zone.type.item):
            self.world.error(Code.TYPE, f"this zone is for {plural(zone.type.item)}, not for {plural(item)}", zone.span)

    # Context -----------------------------------------------------------------------------------

    def declare(self, place: int, kind: Type) -> t.Local:
        """Declare the local whose name is in a part."""
        token = self.word(place)
        return self.owner.new_local(token, self.place(token), kind, self.names)

    def ask(self, choice: str) -> t.Scope:
        """Record that a choice is asked here; returns the locals that it can read."""
        scope = self.owner.scope(self.names)
        self.owner.sites.append(Site(choice, scope, self.span))
        return scope

    def steps(self, *locals_: t.Local, looping: bool = True) -> t.Steps:
        """Check the steps under a header, with further locals in scope."""
        assert self.block is not None
        return self.owner.steps(self.block.entries[0].value, self.names.plus(*locals_), looping=looping)

    def branches(self) -> t.Step:
        """Check the branches of the ``if`` that this header begins."""
        assert self.block is not None
        return self.owner.branches(self.block, self.names, self.looping)
