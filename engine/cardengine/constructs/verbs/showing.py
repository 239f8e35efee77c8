"""``turn``, ``show``: change who can see items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.tree.nodes import Show, Turn

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.core.lowering import Lowering
    from cardengine.runtime.effects import Act, Effects


def _say_turned(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    event = group[0]
    subject, several = labels.named(event["cards"])
    zones = [labels.zone(zone) for zone in event["zones"]]
    where = f" in {zones[0]}" if len(zones) == 1 else ""
    return [subject, f" {'are' if several else 'is'} turned {'up' if event['up'] else 'down'}{where}"]


def _say_shown(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    event = group[0]
    subject, several = labels.named(event["cards"])
    seats = [seat for text in event["to"] if (seat := labels.seat_of(text)) is not None]
    everyone = len(seats) == labels.game.players
    return [subject, f" {'are' if several else 'is'} shown to {'everyone' if everyone else labels.seats(seats)}"]


TURNED = EventKind("turned", _say_turned)
"""Items were turned face up or face down."""
SHOWN = EventKind("shown", _say_shown)
"""Items were shown to some players."""


def _turn(effects: Effects, step: Turn) -> Act:
    kind, board, up = effects.kind(step.items), effects.board, step.up
    items = effects.function(step.items)
    return lambda m, context: board.turn(m, context, kind, items(m), up=up)


def _lower_turn(low: Lowering, step: Turn) -> None:
    items = low.effects.moved_list(step.items)
    low.settle()
    low.board.turn(low.items(step.items.type), items, up=step.up)


TURN = Verb(
    Turn,
    (
        Phrase(
            "turn",
            Form("turn up|down CARDS", "turn up top(stock, 1)"),
            {"turn": lambda s: Turn(s.span, s.items(1), s.keyword(0) == "up")},
            (("`turn up CARDS`, `turn down CARDS`", "those that lie so already stay"),),
        ),
    ),
    lambda order, step: order.whole(step),
    _turn,
    _lower_turn,
    (TURNED,),
    turns_up=lambda step: (step.items,) if step.up else (),
)


def _show(effects: Effects, step: Show) -> Act:
    kind, board = effects.kind(step.items), effects.board
    items, players = effects.function(step.items), effects.function(step.players)
    return lambda m, context: board.show(m, context, kind, items(m), players(m))


def _lower_show(low: Lowering, step: Show) -> None:
    items, players = low.effects.moved_list(step.items), low.effects.fixed_list(step.players)
    low.settle()
    low.board.show(low.items(step.items.type), items, players)


SHOW = Verb(
    Show,
    (
        Phrase(
            "show",
            Form("show CARDS to PLAYERS", "show your hand to left(you, 1)"),
            {"show": lambda s: Show(s.span, s.items(0), s.players(1))},
            (("`show CARDS to PLAYERS`", "those players learn what they are; the cards stay as they lie"),),
        ),
    ),
    lambda order, step: order.whole(step),
    _show,
    _lower_show,
    (SHOWN,),
)
