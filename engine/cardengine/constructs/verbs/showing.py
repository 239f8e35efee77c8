"""``turn``, ``show``: who sees what items are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.tree.nodes import Show, Turn

if TYPE_CHECKING:
    from cardengine.runtime.effects import Act, Effects


def _turn(effects: Effects, step: Turn) -> Act:
    kind, board, up = effects.kind(step.items), effects.board, step.up
    items = effects.function(step.items)
    return lambda m, context: board.turn(m, context, kind, items(m), up=up)


TURN = Verb(
    Turn,
    (
        Phrase(
            "turn",
            Form("turn up|down CARDS", "turn up top(stock, 1)"),
            {"turn": lambda s: Turn(s.span, s.items(1), s.keyword(0) == "up")},
        ),
    ),
    lambda order, step: order.whole(step),
    _turn,
    turns_up=lambda step: (step.items,) if step.up else (),
)


def _show(effects: Effects, step: Show) -> Act:
    kind, board = effects.kind(step.items), effects.board
    items, players = effects.function(step.items), effects.function(step.players)
    return lambda m, context: board.show(m, context, kind, items(m), players(m))


SHOW = Verb(
    Show,
    (
        Phrase(
            "show",
            Form("show CARDS to PLAYERS", "show your hand to left(you, 1)"),
            {"show": lambda s: Show(s.span, s.items(0), s.players(1))},
        ),
    ),
    lambda order, step: order.whole(step),
    _show,
)
