"""The facts of expressions that read the state: locals, items, zones, variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.base import NO_FAULTS, NO_READS, Fact, Failure, Part, Read, constant, fact
from cardengine.constructs.zones import contents, reached
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, EnumType, ItemType, ListType, OptionalType

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts

_NOTHING = frozenset((Failure.NOTHING,))


def _absent(facts: Facts, of: t.Expr | None) -> frozenset[Failure]:
    """The fault of a part that must be present but may be nothing."""
    optional = of is not None and isinstance(of.type, OptionalType) and facts.of(of).low < 0
    return _NOTHING if optional else NO_FAULTS


def constant_value(_facts: Facts, expr: t.Constant) -> Fact:
    """A number or a word."""
    return constant(bool(expr.value) if expr.type is BOOL else expr.value)


def option_value(facts: Facts, expr: t.OptionValue) -> Fact:
    """Constant in one game."""
    return constant(facts.space.options[expr.name])


def local_value(facts: Facts, expr: t.LocalValue) -> Fact:
    """A local can have any value of its type; a list as many members as its register holds."""
    local = expr.local
    low, high = facts.range_of(local.type)
    kept = local.storage is t.Storage.STATE
    reads = frozenset((Read(Part.LOCAL, local.name),)) if kept else NO_READS
    if not isinstance(local.type, ListType):
        return fact(low=low, high=high, reads=reads)
    register = facts.space.registers.get(local)
    most = facts.length(local) if register is None or register.capacity is None else register.capacity
    return fact(low=low, high=high, most=most, distinct=local in facts.subsets, reads=reads, cost=1 + most)


def variable(facts: Facts, expr: t.Variable) -> Fact:
    """A variable has its bounds."""
    cells = facts.space.variables[(expr.owner_kind, expr.name)]
    parts = () if expr.owner is None else (facts.of(expr.owner),)
    reads = frozenset((Read(Part.VARIABLE, expr.name, expr.owner_kind),))
    return fact(*parts, low=cells.low, high=cells.high, raises=_absent(facts, expr.owner), reads=reads)


def printed(facts: Facts, expr: t.Attribute) -> Sequence[int] | None:
    """The values of an attribute by the number of what it is printed on; None for pieces, which have it by class."""
    kind = expr.of.type.item if isinstance(expr.of.type, OptionalType) else expr.of.type
    space = facts.space.items[expr.kind]
    return None if space.model and not isinstance(kind, EnumType) else space.tables[expr.name]


def attribute(facts: Facts, expr: t.Attribute) -> Fact:
    """A printed attribute is one of the values in its table."""
    of, table = facts.of(expr.of), printed(facts, expr)
    raises = _absent(facts, expr.of)
    if table is None:
        reads = frozenset((Read(Part.CLASS, expr.kind),))
        values: Sequence[int] = facts.space.items[expr.kind].tables[expr.name]
    else:
        if of.constant and of.value >= 0:
            return constant(table[of.value])
        reads = NO_READS
        values = table[max(of.low, 0) : of.high + 1]
    low, high = (min(values), max(values)) if values else (0, 0)
    return fact(of, low=low, high=high, raises=raises, reads=reads)


def printed_on(facts: Facts, expr: t.Expr, it: t.Local) -> list[int] | None:
    """The values of an expression by the number of ``it``, when it is just an attribute that is printed on it."""
    if isinstance(expr, t.Attribute) and isinstance(expr.of, t.LocalValue) and expr.of.local is it:
        table = printed(facts, expr)
        if table is not None and not isinstance(it.type, OptionalType):
            return list(table)
    return None


def is_face_up(facts: Facts, expr: t.IsFaceUp) -> Fact:
    """Yes or no."""
    reads = frozenset((Read(Part.FACE, kind_of(expr.of)),))
    return fact(facts.of(expr.of), low=0, high=1, raises=_absent(facts, expr.of), reads=reads)


def kind_of(expr: t.Expr) -> str:
    """The kind of an item, which may be nothing."""
    kind = expr.type.item if isinstance(expr.type, OptionalType) else expr.type
    assert isinstance(kind, ItemType)
    return kind.kind


def zone_of(facts: Facts, expr: t.ZoneOf) -> Fact:
    """Any zone of items of that kind."""
    kind = kind_of(expr.of)
    homes = [number for number, cell in enumerate(facts.space.cells) if cell.decl.item.kind == kind]
    raises = _absent(facts, expr.of) | {Failure.NO_ZONE}
    reads = frozenset((Read(Part.PLACE, kind, hidden=True),))
    low, high = min(homes, default=0), max(homes, default=0)
    return fact(facts.of(expr.of), low=low, high=high, raises=raises, reads=reads)


def owner_of(facts: Facts, expr: t.OwnerOf) -> Fact:
    """A seat, if it has one."""
    of, kind = facts.of(expr.of), expr.of.type
    last = facts.space.players - 1
    if isinstance(kind, OptionalType | ItemType):
        raises = _absent(facts, expr.of) | {Failure.NO_OWNER}
        return fact(of, low=0, high=last, raises=raises, reads=frozenset((Read(Part.PLACE, kind_of(expr.of)),)))
    seats = [cell.seat for cell in reached(facts.space, of)]
    raises = frozenset((Failure.NO_OWNER,)) if min(seats, default=-1) < 0 else NO_FAULTS
    owned = [seat for seat in seats if seat >= 0]
    return fact(of, low=min(owned, default=0), high=max(owned, default=last), raises=raises)


def all_players(facts: Facts, _expr: t.AllPlayers) -> Fact:
    """Every seat."""
    return constant(list(range(facts.space.players)))


def all_teams(facts: Facts, _expr: t.AllTeams) -> Fact:
    """Every team."""
    return constant(list(range(len(facts.space.teams))))


def team_of(facts: Facts, expr: t.TeamOf) -> Fact:
    """One of the teams."""
    return fact(facts.of(expr.of), low=0, high=len(facts.space.teams) - 1, raises=_absent(facts, expr.of))


def members_of(facts: Facts, expr: t.MembersOf) -> Fact:
    """Some of the seats."""
    most = max(map(len, facts.space.teams))
    return fact(
        facts.of(expr.of), low=0, high=facts.space.players - 1, most=most, distinct=True,
        raises=_absent(facts, expr.of), cost=1 + facts.of(expr.of).cost + most,
    )  # fmt: skip


def every_item(facts: Facts, expr: t.EveryItem) -> Fact:
    """All cards, or the pieces in play."""
    items = facts.space.items[expr.kind]
    if not items.model:
        return constant(list(range(items.count)))
    reads = frozenset((Read(Part.CLASS, expr.kind),))
    return fact(low=0, high=items.count - 1, most=items.count, distinct=True, reads=reads, cost=1 + items.count)


def every_member(_facts: Facts, expr: t.EveryMember) -> Fact:
    """All words of an enum."""
    kind = expr.type.item if isinstance(expr.type, ListType) else None
    assert isinstance(kind, EnumType)
    return constant(list(range(len(kind.members))))


# Zones ---------------------------------------------------------------------------------------------


def place_base(facts: Facts, name: str) -> int:
    """The index of the first zone of a family: 1, or 0 if it is indexed by an enum."""
    return 1 if facts.space.zones[name].decl.each is None else 0


def zone_ref(facts: Facts, expr: t.ZoneRef) -> Fact:
    """One of the zones of a declaration."""
    space = facts.space.zones[expr.name]
    parts, raises = [], NO_FAULTS
    owners, places = (0, 0), (0, 0)
    if expr.owner is not None:
        owner = facts.of(expr.owner)
        parts.append(owner)
        raises |= _absent(facts, expr.owner)
        owners = _within(owner.low, owner.high, space.owners)
    if expr.index is not None:
        index = facts.of(expr.index)
        base = place_base(facts, expr.name)
        parts.append(index)
        raises |= _absent(facts, expr.index)
        if index.low < base or index.high >= space.places + base:
            raises |= {Failure.NO_PLACE}
        places = _within(index.low - base, index.high - base, space.places)
    low = space.first + owners[0] * space.places + places[0]
    high = space.first + owners[1] * space.places + places[1]
    if not raises and all(part.constant for part in parts):
        return constant(low)
    return fact(*parts, low=low, high=high, raises=raises)


def _within(low: int, high: int, count: int) -> tuple[int, int]:
    last = count - 1
    return min(max(low, 0), last), max(min(high, last), 0)


def zone_family(facts: Facts, expr: t.ZoneFamily) -> Fact:
    """The zones of one owner."""
    space = facts.space.zones[expr.name]
    first, places = space.first, space.places
    if expr.owner is None:
        return constant(list(range(first, first + places)))
    owner = facts.of(expr.owner)
    raises = _absent(facts, expr.owner)
    low, high = _within(owner.low, owner.high, space.owners)
    if owner.constant and not raises:
        return constant(list(range(first + low * places, first + (low + 1) * places)))
    return fact(
        owner, low=first + low * places, high=first + (high + 1) * places - 1, most=places, distinct=True,
        raises=raises, cost=1 + owner.cost + places,
    )  # fmt: skip


def every_zone(facts: Facts, expr: t.EveryZone) -> Fact:
    """All zones of a declaration."""
    space = facts.space.zones[expr.name]
    return constant(list(range(space.first, space.first + space.owners * space.places)))


def items_of(facts: Facts, expr: t.ItemsOf) -> Fact:
    """What lies in a zone."""
    zone = facts.of(expr.zone)
    cells = reached(facts.space, zone)
    low, high = facts.range_of(expr.type)
    most = max((cell.capacity for cell in cells), default=0)
    return fact(
        zone, low=low, high=high, most=most, distinct=True, reads=contents(cells), cost=1 + zone.cost + most
    )  # fmt: skip
