"""The table of closure makers by node type; a missing entry fails at import."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Closure, Fact
from cardengine.constructs.operators import OPERATORS
from cardengine.evaluation import calls, lists, places
from cardengine.tree import nodes as t
from cardengine.tree.walk import kinds_of

if TYPE_CHECKING:
    from cardengine.evaluation.closures import Closures

Maker = Callable[["Closures", Any, Fact], Closure]


def _folded(_closures: Closures, expr: t.Expr, _fact: Fact) -> Closure:
    """These expressions are always constant and never get here."""
    raise TypeError(f"not constant: {expr}")


TABLE: dict[type[t.Expr], Maker] = {
    t.Constant: _folded,
    t.OptionValue: _folded,
    t.AllPlayers: _folded,
    t.AllTeams: _folded,
    t.EveryMember: _folded,
    t.EveryZone: _folded,
    t.LocalValue: places.local_value,
    t.Variable: places.variable,
    t.Attribute: places.attribute,
    t.IsFaceUp: places.is_face_up,
    t.OwnerOf: places.owner_of,
    t.ZoneOf: places.zone_of,
    t.TeamOf: places.team_of,
    t.MembersOf: places.members_of,
    t.EveryItem: places.every_item,
    t.ZoneRef: places.zone_ref,
    t.ZoneFamily: places.zone_family,
    t.ItemsOf: places.items_of,
    t.Joined: lists.joined,
    t.Each: lists.each,
    t.Filter: lists.filtered,
    t.With: lists.with_,
    t.Without: lists.without,
    t.ListOf: lists.list_of,
    t.Index: lists.index,
    t.Rotated: lists.rotated,
    t.Call: calls.call,
    t.DefineCall: calls.define_call,
    t.Possible: calls.possible,
    **{node: record.closure for node, record in OPERATORS.items()},
}

if kinds_of(t.Expr) != TABLE.keys():
    raise TypeError(f"without a closure: {kinds_of(t.Expr) ^ TABLE.keys()}")
