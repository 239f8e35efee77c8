"""Checks the domains of options, variables, columns and parameters of actions."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token, Tree

from cardengine.constructs.domains import DOMAIN_CHECKS
from cardengine.constructs.syntax import subtree, subtrees, word_at
from cardengine.diagnostics import Code, Span
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Syntax
from cardengine.lang.world import Names, World
from cardengine.tree.nodes import Domain, Expr, Local
from cardengine.tree.types import INT, UNKNOWN, EnumType, ItemType, Type, ZoneType, describe, element, plural


class DomainChecker:
    """Checks the domain in one scalar."""

    def __init__(self, expressions: ExpressionChecker) -> None:
        self.expressions = expressions

    def check(self, tree: Syntax, names: Names) -> tuple[Domain, Expr | None]:
        """The domain, and the value after ``initially``."""
        if tree.data == "initially":
            inner, start = subtrees(tree)
            domain = self.bare(inner, names)
            return domain, self.expressions.typed(start, names, domain.type)
        return self.bare(tree, names), None

    def bare(self, tree: Syntax, names: Names) -> Domain:
        """A domain without ``initially``."""
        if tree.data == "initially":
            message = "only a variable begins with a value: `initially` fits nothing else"
            help_ = "leave it out; an option says its value under `default`"
            self.expressions.world.error(Code.DOMAIN, message, self.expressions.span(tree), help_)
            return self.bare(subtree(tree, 0), names)
        return DOMAIN_CHECKS[tree.data](DomainSentence(self.expressions, tree, names))


@dataclass(frozen=True, slots=True)
class DomainSentence:
    """The text of a domain, from which the records of domains read one part after another.

    Attributes:
        expressions: a checker for its expressions.
        tree: its syntax tree, whose children are its parts, counted from 0.
        names: the names in scope.
    """

    expressions: ExpressionChecker
    tree: Syntax
    names: Names

    @property
    def world(self) -> World:
        """The declarations so far."""
        return self.expressions.world

    @property
    def span(self) -> Span:
        """Its span in the source."""
        return self.expressions.span(self.tree)

    @property
    def words(self) -> list[str]:
        """Its words, if it has only words."""
        return [str(child) for child in self.tree.children]

    @property
    def parts(self) -> list[Syntax]:
        """Its expressions."""
        return [child for child in self.tree.children if isinstance(child, Tree)]

    def typed(self, part: Syntax, wanted: Type) -> Expr:
        """An expression of one type."""
        return self.expressions.typed(part, self.names, wanted)

    def list_of(self, place: int) -> Expr:
        """A list of any type."""
        return self.expressions.list_of(subtree(self.tree, place), self.names)

    def amounts(self, place: int) -> list[Expr]:
        """The size: empty for any number, one number, or the least and the greatest."""
        return [self.typed(part, INT) for part in subtrees(subtree(self.tree, place))]

    def condition(self, place: int, kind: Type) -> tuple[Local, Expr]:
        """A condition on values of a type, and the local ``it`` for the value in it."""
        it = self.expressions.scratch(kind)
        return it, self.expressions.condition(subtree(self.tree, place), self.names.within(it))

    def kind(self, place: int) -> Type:
        """The type with the name in a part."""
        word = word_at(self.tree, place)
        found = self.world.type_named(str(word))
        if found is None:
            known = ["player", *self.world.kinds, *(name for name in self.world.enums if " " not in name)]
            self.world.unknown(Code.UNKNOWN_NAME, "type", str(word), self.expressions.span(word), known)
            return UNKNOWN
        return found

    def agrees(self, place: int, source: Expr, *, many: bool) -> None:
        """Report a word that doesn't name the kind of the list's items."""
        item = element(source.type)
        if item is None or item is UNKNOWN:
            return
        word: Token = word_at(self.tree, place)
        right: list[str]
        match item:
            case ItemType(name) | EnumType(name, _):
                right = [name + "s" * many]
            case ZoneType():
                right = ["piles", "rows"] if many else ["pile", "row"]
            case _:
                right = [plural(item) if many else describe(item).removeprefix("a ")]
        if str(word) not in right:
            self.world.error(
                Code.DOMAIN, f"`{word}` does not fit: the list holds {plural(item)}", self.expressions.span(word),
                f"write `{right[0]}`",
            )  # fmt: skip
