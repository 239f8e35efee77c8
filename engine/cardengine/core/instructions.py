"""Dispatch tables for instructions, and for the steps that move cards or set variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.verbs import VERBS
from cardengine.constructs.verbs.base import Verb
from cardengine.core import choices, flow
from cardengine.core.dispatch import Dispatch, complete
from cardengine.model import program as p
from cardengine.tree import nodes as t
from cardengine.tree.dispatch import kinds

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

EFFECTS: Dispatch[Lowering, t.Step, None] = Dispatch(
    {verb.node: verb.lower for verb in VERBS if isinstance(verb, Verb)}
)

INSTRUCTIONS: Dispatch[flow.Flow, p.Instruction, None] = Dispatch(
    {
        p.Branch: flow.branch,
        p.Call: flow.call,
        p.Clear: flow.clear,
        p.Committed: choices.committed,
        p.CountNext: flow.count_next,
        p.CountStart: flow.count_start,
        p.Crown: flow.crown,
        p.Effect: lambda flow, i: EFFECTS.lower(flow.low, i.step),
        p.EndAction: choices.end_action,
        p.EnterPhase: flow.enter_phase,
        p.Finish: flow.finish,
        p.Jump: flow.jump,
        p.LeavePhase: flow.leave_phase,
        p.ListNext: flow.list_next,
        p.ListStart: flow.list_start,
        p.Offer: choices.offer,
        p.Prepare: choices.prepare,
        p.Return: flow.return_,
        p.SetLocal: flow.set_local,
        p.TimesNext: flow.times_next,
        p.TimesStart: flow.times_start,
        p.Together: choices.together,
        p.Turn: flow.turn,
    }
)

complete("instructions", frozenset(INSTRUCTIONS.rows), frozenset(kinds(p, p.Instruction)))
