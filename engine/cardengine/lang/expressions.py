"""Expressions: from the syntax tree to the typed tree."""

from __future__ import annotations

from lark import Token, Tree

from cardengine.diagnostics import Code, Span
from cardengine.lang import builtins, fields
from cardengine.lang.parser import Syntax
from cardengine.lang.tree import (
    AllPlayers,
    And,
    Arithmetic,
    Compare,
    Comparison,
    Conditional,
    Constant,
    Contains,
    DefineCall,
    Each,
    Equal,
    EveryItem,
    EveryMember,
    EveryZone,
    Expr,
    Filter,
    Index,
    ItemsOf,
    Joined,
    ListOf,
    Local,
    LocalValue,
    Negated,
    Not,
    Operator,
    OptionValue,
    Or,
    Possible,
    Quotient,
    Rotated,
    Round,
    Rounding,
    Storage,
    With,
    Without,
    ZoneFamily,
    ZoneRef,
)
from cardengine.lang.types import (
    BOOL,
    CARD,
    FRACTION,
    INT,
    PLAYER,
    UNKNOWN,
    EnumType,
    ItemType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
    common,
    describe,
    element,
    fits,
)
from cardengine.lang.world import Names, World, muted
from cardengine.source import ScalarNode

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "10": "ten", "J": "jack", "Q": "queen", "K": "king",
}  # fmt: skip


class ExpressionChecker:
    """Types the expressions of one scalar."""

    def __init__(self, world: World, scalar: ScalarNode) -> None:
        self.world = world
        self.scalar = scalar

    # Entry points ------------------------------------------------------------------------------

    def typed(self, tree: Syntax, names: Names, wanted: Type) -> Expr:
        """The expression, which must have the wanted type (a zone gives way to its cards)."""
        return self.fitted(self.check(tree, names, wanted), wanted)

    def fitted(self, expr: Expr, wanted: Type) -> Expr:
        """An expression that has been checked, if it has the wanted type; else a report."""
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
        """The expression as a list of whatever it holds."""
        expr = self.as_list(self.check(tree, names))
        if element(expr.type) is None:
            self.world.error(Code.TYPE, f"this is {describe(expr.type)}; a list is wanted here", expr.span)
            return self.unknown(expr.span)
        return expr

    def items(self, tree: Syntax, names: Names) -> Expr:
        """One card or piece, or a list or zone of them, as a list."""
        expr = self.check(tree, names)
        if isinstance(expr.type, ItemType):
            return ListOf(ListType(expr.type), expr.span, (expr,))
        expr = self.as_list(expr)
        if not isinstance(element(expr.type), ItemType) and expr.type is not UNKNOWN:
            self.world.error(Code.TYPE, f"this is {describe(expr.type)}; cards or pieces are wanted here", expr.span)
            return self.unknown(expr.span)
        return expr

    def zone(self, tree: Syntax, names: Names) -> Expr:
        """An expression that is one zone."""
        expr = self.check(tree, names)
        if isinstance(expr.type, ZoneType) or expr.type is UNKNOWN:
            return expr
        help_ = "name one of them, such as `tableau[1]`" if isinstance(element(expr.type), ZoneType) else None
        self.world.error(Code.TYPE, f"this is {describe(expr.type)}; a zone is wanted here", expr.span, help_)
        return self.unknown(expr.span)

    def zones(self, tree: Syntax, names: Names) -> Expr:
        """An expression that is a list of zones, such as ``hand of players``."""
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

    # Helpers -----------------------------------------------------------------------------------

    def span(self, node: Syntax | Token) -> Span:
        """Where a node of the syntax tree stands in the source."""
        if isinstance(node, Token):
            return self.scalar.span_of(node.start_pos or 0, node.end_pos or 0)
        if node.meta.empty:
            return self.scalar.span
        return self.scalar.span_of(node.meta.start_pos, node.meta.end_pos)

    def unknown(self, span: Span) -> Expr:
        """What stands for a part that has been reported."""
        return Constant(UNKNOWN, span, 0)

    def as_list(self, expr: Expr) -> Expr:
        """A zone's items; anything else as it is."""
        if isinstance(expr.type, ZoneType):
            return ItemsOf(ListType(expr.type.item), expr.span, expr)
        return expr

    def mismatch(self, expr: Expr, wanted: str, help_: str | None = None) -> Expr:
        """Report a type that does not fit."""
        if expr.type is not UNKNOWN:
            self.world.error(Code.TYPE, f"this is {describe(expr.type)}; {wanted} is wanted here", expr.span, help_)
        return self.unknown(expr.span)

    def number(self, tree: Syntax, names: Names) -> Expr:
        """An expression that is a number."""
        return self.typed(tree, names, INT)

    def condition(self, tree: Syntax, names: Names) -> Expr:
        """An expression that is yes or no."""
        return self.typed(tree, names, BOOL)

    # Dispatch ----------------------------------------------------------------------------------

    def check(self, tree: Syntax, names: Names, wanted: Type | None = None) -> Expr:
        """The typed expression; ``wanted`` only guides the reading of bare words and lists."""
        method = getattr(self, f"_{tree.data}", None)
        if method is None:
            self.world.error(Code.SENTENCE, "this can't stand here", self.span(tree))
            return self.unknown(self.span(tree))
        expr: Expr = method(tree, names, wanted)
        return expr

    def _group(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self.check(_child(tree, 0), names, wanted)

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
        return fields.resolve(self, str(tree.children[0]), self.span(tree), names, wanted)

    def _your(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        span = self.span(tree)
        if names.you is None:
            self.world.error(
                Code.NO_CHOOSER, "`your` needs a chooser: it stands in choices and in the score only", span,
                "name the player, such as `player.hand`",
            )  # fmt: skip
            return self.unknown(span)
        you = LocalValue(PLAYER, span, names.you)
        return fields.dotted(self, you, str(tree.children[0]), span)

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
        base, name = _child(tree, 0), str(tree.children[1])
        span = self.span(tree)
        if base.data == "name" and str(base.children[0]) == "options":
            option = self.world.options.get(name)
            if option is None:
                place = self.span(_token(tree, 1))
                self.world.unknown(Code.UNKNOWN_NAME, "option", name, place, list(self.world.options))
                return self.unknown(span)
            self.world.used_options.add(name)
            return OptionValue(option.domain.type, span, name)
        return fields.dotted(self, self.check(base, names), name, self.span(_token(tree, 1)), span)

    def _index(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        base = self.check(_child(tree, 0), names)
        span = self.span(tree)
        if isinstance(base, ZoneFamily):
            decl = self.world.zones[base.name]
            index_type: Type = decl.each or INT
            index = self.typed(_child(tree, 1), names, index_type)
            return ZoneRef(ZoneType(decl.item), span, base.name, base.owner, index)
        index = self.number(_child(tree, 1), names)
        source = self.as_list(base)
        item = element(source.type)
        if item is None:
            return self.mismatch(source, "a list or a family of zones")
        return Index(item, span, source, index)

    # Lists -------------------------------------------------------------------------------------

    def _list(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        hint = wanted.item if isinstance(wanted, ListType) else None
        first = self.check(_child(tree, 0), names, hint)
        rest = [self.typed(child, names, first.type) for child in _children(tree)[1:]]
        return ListOf(ListType(first.type), self.span(tree), (first, *rest))

    def scratch(self, item: Type) -> Local:
        """A fresh ``it``."""
        return Local("it", item, Storage.SCRATCH)

    def _each_of(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        span = self.span(tree)
        source = self.list_of(_child(tree, 1), names)
        it = self.scratch(element(source.type) or UNKNOWN)
        hint = wanted.item if isinstance(wanted, ListType) else None
        body = self.check(_child(tree, 0), names.within(it), hint)
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
        source = self.list_of(_child(tree, 0), names)
        it = self.scratch(element(source.type) or UNKNOWN)
        condition = self.condition(_child(tree, 1), names.within(it))
        return Filter(source.type, self.span(tree), source, it, condition)

    def _starting(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        source = self.typed(_child(tree, 0), names, ListType(PLAYER))
        start = self.typed(_child(tree, 1), names, PLAYER)
        return Rotated(source.type, self.span(tree), source, start)

    def _with_(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = self._two_lists(tree, names)
        return With(left.type, self.span(tree), left, right)

    def _without(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = self._two_lists(tree, names)
        return Without(left.type, self.span(tree), left, right)

    def _two_lists(self, tree: Syntax, names: Names) -> tuple[Expr, Expr]:
        left = self.list_of(_child(tree, 0), names)
        item = element(left.type) or UNKNOWN
        right = self.check(_child(tree, 1), names, item)
        if fits(right.type, item) and right.type is not UNKNOWN:
            right = ListOf(ListType(item), right.span, (right,))
        right = self.as_list(right)
        if not fits(right.type, left.type):
            right = self.mismatch(right, f"{describe(left.type)}, or one of them,")
        return left, right

    # Logic and comparison ----------------------------------------------------------------------

    def _or_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = (self.condition(child, names) for child in _children(tree))
        return Or(BOOL, self.span(tree), left, right)

    def _and_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = (self.condition(child, names) for child in _children(tree))
        return And(BOOL, self.span(tree), left, right)

    def _not_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return Not(BOOL, self.span(tree), self.condition(_child(tree, 0), names))

    def _is_(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._equal(tree, names, negated=False)

    def _is_not(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._equal(tree, names, negated=True)

    def _equal(self, tree: Syntax, names: Names, *, negated: bool) -> Expr:
        left, right = self._pair(tree, names)
        if not self._comparable(left.type, right.type):
            self.world.error(
                Code.TYPE, f"{describe(left.type)} can never be {describe(right.type)}", self.span(tree),
                _compare_help(left.type, right.type),
            )  # fmt: skip
            return self.unknown(self.span(tree))
        return Equal(BOOL, self.span(tree), left, right, negated)

    def _comparable(self, left: Type, right: Type) -> bool:
        numbers = (INT, FRACTION)
        if left in numbers and right in numbers:
            return True
        if isinstance(left, ListType | ZoneType) or isinstance(right, ListType | ZoneType):
            return isinstance(left, ZoneType) and left == right
        return fits(left, right) or fits(right, left)

    def _pair(self, tree: Syntax, names: Names) -> tuple[Expr, Expr]:
        first, second = _children(tree)
        if self._is_bare_word(first, names):
            right = self.check(second, names)
            return self.check(first, names, right.type), right
        left = self.check(first, names)
        return left, self.check(second, names, left.type)

    def _is_bare_word(self, tree: Syntax, names: Names) -> bool:
        if tree.data != "name":
            return False
        with muted(self.world) as problems:
            expr = self.check(tree, names)
        return bool(problems) or (isinstance(expr, Constant) and isinstance(expr.type, EnumType))

    def _compare(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        first, operator, second = tree.children
        assert isinstance(first, Tree)
        assert isinstance(second, Tree)
        left, right = self._pair(Tree("pair", [first, second]), names)
        for expr in (left, right):
            ordered = expr.type in (INT, FRACTION, UNKNOWN) or (
                isinstance(expr.type, EnumType) and expr.type.name in self.world.ordered
            )
            if not ordered:
                self.mismatch(expr, "a number or a rank", _compare_help(left.type, right.type))
                return self.unknown(self.span(tree))
        if (isinstance(left.type, EnumType) or isinstance(right.type, EnumType)) and not fits(left.type, right.type):
            self.mismatch(right, describe(left.type))
            return self.unknown(self.span(tree))
        return Compare(BOOL, self.span(tree), Comparison(str(operator)), left, right)

    def _in_(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._contains(tree, names, negated=False)

    def _not_in(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._contains(tree, names, negated=True)

    def _contains(self, tree: Syntax, names: Names, *, negated: bool) -> Expr:
        first, second = _children(tree)
        left = None if self._is_bare_word(first, names) else self.check(first, names)
        right = self.check(second, names, ListType(left.type) if left else None)
        if element(right.type) is None:
            right = self.mismatch(right, "a list or a zone", "to test for one thing, write `is`")
        source = self.as_list(right)
        wanted = element(source.type) or UNKNOWN
        item = self.typed(first, names, wanted) if left is None else self.fitted(left, wanted)
        return Contains(BOOL, self.span(tree), item, source, negated)

    def _cond(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        test, first, second = _children(tree)
        condition = self.condition(test, names)
        then = self.check(first, names, wanted)
        otherwise = self.check(second, names, then.type if wanted is None else wanted)
        if isinstance(then.type, ZoneType) != isinstance(otherwise.type, ZoneType):
            then, otherwise = self.as_list(then), self.as_list(otherwise)
        kind = common(then.type, otherwise.type)
        if kind is None:
            self.mismatch(otherwise, f"{describe(then.type)}, as after `then`,")
            return self.unknown(self.span(tree))
        return Conditional(kind, self.span(tree), condition, then, otherwise)

    # Arithmetic --------------------------------------------------------------------------------

    def _plus(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._arithmetic(tree, names, Operator.PLUS)

    def _minus(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._arithmetic(tree, names, Operator.MINUS)

    def _times_op(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        return self._arithmetic(tree, names, Operator.TIMES)

    def _modulo(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = (self.number(child, names) for child in _children(tree))
        return Arithmetic(INT, self.span(tree), Operator.MODULO, left, right)

    def _numbers(self, tree: Syntax, names: Names) -> tuple[Expr, Expr]:
        left, right = (self.typed(child, names, FRACTION) for child in _children(tree))
        return left, right

    def _arithmetic(self, tree: Syntax, names: Names, operator: Operator) -> Expr:
        left, right = self._numbers(tree, names)
        return Arithmetic(_numeric(left.type, right.type), self.span(tree), operator, left, right)

    def _divide(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        left, right = self._numbers(tree, names)
        return Quotient(FRACTION, self.span(tree), left, right, None)

    def _rounded(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        inner = self.typed(_child(tree, 0), names, FRACTION)
        side = tree.children[1]
        assert isinstance(side, Tree)
        rounding = Rounding(str(side.children[0]))
        if isinstance(inner, Quotient) and inner.left.type is INT and inner.right.type is INT:
            return Quotient(INT, self.span(tree), inner.left, inner.right, rounding)
        return Round(INT, self.span(tree), inner, rounding)

    def _negate(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        inner = self.typed(_child(tree, 0), names, FRACTION)
        return Negated(inner.type, self.span(tree), inner)

    # Calls -------------------------------------------------------------------------------------

    def _call(self, tree: Syntax, names: Names, wanted: Type | None) -> Expr:
        name = str(tree.children[0])
        span = self.span(tree)
        arguments = [child for child in _child(tree, 1).children if isinstance(child, Tree)]
        if name == "possible":
            return self._possible(arguments, names, span)
        if name in self.world.define_parameters:
            return self._define_call(name, arguments, names, span)
        if name in builtins.NAMES:
            return builtins.check(self, name, arguments, names, span)
        known = [*builtins.NAMES, *self.world.define_parameters, "possible"]
        self.world.unknown(Code.UNKNOWN_NAME, "function", name, self.span(_token(tree, 0)), known)
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
        return Possible(BOOL, span, names.choice, action)


def _numeric(left: Type, right: Type) -> Type:
    if UNKNOWN in (left, right):
        return UNKNOWN
    return INT if left is INT and right is INT else FRACTION


def _children(tree: Syntax) -> list[Syntax]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _child(tree: Syntax, place: int) -> Syntax:
    child = tree.children[place]
    assert isinstance(child, Tree)
    return child


def _token(tree: Syntax, place: int) -> Token:
    child = tree.children[place]
    assert isinstance(child, Token)
    return child


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


def _compare_help(left: Type, right: Type) -> str | None:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, ListType | ZoneType) and element(one) == other:
            return "a list is not one thing: write `in`, or take one with `first(...)`"
        if isinstance(one, ItemType) and other is INT:
            return "compare a number that is printed on it, such as `card.value`"
    return None


__all__ = ["RANKS", "SUITS", "ExpressionChecker"]
