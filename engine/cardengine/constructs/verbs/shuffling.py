"""``shuffle``: puts a zone into random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.tree.nodes import Shuffle, Step

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.core.lowering import Lowering
    from cardengine.lang.ordering import OrderReader
    from cardengine.lang.sentences import Sentence
    from cardengine.layout.space import Memory
    from cardengine.runtime.context import Context
    from cardengine.runtime.effects import Act, Effects


def _say_shuffled(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    zones = [f"{labels.zone(event['zone'])} ({labels.count(event['count'])})" for event in group]
    return [labels.together(zones), f" {'are' if len(zones) > 1 else 'is'} shuffled"]


SHUFFLED = EventKind("shuffled", _say_shuffled, joins=lambda _before, _event: True)
"""A zone was shuffled."""


def _check_into(s: Sentence) -> Step:
    items, zone = s.items(0), s.zone(1)
    s.same_kind(items, zone)
    return Shuffle(s.span, items, zone)


def _order(order: OrderReader, step: Shuffle) -> None:
    order.zone(step.zone)
    if step.items is not None:
        order.set_of(step.items)


def _shuffle(effects: Effects, step: Shuffle) -> Act:
    board, span = effects.board, step.span
    zone = effects.function(step.zone)
    items = effects.function(step.items) if step.items is not None else None

    def shuffle(m: Memory, context: Context) -> None:
        board.shuffle(m, context, items(m) if items is not None else None, zone(m), span)

    return shuffle


def _lower(low: Lowering, step: Shuffle) -> None:
    low.effects.shuffle(step.items, low.board.spot(step.zone))


SHUFFLE = Verb(
    Shuffle,
    (
        Phrase(
            "shuffle",
            Form("shuffle CARDS [into ZONE]", "shuffle every card into deck"),
            {"shuffle": lambda s: Shuffle(s.span, None, s.zone(0)), "shuffle_into": _check_into},
            (
                ("`shuffle Z`", "puts the zone in random order"),
                ("`shuffle CARDS into Z`", "moves them there, then puts all of Z in random order"),
            ),
        ),
    ),
    _order,
    _shuffle,
    _lower,
    (SHUFFLED,),
)
