"""Lowers conditions and conditional expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.core.arithmetic import all_cheap, cheap
from cardengine.ir import nodes as ir
from cardengine.ir.builder import binary
from cardengine.ir.nodes import Const, Expr, Op
from cardengine.ir.values import Array, Consumer, Frac, Range, Seq, Value, item_of, same
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ItemType, ListType, OptionalType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

WRITTEN_OUT = 6
"""Membership in a list of at most so many constants is tested without a loop."""


def lazily(low: Lowering, first: t.Expr, right: t.Expr, *, when: bool) -> Expr:
    """Two conditions, of which the right one is evaluated only if the first has the truth value ``when``."""
    b, left = low.b, low.num(first)
    if isinstance(left, Const):
        return low.num(right) if bool(left.value) is when else Const(int(not when))
    result = b.new("c")
    then: list[ir.Statement] = []
    with b.inside(then):
        value = low.num(right)
    if all_cheap(then) and cheap(value):
        # Both are cheap: evaluate them without a branch.
        b.body.extend(then)
        return binary(Op.AND if when else Op.OR, left, value)
    then.append(ir.Set(result.local, value))
    test = b.let(left)
    b.set(result, test)
    b.emit(ir.If(test if when else b.not_(test), then, []))
    return result


def contains(low: Lowering, member: t.Expr, source: t.Expr) -> Expr:
    """Whether a list contains a value."""
    b, item = low.b, low.value(member)
    if isinstance(item, Seq | Frac):
        return _searched(low, source, item)
    item = b.let(item)
    known = low.known(source)
    parts: list[Expr] = []
    if known.constant:
        if not isinstance(source.type, ListType) or len(known.value) > WRITTEN_OUT:
            return _found(low, member, source, item)
        parts = [Const(int(value)) for value in known.value]
    elif isinstance(source, t.ListOf) and not any(map(low.inspection.risky, source.items)):
        parts = [low.num(part) for part in source.items]
    else:
        return _found(low, member, source, item)
    found: Expr = Const(0)
    for part in parts:
        found = b.or_(found, b.eq(item, part))
    return found


def _found(low: Lowering, member: t.Expr, source: t.Expr, item: Expr) -> Expr:
    """Whether a list contains a number, without a search if its members are known."""
    b = low.b
    kind = source.type.item if isinstance(source.type, ListType) else None
    if isinstance(source, t.ItemsOf) and isinstance(kind, ItemType):
        # The zone of each item is stored.
        place = b.let(b.add(low.num(source.zone), 1))
        places = low.items(kind).place
        if not isinstance(member.type, OptionalType):
            return b.eq(b.load(item, places), place)
        nothing = b.let(b.lt(item, 0))
        return b.and_(b.not_(nothing), b.eq(b.load(b.choose(nothing, 0, item), places), place))
    if isinstance(source, t.Constant | t.OptionValue) and not low.inspection.risky(source):
        seq = low.seq(source)
        if isinstance(seq, Range):
            return b.and_(b.ge(item, seq.low), b.lt(item, seq.beyond))
    return _searched(low, source, item)


def _searched(low: Lowering, source: t.Expr, item: Value) -> Expr:
    b = low.b
    found = b.var(0, "found")
    early = low.inspection.early(source)
    with b.block() as block:

        def look(x: Value) -> None:
            with b.if_(same(b, item, x)):
                b.set(found, 1)
                if early:
                    b.leave(block)

        low.each(source, look)
    return found


# If, then, else --------------------------------------------------------------------------------------


def conditional(low: Lowering, expr: t.Conditional) -> Value:
    """``if c then a else b``, of values that aren't lists."""
    b, test = low.b, low.num(expr.condition)
    if isinstance(test, Const):
        return low.value_as(expr.then if test.value else expr.otherwise, expr.type)
    if expr.type is FRACTION:
        num, den = b.new(), b.new()
        for body, part in zip(b.if_else(test), (expr.then, expr.otherwise), strict=True):
            with b.inside(body):
                value = low.frac(part)
                b.set(num, value.num)
                b.set(den, value.den)
        return Frac(num, den)
    then: list[ir.Statement] = []
    otherwise: list[ir.Statement] = []
    with b.inside(then):
        first = low.num(expr.then)
    with b.inside(otherwise):
        second = low.num(expr.otherwise)
    if all_cheap(then) and all_cheap(otherwise) and cheap(first) and cheap(second):
        b.body.extend(then)
        b.body.extend(otherwise)
        return b.choose(test, first, second)
    result = b.new()
    then.append(ir.Set(result.local, first))
    otherwise.append(ir.Set(result.local, second))
    b.emit(ir.If(test, then, otherwise))
    return result


def conditional_list(low: Lowering, expr: t.Conditional) -> Seq:
    """``if c then a else b``, of lists."""
    b, test = low.b, low.num(expr.condition)
    if isinstance(test, Const):
        return low.seq(expr.then if test.value else expr.otherwise)

    def fill(put: Consumer) -> None:
        for body, part in zip(b.if_else(test), (expr.then, expr.otherwise), strict=True):
            with b.inside(body):
                low.each(part, put)

    return low.gathered(expr, fill)


def walk_conditional(low: Lowering, expr: t.Conditional, body: Consumer) -> None:
    """Iterate over one of two lists."""
    test = low.num(expr.condition)
    if isinstance(test, Const):
        low.each(expr.then if test.value else expr.otherwise, body)
    else:
        conditional_list(low, expr).each(low.b, body)


def option(low: Lowering, expr: t.OptionValue) -> Expr:
    """An option of the game."""
    return Const(int(low.space.options[expr.name]))


def constant(low: Lowering, expr: t.Constant) -> Expr:
    """A constant."""
    return Const(expr.value)


def local(low: Lowering, expr: t.LocalValue) -> Value:
    """A local: a bound value, or a register of the state."""
    value = low.names.get(expr.local)
    if value is not None:
        return value
    assert expr.local.storage is t.Storage.STATE, expr.local.name
    register = low.space.register(expr.local)
    if register.capacity is None:
        return low.b.load(register.address)
    start, size = Const(register.address + 1), low.b.load(register.address)
    return Array(item_of(expr), register.capacity, start, size, distinct=expr.local in low.facts.subsets)
