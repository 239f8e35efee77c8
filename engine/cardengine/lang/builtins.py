"""The built-in functions: what each takes and gives.

One small checker a function, in a table by name. What they do is in ``runtime.functions``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lark import Tree

from cardengine.diagnostics import Code, Span
from cardengine.lang.parser import Syntax
from cardengine.lang.world import Names
from cardengine.tree.nodes import Call, Expr, ListOf
from cardengine.tree.types import (
    BOOL,
    CARD,
    FRACTION,
    INT,
    PLAYER,
    UNKNOWN,
    EnumType,
    ItemType,
    ListType,
    Type,
    ZoneType,
    common,
    describe,
    element,
)

if TYPE_CHECKING:
    from cardengine.lang.expressions import ExpressionChecker


@dataclass(frozen=True, slots=True)
class Parsed:
    """The arguments of a call, sorted out but not yet typed."""

    plain: tuple[Syntax, ...]
    key: tuple[Syntax, Syntax] | None
    default: Syntax | None


Check = Callable[["ExpressionChecker", str, Parsed, Names, Span], Expr]


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in: its form for messages, what it accepts, its checker."""

    form: str
    text: str
    fewest: int
    most: int
    check: Check
    keyed: bool = False
    default: bool = False


def check(checker: ExpressionChecker, name: str, arguments: list[Syntax], names: Names, span: Span) -> Expr:
    """The typed call of a built-in."""
    function = FUNCTIONS[name]
    plain = tuple(tree for tree in arguments if tree.data not in ("keyed", "default"))
    keyed = [tree for tree in arguments if tree.data == "keyed"]
    defaults = [tree for tree in arguments if tree.data == "default"]
    count = len(plain) + len(keyed)
    wrong = (
        not function.fewest <= count <= function.most
        or (bool(keyed) != function.keyed)
        or len(keyed) > 1
        or len(defaults) > 1
        or (bool(defaults) and not function.default)
        or (bool(defaults) and arguments[-1].data != "default")
    )
    if wrong:
        checker.world.error(Code.ARGUMENTS, f"`{name}` is not used so", span, f"its form: {function.form}")
        return checker.unknown(span)
    key = _two(keyed[0]) if keyed else None
    default = _one(defaults[0]) if defaults else None
    return function.check(checker, name, Parsed(plain, key, default), names, span)


def _two(tree: Syntax) -> tuple[Syntax, Syntax]:
    first, second = tree.children
    assert isinstance(first, Tree)
    assert isinstance(second, Tree)
    return first, second


def _one(tree: Syntax) -> Syntax:
    child = tree.children[0]
    assert isinstance(child, Tree)
    return child


# Checkers ------------------------------------------------------------------------------------------


def _of_list(result: Type) -> Check:
    def check_list(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
        return Call(result, span, name, (checker.list_of(given.plain[0], names),))

    return check_list


def _total(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    item = element(source.type)
    if item not in (INT, FRACTION, UNKNOWN):
        return checker.mismatch(source, "a list of numbers", "say of what, such as `sum(value of ...)`")
    assert item is not None
    return Call(item, span, name, (source,))


def _extreme(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    if len(given.plain) == 1:
        source = checker.list_of(given.plain[0], names)
    else:
        parts = tuple(checker.typed(tree, names, FRACTION) for tree in given.plain)
        kind = FRACTION if any(part.type is FRACTION for part in parts) else INT
        source = ListOf(ListType(kind), span, parts)
    item = element(source.type) or UNKNOWN
    ordered = item in (INT, FRACTION, UNKNOWN) or (isinstance(item, EnumType) and item.name in checker.world.ordered)
    if not ordered:
        return checker.mismatch(source, "a list of numbers or ranks", "say of what, such as `max(value of ...)`")
    default = checker.typed(given.default, names, item) if given.default is not None else None
    return Call(item, span, name, (source,), default=default)


def _truths(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    if name == "all" and element(source.type) not in (BOOL, UNKNOWN):
        return checker.mismatch(source, "a list of conditions", "write `all((CONDITION) of LIST)`")
    return Call(BOOL, span, name, (source,))


def _run(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    item = element(source.type)
    if item not in (INT, UNKNOWN) and not (isinstance(item, EnumType) and item.name in checker.world.ordered):
        return checker.mismatch(source, "a list of numbers or ranks", "write `run(rank of ...)`")
    return Call(BOOL, span, name, (source,))


def _same_list(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    return Call(source.type, span, name, (source,))


def _keyed(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    assert given.key is not None
    source = checker.list_of(given.key[0], names)
    it = checker.scratch(element(source.type) or UNKNOWN)
    key = checker.check(given.key[1], names.within(it))
    ordered = key.type in (INT, FRACTION, BOOL, UNKNOWN) or isinstance(key.type, EnumType)
    if not ordered:
        return checker.mismatch(key, "a number or a word with an order")
    result = ListType(source.type) if name == "partition" else source.type
    return Call(result, span, name, (source,), it, key)


def _end(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    item = element(source.type) or UNKNOWN
    if len(given.plain) == 2:
        if given.default is not None:
            checker.world.error(Code.ARGUMENTS, f"`{name}` of several needs no default: it gives fewer", span)
        return Call(source.type, span, name, (source, checker.number(given.plain[1], names)))
    default = checker.check(given.default, names, item) if given.default is not None else None
    if default is not None and isinstance(item, ListType):
        default = checker.as_list(default)
    result: Type = item
    if default is not None:
        joined = common(item, default.type)
        if joined is None:
            return checker.mismatch(default, describe(item))
        result = joined
    return Call(result, span, name, (source,), default=default)


def _onward(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    item = checker.check(given.plain[0], names)
    if not isinstance(item.type, ItemType):
        return checker.mismatch(item, "a card")
    return Call(ListType(item.type), span, name, (item,))


def _left(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    player = checker.typed(given.plain[0], names, PLAYER)
    return Call(PLAYER, span, name, (player, checker.number(given.plain[1], names)))


def _next(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    player = checker.typed(given.plain[0], names, PLAYER)
    return Call(PLAYER, span, name, (player, checker.typed(given.plain[1], names, ListType(PLAYER))))


def _poker(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    kind = checker.world.kinds["card"]
    if kind.column("rank") is None or kind.column("suit") is None:
        checker.world.error(Code.TYPE, "`poker_rank` needs cards with a rank and a suit", span)
        return checker.unknown(span)
    return Call(INT, span, name, (checker.typed(given.plain[0], names, ListType(CARD)),))


def _unmelded(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    assert given.key is not None
    kind = checker.world.kinds["card"]
    if kind.column("rank") is None or kind.column("suit") is None:
        checker.world.error(Code.TYPE, "`unmelded` needs cards with a rank and a suit", span)
        return checker.unknown(span)
    source = checker.typed(given.key[0], names, ListType(CARD))
    it = checker.scratch(CARD)
    return Call(INT, span, name, (source,), it, checker.number(given.key[1], names.within(it)))


def _room(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    zone = checker.check(given.plain[0], names)
    if not isinstance(zone.type, ZoneType):
        return checker.mismatch(zone, "a zone")
    return Call(INT, span, name, (zone,))


def _absolute(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    inner = checker.typed(given.plain[0], names, FRACTION)
    return Call(inner.type, span, name, (inner,))


def _subsets(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    sizes = tuple(checker.number(tree, names) for tree in given.plain[1:])
    return Call(ListType(source.type), span, name, (source, *sizes))


def _distinct(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    if isinstance(element(source.type), ListType):
        return checker.mismatch(source, "a list of single things")
    return Call(source.type, span, name, (source,))


def _same(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> Expr:
    source = checker.list_of(given.plain[0], names)
    if isinstance(element(source.type), ItemType | ListType):
        return checker.mismatch(source, "a list of attributes", "say in what, such as `same(suit of ...)`")
    return Call(BOOL, span, name, (source,))


FUNCTIONS: dict[str, Function] = {
    "count": Function("count(LIST)", "how many there are", 1, 1, _of_list(INT)),
    "sum": Function("sum(NUMBERS)", "the total; of nothing 0", 1, 1, _total),
    "min": Function("min(NUMBERS) or min(A, B), default N", "the least", 1, 9, _extreme, default=True),
    "max": Function("max(NUMBERS) or max(A, B), default N", "the greatest", 1, 9, _extreme, default=True),
    "any": Function("any(LIST)", "whether there is one; of conditions, whether one holds", 1, 1, _truths),
    "all": Function("all((CONDITION) of LIST)", "whether every condition holds; of nothing yes", 1, 1, _truths),
    "empty": Function("empty(LIST)", "whether there is none", 1, 1, _of_list(BOOL)),
    "distinct": Function("distinct(LIST)", "each value once, in order of appearance", 1, 1, _distinct),
    "same": Function("same(LIST)", "whether all values are equal; of nothing yes", 1, 1, _same),
    "run": Function("run(RANKS)", "whether they are consecutive, in any order; of nothing yes", 1, 1, _run),
    "sort": Function("sort(LIST by VALUE)", "lowest first, ties in the list's order", 1, 1, _keyed, keyed=True),
    "highest": Function("highest(LIST by VALUE)", "all with the highest value", 1, 1, _keyed, keyed=True),
    "lowest": Function("lowest(LIST by VALUE)", "all with the lowest value, in list order", 1, 1, _keyed, keyed=True),
    "partition": Function(
        "partition(LIST by VALUE)", "lists of those with equal values, lowest value first", 1, 1, _keyed, keyed=True
    ),
    "first": Function("first(LIST[, N]) or first(LIST, default X)", "the first (N)", 1, 2, _end, default=True),
    "last": Function("last(LIST[, N]) or last(LIST, default X)", "the last, or the last N", 1, 2, _end, default=True),
    "top": Function("top(PILE[, N]) or top(PILE, default X)", "the top card, or the top N", 1, 2, _end, default=True),
    "reverse": Function("reverse(LIST)", "the other way round", 1, 1, _same_list),
    "onward": Function("onward(CARD)", "the card and all that lie on it, the top one first", 1, 1, _onward),
    "left": Function("left(PLAYER, N)", "the player N seats to the left", 2, 2, _left),
    "next": Function(
        "next(PLAYER, PLAYERS)", "the next of them leftwards; the player himself if there is no other", 2, 2, _next
    ),
    "poker_rank": Function("poker_rank(CARDS)", "the worth of the best five as a poker hand", 1, 1, _poker),
    "unmelded": Function(
        "unmelded(CARDS by VALUE)", "the least total outside of disjoint sets and runs of three", 1, 1, _unmelded,
        keyed=True,
    ),
    "room": Function("room(ZONE)", "how many more the zone can take", 1, 1, _room),
    "absolute": Function("absolute(N)", "the number without its sign", 1, 1, _absolute),
    "subsets": Function(
        "subsets(LIST, N) or subsets(LIST, N, N)", "every choice of N (to N) of them, as lists", 2, 3, _subsets
    ),
}  # fmt: skip

NAMES = tuple(FUNCTIONS)
