"""Decides whether the current score may be shown: only if the viewer sees everything that it depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardengine.constructs.base import Reveals
from cardengine.constructs.functions import FUNCTIONS
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Ruleset
from cardengine.tree.walk import children

_PLAIN_LISTS = (
    t.ItemsOf,
    t.Joined,
    t.With,
    t.ZoneRef,
    t.ZoneFamily,
    t.EveryZone,
    t.LocalValue,
    t.AllPlayers,
    t.Constant,
)
_LOOKS_ANYWHERE = (t.EveryItem, t.ZoneOf, t.OwnerOf, t.Possible)
_ZONES = (t.ZoneRef, t.ZoneFamily, t.EveryZone)


@dataclass(frozen=True, slots=True)
class ScoreInputs:
    """What a score depends on: zones whose cards it reads, and zones whose cards it only counts."""

    cards: frozenset[str]
    counts: frozenset[str]

    def all_visible_in(self, view: Mapping[str, Any]) -> bool:
        """Whether a view shows all of it."""
        zones = view["zones"]
        for name in self.cards | self.counts:
            for zone in _leaves(zones.get(name)):
                if zone["count"] is None or (name in self.cards and None in zone["cards"]):
                    return False
        return True


def score_inputs(ruleset: Ruleset) -> ScoreInputs:
    """What a ruleset's score depends on."""
    score = ruleset.result.score
    cards: set[str] = set()
    counts: set[str] = set()
    if score is not None:
        _collect(ruleset, score, cards, counts)
    return ScoreInputs(frozenset(cards), frozenset(counts))


def _collect(ruleset: Ruleset, expr: t.Expr, cards: set[str], counts: set[str]) -> None:
    if isinstance(expr, _LOOKS_ANYWHERE) or (isinstance(expr, t.Attribute) and isinstance(expr.of, t.Constant)):
        cards.update(ruleset.zones)
    if isinstance(expr, t.Variable) and expr.owner_kind in ruleset.kinds:
        cards.update(ruleset.zones)
    if isinstance(expr, _ZONES):
        cards.add(expr.name)
    if isinstance(expr, t.DefineCall):
        _collect(ruleset, ruleset.defines[expr.name].body, cards, counts)
    if isinstance(expr, t.Call) and FUNCTIONS[expr.function].reveals is Reveals.COUNT and expr.key is None:
        parts = list(expr.arguments)
        if all(isinstance(part, _PLAIN_LISTS) for argument in parts for part in _whole(argument)):
            counts.update(part.name for argument in parts for part in _whole(argument) if isinstance(part, _ZONES))
            return
    for child in children(expr):
        _collect(ruleset, child, cards, counts)


def _whole(expr: t.Expr) -> Iterator[t.Expr]:
    yield expr
    for child in children(expr):
        yield from _whole(child)


def _leaves(group: Any) -> Iterator[Mapping[str, Any]]:
    """The zones under an entry of a view: a single zone, a family, or those of each owner."""
    if isinstance(group, list):
        for part in group:
            yield from _leaves(part)
    elif isinstance(group, Mapping):
        if "count" in group and "cards" in group:
            yield group
        else:
            for part in group.values():
                yield from _leaves(part)
