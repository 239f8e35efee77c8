"""Checks expressions: turns a syntax tree into a typed tree."""

from __future__ import annotations

from lark import Tree

from cardengine.constructs.operators import OPERATOR_CHECKS
from cardengine.constructs.syntax import subtree, subtrees, word_at
from cardengine.diagnostics import Code, Span
from cardengine.lang import builtins, resolution
from cardengine.lang.expression_base import ExpressionBase
from cardengine.lang.parser import Syntax
from cardengine.lang.world import Names
from cardengine.tree.nodes import (
    AllPlayers,
    Constant,
    DefineCall,
    Each,
    EveryItem,
    EveryMember,
    EveryZone,
    Expr,
    Filter,
    Index,
    Joined,
    ListOf,
    LocalValue,
    OptionValue,
    Possible,
    Rotated,
    With,
    Without,
    ZoneFamily,
    ZoneRef,
)
from cardengine.tree.types import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    UNKNOWN,
    ItemType,
    ListType,
    Type,
    ZoneType,
    describe,
    element,
    fits,
)

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "10": "ten", "J": "jack", "Q": "queen", "K": "king",
}  # fmt: skip


class ExpressionChecker(ExpressionBase):
    """Checks the expressions of one scalar."""

    def _group(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self.check(subtree(tree, 0), names, wanted)

    def _int(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return Constant(INT, self.span(tree), int(str(tree.children[0])))

    def _card(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        text = str(tree.children[0])
        span = self.span(tree)
        kind = self.world.kinds.get("card")
        canonical = ("T" if text.startswith("10") else text[0]) + text[-1]
        if kind is None or canonical not in kind.texts:
            self.world.error(Code.UNKNOWN_CARD, f"there is no card `{text}` in this game", span)
            return self.unknown(span)
        if kind.texts.count(canonical) > 1:
            self.world.error(
                Code.UNKNOWN_CARD,
                f"there are several cards `{text}` in this game",
                span,
                "compare its rank and its suit",
            )
            return self.unknown(span)
        return Constant(CARD, span, kind.texts.index(canonical))

    def _name(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return resolution.resolve(self, str(tree.children[0]), self.span(tree), names, wanted)

    def _your(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        span = self.span(tree)
        if names.you is None:
            self.world.error(
                Code.NO_CHOOSER, "`your` needs a chooser: it stands in choices and in the score only", span,
                "name the player, such as `player.hand`",
            )  # fmt: skip
            return self.unknown(span)
        you = LocalValue(PLAYER, span, names.you)
        return resolution.dotted(self, you, str(tree.children[0]), span)

    def _every(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        name, span, world = str(tree.children[0]), self.span(tree), self.world
        if name in world.zones:
            zone = world.zones[name]
            parts = EveryZone(ListType(ZoneType(zone.item)), span, name)
            return Joined(ListType(zone.item), span, parts)
        if name in world.kinds:
            return EveryItem(ListType(ItemType(name)), span, name)
        if name in world.enums:
            return EveryMember(ListType(world.enums[name]), span)
        if name == "player":
            return AllPlayers(ListType(PLAYER), span)
        world.unknown(
            Code.UNKNOWN_NAME,
            "zone or kind",
            name,
            span,
            [*world.zones, *world.kinds, *world.enums, "player"],
        )
        return self.unknown(span)

    def _dot(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        base, name = subtree(tree, 0), str(tree.children[1])
        span = self.span(tree)
        if base.data == "name" and str(base.children[0]) == "options":
            option = self.world.options.get(name)
            if option is None:
                place = self.span(word_at(tree, 1))
                self.world.unknown(Code.UNKNOWN_NAME, "option", name, place, list(self.world.options))
                return self.unknown(span)
            self.world.used_options.add(name)
            return OptionValue(option.domain.type, span, name)
        return resolution.dotted(self, self.check(base, names), name, self.span(word_at(tree, 1)), span)

    def _index(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        base = self.check(subtree(tree, 0), names)
        span = self.span(tree)
        if isinstance(base, ZoneFamily):
            decl = self.world.zones[base.name]
            index_type: Type = decl.each or INT
            index = self.typed(subtree(tree, 1), names, index_type)
            return ZoneRef(ZoneType(decl.item), span, base.name, base.owner, index)
        index = self.number(subtree(tree, 1), names)
        source = self.as_list(base)
        item = element(source.type)
        if item is None:
            return self.mismatch(source, "a list or a family of zones")
        return Index(item, span, source, index)

    # Lists ---------------------------------------------------------------------------------------

    def _list(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        hint = wanted.item if isinstance(wanted, ListType) else None
        first = self.check(subtree(tree, 0), names, hint)
        rest = [self.typed(part, names, first.type) for part in subtrees(tree)[1:]]
        return ListOf(ListType(first.type), self.span(tree), (first, *rest))

    def _each_of(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        span = self.span(tree)
        source = self.list_of(subtree(tree, 1), names)
        it = self.scratch(element(source.type) or UNKNOWN)
        hint = wanted.item if isinstance(wanted, ListType) else None
        body = self.check(subtree(tree, 0), names.within(it), hint)
        if isinstance(body, Joined):
            body = body.parts
        each = Each(ListType(body.type), span, body, it, source)
        inner = element(body.type)
        if inner is None or body.type is UNKNOWN:
            return each
        if isinstance(inner, ZoneType):
            flat = Joined(ListType(inner), span, each)
            return Joined(ListType(inner.item), span, flat)
        return Joined(ListType(inner), span, each)

    def _where(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        source = self.list_of(subtree(tree, 0), names)
        it = self.scratch(element(source.type) or UNKNOWN)
        condition = self.condition(subtree(tree, 1), names.within(it))
        return Filter(source.type, self.span(tree), source, it, condition)

    def _starting(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        source = self.typed(subtree(tree, 0), names, ListType(PLAYER))
        start = self.typed(subtree(tree, 1), names, PLAYER)
        return Rotated(source.type, self.span(tree), source, start)

    def _with_(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = self._two_lists(tree, names)
        return With(left.type, self.span(tree), left, right)

    def _without(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = self._two_lists(tree, names)
        return Without(left.type, self.span(tree), left, right)

    def _two_lists(self, tree: Syntax, names: Names) -> tuple[Expr, Expr]:
        left = self.list_of(subtree(tree, 0), names)
        item = element(left.type) or UNKNOWN
        right = self.check(subtree(tree, 1), names, item)
        if fits(right.type, item) and right.type is not UNKNOWN:
            right = ListOf(ListType(item), right.span, (right,))
        right = self.as_list(right)
        if not fits(right.type, left.type):
            right = self.mismatch(right, f"{describe(left.type)}, or one of them,")
        return left, right

    # Calls ---------------------------------------------------------------------------------------

    def _call(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        name = str(tree.children[0])
        span = self.span(tree)
        arguments = [child for child in subtree(tree, 1).children if isinstance(child, Tree)]
        if name == "possible":
            return self._possible(arguments, names, span)
        if name in self.world.define_parameters:
            return self._define_call(name, arguments, names, span)
        if name in builtins.NAMES:
            return builtins.check(self, name, arguments, names, span)
        known = [*builtins.NAMES, *self.world.define_parameters, "possible"]
        self.world.unknown(Code.UNKNOWN_NAME, "function", name, self.span(word_at(tree, 0)), known)
        return self.unknown(span)

    def _define_call(self, name: str, arguments: list[Syntax], names: Names, span: Span) -> Expr:
        define = self.world.check_define(name, span)
        parameters = self.world.define_parameters[name]
        if len(parameters) != len(arguments):
            form = f"{name}({', '.join(local.name for local in parameters)})" if parameters else name
            message = f"`{name}` takes {len(parameters)} values; {len(arguments)} are given"
            self.world.error(Code.ARGUMENTS, message, span, f"its form: {form}")
            return self.unknown(span)
        given = tuple(
            self.typed(argument, names, local.type) for argument, local in zip(arguments, parameters, strict=True)
        )
        return DefineCall(define.body.type, span, name, given) if define else self.unknown(span)

    def _possible(self, arguments: list[Syntax], names: Names, span: Span) -> Expr:
        if names.choice is None:
            self.world.error(Code.NO_CHOOSER, "`possible` can stand in a choice only: it asks about the chooser", span)
            return self.unknown(span)
        actions = self.world.action_names[names.choice]
        if len(arguments) != 1 or arguments[0].data != "name":
            self.world.error(Code.ARGUMENTS, "`possible` takes the name of one action", span, "write `possible(draw)`")
            return self.unknown(span)
        action = str(arguments[0].children[0])
        if action not in actions:
            self.world.unknown(Code.UNKNOWN_NAME, "action", action, self.span(arguments[0]), list(actions))
            return self.unknown(span)
        self.world.asked_possible.append((names.choice, names.action, action, span))
        return Possible(BOOL, span, names.choice, action)


ExpressionChecker.checks = {
    **OPERATOR_CHECKS,
    "group": ExpressionChecker._group,
    "int": ExpressionChecker._int,
    "card": ExpressionChecker._card,
    "name": ExpressionChecker._name,
    "your": ExpressionChecker._your,
    "every": ExpressionChecker._every,
    "dot": ExpressionChecker._dot,
    "index": ExpressionChecker._index,
    "list": ExpressionChecker._list,
    "each_of": ExpressionChecker._each_of,
    "where": ExpressionChecker._where,
    "starting": ExpressionChecker._starting,
    "with_": ExpressionChecker._with_,
    "without": ExpressionChecker._without,
    "call": ExpressionChecker._call,
}
