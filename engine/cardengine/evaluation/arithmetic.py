"""Numbers and fractions: exact, within 64 bits."""

from __future__ import annotations

from fractions import Fraction

from cardengine.evaluation.base import Base
from cardengine.evaluation.compiled import Compiled, Function, Value, constant
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import INT


class Arithmetic(Base):
    """Compiles what is computed."""

    def _Arithmetic(self, expr: t.Arithmetic) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        first, second = left.call, right.call
        call: Function
        low, high = WORD_MIN, WORD_MAX
        match expr.operator:
            case t.Operator.PLUS:
                low, high = left.low + right.low, left.high + right.high
                call = lambda m: first(m) + second(m)  # noqa: E731 - one closure among many
            case t.Operator.MINUS:
                low, high = left.low - right.high, left.high - right.low
                call = lambda m: first(m) - second(m)  # noqa: E731
            case t.Operator.TIMES:
                corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
                low, high = min(corners), max(corners)
                call = lambda m: first(m) * second(m)  # noqa: E731
            case t.Operator.MODULO:
                return self._modulo(expr, first, right)
        return self._folded(self.bounded(expr, call, low, high), left, right)

    def _folded(self, compiled: Compiled, *parts: Compiled) -> Compiled:
        """What has only constant parts is constant, unless it is a fault."""
        if not all(part.constant for part in parts):
            return compiled
        try:
            return constant(compiled.value)
        except Fault:
            return compiled

    def _modulo(self, expr: t.Arithmetic, first: Function, right: Compiled) -> Compiled:
        second, span = right.call, expr.span

        def modulo(m: Memory) -> int:
            divisor = second(m)
            if divisor == 0:
                raise Fault("division by zero", span)
            result: int = first(m) % divisor
            return result

        return Compiled(modulo, min(right.low, 0), max(right.high, 0))

    def _Negated(self, expr: t.Negated) -> Compiled:  # noqa: N802
        inner = self.compile(expr.of)
        call = inner.call
        return self._folded(self.bounded(expr, lambda m: -call(m), -inner.high, -inner.low), inner)

    def _Quotient(self, expr: t.Quotient) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        first, second, span = left.call, right.call, expr.span
        rounding = expr.rounding

        def quotient(m: Memory) -> Value:
            divisor = second(m)
            if divisor == 0:
                raise Fault("division by zero", span)
            if rounding is None:
                return Fraction(first(m)) / divisor
            if rounding is t.Rounding.DOWN:
                return first(m) // divisor
            return -(-first(m) // divisor)

        if left.constant and right.constant:
            return self._folded(self.bounded(expr, quotient, WORD_MIN - 1, WORD_MAX), left, right)
        if expr.type is not INT:
            return self.bounded(expr, quotient, WORD_MIN, WORD_MAX)
        edge = max(abs(left.low), abs(left.high))
        if right.low > 0:
            low = min(left.low // right.low, left.low // right.high)
            high = max(-(-left.high // right.low), -(-left.high // right.high))
            return self.bounded(expr, quotient, low, high)
        return self.bounded(expr, quotient, -edge - 1, edge + 1)

    def _Round(self, expr: t.Round) -> Compiled:  # noqa: N802
        source = self.compile(expr.of)
        inner = source.call
        down = expr.rounding is t.Rounding.DOWN
        rounded = self.bounded(
            expr,
            lambda m: (Fraction(inner(m)) // 1) if down else -(-Fraction(inner(m)) // 1),
            WORD_MIN - 1,
            WORD_MAX,
        )
        return self._folded(rounded, source)
