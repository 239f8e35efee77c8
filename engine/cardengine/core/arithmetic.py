"""Lowers arithmetic with numbers and fractions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardengine.ir import nodes as ir
from cardengine.ir.builder import Operand, binary
from cardengine.ir.memory import Trouble
from cardengine.ir.nodes import Const, Expr, Get, Op
from cardengine.ir.values import Frac, Value, fraction, set_fraction
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

MAX_PART = 2**31
"""Fractions with larger parts are left to the interpreter, since their products could exceed 64 bits."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Builds operations on numbers and fractions that may exceed the limits of the core."""

    low: Lowering

    # Whole numbers -----------------------------------------------------------------------------

    def added(self, left: Operand, right: Operand, sign: int, *, fits: bool = False) -> Expr:
        """The sum, or the difference if ``sign`` is -1, of two numbers; ``fits``: it certainly fits into 64 bits."""
        op = Op.ADD if sign > 0 else Op.SUB
        return binary(op, left, right) if fits else self.checked(op, left, right)

    def multiplied(self, left: Operand, right: Operand, *, fits: bool) -> Expr:
        """The product of two numbers; ``fits``: it certainly fits into 64 bits."""
        return binary(Op.MUL, left, right) if fits else self.checked(Op.MUL, left, right)

    def checked(self, op: Op, left: Operand, right: Operand) -> Expr:
        """An operation with a check that its result fits into 64 bits."""
        b = self.low.b
        first, second = b.let(left), b.let(right)
        result = b.var(binary(op, first, second))
        if op is Op.MUL:
            # Large factors are rare, so they are left to the interpreter.
            self.low.fault_if(b.or_(self.large(first), self.large(second)), Trouble.BEYOND)
            return result
        signs = b.xor(first, result)
        other = b.xor(second, result) if op is Op.ADD else b.xor(first, second)
        self.low.fault_if(b.lt(b.and_(signs, other), 0))
        return result

    def large(self, value: Expr) -> Expr:
        """Whether a number doesn't fit into 32 bits."""
        b = self.low.b
        return b.lt_u(2 * MAX_PART - 1, b.add(value, MAX_PART))

    def divisor(self, value: Expr, low: int, high: int) -> Get:
        """A divisor; 0 is recorded as a fault and replaced by 1."""
        b = self.low.b
        divisor = b.var(value)
        if low <= 0 <= high:
            with b.if_(b.not_(divisor)):
                self.low.trouble()
                b.set(divisor, 1)
        return divisor

    def modulo(self, left: Expr, divisor: Expr) -> Expr:
        """The remainder of a division, with the sign of the divisor."""
        b = self.low.b
        result = b.var(b.rem(left, divisor))
        with b.if_(b.and_(b.truth(result), b.lt(b.xor(result, divisor), 0))):
            b.step(result, divisor)
        return result

    def quotient(self, left: Expr, divisor: Expr, *, down: bool) -> Expr:
        """A quotient rounded down or up."""
        b = self.low.b
        result = b.var(b.div(left, divisor))
        rest = b.let(b.rem(left, divisor))
        sign = b.xor(rest, divisor)
        away = b.lt(sign, 0) if down else b.ge(sign, 0)
        with b.if_(b.and_(b.truth(rest), away)):
            b.step(result, -1 if down else 1)
        return result

    def rounded(self, value: Frac, *, down: bool) -> Expr:
        """A fraction rounded to a number."""
        b = self.low.b
        return self.quotient(b.let(value.num), b.let(value.den), down=down)

    # Fractions ---------------------------------------------------------------------------------

    def fit(self, value: Frac) -> Frac:
        """A fraction, with a check that its parts are small; larger ones are left to the interpreter."""
        small = (
            isinstance(value.num, Const) and isinstance(value.den, Const)
            and abs(value.num.value) < MAX_PART and value.den.value < MAX_PART
        )  # fmt: skip
        if small:
            return value
        b = self.low.b
        num, den = b.var(value.num), b.var(value.den)
        with b.if_(b.or_(self.large(num), self.large(den))):
            self.low.trouble(Trouble.BEYOND)
            # Until the check is noticed, further operations must neither exceed 64 bits nor divide by zero.
            b.set(num, 0)
            b.set(den, 1)
        return Frac(num, den)

    def lowest(self, num: Expr, den: Expr) -> Frac:
        """A fraction in lowest terms, with a positive denominator."""
        b = self.low.b
        top, bottom = b.var(num), b.var(den)
        with b.if_(b.lt(bottom, 0)):
            b.set(top, b.sub(0, top))
            b.set(bottom, b.sub(0, bottom))
        with b.if_(b.ne(bottom, 1)):
            divisor = b.result(self.low.shared("gcd", ("a", "b"), _gcd, result=True), top, bottom)
            b.set(top, b.div(top, divisor))
            b.set(bottom, b.div(bottom, divisor))
        return self.fit(Frac(top, bottom))

    def combine(self, operator: t.Operator, left: Frac, right: Frac) -> Frac:
        """An operation on two fractions."""
        b, left, right = self.low.b, self.fit(left), self.fit(right)
        match operator:
            case t.Operator.PLUS | t.Operator.MINUS:
                sign = 1 if operator is t.Operator.PLUS else -1
                num = self.added(b.mul(left.num, right.den), b.mul(right.num, left.den), sign, fits=True)
                return self.lowest(num, b.mul(left.den, right.den))
            case t.Operator.TIMES:
                return self.lowest(b.mul(left.num, right.num), b.mul(left.den, right.den))
            case t.Operator.MODULO:
                # a mod b is a - b * floor(a / b)
                divisor = self._not_zero(right.num)
                whole = self.quotient(b.let(b.mul(left.num, right.den)), b.let(b.mul(left.den, divisor)), down=True)
                part = self.fit(self.lowest(b.mul(divisor, whole), right.den))
                num = b.sub(b.mul(left.num, part.den), b.mul(part.num, left.den))
                return self.lowest(num, b.mul(left.den, part.den))

    def divide(self, left: Frac, right: Frac) -> Frac:
        """A quotient of two fractions."""
        b, left, right = self.low.b, self.fit(left), self.fit(right)
        return self.lowest(b.mul(left.num, right.den), b.mul(left.den, self._not_zero(right.num)))

    def _not_zero(self, value: Expr) -> Expr:
        b = self.low.b
        self.low.fault_if(b.not_(value))
        return b.let(b.choose(b.truth(value), value, 1))

    def compared(self, left: Frac, right: Frac, compare: Callable[[Expr, Expr], Expr]) -> Expr:
        """A comparison of two fractions, given that of two numbers."""
        b, left, right = self.low.b, self.fit(left), self.fit(right)
        return compare(b.mul(left.num, right.den), b.mul(right.num, left.den))

    def opposite(self, value: Frac) -> Frac:
        """A fraction with the other sign."""
        return self.fit(Frac(self.low.b.sub(0, value.num), value.den))

    def absolute(self, value: Frac) -> Frac:
        """A fraction without its sign."""
        b = self.low.b
        num = b.let(value.num)
        return Frac(b.choose(b.lt(num, 0), b.sub(0, num), num), value.den)

    def total(self, source: t.Expr) -> Frac:
        """The sum of a list of fractions."""
        b = self.low.b
        num, den = b.var(0), b.var(1)

        def add(x: Value) -> None:
            set_fraction(b, num, den, self.combine(t.Operator.PLUS, Frac(num, den), fraction(x)))

        self.low.each(source, add)
        return Frac(num, den)

    def extreme(self, call: t.Call, less: Callable[[Expr, Expr], Expr]) -> Frac:
        """The extreme fraction of a list: of which ``less`` holds compared with all others."""
        low, b = self.low, self.low.b
        num, den, found = b.var(0), b.var(1), b.var(0)

        def one(x: Value) -> None:
            value = self.fit(fraction(x))
            with b.if_(b.or_(b.not_(found), less(b.mul(value.num, den), b.mul(num, value.den)))):
                set_fraction(b, num, den, value)
                b.set(found, 1)

        low.each(call.arguments[0], one)
        with b.if_(b.not_(found)):
            if call.default is None:
                low.trouble()
            else:
                set_fraction(b, num, den, low.frac(call.default))
        return Frac(num, den)


def _gcd(low: Lowering) -> None:
    b = low.b
    first, second = Get(0), Get(1)
    with b.if_(b.lt(first, 0)):
        b.set(first, b.sub(0, first))
    with b.loop() as loop:
        b.leave(loop, b.not_(second))
        rest = b.let(b.rem(first, second))
        b.set(first, second)
        b.set(second, rest)
    with b.if_(b.not_(first)):
        b.set(first, 1)
    b.give(first)


# Cheap expressions -----------------------------------------------------------------------------------


def cheap(expr: Expr) -> bool:
    """Whether computing an expression is no more expensive than branching around it."""
    match expr:
        case Const() | Get():
            return True
        case ir.Load():
            return expr.base is None or cheap(expr.base)
        case ir.Binary():
            return expr.op not in (Op.DIV, Op.REM) and cheap(expr.left) and cheap(expr.right)
        case ir.IsZero() | ir.Ones() | ir.Zeros():
            return cheap(expr.of)
        case ir.Choose():
            return cheap(expr.condition) and cheap(expr.then) and cheap(expr.otherwise)
        case _:
            return False


def all_cheap(statements: list[ir.Statement]) -> bool:
    """Whether statements only set locals to cheap expressions."""
    return all(isinstance(statement, ir.Set) and cheap(statement.value) for statement in statements)
