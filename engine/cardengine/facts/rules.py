"""The table of fact rules by node type; a missing rule fails at import."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Fact, Operator
from cardengine.constructs.operators import OPERATORS
from cardengine.facts import calls, lists, places
from cardengine.facts.folding import folded
from cardengine.tree import nodes as t
from cardengine.tree.walk import kinds_of

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts

possible = calls.possible

Rule = Callable[["Facts", Any], Fact]


def _operator(record: Operator) -> Rule:
    return lambda facts, expr: folded(facts, expr, record.facts(facts, expr))


RULES: dict[type[t.Expr], Rule] = {
    t.Constant: places.constant_value,
    t.OptionValue: places.option_value,
    t.LocalValue: places.local_value,
    t.Variable: places.variable,
    t.Attribute: places.attribute,
    t.IsFaceUp: places.is_face_up,
    t.OwnerOf: places.owner_of,
    t.ZoneOf: places.zone_of,
    t.AllPlayers: places.all_players,
    t.AllTeams: places.all_teams,
    t.TeamOf: places.team_of,
    t.MembersOf: places.members_of,
    t.EveryItem: places.every_item,
    t.EveryMember: places.every_member,
    t.ZoneRef: places.zone_ref,
    t.ZoneFamily: places.zone_family,
    t.EveryZone: places.every_zone,
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
    t.Possible: calls.possible_call,
    **{node: _operator(record) for node, record in OPERATORS.items()},
}

if kinds_of(t.Expr) != RULES.keys():
    raise TypeError(f"without a rule: {kinds_of(t.Expr) ^ RULES.keys()}")
