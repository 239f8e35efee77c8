"""The least and the greatest: `min`, `max`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import Closure, Closures, Fact, Function, Order, Parsed, Reveals, fact
from cardengine.constructs.members import member_check, member_fact
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, INT, ListType, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.ir.values import Value
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _check(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    if len(given.plain) == 1:
        source = checker.list_of(given.plain[0], names)
    else:
        parts = tuple(checker.typed(tree, names, FRACTION) for tree in given.plain)
        kind = FRACTION if any(part.type is FRACTION for part in parts) else INT
        source = t.ListOf(ListType(kind), span, parts)
    return member_check(checker, name, source, given, names, span)


def _facts(facts: Facts, call: t.Call) -> Fact:
    argument = call.arguments[0]
    source = facts.of(argument)
    if isinstance(argument, t.ListOf) and facts.space.strengths(call.type) is None:
        pick = min if call.function == "min" else max
        items = [facts.of(item) for item in argument.items]
        # The least of several is at most the lowest of their bounds, the greatest at least the highest.
        low, high = pick(item.low for item in items), pick(item.high for item in items)
        return fact(source, low=low, high=high, cost=1 + source.cost + source.most)
    return member_fact(facts, call, source)


def _closure(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    pick = min if call.function == "min" else max
    argument = call.arguments[0]
    strengths = closures.space.strengths(element(argument.type) or BOOL)
    if isinstance(argument, t.ListOf) and len(argument.items) == 2 and strengths is None:
        first, second = (closures.function(item) for item in argument.items)
        return lambda m: pick(first(m), second(m))
    source, span, name = closures.function(argument), call.span, call.function
    default = closures.function(call.default) if call.default is not None else None
    key = strengths.__getitem__ if strengths is not None else None

    def extreme(m: Memory) -> object:
        values = source(m)
        if values:
            return pick(values, key=key)
        if default is None:
            raise Fault(f"`{name}` of nothing", span)
        return default(m)

    return extreme


def _lower(low: Lowering, call: t.Call) -> Value:
    b, argument = low.b, call.arguments[0]
    item = element(argument.type)
    better = b.lt if call.function == "min" else b.gt
    if FRACTION in (item, call.type):
        return low.arithmetic.extreme(call, better)
    table = low.strengths(item)
    if isinstance(argument, t.ListOf) and len(argument.items) == 2 and table is None:
        first, second = (b.let(low.num(part)) for part in argument.items)
        return b.choose(better(second, first), second, first)
    best, found = b.var(0, "best"), b.var(0, "any")

    def one(x: Expr) -> None:
        pair = (x, best) if table is None else (b.load(x, table), b.load(best, table))
        with b.if_(b.or_(b.not_(found), better(*pair))):
            b.set(best, x)
            b.set(found, 1)

    low.each_number(argument, one)
    if not isinstance(argument, t.ListOf):
        with b.if_(b.not_(found)):
            if call.default is None:
                low.trouble()
            else:
                b.set(best, low.num(call.default))
    return best


def _record(name: str, text: str, *examples: tuple[str, str]) -> Function:
    return Function(
        name=name,
        form=f"{name}(NUMBERS) or {name}(A, B), default N",
        text=f"{text} value; also of ranks. A fault for an empty list, unless the last argument is `default N`",
        examples=examples,
        arguments=(1, 9),
        check=_check,
        facts=_facts,
        closure=_closure,
        lower=_lower,
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
        default=True,
    )


FUNCTIONS = (
    _record("min", "the least", ("min(value of row where value > 20, default 0)", "0")),
    _record("max", "the greatest", ("max(value of row)", "13"), ("max(rank of row)", "king")),
)
