"""Functions with a key for each member: `sort`, `highest`, `lowest`, `partition`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import (
    COST_MAX,
    Closure,
    Closures,
    Fact,
    Function,
    Order,
    Parsed,
    Picks,
    Reveals,
    fact,
)
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, INT, UNKNOWN, EnumType, ListType, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.values import Consumer, Seq
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names
    from cardengine.library.ordering import Keyed


def _check(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    assert given.key is not None
    source = checker.list_of(given.key[0], names)
    it = checker.scratch(element(source.type) or UNKNOWN)
    key = checker.check(given.key[1], names.within(it))
    if key.type not in (INT, FRACTION, BOOL, UNKNOWN) and not isinstance(key.type, EnumType):
        return checker.mismatch(key, "a number or a word with an order")
    result = ListType(source.type) if name == "partition" else source.type
    return t.Call(result, span, name, (source,), it, key)


def _facts(facts: Facts, call: t.Call) -> Fact:
    assert call.key is not None
    source, key = facts.of(call.arguments[0]), facts.of(call.key)
    return fact(
        source, key, low=source.low, high=source.high, most=source.most, inner=source.inner, distinct=source.distinct,
        cost=_cost(source, key),
    )  # fmt: skip


def _partition_facts(facts: Facts, call: t.Call) -> Fact:
    assert call.key is not None
    source, key = facts.of(call.arguments[0]), facts.of(call.key)
    return fact(
        source, key, low=source.low, high=source.high, most=source.most, inner=source.most, distinct=True,
        cost=_cost(source, key),
    )  # fmt: skip


def _cost(source: Fact, key: Fact) -> int:
    """The cost of a key for each member and of sorting."""
    return 1 + source.cost + source.most * (key.cost + 1 + min(source.most, COST_MAX).bit_length())


def _parts(closures: Closures, call: t.Call) -> tuple[Closure, Any]:
    assert call.it is not None
    assert call.key is not None
    return closures.function(call.arguments[0]), closures.key(call.it, call.key)


def _sort(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source, key = _parts(closures, call)
    return lambda m: sorted(source(m), key=key(m))


def _best(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source, key = _parts(closures, call)
    pick = max if call.function == "highest" else min

    def best(m: Memory) -> list[int]:
        values = source(m)
        if not values:
            return []
        of = key(m)
        keys = [of(x) for x in values]
        edge = pick(keys)
        return [x for x, k in zip(values, keys, strict=True) if k == edge]

    return best


def _partition(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source, key = _parts(closures, call)

    def partition(m: Memory) -> list[list[int]]:
        of = key(m)
        groups: dict[Any, list[int]] = {}
        for x in source(m):
            groups.setdefault(of(x), []).append(x)
        return [groups[k] for k in sorted(groups)]

    return partition


def _keyed(low: Lowering, call: t.Call) -> Keyed:
    assert call.it is not None
    assert call.key is not None
    return low.keyed(low.collected(call.arguments[0]), call.it, call.key)


def _lower_sort(low: Lowering, call: t.Call) -> Seq:
    found = _keyed(low, call)
    return found.in_order(found.order())


def _lower_best(low: Lowering, call: t.Call) -> Callable[[Consumer], None]:
    return lambda body: _keyed(low, call).best(body, highest=call.function == "highest")


FUNCTIONS = (
    Function(
        name="sort",
        form="sort(LIST by VALUE)",
        text="the list sorted by VALUE, lowest first; ties keep their order",
        examples=(("sort(row by suit)", "[5C, 6C, 7D, 5H, KS]"),),
        arguments=(1, 1),
        check=_check,
        facts=_facts,
        closure=_sort,
        lower=_lower_sort,
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        picks=Picks.SOME,
        keyed=True,
    ),
    Function(
        name="highest",
        form="highest(LIST by VALUE)",
        text="all members with the highest VALUE, in the order of the list",
        examples=(("highest(row by value)", "[KS]"),),
        arguments=(1, 1),
        check=_check,
        facts=_facts,
        closure=_best,
        lower=_lower_best,
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        walks=True,
        picks=Picks.SOME,
        keyed=True,
    ),
    Function(
        name="lowest",
        form="lowest(LIST by VALUE)",
        text="all members with the lowest VALUE, in the order of the list",
        examples=(("lowest(row by value)", "[5H, 5C]"),),
        arguments=(1, 1),
        check=_check,
        facts=_facts,
        closure=_best,
        lower=_lower_best,
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        walks=True,
        picks=Picks.SOME,
        keyed=True,
    ),
    Function(
        name="partition",
        form="partition(LIST by VALUE)",
        text="a list of lists: the members with equal VALUE together, lowest first",
        examples=(("partition(row by rank)", "[[5H, 5C], [6C], [7D], [KS]]"),),
        arguments=(1, 1),
        check=_check,
        facts=_partition_facts,
        closure=_partition,
        lower=lambda low, call: _keyed(low, call).groups(),
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        picks=Picks.GROUPS,
        keyed=True,
    ),
)
