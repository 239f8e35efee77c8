"""Dispatch tables for instructions, and for the steps that move cards or set variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.core import choices, effects, flow
from cardengine.core.dispatch import Dispatch, complete
from cardengine.model import program as p
from cardengine.tree import nodes as t
from cardengine.tree.walk import kinds_of

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

EFFECTS: Dispatch[Lowering, t.Step, None] = Dispatch(
    {
        t.Assign: effects.assign,
        t.Bring: effects.bring,
        t.Deal: effects.deal,
        t.Draw: effects.draw,
        t.Exchange: effects.exchange,
        t.Move: effects.move,
        t.MoveReplaced: effects.move_replaced,
        t.Reset: effects.reset,
        t.Show: effects.show,
        t.Shuffle: effects.shuffle_step,
        t.Turn: effects.turn,
    }
)

_IN_THE_FLOW = frozenset((
    t.Ask, t.AskTogether, t.CountFrom, t.EndGame, t.ForEach, t.If, t.Let, t.Phase, t.Run, t.Skip, t.Stop, t.Times,
    t.While, t.Wins,
))  # fmt: skip
"""Steps that are lowered to instructions of their own."""

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

_KINDS = frozenset(kind for kind in vars(p).values() if isinstance(kind, type) and p.Instruction in kind.__bases__)

complete("steps", frozenset((*EFFECTS.rows, *_IN_THE_FLOW)), kinds_of(t.Step))
complete("instructions", frozenset(INSTRUCTIONS.rows), _KINDS)
