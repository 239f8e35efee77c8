"""Dispatch tables for expressions; operators and built-in functions are lowered by their records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Never

from cardengine.constructs.functions import FUNCTIONS
from cardengine.constructs.operators import OPERATORS
from cardengine.core import definitions, lists, logic, state
from cardengine.core.dispatch import Dispatch, complete
from cardengine.ir.values import Consumer, Seq, Value, sequence
from cardengine.tree import nodes as t
from cardengine.tree.walk import kinds_of

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


def _call(low: Lowering, call: t.Call) -> Value:
    found: Value = FUNCTIONS[call.function].lower(low, call)
    return found


def _seq_call(low: Lowering, call: t.Call) -> Seq:
    return low.collected(call) if FUNCTIONS[call.function].walks else sequence(_call(low, call))


def _walk_call(low: Lowering, call: t.Call, body: Consumer) -> None:
    record = FUNCTIONS[call.function]
    if record.walks:
        record.lower(low, call)(body)
    else:
        _seq_call(low, call).each(low.b, body)


SCALARS: Dispatch[Lowering, t.Expr, Value] = Dispatch(
    {
        **{node: record.lower for node, record in OPERATORS.items()},
        t.Attribute: state.attribute,
        t.Call: _call,
        t.Constant: logic.constant,
        t.DefineCall: definitions.define,
        t.Index: lists.index,
        t.IsFaceUp: state.is_face_up,
        t.LocalValue: logic.local,
        t.OptionValue: logic.option,
        t.OwnerOf: state.owner_of,
        t.Possible: definitions.possible_now,
        t.TeamOf: state.team_of,
        t.Variable: state.variable,
        t.ZoneOf: state.zone_of,
        t.ZoneRef: state.zone,
    }
)
"""Expressions whose value is a number or a fraction."""

SEQUENCES: Dispatch[Lowering, t.Expr, Seq] = Dispatch(
    {
        t.Call: _seq_call,
        t.Conditional: logic.conditional_list,
        t.DefineCall: definitions.seq_define,
        t.Index: lambda low, expr: sequence(lists.index(low, expr)),
        t.ItemsOf: state.items_of,
        t.ListOf: lists.seq_list_of,
        t.LocalValue: lambda low, expr: sequence(logic.local(low, expr)),
        t.MembersOf: state.members_of,
        t.With: lists.seq_with,
        t.ZoneFamily: state.zone_family,
    }
)
"""Expressions whose value is a list."""

WALKS: Mapping[type[t.Expr], Callable[[Lowering, Never, Consumer], None]] = {
    t.Call: _walk_call,
    t.Conditional: logic.walk_conditional,
    t.DefineCall: definitions.walk_define,
    t.Each: lists.walk_each,
    t.EveryItem: lists.walk_pieces,
    t.Filter: lists.walk_filter,
    t.Joined: lists.walk_joined,
    t.ListOf: lists.walk_list_of,
    t.Rotated: lists.walk_rotated,
    t.Without: lists.walk_without,
}
"""Expressions whose lists are iterated over without being built."""

_CONSTANT = frozenset((t.AllPlayers, t.AllTeams, t.EveryMember, t.EveryZone))
"""Lists that are the same during the whole game."""

complete("expressions", frozenset((*SCALARS.rows, *SEQUENCES.rows, *WALKS, *_CONSTANT)), kinds_of(t.Expr))
