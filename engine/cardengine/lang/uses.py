"""Checks where a domain may be used, and which expressions must be constant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

from cardengine.constructs.domains import record_of
from cardengine.constructs.domains.base import Use
from cardengine.diagnostics import Code
from cardengine.lang.world import World
from cardengine.tree import nodes as t
from cardengine.tree.types import (
    FRACTION,
    UNKNOWN,
    ItemType,
    ListType,
    describe,
)
from cardengine.tree.walk import walk


class Known(Enum):
    """The moment before which a constant must be known; the value completes a message."""

    CARDS = "the cards are laid out"
    """For options and printed attributes, which determine the cards."""
    GAME = "the game begins"


_EXAMPLES = {
    Use.OPTION: "number from 1 to 9, fraction from 0 to 1, yes or no, or words with `or` between",
    Use.VARIABLE: "number from 1 to 9, yes or no, a player, a suit, a card or nothing",
    Use.COLUMN: "number from 1 to 9, yes or no, name, or words with `or` between",
    Use.PARAMETER: "a card from your hand, 2 cards from your hand, number from 1 to 9, a player, a suit",
}


def check_use(world: World, domain: t.Domain, use: Use) -> None:
    """Report a domain that isn't allowed for its use, and bounds that aren't constant.

    Args:
        world: the declarations so far.
        domain: the typed domain.
        use: its use.
    """
    if domain.type is UNKNOWN:
        return
    if isinstance(domain.type, ItemType) and use is Use.VARIABLE:
        word = describe(domain.type)
        world.error(Code.DOMAIN, f"which {domain.type.kind} is it at first?", domain.span, f"write `{word} or nothing`")
        return
    if domain.type in (FRACTION, ListType(FRACTION)) and use in (Use.VARIABLE, Use.PARAMETER):
        message = f"{use.value} is no fraction"
        world.error(Code.DOMAIN, message, domain.span, "count in whole parts, such as half points")
        return
    record = record_of(domain)
    if not record.fits(domain, use):
        world.error(Code.DOMAIN, f"{use.value} can't be that", domain.span, f"such as: {_EXAMPLES[use]}")
        return
    if use is not Use.PARAMETER:
        known = Known.GAME if use is Use.VARIABLE else Known.CARDS
        for bound in record.bounds(domain):
            check_constant(world, bound, "a bound", known)


def check_constant(world: World, expr: t.Expr, what: str, known: Known = Known.GAME) -> None:
    """Report an expression that reads a game in progress, or cards that don't exist yet, instead of a constant.

    Args:
        world: the declarations so far.
        expr: the typed expression; the definitions that it uses are checked, too.
        what: its purpose, in words.
        known: the moment before which its value must be known.
    """
    for part in _with_definitions(world, expr):
        if _reads_game(world, part) or (known is Known.CARDS and _reads_cards(world, part)):
            message = f"{what} must be known before {known.value}"
            world.error(Code.DOMAIN, message, part.span, "use numbers, words and options")
            return


def _with_definitions(world: World, expr: t.Expr) -> Iterator[t.Expr]:
    """All nodes of an expression and, once each, of the definitions that it uses, with the span of their use."""
    seen: set[str] = set()
    for part in walk(expr):
        yield part
        waiting = [part] if isinstance(part, t.DefineCall) else []
        while waiting:
            call = waiting.pop()
            define = world.checked_defines.get(call.name)
            if define is None or call.name in seen:
                continue
            seen.add(call.name)
            for inner in walk(define.body):
                if isinstance(inner, t.DefineCall):
                    waiting.append(inner)
                yield replace(inner, span=part.span)


def _reads_game(world: World, part: t.Expr) -> bool:
    match part:
        case t.Variable() | t.ZoneRef() | t.ZoneFamily() | t.EveryZone() | t.IsFaceUp() | t.OwnerOf() | t.ZoneOf():
            return True
        case t.LocalValue(local=local):
            return local.storage is t.Storage.STATE
        case t.EveryItem(kind=kind):
            return world.kinds[kind].is_piece
        case t.Call(function=function):
            return function == "onward"
        case _:
            return isinstance(part, t.Possible)


def _reads_cards(world: World, part: t.Expr) -> bool:
    """Whether an expression needs the cards; the printed attributes of classes of pieces are known before."""
    match part:
        case t.Attribute(kind=kind):
            return not world.kinds[kind].is_piece
        case t.EveryItem():
            return True
        case _:
            return isinstance(part.type, ItemType)
