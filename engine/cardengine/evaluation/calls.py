"""The closures of calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Closure, Fact
from cardengine.constructs.functions import FUNCTIONS
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.evaluation.closures import Closures


def call(closures: Closures, expr: t.Call, fact: Fact) -> Closure:
    """A call of a built-in function."""
    return FUNCTIONS[expr.function].closure(closures, expr, fact)


def define_call(closures: Closures, expr: t.DefineCall, _fact: Fact) -> Closure:
    """A call of a definition: stores the arguments, then evaluates the body."""
    define = closures.space.ruleset.defines[expr.name]
    body = closures.function(define.body)
    if not expr.arguments:
        return body
    addresses = [closures.space.register(local).address for local in define.parameters]
    arguments = [closures.function(argument) for argument in expr.arguments]
    if len(addresses) == 1:
        address, argument = addresses[0], arguments[0]

        def call_one(m: Memory) -> Any:
            m[address] = argument(m)
            return body(m)

        return call_one

    def call_many(m: Memory) -> Any:
        values = [argument(m) for argument in arguments]
        for address, value in zip(addresses, values, strict=True):
            m[address] = value
        return body(m)

    return call_many


def possible(closures: Closures, expr: t.Possible, _fact: Fact) -> Closure:
    """Whether an action is legal now."""
    assert closures.possible is not None
    return closures.possible(expr.choice, expr.action)
