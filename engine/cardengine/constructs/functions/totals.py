"""Totals, and the number without its sign: `sum`, `absolute`."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from cardengine.constructs.base import Closure, Closures, Fact, Function, Order, Parsed, Reveals, number
from cardengine.constructs.numbers import within_word
from cardengine.layout.space import WORD_MIN
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, UNKNOWN, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.values import Value
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


_MAX_TERM = 2**40
"""Sums of smaller numbers fit into 64 bits."""


def _check_sum(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    source = checker.list_of(given.plain[0], names)
    item = element(source.type)
    if item not in (INT, FRACTION, UNKNOWN):
        return checker.mismatch(source, "a list of numbers", "say of what, such as `sum(value of ...)`")
    assert item is not None
    return t.Call(item, span, name, (source,))


def _check_absolute(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    inner = checker.typed(given.plain[0], names, FRACTION)
    return t.Call(inner.type, span, name, (inner,))


def _sum_facts(facts: Facts, call: t.Call) -> Fact:
    source = facts.of(call.arguments[0])
    return number(
        source, low=min(0, source.low * source.most), high=max(0, source.high * source.most),
        exact=call.type is INT, cost=1 + source.cost + source.most,
    )  # fmt: skip


def _absolute_facts(facts: Facts, call: t.Call) -> Fact:
    of = facts.of(call.arguments[0])
    return number(of, low=max(of.low, -of.high, 0), high=max(abs(of.low), abs(of.high)), exact=call.type is INT)


def _sum(closures: Closures, call: t.Call, fact: Fact) -> Closure:
    source = closures.function(call.arguments[0])
    total: Closure = lambda m: sum(source(m))  # noqa: E731 - a closure with a type
    return within_word(total, call, fact)


def _absolute(closures: Closures, call: t.Call, fact: Fact) -> Closure:
    of = closures.function(call.arguments[0])
    return within_word(lambda m: abs(of(m)), call, fact)


def _lower_sum(low: Lowering, call: t.Call) -> Value:
    b, [source] = low.b, call.arguments
    if element(source.type) is FRACTION:
        return low.arithmetic.total(source)
    items = low.known(source)
    small = low.fits_word(call) or max(abs(items.low), abs(items.high)) < _MAX_TERM
    few = low.few(source) if small else None
    if few is not None:
        return reduce(b.add, few)
    found = b.var(0, "sum")
    low.each_number(source, lambda x: b.set(found, low.arithmetic.added(found, x, 1, fits=small)))
    return found


def _lower_absolute(low: Lowering, call: t.Call) -> Value:
    b, [argument] = low.b, call.arguments
    if call.type is FRACTION:
        return low.arithmetic.absolute(low.frac(argument))
    value = b.let(low.num(argument))
    if low.known(argument).low <= WORD_MIN:
        low.fault_if(b.eq(value, WORD_MIN))
    return b.choose(b.lt(value, 0), b.sub(0, value), value)


FUNCTIONS = (
    Function(
        name="sum",
        form="sum(NUMBERS)",
        text="the total; 0 for an empty list",
        examples=(("sum(value of row)", "36"),),
        arguments=(1, 1),
        check=_check_sum,
        facts=_sum_facts,
        closure=_sum,
        lower=_lower_sum,
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
    ),
    Function(
        name="absolute",
        form="absolute(N)",
        text="the absolute value",
        examples=(("absolute(3 - 5)", "2"),),
        arguments=(1, 1),
        check=_check_absolute,
        facts=_absolute_facts,
        closure=_absolute,
        lower=_lower_absolute,
        order=Order.READ,
        reveals=Reveals.MEMBERS,
    ),
)
