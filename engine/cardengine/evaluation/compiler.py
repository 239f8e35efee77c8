"""Typed expressions become closures ``f(memory) -> value``.

Values are integers (enum members, seats, cards and zones by number, nothing as -1), bools, fractions and
lists. A closure is chosen once, so that nothing is decided twice in play: constants fold, and arithmetic is
checked for overflow only where the declared bounds don't exclude it.
"""

from __future__ import annotations

from dataclasses import replace

from cardengine.evaluation import functions
from cardengine.evaluation.arithmetic import Arithmetic
from cardengine.evaluation.compiled import Compiled, Value, constant
from cardengine.evaluation.lists import Lists
from cardengine.evaluation.logic import Logic
from cardengine.evaluation.places import Places
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t


class Compiler(Places, Lists, Logic, Arithmetic):
    """Compiles expressions for one game; see ``Base`` for its arguments."""

    def _OptionValue(self, expr: t.OptionValue) -> Compiled:  # noqa: N802
        return constant(self.space.options[expr.name])

    def _Variable(self, expr: t.Variable) -> Compiled:  # noqa: N802
        cells = self.space.variables[(expr.owner_kind, expr.name)]
        address = cells.address
        if expr.owner is None:
            return Compiled(lambda m: m[address], cells.low, cells.high)
        owner = self.present(expr.owner)
        return Compiled(lambda m: m[address + owner(m)], cells.low, cells.high)

    def _DefineCall(self, expr: t.DefineCall) -> Compiled:  # noqa: N802
        define = self.space.ruleset.defines[expr.name]
        body = self._defines.get(expr.name)
        if body is None:
            body = self.compile(define.body)
            self._defines[expr.name] = body
        if not expr.arguments:
            return body
        addresses = [self.space.register(local).address for local in define.parameters]
        arguments = [self.function(argument) for argument in expr.arguments]
        inner = body.call
        if body.constant:
            return body
        if len(addresses) == 1:
            address, argument = addresses[0], arguments[0]

            def call_one(m: Memory) -> Value:
                m[address] = argument(m)
                return inner(m)

            return replace(body, call=call_one)

        def call_many(m: Memory) -> Value:
            values = [argument(m) for argument in arguments]
            for address, value in zip(addresses, values, strict=True):
                m[address] = value
            return inner(m)

        return replace(body, call=call_many)

    def _Possible(self, expr: t.Possible) -> Compiled:  # noqa: N802
        if self.possible is None:
            # Only how large a list can be is wanted, before there is a machine that could ask.
            return Compiled(lambda m: 0, 0, 1)
        return Compiled(self.possible(expr.choice, expr.action), 0, 1)

    def _Call(self, expr: t.Call) -> Compiled:  # noqa: N802
        return functions.compile_call(self, expr)
