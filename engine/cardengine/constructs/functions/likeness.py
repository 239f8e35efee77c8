"""Comparing the members of a list: `distinct`, `same`, `run`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from cardengine.layout.space import WORD_MAX, WORD_MIN
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, INT, UNKNOWN, EnumType, ItemType, ListType, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.ir.values import Seq, Value
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


WORD_BITS = 64
"""Sets of values in a range of at most this size are represented by the bits of one number."""


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


def _lower_distinct(low: Lowering, call: t.Call) -> Seq:
    [source] = call.arguments
    item = element(call.type)
    assert item is not None
    return low.once_each(item, low.most(call), lambda put: low.each(source, put), 0)


def _lower_same(low: Lowering, call: t.Call) -> Expr:
    b, [argument] = low.b, call.arguments
    few = low.few(argument)
    if few:
        return b.both(1, *(b.eq(x, few[0]) for x in few[1:]))
    equal = b.var(1, "same")
    if element(argument.type) is FRACTION:
        values = low.collected(argument)

        def other(x: Value) -> None:
            with b.if_(b.not_(low.equal(values.at(b, b.constant(0)), x))):
                b.set(equal, 0)

        values.each(b, other)
        return equal
    found, first = b.var(0, "any"), b.var(0)

    def one(x: Expr) -> None:
        with b.if_(b.not_(found)):
            b.set(first, x)
            b.set(found, 1)
        with b.if_(b.ne(first, x)):
            b.set(equal, 0)

    low.each_number(argument, one)
    return equal


def _lower_run(low: Lowering, call: t.Call) -> Expr:
    b, [argument] = low.b, call.arguments
    item = element(argument.type) or BOOL
    table, strengths, known = low.strengths(item), low.space.strengths(item), low.known(argument)
    least, most = (min(strengths), max(strengths)) if strengths else (known.low, known.high)

    def strength(x: Expr) -> Expr:
        return x if table is None else b.load(x, table)

    if most - least < WORD_BITS:
        return _run_of_bits(low, argument, strength, least)
    # No value occurs twice, and the difference of the greatest and the least is their number minus one.
    values = low.gathered(argument, lambda put: low.each_number(argument, lambda x: put(strength(x))))
    lowest, highest, fine = b.var(WORD_MAX), b.var(WORD_MIN), b.var(1, "run")
    with b.count(0, values.size) as place:
        x = b.let(values.number(b, place))
        with b.if_(b.lt(x, lowest)):
            b.set(lowest, x)
        with b.if_(b.gt(x, highest)):
            b.set(highest, x)
        with b.count(0, place) as earlier, b.if_(b.eq(values.number(b, earlier), x)):
            b.set(fine, 0)
    with b.if_(values.size):
        b.set(fine, b.and_(fine, b.eq(b.sub(highest, lowest), b.sub(values.size, 1))))
    return fine


def _run_of_bits(low: Lowering, argument: t.Expr, strength: Callable[[Expr], Expr], least: int) -> Expr:
    """A run has as many bits as values, without a gap."""
    b = low.b
    bits, size = b.var(0, "bits"), b.var(0, "n")

    def one(x: Expr) -> None:
        b.set(bits, b.or_(bits, b.bit(b.sub(strength(x), least))))
        b.step(size)

    low.each_number(argument, one)
    lowest = b.let(b.shr_u(bits, b.zeros(bits)))
    gapless = b.not_(b.and_(lowest, b.add(lowest, 1)))
    return b.and_(b.eq(b.ones(bits), size), gapless)


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
        lower=_lower_distinct,
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
        lower=_lower_same,
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
        lower=_lower_run,
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
    ),
)
