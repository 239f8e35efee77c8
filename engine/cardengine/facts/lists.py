"""The facts of lists made from other lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import NO_FAULTS, Fact, Failure, constant, fact, hull
from cardengine.constructs.zones import contents, reached
from cardengine.facts.apart import apart, disjoint
from cardengine.facts.folding import kept
from cardengine.facts.places import printed_on
from cardengine.layout.space import WORD_MAX
from cardengine.tree import nodes as t
from cardengine.tree.types import ListType, element

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts


def joined(facts: Facts, expr: t.Joined) -> Fact:
    """The facts of the items of several zones, or the members of several lists."""
    parts = facts.of(expr.parts)
    if isinstance(element(expr.parts.type), ListType):
        most, distinct = parts.most * parts.inner, apart(facts, expr.parts)
        return fact(parts, low=parts.low, high=parts.high, most=most, distinct=distinct, cost=1 + parts.cost + most)
    low, high = facts.range_of(expr.type)
    cells = reached(facts.space, parts)
    most = parts.most * max((cell.capacity for cell in cells), default=0)
    if parts.distinct:
        most = min(most, high - low + 1)
    return fact(
        parts, low=low, high=high, most=most, distinct=parts.distinct, reads=contents(cells),
        cost=1 + parts.cost + parts.most + most,
    )  # fmt: skip


def each(facts: Facts, expr: t.Each) -> Fact:
    """The facts of a value for each member."""
    source = facts.of(expr.source)
    facts.bind(expr.it, source.inner)
    body = facts.of(expr.body)
    is_it = isinstance(expr.body, t.LocalValue) and expr.body.local is expr.it
    if source.constant:
        if body.constant:
            return constant([body.value] * len(source.value))
        table = printed_on(facts, expr.body, expr.it)
        if table is not None:
            return constant([table[x] for x in source.value])
    nested = isinstance(expr.body.type, ListType)
    zone = expr.body if isinstance(expr.body, t.ZoneRef) else None
    own_zone = zone is not None and isinstance(zone.owner, t.LocalValue) and zone.owner.local is expr.it
    low, high = (source.low, source.high) if is_it else (body.low, body.high)
    return fact(
        source, body, low=low, high=high, most=source.most, inner=body.most if nested else 0,
        distinct=source.distinct and (is_it or own_zone), cost=1 + source.cost + source.most * (1 + body.cost),
    )  # fmt: skip


def filtered(facts: Facts, expr: t.Filter) -> Fact:
    """The facts of a filtered list."""
    source = facts.of(expr.source)
    facts.bind(expr.it, source.inner)
    test = facts.of(expr.condition)
    if test.constant:
        return source if test.value else constant([])
    if source.constant:
        members = kept(facts, expr, source.value)
        if members is not None:
            return constant(members)
    return fact(
        source, test, low=source.low, high=source.high, most=source.most, inner=source.inner,
        distinct=source.distinct, cost=1 + source.cost + source.most * (1 + test.cost),
    )  # fmt: skip


def with_(facts: Facts, expr: t.With) -> Fact:
    """The facts of two concatenated lists."""
    left, right = facts.of(expr.left), facts.of(expr.right)
    low, high = hull(left, right)
    most = left.most + right.most
    distinct = left.distinct and right.distinct and disjoint(facts, expr.left, expr.right)
    return fact(
        left, right, low=low, high=high, most=most, inner=max(left.inner, right.inner), distinct=distinct,
        cost=1 + left.cost + right.cost + most,
    )  # fmt: skip


def without(facts: Facts, expr: t.Without) -> Fact:
    """The facts of a list without the members of another one."""
    left, right = facts.of(expr.left), facts.of(expr.right)
    return fact(
        left, right, low=left.low, high=left.high, most=left.most, inner=left.inner, distinct=left.distinct,
        cost=1 + left.cost + right.cost + left.most * (1 + right.most),
    )  # fmt: skip


def list_of(facts: Facts, expr: t.ListOf) -> Fact:
    """The facts of a list of given items."""
    items = [facts.of(item) for item in expr.items]
    if all(item.constant for item in items):
        return constant([item.value for item in items])
    low, high = hull(*items)
    nested = isinstance(element(expr.type), ListType)
    zones = {item.name for item in expr.items if isinstance(item, t.ZoneRef)}
    return fact(
        *items, low=low, high=high, most=len(items), inner=max(item.most for item in items) if nested else 0,
        distinct=len(items) == 1 or len(zones) == len(items), cost=1 + len(items) + sum(item.cost for item in items),
    )  # fmt: skip


def index(facts: Facts, expr: t.Index) -> Fact:
    """The facts of a list member by index."""
    source, place = facts.of(expr.source), facts.of(expr.index)
    sure = source.constant and place.low >= 1 and place.high <= len(source.value)
    raises = NO_FAULTS if sure else frozenset((Failure.NO_MEMBER,))
    nested = isinstance(expr.type, ListType)
    return fact(
        source, place, low=source.low, high=source.high, most=source.inner if nested else WORD_MAX, raises=raises
    )  # fmt: skip


def rotated(facts: Facts, expr: t.Rotated) -> Fact:
    """The facts of players in rotated order."""
    source, start = facts.of(expr.source), facts.of(expr.start)
    return fact(
        source, start, low=source.low, high=source.high, most=source.most, distinct=source.distinct,
        cost=1 + source.cost + start.cost + 2 * source.most,
    )  # fmt: skip
