"""``a card from your hand``, ``2 cards from your hand``: members of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from cardengine.constructs.domains.base import DomainRecord, Key, Offered, Offering, Use, no_parts
from cardengine.constructs.verbs.base import Form
from cardengine.diagnostics import Code
from cardengine.layout.space import Memory
from cardengine.tree.nodes import (
    AllDomain,
    AllPlayers,
    Constant,
    Domain,
    EveryMember,
    Expr,
    Filter,
    OneOfDomain,
    SubsetDomain,
)
from cardengine.tree.types import INT, PLAYER, UNKNOWN, EnumType, ListType, describe, element

if TYPE_CHECKING:
    from cardengine.facts import Facts
    from cardengine.lang.domains import DomainSentence


_MAX_SIZES = 200
"""The number of subset sizes that are added up; with more, the limit is exceeded anyway."""


def _items(facts: Facts, source: Expr) -> int:
    """The most different values in a list: repetitions aren't offered, so there are at most as many as values."""
    found = facts.of(source)
    item = element(source.type)
    low, high = (found.low, found.high) if item is None else facts.space.range_of(item)
    return min(found.most, high - low + 1)


def _subsets(facts: Facts, domain: SubsetDomain) -> int:
    items = _items(facts, domain.source)
    least = max(0, facts.of(domain.low).low)
    most = items if domain.high is None else min(items, facts.of(domain.high).high)
    return sum(comb(items, size) for size in range(least, min(most, least + _MAX_SIZES) + 1))


def _check_one(s: DomainSentence) -> Domain:
    source = s.list_of(2)
    s.agrees(1, source, many=False)
    return OneOfDomain(element(source.type) or UNKNOWN, s.span, source)


def _check_where(s: DomainSentence) -> Domain:
    kind = s.kind(1)
    source: Expr
    if kind == PLAYER:
        source = AllPlayers(ListType(kind), s.span)
    elif isinstance(kind, EnumType):
        source = EveryMember(ListType(kind), s.span)
    else:
        if kind is not UNKNOWN:
            word = describe(kind)
            s.world.error(Code.DOMAIN, f"{word} comes from somewhere", s.span, f"write `{word} from ... where ...`")
        return AllDomain(UNKNOWN, s.span)
    it, condition = s.condition(2, kind)
    return OneOfDomain(kind, s.span, Filter(source.type, s.span, source, it, condition))


def _offered_one(offering: Offering, domain: OneOfDomain) -> Offered:
    source, apart = offering.distinct(domain.source), offering.apart(domain.type)
    return source if apart is None else lambda m: _once(source(m), apart(m))


def _once(values: Iterable[int], key: Callable[[int], Key]) -> list[int]:
    first: dict[Key, int] = {}
    for value in values:
        first.setdefault(key(value), value)
    return list(first.values())


ONE_OF = DomainRecord(
    OneOfDomain,
    {"a": Form("a TYPE [from LIST] [where CONDITION]", "a card from your hand")},
    {"pick_one": _check_one, "thing_where": _check_where},
    fits=lambda _domain, use: use is Use.PARAMETER,
    most=lambda facts, domain: _items(facts, domain.source),
    offered=_offered_one,
    lower=lambda low, choice, domain, body: low.one_of(choice, domain, body),
    bounds=no_parts,
    figures=no_parts,
)


def _check_subset(s: DomainSentence) -> Domain:
    source = s.list_of(2)
    s.agrees(1, source, many=True)
    sizes = s.amounts(0)
    low: Expr = sizes[0] if sizes else Constant(INT, s.span, 0)
    return SubsetDomain(
        ListType(element(source.type) or UNKNOWN), s.span, source, low, sizes[-1] if sizes else None
    )  # fmt: skip


def _offered_subsets(offering: Offering, domain: SubsetDomain) -> Offered:
    source, low = offering.distinct(domain.source), offering.function(domain.low)
    high = offering.function(domain.high) if domain.high is not None else None
    apart = offering.apart(element(domain.type) or UNKNOWN)
    fixed = domain.low is domain.high

    def subsets(m: Memory) -> Iterable[tuple[int, ...]]:
        items = source(m)
        least = max(low(m), 0)
        most = len(items) if high is None else min(high(m), len(items))
        if fixed and apart is None:
            return combinations(items, least)
        parts = (part for size in range(least, most + 1) for part in combinations(items, size))
        return parts if apart is None else _once_each(parts, apart(m))

    return subsets


def _once_each(parts: Iterable[tuple[int, ...]], key: Callable[[int], Key]) -> list[tuple[int, ...]]:
    first: dict[tuple[Key, ...], tuple[int, ...]] = {}
    for part in parts:
        first.setdefault(tuple(sorted(map(key, part))), part)
    return list(first.values())


def _figures(domain: SubsetDomain) -> tuple[Expr, ...]:
    return (domain.low,) if domain.high is None or domain.high is domain.low else (domain.low, domain.high)


SUBSET = DomainRecord(
    SubsetDomain,
    {
        "any": Form("any cards from LIST", "any cards from your hand"),
        "some": Form("N cards from LIST   or   N to N cards from LIST", "2 cards from your hand"),
    },
    {"pick": _check_subset},
    fits=lambda _domain, use: use is Use.PARAMETER,
    most=_subsets,
    offered=_offered_subsets,
    lower=lambda low, choice, domain, body: low.subset_of(choice, domain, body),
    bounds=no_parts,
    figures=_figures,
)
