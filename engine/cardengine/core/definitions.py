"""Lowers calls of definitions, inlined or as functions, and ``possible``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardengine.core.offers import possible
from cardengine.ir import nodes as ir
from cardengine.ir.memory import Trouble
from cardengine.ir.nodes import Const, Expr, Get
from cardengine.ir.values import Array, Consumer, Seq, Strided, Value, Zone, number
from cardengine.tree import nodes as t
from cardengine.tree.symbols import DefineDecl
from cardengine.tree.types import ListType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


def define(low: Lowering, call: t.DefineCall) -> Value:
    """A call of a definition that isn't a list."""
    decl = _declared(low, call)
    inner = _bound(low, call)
    if low.written_out(call):
        return replace(inner, chain=(*low.chain, id(call))).value(decl.body)
    arguments: list[Expr] = []
    for parameter in decl.parameters:
        value = inner.names[parameter]
        arguments += _spread(low, value) if isinstance(value, Seq) else [number(value)]
    return low.b.result(_function(low, call.name, decl), *arguments)


def seq_define(low: Lowering, call: t.DefineCall) -> Seq:
    """A call of a definition that is a list."""
    return _bound(low, call).seq(_declared(low, call).body)


def walk_define(low: Lowering, call: t.DefineCall, body: Consumer) -> None:
    """Iterate over a call of a definition that is a list."""
    _bound(low, call).each(_declared(low, call).body, body)


def possible_now(low: Lowering, expr: t.Possible) -> Expr:
    """``possible(ACTION)``."""
    choice = low.program.choice(expr.choice)
    action = next(action for action in choice.actions if action.decl.name == expr.action)
    return low.b.result(possible(low, choice, action))


def _declared(low: Lowering, call: t.DefineCall) -> DefineDecl:
    return low.space.ruleset.defines[call.name]


def _bound(low: Lowering, call: t.DefineCall) -> Lowering:
    """The context for a definition's body, with its parameters bound to the arguments."""
    inner = low
    for parameter, argument in zip(_declared(low, call).parameters, call.arguments, strict=True):
        value = low.value(argument)
        if isinstance(value, Expr) and not isinstance(value, Get):
            value = low.b.let(value)
        inner = inner.bind(parameter, value, low.zone_name(argument))
    return inner


def _spread(low: Lowering, seq: Seq) -> list[Expr]:
    """A list as three numbers: its first cell, the step to the next one, and the number of values."""
    b = low.b
    match seq:
        case Array():
            return [seq.start, Const(1), seq.size]
        case Zone(pile=True):
            size = b.load(seq.address)
            return [b.add(seq.address, size), Const(-1), size]
        case Zone():
            return [b.add(seq.address, 1), Const(1), b.load(seq.address)]
        case Strided():
            return [seq.first, seq.step, seq.size]
        case _:
            return _spread(low, low.copied(seq))


def spread_call(low: Lowering, function: ir.Function, seq: Seq) -> Expr:
    """The result of a function for a list."""
    return low.b.result(function, *_spread(low, seq))


def _function(low: Lowering, name: str, decl: DefineDecl) -> ir.Function:
    """The function of a definition; lists are passed as three numbers."""
    words: list[str] = []
    for parameter in decl.parameters:
        parts = ("first", "step", "count") if isinstance(parameter.type, ListType) else ()
        words += [f"{parameter.name}.{part}" for part in parts] or [parameter.name]

    def build(inner: Lowering) -> None:
        b, at = inner.b, 0
        for parameter in decl.parameters:
            if not isinstance(parameter.type, ListType):
                inner = inner.bind(parameter, Get(at))
                at += 1
                continue
            item = parameter.type.item
            most = inner.space.bound(item)
            inner = inner.bind(parameter, Strided(item, most, Get(at), Get(at + 1), Get(at + 2)))
            # A longer list has repeated values, which is left to the interpreter.
            inner.fault_if(b.gt(Get(at + 2), most), Trouble.BEYOND)
            at += 3
        b.give(inner.num(decl.body))

    return low.shared(f"define {name}", tuple(words), build, result=True)
