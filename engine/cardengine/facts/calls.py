"""What is known of calls: of built-in functions, of definitions, of `possible`."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import TYPE_CHECKING

from cardengine.constructs.base import (
    COST_MAX,
    NO_FAULTS,
    Fact,
    Failure,
    Part,
    Read,
    fact,
    hull,
    number,
    truth,
)
from cardengine.constructs.hands import melds, poker
from cardengine.facts.places import contents, reached
from cardengine.layout.space import WORD_MAX
from cardengine.tree import nodes as t
from cardengine.tree.types import INT, ItemType, ListType, OptionalType
from cardengine.tree.walk import children

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts

MAX_SUBSETS = 100_000


def define_call(facts: Facts, expr: t.DefineCall) -> Fact:
    """What its body comes to, whatever the arguments are."""
    body = facts.of(facts.space.ruleset.defines[expr.name].body)
    if body.constant or not expr.arguments:
        return body
    arguments = [facts.of(argument) for argument in expr.arguments]
    return fact(
        body, *arguments, low=body.low, high=body.high, most=body.most, inner=body.inner, distinct=body.distinct
    )  # fmt: skip


def possible_call(facts: Facts, expr: t.Possible) -> Fact:
    """Yes or no; it looks at what the action asks for."""
    return facts.offer(expr.choice, expr.action)


def possible(facts: Facts, choice: str, action: str) -> Fact:
    """Whether an action can be taken: its arguments and its conditions are tried."""
    decl = facts.space.ruleset.choices[choice].action(action)
    assert decl is not None
    parts, ways = [], 1
    for parameter in decl.parameters:
        domain = [facts.of(part) for part in children(parameter.domain)]
        parts += domain
        ways = min(ways * max((part.most for part in domain), default=COST_MAX), COST_MAX)
    conditions = [facts.of(condition.test) for condition in decl.conditions]
    found = fact(*parts, *conditions, low=0, high=1, raises=frozenset((Failure.TOO_MANY, Failure.NO_MEMBER)))
    return fact(found, low=0, high=1, cost=ways * found.cost)


def call(facts: Facts, expr: t.Call) -> Fact:
    """A built-in function."""
    return _FUNCTIONS[expr.function](facts, expr)


def _first(facts: Facts, expr: t.Call) -> Fact:
    return facts.of(expr.arguments[0])


def _count(facts: Facts, expr: t.Call) -> Fact:
    source = _first(facts, expr)
    return fact(source, low=0, high=source.most)


def _truth(facts: Facts, expr: t.Call) -> Fact:
    source = _first(facts, expr)
    return truth(source, cost=1 + source.cost + source.most)


def _sum(facts: Facts, expr: t.Call) -> Fact:
    source = _first(facts, expr)
    return number(
        source, low=min(0, source.low * source.most), high=max(0, source.high * source.most), exact=expr.type is INT,
        cost=1 + source.cost + source.most,
    )  # fmt: skip


def _extreme(facts: Facts, expr: t.Call) -> Fact:
    argument, source = expr.arguments[0], _first(facts, expr)
    if isinstance(argument, t.ListOf) and facts.space.strengths(expr.type) is None:
        pick = min if expr.function == "min" else max
        items = [facts.of(item) for item in argument.items]
        # The least of several is at most the lowest of their bounds, the greatest at least the highest.
        low, high = pick(item.low for item in items), pick(item.high for item in items)
        return fact(source, low=low, high=high, cost=1 + source.cost + source.most)
    return _or_default(facts, expr, source)


def _or_default(facts: Facts, expr: t.Call, source: Fact) -> Fact:
    """A member of a list, or the default when it has none."""
    cost = 2 + source.cost + source.most
    most = source.inner if isinstance(expr.type, ListType) else WORD_MAX
    if expr.default is None:
        raises = NO_FAULTS if source.constant and source.value else frozenset((Failure.EMPTY,))
        return fact(source, low=source.low, high=source.high, most=most, raises=raises, cost=cost)
    default = facts.of(expr.default)
    low, high = hull(source, default)
    if isinstance(expr.type, ListType):
        most = max(most, default.most)
    return fact(source, default, low=low, high=high, most=most, cost=cost + default.cost)


def _end(facts: Facts, expr: t.Call) -> Fact:
    source = _first(facts, expr)
    if len(expr.arguments) == 1:
        return _or_default(facts, expr, source)
    amount = facts.of(expr.arguments[1])
    return fact(
        source, amount, low=source.low, high=source.high, most=min(source.most, max(amount.high, 0)),
        inner=source.inner, distinct=source.distinct, cost=1 + source.cost + amount.cost + source.most,
    )  # fmt: skip


def _distinct(facts: Facts, expr: t.Call) -> Fact:
    source = _first(facts, expr)
    most = min(source.most, source.high - source.low + 1) if expr.type != INT else source.most
    return fact(
        source, low=source.low, high=source.high, most=most, distinct=True, cost=1 + source.cost + source.most
    )  # fmt: skip


def _same_members(facts: Facts, expr: t.Call) -> Fact:
    """The members in another order, or some of them; a key is computed for each."""
    source = _first(facts, expr)
    parts = [source] if expr.key is None else [source, facts.measured(expr.key)]
    each = parts[-1].cost if expr.key is not None else 0
    return fact(
        *parts, low=source.low, high=source.high, most=source.most, inner=source.inner, distinct=source.distinct,
        cost=1 + source.cost + source.most * (each + 1 + min(source.most, COST_MAX).bit_length()),
    )  # fmt: skip


def _partition(facts: Facts, expr: t.Call) -> Fact:
    assert expr.key is not None
    source, key = _first(facts, expr), facts.of(expr.key)
    return fact(
        source, key, low=source.low, high=source.high, most=source.most, inner=source.most, distinct=True,
        cost=1 + source.cost + source.most * (key.cost + 1 + min(source.most, COST_MAX).bit_length()),
    )  # fmt: skip


def _onward(facts: Facts, expr: t.Call) -> Fact:
    item, kind = _first(facts, expr), expr.arguments[0].type
    assert isinstance(kind, ItemType)
    low, high = facts.range_of(kind)
    cells = [cell for cell in facts.space.cells if cell.decl.item == kind]
    most = max((cell.capacity for cell in cells), default=0)
    reads = contents(cells) | {Read(Part.PLACE, kind.kind, hidden=True)}
    raises = frozenset((Failure.NO_ZONE,))
    return fact(
        item, low=low, high=high, most=most, distinct=True, raises=raises, reads=reads, cost=1 + item.cost + most
    )  # fmt: skip


def _seat(facts: Facts, expr: t.Call) -> Fact:
    parts = [facts.of(argument) for argument in expr.arguments]
    optional = isinstance(expr.arguments[0].type, OptionalType)
    raises = frozenset((Failure.NOTHING,)) if optional else NO_FAULTS
    cost = 1 + sum(part.cost for part in parts) + facts.space.players
    return fact(*parts, low=0, high=facts.space.players - 1, raises=raises, cost=cost)


def _poker_rank(facts: Facts, expr: t.Call) -> Fact:
    source = _first(facts, expr)
    raises = frozenset((Failure.TOO_MANY,)) if source.most > poker.MAX_CARDS else NO_FAULTS
    return fact(source, low=0, high=poker.HIGHEST, raises=raises, cost=1 + source.cost + 64 * poker.MAX_CARDS)


def _unmelded(facts: Facts, expr: t.Call) -> Fact:
    assert expr.key is not None
    source, value = _first(facts, expr), facts.of(expr.key)
    most = min(source.most, melds.MAX_CARDS)
    found = number(
        source, value, low=min(0, value.low * most), high=max(0, value.high * most),
        cost=1 + source.cost + most * value.cost + (1 << most),
    )  # fmt: skip
    if source.most <= melds.MAX_CARDS:
        return found
    return fact(found, low=found.low, high=found.high, raises=found.raises | {Failure.TOO_MANY})


def _room(facts: Facts, expr: t.Call) -> Fact:
    zone = _first(facts, expr)
    cells = reached(facts, zone)
    reads = frozenset(Read(Part.COUNT, cell.decl.name, hidden=cell.decl.hides_count) for cell in cells)
    return fact(zone, low=0, high=max((cell.capacity for cell in cells), default=0), reads=reads)


def _absolute(facts: Facts, expr: t.Call) -> Fact:
    of = _first(facts, expr)
    low = max(of.low, -of.high, 0)
    return number(of, low=low, high=max(abs(of.low), abs(of.high)), exact=expr.type is INT)


def _subsets(facts: Facts, expr: t.Call) -> Fact:
    source, *sizes = (facts.of(argument) for argument in expr.arguments)
    least, largest = max(sizes[0].low, 0), max(min(sizes[-1].high, source.most), 0)
    most = MAX_SUBSETS + 1
    if source.most <= 64:
        most = sum(comb(source.most, size) for size in range(least, largest + 1))
    raises = NO_FAULTS if most <= MAX_SUBSETS else frozenset((Failure.TOO_MANY,))
    most = min(most, MAX_SUBSETS)
    parts = (source, *sizes)
    return fact(
        *parts, low=source.low, high=source.high, most=most, inner=largest, distinct=source.distinct, raises=raises,
        cost=1 + sum(part.cost for part in parts) + (most + 1) * (1 + largest),
    )  # fmt: skip


_FUNCTIONS: dict[str, Callable[[Facts, t.Call], Fact]] = {
    "count": _count,
    "sum": _sum,
    "min": _extreme,
    "max": _extreme,
    "any": _truth,
    "all": _truth,
    "empty": _truth,
    "distinct": _distinct,
    "same": _truth,
    "run": _truth,
    "sort": _same_members,
    "highest": _same_members,
    "lowest": _same_members,
    "partition": _partition,
    "first": _end,
    "last": _end,
    "top": _end,
    "reverse": _same_members,
    "onward": _onward,
    "left": _seat,
    "next": _seat,
    "poker_rank": _poker_rank,
    "unmelded": _unmelded,
    "room": _room,
    "absolute": _absolute,
    "subsets": _subsets,
}
