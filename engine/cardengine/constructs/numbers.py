"""Keeps numbers and fractions within 64 bits."""

from __future__ import annotations

from fractions import Fraction

from cardengine.constructs.base import Closure, Fact, Failure
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import INT


def within_word(call: Closure, expr: t.Expr, fact: Fact) -> Closure:
    """Wrap the closure of a number to check that it stays within 64 bits, unless its facts prove that."""
    if Failure.OVERFLOW not in fact.raises:
        return call
    span = expr.span
    if expr.type is not INT:

        def fraction(m: Memory) -> int | Fraction:
            value: int | Fraction = call(m)
            if WORD_MIN <= value.numerator <= WORD_MAX and value.denominator <= WORD_MAX:
                return value
            raise Fault("the fraction leaves 64 bits", span)

        return fraction

    def checked(m: Memory) -> int:
        value: int = call(m)
        if not WORD_MIN <= value <= WORD_MAX:
            raise Fault("the number leaves 64 bits", span)
        return value

    return checked
