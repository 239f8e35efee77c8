"""All subsets of a list: `subsets`."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import (
    NO_FAULTS,
    Closure,
    Closures,
    Fact,
    Failure,
    Function,
    Order,
    Parsed,
    Reveals,
    fact,
)
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import ListType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


MAX_SUBSETS = 100_000
"""The most subsets; more is a fault, so that expressions stay bounded."""

_MAX_COUNTED = 64
"""The subsets of longer lists aren't counted in advance."""


def _check(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    sizes = tuple(checker.number(tree, names) for tree in given.plain[1:])
    return t.Call(ListType(source.type), span, name, (source, *sizes))


def _facts(facts: Facts, call: t.Call) -> Fact:
    source, *sizes = parts = [facts.of(argument) for argument in call.arguments]
    least, largest = max(sizes[0].low, 0), max(min(sizes[-1].high, source.most), 0)
    most = MAX_SUBSETS + 1
    if source.most <= _MAX_COUNTED:
        most = sum(comb(source.most, size) for size in range(least, largest + 1))
    raises = NO_FAULTS if most <= MAX_SUBSETS else frozenset((Failure.TOO_MANY,))
    most = min(most, MAX_SUBSETS)
    return fact(
        *parts, low=source.low, high=source.high, most=most, inner=largest, distinct=source.distinct, raises=raises,
        cost=1 + sum(part.cost for part in parts) + (most + 1) * (1 + largest),
    )  # fmt: skip


def _closure(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source, span = closures.function(call.arguments[0]), call.span
    sizes = [closures.function(argument) for argument in call.arguments[1:]]

    def subsets(m: Memory) -> list[list[int]]:
        values = source(m)
        low, high = sizes[0](m), sizes[-1](m)
        found: list[list[int]] = []
        for size in range(max(low, 0), min(high, len(values)) + 1):
            for part in combinations(values, size):
                found.append(list(part))
                if len(found) > MAX_SUBSETS:
                    raise Fault(f"there are more than {MAX_SUBSETS} subsets", span)
        return found

    return subsets


def _lower(low: Lowering, call: t.Call) -> Any:
    source, *sizes = call.arguments
    return lambda body: low.subsets(source, (sizes[0], sizes[-1]), MAX_SUBSETS, body)


FUNCTIONS = (
    Function(
        name="subsets",
        form="subsets(LIST, N) or subsets(LIST, N, N)",
        text=f"a list of all subsets with N (or N to N) members; more than {MAX_SUBSETS:,} are a fault",
        examples=(
            ("subsets([1, 2, 3], 2)", "[[1, 2], [1, 3], [2, 3]]"),
            ("count(subsets(row, 1, 2) where sum(value of it) is 12)", "2"),
        ),
        arguments=(2, 3),
        check=_check,
        facts=_facts,
        closure=_closure,
        lower=_lower,
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        walks=True,
    ),
)
