"""Comparing the members of a list: `distinct`, `same`, `run`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cardengine.constructs.base import (
    Closure,
    Closures,
    Fact,
    Function,
    Order,
    Parsed,
    Picks,
    Reveals,
    fact,
    truth,
)
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, INT, UNKNOWN, EnumType, ItemType, ListType, element

if TYPE_CHECKING:
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _check_distinct(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    if isinstance(element(source.type), ListType):
        return checker.mismatch(source, "a list of single things")
    return t.Call(source.type, span, name, (source,))


def _check_same(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    if isinstance(element(source.type), ItemType | ListType):
        return checker.mismatch(source, "a list of attributes", "say in what, such as `same(suit of ...)`")
    return t.Call(BOOL, span, name, (source,))


def _check_run(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    item = element(source.type)
    if item not in (INT, UNKNOWN) and not (isinstance(item, EnumType) and item.name in checker.world.ordered):
        return checker.mismatch(source, "a list of numbers or ranks", "write `run(rank of ...)`")
    return t.Call(BOOL, span, name, (source,))


def _distinct_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    whole = element(call.type) is not FRACTION
    most = min(source.most, source.high - source.low + 1) if whole else source.most
    return fact(
        source, low=source.low, high=source.high, most=most, distinct=True, cost=1 + source.cost + source.most
    )  # fmt: skip


def _truth_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    return truth(source, cost=1 + source.cost + source.most)


def is_run(values: Sequence[int]) -> bool:
    """Whether values are consecutive, in any order."""
    ordered = sorted(values)
    return all(after - before == 1 for before, after in pairwise(ordered))


def _distinct(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source = closures.function(call.arguments[0])
    if closures.known(call.arguments[0]).distinct:
        return source
    return lambda m: list(dict.fromkeys(source(m)))


def _same(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source = closures.function(call.arguments[0])
    return lambda m: len(set(source(m))) <= 1


def _run(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source = closures.function(call.arguments[0])
    strengths = closures.space.strengths(element(call.arguments[0].type) or BOOL)
    if strengths is None:
        return lambda m: is_run(source(m))
    return lambda m: is_run([strengths[x] for x in source(m)])


FUNCTIONS = (
    Function(
        name="distinct",
        form="distinct(LIST)",
        text="the members without repetitions, in the order of their first occurrence",
        examples=(("distinct(rank of row)", "[five, six, seven, king]"),),
        arguments=(1, 1),
        check=_check_distinct,
        facts=_distinct_facts,
        closure=_distinct,
        lower=lambda low, call: low.routines.distinct(low, call),
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        picks=Picks.SOME,
    ),
    Function(
        name="same",
        form="same(LIST)",
        text="whether all members are equal; yes for an empty list",
        examples=(("same(suit of [5C, 6C])", "yes"),),
        arguments=(1, 1),
        check=_check_same,
        facts=_truth_facts,
        closure=_same,
        lower=lambda low, call: low.routines.same(low, call),
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
    ),
    Function(
        name="run",
        form="run(RANKS)",
        text="whether the ranks (or numbers) are consecutive, in any order; yes for an empty list",
        examples=(("run(value of [7D, 5C, 6C])", "yes"), ("run(rank of row)", "no")),
        arguments=(1, 1),
        check=_check_run,
        facts=_truth_facts,
        closure=_run,
        lower=lambda low, call: low.routines.run(low, call),
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
    ),
)
