"""Numbers, fractions and conditions."""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.base import BEYOND, SMALL_FRACTION, Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, mul, sub, truth
from cardengine.core.foreseeing import Foreseeing
from cardengine.core.ir import Binary, Choose, Const, Expr, Get, Op
from cardengine.core.values import Frac, Range, Seq, Value
from cardengine.layout.space import WORD_MAX, WORD_MIN
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, ItemType, ListType, OptionalType

_COMPARE = {
    t.Comparison.LESS: Op.LT, t.Comparison.AT_MOST: Op.LE, t.Comparison.MORE: Op.GT, t.Comparison.AT_LEAST: Op.GE,
}  # fmt: skip
_ARITHMETIC = {t.Operator.PLUS: Op.ADD, t.Operator.MINUS: Op.SUB, t.Operator.TIMES: Op.MUL}

_HALF = 2**31


class Numbers(Foreseeing):
    """Lowers what is computed, and what is yes or no."""

    # Whole numbers -----------------------------------------------------------------------------

    def proven(self, expr: t.Expr) -> bool:
        """Whether the bounds keep a number within 64 bits."""
        found = self.known(expr)
        return found.low > WORD_MIN and found.high < WORD_MAX

    def _Arithmetic(self, expr: t.Arithmetic) -> Value:  # noqa: N802
        if expr.type is not INT:
            return self._fractions(expr)
        left, right = self.num(expr.left), self.num(expr.right)
        if expr.operator is t.Operator.MODULO:
            return self._modulo(expr, left, right)
        op = _ARITHMETIC[expr.operator]
        if self.proven(expr):
            return binary(op, left, right)
        return self.checked(op, left, right)

    def checked(self, op: Op, left: Expr, right: Expr) -> Expr:
        """An operation whose result must stay within 64 bits."""
        b = self.b
        first, second = b.let(left), b.let(right)
        result = b.var(binary(op, first, second))
        if op is Op.MUL:
            # Rare enough: what could be too large is left to the interpreter.
            wide = binary(Op.OR, self._large(first), self._large(second))
            self.refuse(wide, BEYOND)
            return result
        signs = Binary(Op.XOR, first, result)
        other = Binary(Op.XOR, second, result) if op is Op.ADD else Binary(Op.XOR, first, second)
        with b.if_(compare(Op.LT, binary(Op.AND, signs, other), 0)):
            self.trouble()
        return result

    def _large(self, value: Expr) -> Expr:
        """Whether a number doesn't fit in 32 bits."""
        return Binary(Op.LT_U, Const(2 * _HALF - 1), add(value, _HALF))

    def _bounds(self, expr: t.Expr) -> tuple[int, int]:
        """Between which numbers a number is, also when it is any number after something impossible."""
        if self.risky(expr):
            return WORD_MIN, WORD_MAX
        found = self.known(expr)
        return found.low, found.high

    def _modulo(self, expr: t.Arithmetic, left: Expr, right: Expr) -> Expr:
        b = self.b
        first, second = self._bounds(expr.left), self._bounds(expr.right)
        if first[0] >= 0 and second[0] > 0:
            return Binary(Op.REM, left, right)
        divisor = b.var(right)
        if second[0] <= 0 <= second[1]:
            with b.if_(is_zero(divisor)):
                self.trouble()
                b.set(divisor, ONE)
        result = b.var(Binary(Op.REM, left, divisor))
        crossed = binary(Op.AND, truth(result), compare(Op.LT, Binary(Op.XOR, result, divisor), 0))
        with b.if_(crossed):
            b.set(result, add(result, divisor))
        return result

    def _Negated(self, expr: t.Negated) -> Value:  # noqa: N802
        if expr.type is not INT:
            inner = self.frac(expr.of)
            return self._fit(Frac(sub(ZERO, inner.num), inner.den))
        if self.proven(expr):
            return sub(ZERO, self.num(expr.of))
        return self.checked(Op.SUB, ZERO, self.num(expr.of))

    def _Quotient(self, expr: t.Quotient) -> Value:  # noqa: N802
        if expr.type is not INT or FRACTION in (expr.left.type, expr.right.type):
            quotient = self._divide(self.frac(expr.left), self.frac(expr.right))
            if expr.rounding is None:
                return quotient
            return self._rounded(quotient, down=expr.rounding is t.Rounding.DOWN)
        b = self.b
        first, second = self._bounds(expr.left), self._bounds(expr.right)
        left, right = self.num(expr.left), self.num(expr.right)
        if first[0] >= 0 and second[0] > 0:
            if expr.rounding is t.Rounding.DOWN:
                return Binary(Op.DIV, left, right)
            if first[1] < WORD_MAX // 2 and second[1] < WORD_MAX // 2:
                divisor = b.let(right)
                return Binary(Op.DIV, add(left, sub(divisor, 1)), divisor)
        left = b.let(left)
        divisor = b.var(right)
        if second[0] <= 0 <= second[1]:
            with b.if_(is_zero(divisor)):
                self.trouble()
                b.set(divisor, ONE)
        if first[0] <= WORD_MIN and second[0] <= -1 <= second[1]:
            minimal = binary(Op.AND, compare(Op.EQ, left, WORD_MIN), compare(Op.EQ, divisor, -1))
            with b.if_(minimal):
                self.trouble()
                b.set(divisor, ONE)
        return self._floor(left, divisor, down=expr.rounding is t.Rounding.DOWN)

    def _floor(self, left: Expr, divisor: Expr, *, down: bool) -> Expr:
        """A quotient rounded down or up."""
        b = self.b
        result = b.var(Binary(Op.DIV, left, divisor))
        rest = b.let(Binary(Op.REM, left, divisor))
        sign = Binary(Op.XOR, rest, divisor)
        away = compare(Op.LT, sign, 0) if down else compare(Op.GE, sign, 0)
        with b.if_(binary(Op.AND, truth(rest), away)):
            b.set(result, sub(result, 1) if down else add(result, 1))
        return result

    def _Round(self, expr: t.Round) -> Expr:  # noqa: N802
        return self._rounded(self.frac(expr.of), down=expr.rounding is t.Rounding.DOWN)

    def _rounded(self, value: Frac, *, down: bool) -> Expr:
        b = self.b
        return self._floor(b.let(value.num), b.let(value.den), down=down)

    # Fractions ---------------------------------------------------------------------------------

    def _fit(self, value: Frac) -> Frac:
        """A fraction whose parts stay small enough; a larger one is left to the interpreter."""
        b = self.b
        num, den = b.var(value.num), b.var(value.den)
        with b.if_(binary(Op.OR, self._large(num), self._large(den))):
            self.trouble(BEYOND)
            # What goes on with it must not leave 64 bits, nor divide by zero.
            b.set(num, ZERO)
            b.set(den, ONE)
        return Frac(num, den)

    def _lowest(self, num: Expr, den: Expr) -> Frac:
        """A fraction in lowest terms, its denominator positive."""
        b = self.b
        top, bottom = b.var(num), b.var(den)
        with b.if_(compare(Op.LT, bottom, 0)):
            b.set(top, sub(ZERO, top))
            b.set(bottom, sub(ZERO, bottom))
        with b.if_(compare(Op.NE, bottom, 1)):
            divisor = b.let(ir.Call(self._gcd(), (top, bottom)))
            b.set(top, Binary(Op.DIV, top, divisor))
            b.set(bottom, Binary(Op.DIV, bottom, divisor))
        return self._fit(Frac(top, bottom))

    def _gcd(self) -> ir.Function:
        def make() -> Body:
            with self.function("gcd", ("a", "b"), result=True) as b:
                a, c = Get(0), Get(1)
                with b.if_(compare(Op.LT, a, 0)):
                    b.set(a, sub(ZERO, a))
                with b.loop() as loop:
                    b.leave(loop, is_zero(c))
                    rest = b.let(Binary(Op.REM, a, c))
                    b.set(a, c)
                    b.set(c, rest)
                with b.if_(is_zero(a)):
                    b.set(a, ONE)
                b.give(a)
                return Body(b.function, faulty=False)

        return self.shared("gcd", make)

    def _fractions(self, expr: t.Arithmetic) -> Frac:
        left, right = self._kept(self.frac(expr.left)), self._kept(self.frac(expr.right))
        match expr.operator:
            case t.Operator.PLUS | t.Operator.MINUS:
                op = Op.ADD if expr.operator is t.Operator.PLUS else Op.SUB
                num = binary(op, mul(left.num, right.den), mul(right.num, left.den))
                return self._lowest(num, mul(left.den, right.den))
            case t.Operator.TIMES:
                return self._lowest(mul(left.num, right.num), mul(left.den, right.den))
            case t.Operator.MODULO:
                # a mod b is a - b * floor(a / b)
                b = self.b
                with b.if_(is_zero(right.num)):
                    self.trouble()
                divisor = b.let(Choose(truth(right.num), right.num, ONE))
                whole = self._floor(b.let(mul(left.num, right.den)), b.let(mul(left.den, divisor)), down=True)
                part = self._kept(self._lowest(mul(divisor, whole), right.den))
                num = sub(mul(left.num, part.den), mul(part.num, left.den))
                return self._lowest(num, mul(left.den, part.den))

    def _kept(self, value: Frac) -> Frac:
        small = (
            isinstance(value.num, Const) and isinstance(value.den, Const)
            and abs(value.num.value) < SMALL_FRACTION and value.den.value < SMALL_FRACTION
        )  # fmt: skip
        return value if small else self._fit(value)

    def _divide(self, left: Frac, right: Frac) -> Frac:
        b = self.b
        left, right = self._kept(left), self._kept(right)
        with b.if_(is_zero(right.num)):
            self.trouble()
        divisor = b.let(Choose(truth(right.num), right.num, ONE))
        return self._lowest(mul(left.num, right.den), mul(left.den, divisor))

    # Comparisons -------------------------------------------------------------------------------

    def measured(self, expr: t.Expr) -> Expr:
        """A number as it is; a member of an ordered enum as its strength."""
        value = self.num(expr)
        strengths = self.space.strengths(expr.type)
        if strengths is None:
            return value
        if isinstance(value, Const):
            return Const(strengths[value.value])
        return load(value, self.layout.constant(list(strengths)))

    def _Compare(self, expr: t.Compare) -> Expr:  # noqa: N802
        op = _COMPARE[expr.operator]
        if FRACTION in (expr.left.type, expr.right.type):
            left, right = self._kept(self.frac(expr.left)), self._kept(self.frac(expr.right))
            return compare(op, mul(left.num, right.den), mul(right.num, left.den))
        return compare(op, self.measured(expr.left), self.measured(expr.right))

    def _Equal(self, expr: t.Equal) -> Expr:  # noqa: N802
        if FRACTION in (expr.left.type, expr.right.type):
            equal = self.same(self.frac(expr.left), self.frac(expr.right))
        else:
            equal = self.same(self.value(expr.left), self.value(expr.right))
        if not expr.negated:
            return equal
        if isinstance(equal, Binary) and equal.op is Op.EQ:
            return compare(Op.NE, equal.left, equal.right)
        return is_zero(equal)

    def _And(self, expr: t.And) -> Expr:  # noqa: N802
        left = self.num(expr.left)
        if isinstance(left, Const):
            return self.num(expr.right) if left.value else ZERO
        return self._lazy(left, expr.right, when=True)

    def _Or(self, expr: t.Or) -> Expr:  # noqa: N802
        left = self.num(expr.left)
        if isinstance(left, Const):
            return ONE if left.value else self.num(expr.right)
        return self._lazy(left, expr.right, when=False)

    def _lazy(self, left: Expr, right: t.Expr, *, when: bool) -> Expr:
        """The right side is looked at only when the left one is as ``when`` says."""
        b = self.b
        result = b.new("c")
        then: list[ir.Statement] = []
        with b.inside(then):
            value = self.num(right)
        if free(then) and cheap(value):
            # Nothing to pass over: both at once.
            b.body.extend(then)
            return binary(Op.AND if when else Op.OR, left, value)
        then.append(ir.Set(result.local, value))
        b.set(result, left)
        b.emit(ir.If(result if when else is_zero(result), then, []))
        return result

    def _Not(self, expr: t.Not) -> Expr:  # noqa: N802
        return is_zero(self.num(expr.of))

    def _Contains(self, expr: t.Contains) -> Expr:  # noqa: N802
        b = self.b
        item = self.value(expr.item)
        found: Expr
        if isinstance(item, Seq | Frac):
            found = self._searched(expr, item)
        else:
            item = b.let(item)
            known = self.known(expr.source)
            if known.constant and not isinstance(expr.source.type, ListType):
                found = self._searched(expr, item)
            elif known.constant and len(known.value) <= 6:
                found = ZERO
                for value in known.value:
                    found = binary(Op.OR, found, compare(Op.EQ, item, int(value)))
            elif isinstance(expr.source, t.ListOf) and not any(self.risky(part) for part in expr.source.items):
                found = ZERO
                for part in expr.source.items:
                    found = binary(Op.OR, found, compare(Op.EQ, item, self.num(part)))
            else:
                found = self._searched(expr, item)
        return is_zero(found) if expr.negated else found

    def _searched(self, expr: t.Contains, item: Value) -> Expr:
        b = self.b
        source = expr.source
        kind = source.type.item if isinstance(source.type, ListType) else None
        if isinstance(source, t.ItemsOf) and isinstance(kind, ItemType) and isinstance(item, Expr):
            # Where an item lies is noted beside it.
            place = b.let(add(self.num(source.zone), 1))
            places = self.space.items[kind.kind].place
            if not isinstance(expr.item.type, OptionalType):
                return compare(Op.EQ, load(item, places), place)
            nothing = b.let(compare(Op.LT, item, 0))
            there = load(Choose(nothing, ZERO, item), places)
            return binary(Op.AND, is_zero(nothing), compare(Op.EQ, there, place))
        if isinstance(item, Expr) and not self.risky(source):
            seq = self.seq(source) if isinstance(source, t.Constant | t.OptionValue) else None
            if isinstance(seq, Range):
                return binary(Op.AND, compare(Op.GE, item, seq.low), compare(Op.LT, item, seq.beyond))
        found = b.var(ZERO, "found")
        early = self.early(source)
        with b.block() as block:

            def look(x: Value) -> None:
                equal = self.same(item, x)
                with b.if_(equal):
                    b.set(found, ONE)
                    if early:
                        b.leave(block)

            self.each(source, look)
        return found

    def _Conditional(self, expr: t.Conditional) -> Value:  # noqa: N802
        test = self.num(expr.condition)
        if isinstance(test, Const):
            chosen = expr.then if test.value else expr.otherwise
            return self.frac(chosen) if expr.type is FRACTION else self.value(chosen)
        b = self.b
        if expr.type is FRACTION:
            num, den = b.new(), b.new()
            then, otherwise = b.if_else(test)
            for body, part in ((then, expr.then), (otherwise, expr.otherwise)):
                with b.inside(body):
                    value = self.frac(part)
                    b.set(num, value.num)
                    b.set(den, value.den)
            return Frac(num, den)
        then, otherwise = [], []
        with b.inside(then):
            first = self.num(expr.then)
        with b.inside(otherwise):
            second = self.num(expr.otherwise)
        if free(then) and free(otherwise) and cheap(first) and cheap(second):
            b.body.extend(then)
            b.body.extend(otherwise)
            return Choose(test, first, second)
        result = b.new()
        then.append(ir.Set(result.local, first))
        otherwise.append(ir.Set(result.local, second))
        b.emit(ir.If(test, then, otherwise))
        return result

    def zone_name(self, expr: t.Expr) -> str | None:
        """The declaration of a zone, when it is known."""
        raise NotImplementedError

    # Calls of definitions ----------------------------------------------------------------------

    def _OptionValue(self, expr: t.OptionValue) -> Value:  # noqa: N802
        return Const(int(self.space.options[expr.name]))

    def bind(self, expr: t.DefineCall) -> list[tuple[t.Local, Value]]:
        """The arguments of a definition, computed."""
        define = self.space.ruleset.defines[expr.name]
        bound: list[tuple[t.Local, Value]] = []
        for local, argument in zip(define.parameters, expr.arguments, strict=True):
            value = self.value(argument)
            name = self.zone_name(argument)
            if name is not None:
                self.zones[local] = name
            else:
                self.zones.pop(local, None)
            held = isinstance(argument, t.LocalValue) and isinstance(value, Get)
            bound.append((local, self.b.let(value) if isinstance(value, Expr) and not held else value))
        return bound


def cheap(expr: Expr) -> bool:
    """Whether an expression may as well be computed as passed over."""
    match expr:
        case Const() | Get():
            return True
        case ir.Load():
            return expr.base is None or cheap(expr.base)
        case Binary():
            return expr.op not in (Op.DIV, Op.REM) and cheap(expr.left) and cheap(expr.right)
        case ir.IsZero() | ir.Ones() | ir.Zeros():
            return cheap(expr.of)
        case Choose():
            return cheap(expr.condition) and cheap(expr.then) and cheap(expr.otherwise)
        case _:
            return False


def free(statements: list[ir.Statement]) -> bool:
    """Whether statements may as well be done as passed over: they only give names to what is cheap."""
    return all(isinstance(statement, ir.Set) and cheap(statement.value) for statement in statements)
