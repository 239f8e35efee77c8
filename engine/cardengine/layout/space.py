"""The layout of the flat state: which cells of the vector hold each zone, item, variable and register.

The state of a game is a vector of integers (``Memory``): a header, then items, variables, zones and registers.
After it comes scratch memory for expressions, which isn't part of the state. A zone takes one cell for its count
and one for each item that it may hold; a pile is stored bottom first, so that taking its top is cheap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from cardengine.tree.nodes import Facing, Local, Storage
from cardengine.tree.symbols import Audience, KindDecl, Ruleset, VariableDecl, ZoneDecl
from cardengine.tree.types import (
    BOOL,
    PLAYER,
    TEAM,
    EnumType,
    ItemType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)

# Integers; in the scratch part also lists of integers.
Memory = list[Any]

NOWHERE = 0
"""The place of an item that is in no zone; otherwise the place is the zone's number plus one."""

WORD_MIN, WORD_MAX = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True)
class ItemSpace:
    """The cells of the items of one kind, and their printed attributes.

    Attributes:
        count: the most items there can be.
        place, face, seen: first cell of the items' places, facings (1 is up) and masks of seats that have seen them.
        model: for pieces, first cell of each slot's class plus one (0: not in play); 0 for cards.
        tables: the values of each attribute, by card or by class.
        texts: the text of each item.
        limit: for pieces, the number of slots of each player.
        pack: for each item the first one that looks the same.
    """

    decl: KindDecl
    count: int
    place: int
    face: int
    seen: int
    model: int
    tables: dict[str, list[int]]
    texts: tuple[str, ...]
    limit: int
    pack: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ZoneSpace:
    """The zones of one declaration: ``first`` is the number of the first one, ``places`` how many each owner has."""

    decl: ZoneDecl
    first: int
    owners: int
    places: int


@dataclass(frozen=True, slots=True)
class ZoneCell:
    """One zone.

    Attributes:
        address: the cell of its count; the items follow.
        capacity: how many items it can hold.
        owner: the number of its owner, from 0.
        place: its place in a family, from 0.
        seat: the player who owns it; -1 if none does.
        mask: the seats that see its face-down items.
        segment: for a pile, two cells: the start (0 is the bottom) and length of the part whose order chance has
            still to decide; until then it is kept in pack order.
    """

    address: int
    capacity: int
    decl: ZoneDecl
    owner: int
    place: int
    seat: int
    mask: int
    segment: int


@dataclass(frozen=True, slots=True)
class VariableSpace:
    """The cells of a variable, one for each owner, and its bounds."""

    decl: VariableDecl
    address: int
    owners: int
    low: int
    high: int
    initial: int


@dataclass(frozen=True, slots=True)
class Register:
    """The cells of a local: one cell, or for a list a count and ``capacity`` cells."""

    address: int
    capacity: int | None = None
    scratch: bool = False


@dataclass(slots=True)
class Space:
    """The layout of one game: a ruleset with its options and number of players."""

    ruleset: Ruleset
    players: int
    options: dict[str, int | Fraction]
    items: dict[str, ItemSpace] = field(default_factory=dict)
    zones: dict[str, ZoneSpace] = field(default_factory=dict)
    cells: list[ZoneCell] = field(default_factory=list)
    addresses: list[int] = field(default_factory=list)
    piles: list[bool] = field(default_factory=list)
    variables: dict[tuple[str, str], VariableSpace] = field(default_factory=dict)
    registers: dict[Local, Register] = field(default_factory=dict)
    size: int = 0
    scratch: int = 0

    @property
    def everyone(self) -> int:
        """The mask of all seats."""
        return (1 << self.players) - 1

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; without teams each player is a team."""
        return self.ruleset.teams or tuple((seat,) for seat in range(self.players))

    def add(self, cell: ZoneCell) -> None:
        """Add a zone; lists by number have the address of each zone, and whether it is a pile."""
        self.cells.append(cell)
        self.addresses.append(cell.address)
        self.piles.append(cell.decl.is_pile)

    def take(self, cells: int) -> int:
        """Allocate cells of the state; returns the first address."""
        address = self.size
        self.size += cells
        return address

    def take_scratch(self) -> int:
        """Allocate a scratch cell; its address is negative, counted from the end of the vector."""
        self.scratch += 1
        return -self.scratch

    def register(self, local: Local, most: int = 0) -> Register:
        """The register of a local, allocated on first use; for a list, with room for at least ``most`` values."""
        found = self.registers.get(local)
        if found is None:
            if local.storage is Storage.SCRATCH:
                found = Register(self.take_scratch(), None, True)
            elif isinstance(local.type, ListType):
                capacity = max(self.bound(local.type.item), most)
                found = Register(self.take(1 + capacity), capacity)
            else:
                found = Register(self.take(1))
            self.registers[local] = found
        return found

    def bound(self, item: Type) -> int:
        """How many values a list of this type is allocated for."""
        match item:
            case ItemType(kind):
                return self.items[kind].count
            case EnumType(_, members):
                return len(members)
            case ZoneType():
                return max(len(self.cells), 1)
            case OptionalType(inner):
                return self.bound(inner)
            case _:
                if item in (PLAYER, TEAM):
                    return self.players if item == PLAYER else len(self.teams)
                return max([self.players, 2 if item is BOOL else 0, *(space.count for space in self.items.values())])

    def range_of(self, kind: Type) -> tuple[int, int]:
        """The least and greatest integer that represents a value of a type other than number."""
        match kind:
            case EnumType(_, members):
                return 0, len(members) - 1
            case ItemType(name):
                return 0, self.items[name].count - 1
            case ZoneType():
                return 0, max(len(self.cells) - 1, 0)
            case OptionalType(inner):
                return -1, self.range_of(inner)[1]
            case _:
                if kind is BOOL:
                    return 0, 1
                if kind in (PLAYER, TEAM):
                    return 0, (self.players if kind == PLAYER else len(self.teams)) - 1
                return WORD_MIN, WORD_MAX

    def strengths(self, kind: Type) -> Sequence[int] | None:
        """The declared order of an enum, if it differs from the order of its members."""
        if not isinstance(kind, EnumType):
            return None
        strengths = self.ruleset.strengths.get(kind.name)
        return None if strengths is None or list(strengths) == list(range(len(strengths))) else strengths

    def mask_for(self, decl: ZoneDecl, owners: int) -> int:
        """The seats that see the face-down items of a zone; ``owners`` is the mask of the owning seats, 0 for none."""
        match decl.seen_by:
            case Audience.EVERYBODY:
                return self.everyone
            case Audience.OWNER:
                return owners
            case Audience.OTHERS:
                return self.everyone & ~owners if owners else 0
            case Audience.NOBODY:
                return 0


def facing_of(decl: ZoneDecl) -> int | None:
    """The facing that a zone gives an entering card: 1 up, 0 down, None unchanged."""
    return {Facing.UP: 1, Facing.DOWN: 0, Facing.KEEP: None}[decl.facing]
