"""``move``, ``exchange``: move items between places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.tree.nodes import Exchange, Move, MoveReplaced, Step

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.core.lowering import Lowering
    from cardengine.lang.ordering import OrderReader
    from cardengine.lang.sentences import Sentence
    from cardengine.layout.space import Memory
    from cardengine.runtime.context import Context
    from cardengine.runtime.effects import Act, Effects


def _say_moved(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    subject, several = labels.named([card for event in group for card in event["cards"]])
    source, target = group[0]["from"], labels.zone(group[0]["to"])
    if source is None:
        return [subject, f" {'come' if several else 'comes'} into {target}"]
    return [subject, f" {'go' if several else 'goes'} from {labels.zone(source)} to {target}"]


MOVED = EventKind("moved", _say_moved)
"""Items went from one zone to another. Which of these join isn't a matter of two neighbours: dealing goes round."""

_FORM = Form("move CARDS to [top of|bottom of] ZONE [face up|face down]", "move card to bottom of stock")


def _check_move(s: Sentence) -> Step:
    items, target = s.items(0), s.target(1)
    s.same_kind(items, target.zone)
    return Move(s.span, items, target)


def _order_of_move(order: OrderReader, step: Move) -> None:
    order.follow(step.items)
    order.zone(step.target.zone)


def _move(effects: Effects, step: Move) -> Act:
    kind, board, span = effects.kind(step.items), effects.board, step.span
    items, zone = effects.function(step.items), effects.function(step.target.zone)
    end, facing = step.target.end, step.target.facing

    def move(m: Memory, context: Context) -> None:
        board.move(m, context, kind, items(m), zone(m), end, facing, span)

    return move


def _lower_move(low: Lowering, step: Move) -> None:
    items, spot = low.effects.moved(step.items), low.board.spot(step.target.zone)
    low.settle()
    low.effects.move(low.items(step.items.type), items, spot, step.target)


MOVE = Verb(
    Move,
    (
        Phrase(
            "move",
            _FORM,
            {"move": _check_move},
            (
                (
                    "`move CARDS to Z`",
                    "the cards (one, a list or a zone) as a block, their order kept: "
                    "on top of a pile, at the end of a row",
                ),
                (
                    "`move CARDS to top of Z`, `... bottom of Z`",
                    "there; of a row, top is its beginning and bottom its end",
                ),
                ("`move CARDS to Z face up`, `... face down`", "turned so, whatever the zone says"),
            ),
        ),
    ),
    _order_of_move,
    _move,
    _lower_move,
    (MOVED,),
)


def _check_replaced(s: Sentence) -> Step:
    item, target = s.item(0), s.target(1)
    return MoveReplaced(s.span, item, target, s.item(2))


def _replace(effects: Effects, step: MoveReplaced) -> Act:
    kind, board, span = effects.kind(step.item), effects.board, step.span
    item, successor = effects.present(step.item), effects.present(step.successor)
    zone = effects.function(step.target.zone)
    end, facing = step.target.end, step.target.facing

    def replace(m: Memory, context: Context) -> None:
        board.replace(m, context, kind, item(m), zone(m), end, facing, successor(m), span)

    return replace


def _lower_replaced(low: Lowering, step: MoveReplaced) -> None:
    item = low.b.let(low.present(step.item))
    spot = low.board.spot(step.target.zone)
    successor = low.b.let(low.present(step.successor))
    low.settle()
    low.effects.replace(low.items(step.item.type), item, spot, step.target, successor)


MOVE_REPLACED = Verb(
    MoveReplaced,
    (
        Phrase(
            "move",
            _FORM,
            {"move_replaced": _check_replaced},
            (("`move X to Z, Y taking its place`", "X leaves; then Y goes to X's old place in its zone"),),
        ),
    ),
    lambda order, step: order.whole(step),
    _replace,
    _lower_replaced,
    (MOVED,),
)


def _exchange(effects: Effects, step: Exchange) -> Act:
    kind, board, span = effects.kind(step.first), effects.board, step.span
    first, second = effects.present(step.first), effects.present(step.second)
    return lambda m, context: board.exchange(m, context, kind, first(m), second(m), span)


def _lower_exchange(low: Lowering, step: Exchange) -> None:
    first, second = low.b.let(low.present(step.first)), low.b.let(low.present(step.second))
    low.settle()
    low.board.exchange(low.items(step.first.type), first, second)


EXCHANGE = Verb(
    Exchange,
    (
        Phrase(
            "exchange",
            Form("exchange CARD for CARD", "exchange mine for theirs"),
            {"exchange": lambda s: Exchange(s.span, s.item(0), s.item(1))},
            (("`exchange X for Y`", "the two change places, and each is turned as its new zone says"),),
        ),
    ),
    lambda order, step: order.whole(step),
    _exchange,
    _lower_exchange,
    (MOVED,),
)
