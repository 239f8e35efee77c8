"""The ends of a list, and its reverse: `first`, `last`, `top`, `reverse`."""

from __future__ import annotations

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
)
from cardengine.constructs.members import member_fact
from cardengine.diagnostics import Code
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import UNKNOWN, ListType, Type, common, describe, element

if TYPE_CHECKING:
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _check_end(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    item = element(source.type) or UNKNOWN
    if len(given.plain) == 2:
        if given.default is not None:
            checker.world.error(Code.ARGUMENTS, f"`{name}` of several needs no default: it gives fewer", span)
        return t.Call(source.type, span, name, (source, checker.number(given.plain[1], names)))
    default = checker.check(given.default, names, item) if given.default is not None else None
    if default is not None and isinstance(item, ListType):
        default = checker.as_list(default)
    result: Type = item
    if default is not None:
        joined = common(item, default.type)
        if joined is None:
            return checker.mismatch(default, describe(item))
        result = joined
    return t.Call(result, span, name, (source,), default=default)


def _check_reverse(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    return t.Call(source.type, span, name, (source,))


def _end_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    if len(call.arguments) == 1:
        return member_fact(facts, call, source)
    amount = facts.of(call.arguments[1])
    return fact(
        source, amount, low=source.low, high=source.high, most=min(source.most, max(amount.high, 0)),
        inner=source.inner, distinct=source.distinct, cost=1 + source.cost + amount.cost + source.most,
    )  # fmt: skip


def _reverse_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    return fact(
        source, low=source.low, high=source.high, most=source.most, inner=source.inner, distinct=source.distinct,
        cost=1 + source.cost + source.most,
    )  # fmt: skip


def _end(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source, span, name = closures.function(call.arguments[0]), call.span, call.function
    at_end = name == "last"
    if len(call.arguments) == 2:
        amount = closures.function(call.arguments[1])
        if at_end:
            return lambda m: source(m)[-n:] if (n := amount(m)) > 0 else []
        return lambda m: source(m)[: max(0, amount(m))]
    default = closures.function(call.default) if call.default is not None else None
    place = -1 if at_end else 0

    def end(m: Memory) -> object:
        values = source(m)
        if values:
            return values[place]
        if default is None:
            raise Fault(f"`{name}` of nothing", span)
        return default(m)

    return end


def _reverse(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source = closures.function(call.arguments[0])
    return lambda m: source(m)[::-1]


def _record(name: str, source: str, text: str, *examples: tuple[str, str]) -> Function:
    return Function(
        name=name,
        form=f"{name}({source}[, N]) or {name}({source}, default X)",
        text=text,
        examples=examples,
        arguments=(1, 2),
        check=_check_end,
        facts=_end_facts,
        closure=_end,
        lower=lambda low, call: low.end(call, last=name == "last"),
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        picks=Picks.SOME,
        default=True,
    )


FUNCTIONS = (
    _record(
        "first", "LIST",
        "the first member, or a list of the first N, or all if there are fewer. The first of an empty list is a fault, "
        "unless the last argument is `default X`",
        ("first(row, 2)", "[5H, 5C]"), ("first(cols[2], 9)", "[]"),
    ),
    _record("last", "LIST", "the last member, or a list of the last N; otherwise like `first`", ("last(row)", "KS")),
    _record("top", "PILE", "the top card, or a list of the top N; the same as `first`", ("top(cols[1])", "3C")),
    Function(
        name="reverse",
        form="reverse(LIST)",
        text="the list in reverse order",
        examples=(("reverse(row)", "[KS, 7D, 6C, 5C, 5H]"),),
        arguments=(1, 1),
        check=_check_reverse,
        facts=_reverse_facts,
        closure=_reverse,
        lower=lambda low, call: low.reversed(low.seq(call.arguments[0])),
        order=Order.READ,
        reveals=Reveals.MEMBERS,
        picks=Picks.SOME,
    ),
)  # fmt: skip
