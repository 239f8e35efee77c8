"""The middle value: `median`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Closure, Closures, Fact, Function, Order, Parsed, Reveals
from cardengine.constructs.members import member_check, member_fact
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, INT, ListType, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _check(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    return member_check(checker, name, checker.list_of(given.plain[0], names), given, names, span)


def _facts(facts: Facts, call: t.Call) -> Fact:
    return member_fact(facts, call, facts.of(call.arguments[0]))


def _closure(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    source, span = closures.function(call.arguments[0]), call.span
    default = closures.function(call.default) if call.default is not None else None
    strengths = closures.space.strengths(element(call.arguments[0].type) or BOOL)
    key = strengths.__getitem__ if strengths is not None else None

    def median(m: Memory) -> Any:
        values = sorted(source(m), key=key)
        if values:
            return values[(len(values) - 1) // 2]
        if default is None:
            raise Fault("`median` of nothing", span)
        return default(m)

    return median


def _lower(low: Lowering, call: t.Call) -> Any:
    """The first of the upper half, of which an even number of values leaves out one less than half."""
    [source], kind, span = call.arguments, ListType(call.type), call.span
    it = t.Local("it", call.type, t.Storage.SCRATCH)
    ordered = t.Call(kind, span, "sort", (source,), it, t.LocalValue(call.type, span, it))
    half = t.Quotient(INT, span, t.Call(INT, span, "count", (source,)), t.Constant(INT, span, 2), t.Rounding.DOWN)
    size = t.Arithmetic(INT, span, t.Operator.PLUS, half, t.Constant(INT, span, 1))
    upper = t.Call(kind, span, "last", (ordered, size))
    return low.value(t.Call(call.type, span, "first", (upper,), default=call.default))


FUNCTIONS = (
    Function(
        name="median",
        form="median(NUMBERS), default N",
        text="the middle value; of an even number of values the lower of the two middle ones, so always one of "
        "the values; also of ranks. A fault for an empty list, unless the last argument is `default N`",
        examples=(("median(value of row)", "6"), ("median([4, 1, 3, 9])", "3")),
        arguments=(1, 1),
        check=_check,
        facts=_facts,
        closure=_closure,
        lower=_lower,
        order=Order.IGNORED,
        reveals=Reveals.MEMBERS,
        default=True,
    ),
)
