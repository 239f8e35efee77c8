"""The base of the expression checker: checks against an expected type, and error reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from lark import Token

from cardengine.diagnostics import Code, Span
from cardengine.lang.parser import Syntax
from cardengine.lang.world import Names, World, muted
from cardengine.source import ScalarNode
from cardengine.tree.nodes import (
    Constant,
    Expr,
    ItemsOf,
    Joined,
    ListOf,
    Local,
    Storage,
)
from cardengine.tree.types import (
    BOOL,
    FRACTION,
    INT,
    UNKNOWN,
    ItemType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
    describe,
    element,
    fits,
)


class ExpressionBase:
    """What all parts of the expression checker share.

    Attributes:
        checks: for each alternative of an expression in the grammar what types it.
    """

    checks: ClassVar[Mapping[str, Callable[[Any, Syntax, Names, Type | None], Expr]]] = {}

    def __init__(self, world: World, scalar: ScalarNode) -> None:
        self.world = world
        self.scalar = scalar

    # Expected types ------------------------------------------------------------------------------

    def typed(self, tree: Syntax, names: Names, wanted: Type) -> Expr:
        """Check an expression against an expected type; a zone is converted to the list of its cards."""
        return self.fitted(self.check(tree, names, wanted), wanted)

    def fitted(self, expr: Expr, wanted: Type) -> Expr:
        """A checked expression if it has the expected type; otherwise reports and returns an unknown."""
        if isinstance(wanted, ListType) and not isinstance(expr.type, ListType):
            expr = self.as_list(expr)
        if wanted is FRACTION and expr.type is INT:
            return expr
        if not fits(expr.type, wanted):
            self.world.error(
                Code.TYPE, f"this is {describe(expr.type)}; {describe(wanted)} is wanted here", expr.span,
                _type_help(expr.type, wanted),
            )  # fmt: skip
            return self.unknown(expr.span)
        return expr

    def list_of(self, tree: Syntax, names: Names) -> Expr:
        """Check an expression that must be a list, of any item type."""
        expr = self.as_list(self.check(tree, names))
        if element(expr.type) is None:
            self.world.error(Code.TYPE, f"this is {describe(expr.type)}; a list is wanted here", expr.span)
            return self.unknown(expr.span)
        return expr

    def items(self, tree: Syntax, names: Names) -> Expr:
        """Check one card or piece, or a list or zone of them; returns a list."""
        expr = self.check(tree, names)
        if isinstance(expr.type, ItemType):
            return ListOf(ListType(expr.type), expr.span, (expr,))
        expr = self.as_list(expr)
        if not isinstance(element(expr.type), ItemType) and expr.type is not UNKNOWN:
            self.world.error(Code.TYPE, f"this is {describe(expr.type)}; cards or pieces are wanted here", expr.span)
            return self.unknown(expr.span)
        return expr

    def zone(self, tree: Syntax, names: Names) -> Expr:
        """Check an expression that must be a single zone."""
        expr = self.check(tree, names)
        if isinstance(expr.type, ZoneType) or expr.type is UNKNOWN:
            return expr
        help_ = "name one of them, such as `tableau[1]`" if isinstance(element(expr.type), ZoneType) else None
        self.world.error(Code.TYPE, f"this is {describe(expr.type)}; a zone is wanted here", expr.span, help_)
        return self.unknown(expr.span)

    def zones(self, tree: Syntax, names: Names) -> Expr:
        """Check an expression that must be a list of zones, such as ``hand of players``."""
        expr = self.check(tree, names)
        if isinstance(expr, Joined):
            expr = expr.parts
        if isinstance(expr.type, ZoneType):
            return ListOf(ListType(expr.type), expr.span, (expr,))
        if not isinstance(element(expr.type), ZoneType) and expr.type is not UNKNOWN:
            self.world.error(
                Code.TYPE, f"this is {describe(expr.type)}; zones are wanted here", expr.span,
                "write the zones to deal to, such as `hand of players`",
            )  # fmt: skip
            return self.unknown(expr.span)
        return expr

    # Helpers -------------------------------------------------------------------------------------

    def span(self, node: Syntax | Token) -> Span:
        """The source span of a syntax node."""
        if isinstance(node, Token):
            return self.scalar.span_of(node.start_pos or 0, node.end_pos or 0)
        if node.meta.empty:
            return self.scalar.span
        return self.scalar.span_of(node.meta.start_pos, node.meta.end_pos)

    def unknown(self, span: Span) -> Expr:
        """A placeholder for a part that has been reported."""
        return Constant(UNKNOWN, span, 0)

    def as_list(self, expr: Expr) -> Expr:
        """Convert a zone to the list of its items; anything else is returned unchanged."""
        if isinstance(expr.type, ZoneType):
            return ItemsOf(ListType(expr.type.item), expr.span, expr)
        return expr

    def mismatch(self, expr: Expr, wanted: str, help_: str | None = None) -> Expr:
        """Report an expression of the wrong type."""
        if expr.type is not UNKNOWN:
            self.world.error(Code.TYPE, f"this is {describe(expr.type)}; {wanted} is wanted here", expr.span, help_)
        return self.unknown(expr.span)

    def number(self, tree: Syntax, names: Names) -> Expr:
        """Check an expression that must be a number."""
        return self.typed(tree, names, INT)

    def condition(self, tree: Syntax, names: Names) -> Expr:
        """Check an expression that must be yes or no."""
        return self.typed(tree, names, BOOL)

    def scratch(self, item: Type) -> Local:
        """A fresh local ``it``."""
        local = Local("it", item, Storage.SCRATCH)
        self.world.scratch.append(local)
        return local

    def tried(self, tree: Syntax, names: Names) -> tuple[bool, Expr]:
        """A checked expression, and whether there is a problem with it, which isn't reported."""
        with muted(self.world) as problems:
            expr = self.check(tree, names)
        return bool(problems), expr

    def check(self, tree: Syntax, names: Names, wanted: Type | None = None) -> Expr:
        """The typed expression; ``wanted`` only guides the reading of bare words and lists."""
        check = self.checks.get(tree.data)
        if check is None:
            self.world.error(Code.SENTENCE, "this can't stand here", self.span(tree))
            return self.unknown(self.span(tree))
        return check(self, tree, names, wanted)


def _type_help(actual: Type, wanted: Type) -> str | None:
    if actual is FRACTION and wanted is INT:
        return "write `rounded down` or `rounded up` behind it"
    if wanted is BOOL and isinstance(actual, ListType):
        return "ask `any(...)` or `empty(...)`"
    if isinstance(actual, OptionalType) and fits(actual.item, wanted):
        return "it may be nothing: test that first, or declare it without `or nothing`"
    if isinstance(actual, ListType) and fits(actual.item, wanted):
        return "take one of them: `first(...)`, `last(...)` or an index"
    return None
