"""The texts of items, zones, seats and values, and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from cardengine.layout.space import Memory, Space, ZoneCell
from cardengine.tree.symbols import OwnerKind
from cardengine.tree.types import BOOL, PLAYER, TEAM, EnumType, ItemType, ListType, OptionalType, Type, ZoneType

SUIT_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def seat_text(seat: int) -> str:
    """The text of a seat, counted from 1: ``p1``."""
    return f"p{seat + 1}"


def team_text(team: int) -> str:
    """The text of a team, counted from 1: ``team1``."""
    return f"team{team + 1}"


def zone_text(space: Space, number: int) -> str:
    """A zone in one word: ``discard``, ``hand.p1``, ``loaded.p1.2``, ``tableau.3``."""
    cell = space.cells[number]
    parts = [cell.decl.name]
    owner = owner_text(space, cell)
    if owner:
        parts.append(owner)
    if cell.decl.is_family:
        parts.append(cell.decl.each.members[cell.place] if cell.decl.each else str(cell.place + 1))
    return ".".join(parts)


def owner_text(space: Space, cell: ZoneCell) -> str:
    """The text of a zone's owner; empty for a zone of the table."""
    match cell.decl.owner.kind:
        case OwnerKind.TABLE:
            return ""
        case OwnerKind.ITEM:
            return space.items[cell.decl.owner.item or ""].texts[cell.owner]
        case OwnerKind.PLAYER:
            return seat_text(cell.owner)
        case OwnerKind.TEAM:
            return team_text(cell.owner)


def value_text(space: Space, kind: Type, value: int) -> str:
    """A value in one word: ``5C``, ``12``, ``yes``, ``hearts``, ``p1``, ``tableau.3``, ``nothing``."""
    match kind:
        case OptionalType(inner):
            return "nothing" if value < 0 else value_text(space, inner, value)
        case ItemType(name):
            return space.items[name].texts[value]
        case EnumType(_, members):
            return members[value]
        case ZoneType():
            return zone_text(space, value)
        case _:
            if kind in (PLAYER, TEAM):
                return seat_text(value) if kind == PLAYER else team_text(value)
            if kind is BOOL:
                return "yes" if value else "no"
            return str(value)


ByRuleset: TypeAlias = Any
"""A value whose type depends on the ruleset, so that a type checker can't know it."""

Plain = str | int | None
"""A value in Python and JSON: integers, bools and seats (from 0) as such, nothing as None, anything else as text."""


def plain_value(space: Space, kind: Type, value: int | Fraction) -> Plain:
    """The Python form of a single value."""
    if isinstance(value, Fraction):
        return json_number(value)
    if isinstance(kind, OptionalType):
        return None if value < 0 else plain_value(space, kind.item, value)
    if kind is BOOL:
        return bool(value)
    if isinstance(kind, EnumType | ItemType | ZoneType):
        return value_text(space, kind, value)
    return value


def python_value(space: Space, kind: Type, value: ByRuleset) -> ByRuleset:
    """The Python form of a value, or of all values of a list, however deep."""
    if isinstance(value, Sequence):
        assert isinstance(kind, ListType)
        return [python_value(space, kind.item, item) for item in value]
    return plain_value(space, kind, value)


def json_number(value: int | Fraction) -> int | str:
    """An exact number for JSON: a fraction is text."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return value


def normal_card(text: str) -> str:
    """The canonical text of a card: ``10♦`` and ``10d`` become ``TD``."""
    for sign, letter in SUIT_SIGNS.items():
        text = text.replace(sign, letter)
    if text[:2] == "10" and len(text) == 3 and text[2] in "cdhsCDHS":
        text = "T" + text[2]
    return text.upper() if len(text) == 2 and text[0] in "23456789tjqkaTJQKA" and text[1] in "cdhsCDHS" else text


def item_number(space: Space, kind: str, text: str) -> int | None:
    """The number of the first item with this text; None if there is none."""
    texts = space.items[kind].texts
    for candidate in (normal_card(text), text):
        if candidate in texts:
            return texts.index(candidate)
    return None


def place_text(space: Space, m: Memory, kind: str, item: int) -> str:
    """An item by its place, for a chooser who can't see it: the zone, and the position in it from 1."""
    number = m[space.items[kind].place + item] - 1
    if number < 0:
        return "?"
    cell = space.cells[number]
    start = cell.address + 1
    place = m.index(item, start, start + m[cell.address]) - start
    if cell.decl.is_pile:
        place = m[cell.address] - 1 - place
    return f"{zone_text(space, number)}.{place + 1}"
