"""``draw``, ``fill``, ``deal``: take items from a zone one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.verbs.base import Form, Phrase, Verb
from cardengine.constructs.verbs.moving import MOVED
from cardengine.constructs.verbs.shuffling import SHUFFLED
from cardengine.tree.nodes import Constant, Deal, Draw, End, Step, Target

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.lang.ordering import OrderReader
    from cardengine.lang.sentences import Sentence
    from cardengine.layout.space import Memory
    from cardengine.runtime.context import Context
    from cardengine.runtime.effects import Act, Effects


def _check_draw(s: Sentence) -> Step:
    amount, source = s.number(0), s.zone(1)
    return Draw(s.span, amount, source, s.target(2), None)


def _check_up_to(s: Sentence) -> Step:
    amount, source = s.number(0), s.zone(1)
    return Draw(s.span, amount, source, s.target(2), s.number(3))


def _check_fill(s: Sentence) -> Step:
    zone, limit, source = s.zone(0), s.number(1), s.zone(2)
    return Draw(s.span, None, source, Target(zone, End.NATURAL, None), limit)


def _order_of_draw(order: OrderReader, step: Draw) -> None:
    order.zone(step.source)
    order.zone(step.target.zone)
    for part in (step.amount, step.limit):
        if part is not None:
            order.follow(part)


def _draw(effects: Effects, step: Draw) -> Act:
    board, span = effects.board, step.span
    source, zone = effects.function(step.source), effects.function(step.target.zone)
    amount = effects.function(step.amount) if step.amount is not None else None
    limit = effects.function(step.limit) if step.limit is not None else None
    end, facing = step.target.end, step.target.facing
    addresses = board.addresses

    def draw(m: Memory, context: Context) -> None:
        target = zone(m)
        left = amount(m) if amount is not None else None
        if limit is not None:
            room = limit(m) - m[addresses[target]]
            left = room if left is None else min(left, room)
        pile = source(m)
        # No more than there are items: who draws from a zone into itself would never end.
        for _ in range(min(left or 0, board.kinds[pile].count)):
            if not board.draw_one(m, context, pile, target, end, facing, span):
                break

    return draw


def _lower_draw(low: Lowering, step: Draw) -> None:
    b = low.b
    target = low.board.spot(step.target.zone)
    left = None if step.amount is None else b.var(low.num(step.amount))
    if step.limit is not None:
        limit = b.let(low.num(step.limit))
        room = b.var(b.choose(b.lt(limit, 0), 0, b.sub(limit, b.load(target.address))))
        if left is None:
            left = room
        else:
            with b.if_(b.lt(room, left)):
                b.set(left, room)
    source = low.board.spot(step.source)
    assert left is not None
    given = (expr for expr in (step.amount, step.limit) if expr is not None)
    if all(low.known(expr).high > low.space.items[source.kind].count for expr in given):
        b.set(left, low.effects.at_most_all(left, source))
    low.settle()
    drawn = low.effects.draw(source, target, step.target)
    if step.limit is None and isinstance(step.amount, Constant) and step.amount.value == 1:
        b.call(drawn.function, *drawn.arguments)
        return
    with b.loop() as loop:
        b.leave(loop, b.le(left, 0))
        b.leave(loop, b.not_(drawn))
        b.step(left, -1)


DRAW = Verb(
    Draw,
    (
        Phrase(
            "draw",
            Form("draw N from ZONE to ZONE [up to N]", "draw 2 from deck to your hand up to 8"),
            {"draw": _check_draw, "draw_up_to": _check_up_to},
            (
                (
                    "`draw N from Z to Z`",
                    "one card after another, so the last one drawn lies on top of a pile; "
                    "from a pile its top, from a row its first",
                ),
                ("`draw N from Z to Z up to M`", "the same, while the target holds fewer than M"),
            ),
        ),
        Phrase(
            "fill",
            Form("fill ZONE up to N from ZONE", "fill market up to 4 from deck"),
            {"fill": _check_fill},
            (("`fill Z up to N from Z`", "draws until Z holds N"),),
        ),
    ),
    _order_of_draw,
    _draw,
    _lower_draw,
    (MOVED, SHUFFLED),
)


def _check_deal(s: Sentence) -> Step:
    zones = s.zones(2)
    return Deal(s.span, s.number(0), s.zone(1), zones)


def _check_deal_all(s: Sentence) -> Step:
    return Deal(s.span, None, s.zone(0), s.zones(1))


def _order_of_deal(order: OrderReader, step: Deal) -> None:
    order.zone(step.source)
    order.zone(step.zones)
    if step.amount is not None:
        order.follow(step.amount)


def _deal(effects: Effects, step: Deal) -> Act:
    board, span = effects.board, step.span
    source, zones = effects.function(step.source), effects.function(step.zones)
    amount = effects.function(step.amount) if step.amount is not None else None
    addresses = board.addresses

    def deal(m: Memory, context: Context) -> None:
        pile, targets = source(m), zones(m)
        if not targets:
            return
        # As for `draw`: no more rounds than there are items.
        cards = m[addresses[pile]] if amount is None else min(amount(m), board.kinds[pile].count) * len(targets)
        for number in range(cards):
            if not board.draw_one(m, context, pile, targets[number % len(targets)], End.NATURAL, None, span):
                break

    return deal


def _lower_deal(low: Lowering, step: Deal) -> None:
    b = low.b
    source = low.board.spot(step.source)
    targets = low.effects.fixed_list(step.zones)
    size = b.let(targets.count(b))
    if step.amount is None:
        amount = b.let(b.load(source.address))
    else:
        amount = b.let(b.mul(low.effects.at_most_all(b.let(low.num(step.amount)), source), size))
    low.settle()
    name = low.zones_in(step.zones)
    with b.if_(size):
        dealt, turn = b.var(0), b.var(0)
        with b.loop() as loop:
            b.leave(loop, b.ge(dealt, amount))
            target = low.board.spot_of(b.let(targets.number(b, turn)), name, source.kind)
            b.leave(loop, b.not_(low.effects.draw(source, target)))
            b.step(dealt)
            b.step(turn)
            with b.if_(b.ge(turn, size)):
                b.set(turn, 0)


DEAL = Verb(
    Deal,
    (
        Phrase(
            "deal",
            Form("deal N|all from ZONE to ZONES", "deal 5 from deck to hand of players"),
            {"deal": _check_deal, "deal_all": _check_deal_all},
            (
                ("`deal N from Z to hand of PLAYERS`", "N rounds, in each one card to each in turn"),
                (
                    "`deal all from Z to hand of PLAYERS`",
                    "one to each in turn until all that Z held at the start are dealt",
                ),
            ),
        ),
    ),
    _order_of_deal,
    _deal,
    _lower_deal,
    (MOVED, SHUFFLED),
)
