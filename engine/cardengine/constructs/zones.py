"""What records and rules ask of zones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardengine.constructs.base import Fact, Part, Read
from cardengine.layout.space import Memory, Space, ZoneCell
from cardengine.tree.nodes import Facing
from cardengine.tree.symbols import Audience, ZoneDecl


def reached(space: Space, zones: Fact) -> Sequence[ZoneCell]:
    """The zones that a number, or the members of a list, can stand for."""
    return space.cells[max(zones.low, 0) : max(zones.high + 1, 0)]


def is_hidden(decl: ZoneDecl) -> bool:
    """Whether what lies in a zone may be hidden from somebody."""
    return decl.facing is not Facing.UP and decl.seen_by is not Audience.EVERYBODY


def contents(cells: Sequence[ZoneCell]) -> frozenset[Read]:
    """Reading what lies in zones."""
    decls = {cell.decl.name: cell.decl for cell in cells}
    return frozenset(Read(Part.ZONE, decl.name, hidden=is_hidden(decl)) for decl in decls.values())


def zone_reader(space: Space) -> Callable[[Memory, int], list[int]]:
    """A function that gives the items of a zone by number, a pile's top first."""
    addresses, piles = space.addresses, space.piles

    def read(m: Memory, zone: int) -> list[int]:
        a = addresses[zone]
        if piles[zone]:
            return m[a + m[a] : a : -1]
        return m[a + 1 : a + 1 + m[a]]

    return read
