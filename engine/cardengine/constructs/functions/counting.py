"""Counting: `count`, `any`, `empty`, `all`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import (
    Closure,
    Closures,
    Fact,
    Function,
    Order,
    Parsed,
    Reveals,
    fact,
    truth,
)
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, INT, UNKNOWN, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _check_count(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    return t.Call(INT, span, name, (checker.list_of(given.plain[0], names),))


def _check_truth(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    return t.Call(BOOL, span, name, (checker.list_of(given.plain[0], names),))


def _check_all(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    if element(source.type) not in (BOOL, UNKNOWN):
        return checker.mismatch(source, "a list of conditions", "write `all((CONDITION) of LIST)`")
    return t.Call(BOOL, span, name, (source,))


def _count_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    return fact(source, low=0, high=source.most)


def _truth_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    return truth(source, cost=1 + source.cost + source.most)


def _address(closures: Closures, argument: t.Expr) -> int | Closure | None:
    """The cell with the item count, if a list is just the items of a zone."""
    if not isinstance(argument, t.ItemsOf) or not closures.direct:
        return None
    addresses = closures.space.addresses
    zone = closures.known(argument.zone)
    if zone.constant:
        return addresses[zone.value]
    number = closures.function(argument.zone)
    return lambda m: addresses[number(m)]


def _count(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    address = _address(closures, call.arguments[0])
    if isinstance(address, int):
        return lambda m: m[address]
    if address is not None:
        return lambda m: m[address(m)]
    source = closures.function(call.arguments[0])
    return lambda m: len(source(m))


def _any(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    argument = call.arguments[0]
    if element(argument.type) is BOOL:
        conditions = closures.function(argument)
        return lambda m: any(conditions(m))
    address = _address(closures, argument)
    if isinstance(address, int):
        return lambda m: m[address] > 0
    if address is not None:
        return lambda m: m[address(m)] > 0
    source = closures.function(argument)
    return lambda m: bool(source(m))


def _empty(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    address = _address(closures, call.arguments[0])
    if isinstance(address, int):
        return lambda m: m[address] == 0
    if address is not None:
        return lambda m: m[address(m)] == 0
    source = closures.function(call.arguments[0])
    return lambda m: not source(m)


def _all(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source = closures.function(call.arguments[0])
    return lambda m: all(source(m))


def _lower_any(low: Lowering, call: t.Call) -> Expr:
    [argument] = call.arguments
    return low.search(argument, lambda x: x) if element(argument.type) is BOOL else low.occupied(argument)


FUNCTIONS = (
    Function(
        name="count",
        form="count(LIST)",
        text="the number of members",
        examples=(("count(row)", "5"),),
        arguments=(1, 1),
        check=_check_count,
        facts=_count_facts,
        closure=_count,
        lower=lambda low, call: low.length(call.arguments[0]),
        order=Order.IGNORED,
        reveals=Reveals.COUNT,
    ),
    Function(
        name="any",
        form="any(LIST)",
        text="whether the list has a member; of conditions, whether any of them holds",
        examples=(("any(row where suit is hearts)", "yes"),),
        arguments=(1, 1),
        check=_check_truth,
        facts=_truth_facts,
        closure=_any,
        lower=_lower_any,
        order=Order.IGNORED,
        reveals=Reveals.COUNT,
    ),
    Function(
        name="empty",
        form="empty(LIST)",
        text="whether the list has no member",
        examples=(("empty(row)", "no"),),
        arguments=(1, 1),
        check=_check_truth,
        facts=_truth_facts,
        closure=_empty,
        lower=lambda low, call: low.b.not_(low.occupied(call.arguments[0])),
        order=Order.IGNORED,
        reveals=Reveals.COUNT,
    ),
    Function(
        name="all",
        form="all((CONDITION) of LIST)",
        text="whether all conditions hold; yes for an empty list",
        examples=(("all((value > 4) of row)", "yes"),),
        arguments=(1, 1),
        check=_check_all,
        facts=_truth_facts,
        closure=_all,
        lower=lambda low, call: low.b.not_(low.search(call.arguments[0], low.b.not_)),
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
    ),
)
