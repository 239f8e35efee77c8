"""Seats around the table: `left`, `next`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.base import (
    NO_FAULTS,
    Closure,
    Closures,
    Fact,
    Failure,
    Function,
    Order,
    Parsed,
    Reveals,
    fact,
)
from cardengine.tree import nodes as t
from cardengine.tree.types import PLAYER, ListType, OptionalType

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.ir.nodes import Expr
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.world import Names


def _check_left(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    player = checker.typed(given.plain[0], names, PLAYER)
    return t.Call(PLAYER, span, name, (player, checker.number(given.plain[1], names)))


def _check_next(checker: ExpressionChecker, name: str, given: Parsed, names: Names, span: Span) -> t.Expr:
    player = checker.typed(given.plain[0], names, PLAYER)
    return t.Call(PLAYER, span, name, (player, checker.typed(given.plain[1], names, ListType(PLAYER))))


def _facts(facts: Facts, call: t.Call) -> Fact:
    player, other = (facts.of(argument) for argument in call.arguments)
    optional = isinstance(call.arguments[0].type, OptionalType)
    return fact(
        player, other, low=0, high=facts.space.players - 1,
        raises=frozenset((Failure.NOTHING,)) if optional else NO_FAULTS,
        cost=1 + player.cost + other.cost + (other.most if call.function == "next" else 0),
    )  # fmt: skip


def _left(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    player, amount = closures.present(call.arguments[0]), closures.function(call.arguments[1])
    seats = closures.space.players
    return lambda m: (player(m) + amount(m)) % seats


def next_left(player: int, players: Sequence[int], seats: int) -> int:
    """The next of the players to the left of a player; the player himself if there is no other."""
    others = [seat for seat in players if seat != player]
    return min(others, key=lambda seat: (seat - player) % seats) if others else player


def _next(closures: Closures, call: t.Call, _fact: Fact) -> Closure:
    player, players = closures.present(call.arguments[0]), closures.function(call.arguments[1])
    seats = closures.space.players
    return lambda m: next_left(player(m), players(m), seats)


def _lower_left(low: Lowering, call: t.Call) -> Expr:
    b, seats = low.b, low.space.players
    player, amount = low.present(call.arguments[0]), low.num(call.arguments[1])
    found = low.known(call.arguments[1])
    if found.low >= 0 and found.high <= seats:
        end = b.let(b.add(player, amount))
        return b.choose(b.ge(end, seats), b.sub(end, seats), end)
    rest = b.let(b.rem(b.add(player, b.rem(amount, seats)), seats))
    return b.choose(b.lt(rest, 0), b.add(rest, seats), rest)


def _lower_next(low: Lowering, call: t.Call) -> Expr:
    b, seats = low.b, low.space.players
    player = b.let(low.present(call.arguments[0]))
    result, nearest = b.var(player, "next"), b.var(seats)

    def one(x: Expr) -> None:
        away = b.var(b.sub(x, player))
        with b.if_(b.lt(away, 0)):
            b.step(away, seats)
        with b.if_(b.and_(b.gt(away, 0), b.lt(away, nearest))):
            b.set(nearest, away)
            b.set(result, x)

    low.each_number(call.arguments[1], one)
    return result


FUNCTIONS = (
    Function(
        name="left",
        form="left(PLAYER, N)",
        text="the player N seats to the left",
        examples=(("left(last(players), 1)", "p1"),),
        arguments=(2, 2),
        check=_check_left,
        facts=_facts,
        closure=_left,
        lower=_lower_left,
        order=Order.READ,
        reveals=Reveals.SEAT,
    ),
    Function(
        name="next",
        form="next(PLAYER, PLAYERS)",
        text="the next of these players to the left of PLAYER; PLAYER if there is no other",
        examples=(("next(first(players), players)", "p2"),),
        arguments=(2, 2),
        check=_check_next,
        facts=_facts,
        closure=_next,
        lower=_lower_next,
        order=Order.READ,
        reveals=Reveals.SEAT,
    ),
)
