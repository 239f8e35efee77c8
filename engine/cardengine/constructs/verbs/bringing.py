"""``bring``: puts a new piece into play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.tree.nodes import Bring, Step
from cardengine.tree.types import ItemType, ZoneType

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.core.lowering import Lowering
    from cardengine.lang.ordering import OrderReader
    from cardengine.lang.sentences import Sentence
    from cardengine.runtime.effects import Act, Effects


def _say_brought(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    event = group[0]
    kind = labels.spaced(event["class"]) if event["class"] is not None else "a hidden one"
    return [f"{kind} ", labels.item(event["piece"]), f" comes into {labels.zone(event['to'])}"]


BROUGHT = EventKind("brought", _say_brought)
"""A piece was created."""


def _check(s: Sentence) -> Step | None:
    model, zone = s.value(0), s.zone(1)
    for kind in s.world.kinds.values():
        if kind.is_piece and kind.classes == model.type:
            if isinstance(zone.type, ZoneType) and zone.type.item != ItemType(kind.name):
                s.mismatch(zone, f"a zone of {kind.name}s")
            return Bring(s.span, kind.name, model, zone)
    s.mismatch(model, "a class of pieces")
    return None


def _order(order: OrderReader, step: Bring) -> None:
    order.follow(step.model)
    order.zone(step.zone)


def _bring(effects: Effects, step: Bring) -> Act:
    kind, board, span = effects.space.items[step.kind], effects.board, step.span
    model, zone = effects.present(step.model), effects.function(step.zone)
    return lambda m, context: board.bring(m, context, kind, model(m), zone(m), span)


def _lower(low: Lowering, step: Bring) -> None:
    model, spot = low.b.let(low.present(step.model)), low.board.spot(step.zone)
    low.settle()
    low.board.bring(low.space.items[step.kind], model, spot)


BRING = Verb(
    Bring,
    (
        Phrase(
            "bring",
            Form("bring CLASS into ZONE", "bring model into your fleet"),
            {"bring": _check},
            (("`bring CLASS into Z`", "a new piece, in a player's zone"),),
        ),
    ),
    _order,
    _bring,
    _lower,
    (BROUGHT,),
)
