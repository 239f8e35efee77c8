"""The types of the ruleset language.

Nothing is converted silently: a type either fits, or the checker reports it. ``UNKNOWN`` is the type of a part
that has already been reported; it fits everywhere, so that one mistake is reported once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Basic(Enum):
    """Types without parts."""

    INT = "number"
    FRACTION = "fraction"
    BOOL = "yes or no"
    PLAYER = "player"
    TEAM = "team"
    NOTHING = "nothing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class EnumType:
    """A fixed list of words, in their declared order (``suit``, ``rank``, the words of an option)."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemType:
    """The items of zones: ``card``, or a kind of piece."""

    kind: str


@dataclass(frozen=True, slots=True)
class ZoneType:
    """A pile or a row of items of one kind."""

    item: ItemType


@dataclass(frozen=True, slots=True)
class ListType:
    """A bounded list."""

    item: Type


@dataclass(frozen=True, slots=True)
class OptionalType:
    """A value of a type, or nothing."""

    item: Type


Type = Basic | EnumType | ItemType | ZoneType | ListType | OptionalType

INT = Basic.INT
FRACTION = Basic.FRACTION
BOOL = Basic.BOOL
PLAYER = Basic.PLAYER
TEAM = Basic.TEAM
NOTHING = Basic.NOTHING
UNKNOWN = Basic.UNKNOWN
CARD = ItemType("card")


def fits(actual: Type, expected: Type) -> bool:
    """Whether a value of type ``actual`` can be used where ``expected`` is expected, without conversion."""
    if actual == expected or UNKNOWN in (actual, expected):
        return True
    match expected:
        case OptionalType(item):
            if isinstance(actual, OptionalType):
                return fits(actual.item, item)
            return actual is NOTHING or fits(actual, item)
        case ListType(item):
            return isinstance(actual, ListType) and fits(actual.item, item)
        case _:
            return False


def common(left: Type, right: Type) -> Type | None:
    """The common type of two types, or None."""
    if fits(right, left):
        return left
    if fits(left, right):
        return right
    if {left, right} == {INT, FRACTION}:
        return FRACTION
    if left is NOTHING and not isinstance(right, ListType | ZoneType):
        return OptionalType(right)
    if right is NOTHING and not isinstance(left, ListType | ZoneType):
        return OptionalType(left)
    return None


def describe(kind: Type) -> str:  # noqa: PLR0911 - one return for each type
    """The type in words, for messages: ``a card``, ``a list of numbers``."""
    match kind:
        case Basic.INT:
            return "a number"
        case Basic.FRACTION:
            return "a fraction"
        case Basic.BOOL:
            return "yes or no"
        case Basic.PLAYER:
            return "a player"
        case Basic.TEAM:
            return "a team"
        case Basic.NOTHING:
            return "nothing"
        case Basic.UNKNOWN:
            return "something unknown"
        case EnumType(name, members):
            return (
                name if " or " in name else f"a {name} ({', '.join(members[:4])}{', ...' if len(members) > 4 else ''})"
            )
        case ItemType(name):
            return f"a {name}"
        case ZoneType(ItemType(name)):
            return "a zone" if name == "card" else f"a zone of {name}s"
        case ListType(item):
            return f"a list of {plural(item)}"
        case OptionalType(item):
            return f"{describe(item)} or nothing"


def plural(kind: Type) -> str:
    """The type's plural in words: ``cards``, ``numbers``."""
    match kind:
        case Basic.BOOL:
            return "yes-or-no values"
        case EnumType(name, _):
            return f"{name}s" if " or " not in name else f"words ({name})"
        case ItemType(name):
            return f"{name}s"
        case ZoneType():
            return "zones"
        case ListType(item):
            return f"lists of {plural(item)}"
        case OptionalType(item):
            return f"{plural(item)} or nothing"
        case Basic():
            return f"{kind.value}s"


def element(kind: Type) -> Type | None:
    """The type of one item of a list or a zone; None for anything else."""
    match kind:
        case ListType(item):
            return item
        case ZoneType(item):
            return item
        case Basic.UNKNOWN:
            return UNKNOWN
        case _:
            return None
