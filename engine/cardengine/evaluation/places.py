"""The closures of names, items, zones and variables: what reads the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import Closure, Fact, Failure
from cardengine.constructs.zones import zone_reader
from cardengine.facts.places import kind_of, place_base, printed
from cardengine.layout.faults import Fault
from cardengine.layout.space import NOWHERE, Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import ItemType, OptionalType

if TYPE_CHECKING:
    from cardengine.evaluation.closures import Closures


def local_value(closures: Closures, expr: t.LocalValue, _fact: Fact) -> Closure:
    """The value of a local."""
    elsewhere = closures.registers.get(expr.local)
    if elsewhere is not None:
        return lambda m: m[elsewhere]
    register = closures.space.register(expr.local)
    address = register.address
    if register.capacity is None:
        return lambda m: m[address]
    start = address + 1
    return lambda m: m[start : start + m[address]]


def variable(closures: Closures, expr: t.Variable, _fact: Fact) -> Closure:
    """A variable of the game, or of an owner."""
    address = closures.space.variables[(expr.owner_kind, expr.name)].address
    if expr.owner is None:
        return lambda m: m[address]
    cell = closures.cell(expr.owner)
    if cell is not None:
        return lambda m: m[address + m[cell]]
    owner = closures.present(expr.owner)
    return lambda m: m[address + owner(m)]


def attribute(closures: Closures, expr: t.Attribute, _fact: Fact) -> Closure:
    """A printed attribute of an item; a piece's is that of its class."""
    of, cell, table = closures.present(expr.of), closures.cell(expr.of), printed(closures.facts, expr)
    if table is not None:
        return (lambda m: table[of(m)]) if cell is None else (lambda m: table[m[cell]])
    space = closures.space.items[expr.kind]
    values, model = space.tables[expr.name], space.model
    return lambda m: values[m[model + of(m)] - 1]


def is_face_up(closures: Closures, expr: t.IsFaceUp, _fact: Fact) -> Closure:
    """Whether an item lies face up."""
    face, of = closures.space.items[kind_of(expr.of)].face, closures.present(expr.of)
    return lambda m: m[face + of(m)] == 1


def zone_of(closures: Closures, expr: t.ZoneOf, _fact: Fact) -> Closure:
    """The zone of an item."""
    place, of, span = closures.space.items[kind_of(expr.of)].place, closures.present(expr.of), expr.span

    def zone(m: Memory) -> int:
        found: int = m[place + of(m)]
        if found == NOWHERE:
            raise Fault("it lies in no zone", span)
        return found - 1

    return zone


def owner_of(closures: Closures, expr: t.OwnerOf, _fact: Fact) -> Closure:
    """The owner of an item or a zone."""
    seats, span = [cell.seat for cell in closures.space.cells], expr.span
    if isinstance(expr.of.type, OptionalType | ItemType):
        place, of = closures.space.items[kind_of(expr.of)].place, closures.present(expr.of)

        def owner(m: Memory) -> int:
            zone = m[place + of(m)]
            seat = seats[zone - 1] if zone else -1
            if seat < 0:
                raise Fault("it belongs to no player", span)
            return seat

        return owner
    zone = closures.function(expr.of)

    def zone_owner(m: Memory) -> int:
        seat = seats[zone(m)]
        if seat < 0:
            raise Fault("the zone belongs to no player", span)
        return seat

    return zone_owner


def team_of(closures: Closures, expr: t.TeamOf, _fact: Fact) -> Closure:
    """A player's team."""
    teams, of = closures.space.teams, closures.present(expr.of)
    table = [next(n for n, team in enumerate(teams) if seat in team) for seat in range(closures.space.players)]
    return lambda m: table[of(m)]


def members_of(closures: Closures, expr: t.MembersOf, _fact: Fact) -> Closure:
    """A team's players."""
    members, of = [sorted(team) for team in closures.space.teams], closures.present(expr.of)
    return lambda m: members[of(m)]


def every_item(closures: Closures, expr: t.EveryItem, _fact: Fact) -> Closure:
    """All pieces in play."""
    space = closures.space.items[expr.kind]
    model, count = space.model, space.count
    return lambda m: [i for i in range(count) if m[model + i]]


def zone_ref(closures: Closures, expr: t.ZoneRef, fact: Fact) -> Closure:
    """One of the zones of a declaration."""
    space = closures.space.zones[expr.name]
    first, places = space.first, space.places
    if expr.owner is None:
        assert expr.index is not None
        only = _place(closures, expr, expr.index, fact)
        return lambda m: first + only(m)
    owner, cell = closures.present(expr.owner), closures.cell(expr.owner)
    if expr.index is not None:
        index = _place(closures, expr, expr.index, fact)
        return lambda m: first + owner(m) * places + index(m)
    if cell is not None:
        return lambda m: first + m[cell] * places
    return lambda m: first + owner(m) * places


def _place(closures: Closures, expr: t.ZoneRef, index: t.Expr, fact: Fact) -> Closure:
    """The place in a family, from 0."""
    inner, span = closures.present(index), index.span
    places, base = closures.space.zones[expr.name].places, place_base(closures.facts, expr.name)
    if Failure.NO_PLACE not in fact.raises:
        return (lambda m: inner(m) - base) if base else inner

    def place(m: Memory) -> int:
        found: int = inner(m) - base
        if not 0 <= found < places:
            raise Fault(f"there is no place {found + base}: there are {places}", span)
        return found

    return place


def zone_family(closures: Closures, expr: t.ZoneFamily, _fact: Fact) -> Closure:
    """The zones of one owner."""
    space = closures.space.zones[expr.name]
    first, places = space.first, space.places
    assert expr.owner is not None
    owner = closures.present(expr.owner)

    def family(m: Memory) -> list[int]:
        start = first + owner(m) * places
        return list(range(start, start + places))

    return family


def items_of(closures: Closures, expr: t.ItemsOf, _fact: Fact) -> Closure:
    """The items of a zone in order, a pile's from the top."""
    zone, cells = closures.known(expr.zone), closures.space.cells
    if zone.constant:
        cell = cells[zone.value]
        a, start = cell.address, cell.address + 1
        if cell.decl.is_pile:
            return lambda m: m[a + m[a] : a : -1]
        return lambda m: m[start : start + m[a]]
    number, read = closures.function(expr.zone), zone_reader(closures.space)
    return lambda m: read(m, number(m))
