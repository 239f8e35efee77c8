"""Finds lists that share no item, so that joining them gives no duplicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import Picks
from cardengine.constructs.functions import FUNCTIONS
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts


def _picks(call: t.Call) -> bool:
    """Whether the result of a call has only members of its list, each at most as often."""
    return FUNCTIONS[call.function].picks is Picks.SOME and call.default is None


def homes(facts: Facts, expr: t.Expr) -> frozenset[str] | None:
    """The names of the zones that a list's items are in, if known."""
    match expr:
        case t.Filter(source=source):
            return homes(facts, source)
        case t.Each(body=t.LocalValue(local=local), it=it, source=source) if local is it:
            return homes(facts, source)
        case t.ItemsOf(zone=t.ZoneRef() as zone):
            return frozenset((zone.name,))
        case t.Joined(parts=t.EveryZone() | t.ZoneFamily() as zones):
            return frozenset((zones.name,))
        case t.Joined(parts=t.Each(source=t.EveryZone() | t.ZoneFamily() as zones)) if apart(facts, expr.parts):
            return frozenset((zones.name,))
        case t.Call() if _picks(expr):
            return homes(facts, expr.arguments[0])
        case t.DefineCall() if not expr.arguments:
            return homes(facts, facts.space.ruleset.defines[expr.name].body)
        case _:
            return None


def disjoint(facts: Facts, left: t.Expr, right: t.Expr) -> bool:
    """Whether two lists certainly have no item in common."""
    first, second = homes(facts, left), homes(facts, right)
    return first is not None and second is not None and first.isdisjoint(second)


def apart(facts: Facts, parts: t.Expr) -> bool:
    """Whether joining lists of what is picked from zones gives no duplicates: none is picked from twice."""
    match parts:
        case t.Each(body=t.Call(arguments=(t.ItemsOf(zone=t.LocalValue() as zone), *_)) as part):
            return _picks(part) and zone.local is parts.it and facts.of(parts.source).distinct
        case _:
            return False
