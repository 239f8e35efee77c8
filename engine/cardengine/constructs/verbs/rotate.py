"""``rotate``: the items of a zone move on; those that leave it at one end come in at the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.tree.nodes import Expr, Step

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.core.lowering import Lowering
    from cardengine.lang.ordering import OrderReader
    from cardengine.layout.space import Memory
    from cardengine.runtime.board import Board
    from cardengine.runtime.context import Context
    from cardengine.runtime.effects import Act, Effects


@dataclass(frozen=True, slots=True)
class Rotate(Step):
    """``rotate ZONE by N``: moves each item N places on, counted from the top of a pile; backwards if N is negative."""

    zone: Expr
    amount: Expr


class RotatedEvent(TypedDict):
    """The items of a zone were rotated by a number of places, backwards if it is negative."""

    event: Literal["rotated"]
    zone: str
    by: int


def _say(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    event = group[0]
    back = " back" if event["by"] < 0 else ""
    return [f"{labels.zone(event['zone'])} is rotated{back} by {abs(event['by'])}"]


ROTATED = EventKind("rotated", _say, numbers=("by",), mixes=True)
"""The items of a zone were rotated."""


def _order(order: OrderReader, step: Rotate) -> None:
    # A pile that is completely undecided stays so; otherwise its undecided part is decided first.
    order.zone(step.zone)
    order.follow(step.amount)


def _rotate(effects: Effects, step: Rotate) -> Act:
    board = effects.board
    zone, amount = effects.function(step.zone), effects.function(step.amount)

    def rotate(m: Memory, context: Context) -> None:
        number, places = zone(m), amount(m)
        a = board.addresses[number]
        n = m[a]
        by = abs(places) % n if n else 0
        if not by:
            return
        if places < 0:
            by = -by
        segment = board.segments[number]
        # All orders are equally likely before and after, so there is nothing to do.
        if not segment or m[segment + 1] < n:
            board.decide(m, context, number)
            items = m[a + 1 : a + 1 + n]
            first = (by if board.piles[number] else -by) % n  # a pile's top is its last cell
            m[a + 1 : a + 1 + n] = items[first:] + items[:first]
        _log(board, m, context, number, by)

    return rotate


def _log(board: Board, m: Memory, context: Context, number: int, by: int) -> None:
    """Log it; seats that don't notice it lose track of the hidden items that they have seen."""
    items, seats = board.items(m, number), board.noticed(m, number)
    board.unnoticed(m, number, seats)
    trace = tuple(items) if board.kinds[number] is board.cards else ()
    board.log(context, ROTATED, seats, (("zone", board.text(number)), ("by", by)), trace)


def _lower(low: Lowering, step: Rotate) -> None:
    b = low.b
    spot, places = low.board.spot(step.zone), b.let(low.num(step.amount))
    low.settle()
    size = b.let(b.load(spot.address))
    with b.if_(size):
        by = b.let(b.rem(places, size))
        with b.if_(by):
            onwards = b.let(b.choose(low.board.is_pile(spot), b.sub(0, by), by))
            first = b.let(b.choose(b.gt(onwards, 0), b.sub(size, onwards), b.sub(0, onwards)))
            start, rest = b.let(b.add(spot.address, 1)), b.let(b.sub(size, first))
            held = low.layout.take(low.space.items[spot.kind].count)
            b.copy(held, start, size)
            b.copy(start, b.add(first, held), rest)
            b.copy(b.add(start, rest), held, first)
            low.board.unnoticed(spot)


ROTATE = Verb(
    Rotate,
    (
        Phrase(
            "rotate",
            Form("rotate ZONE by N", "rotate market by 1"),
            {"rotate": lambda s: Rotate(s.span, s.zone(0), s.number(1))},
            (
                (
                    "`rotate Z by N`",
                    "moves the cards round by N places: in a row towards its end, in a pile towards its bottom; "
                    "in the other direction if N is negative",
                ),
            ),
        ),
    ),
    _order,
    _rotate,
    _lower,
    (ROTATED,),
)
