"""Lowers expressions that read the state: players, cards, pieces, zones and variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.constructs.base import Failure
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Array, Range, Seq, Strided, Zone, item_of
from cardengine.tree import nodes as t
from cardengine.tree.types import EnumType, ItemType, OptionalType, Type

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


def variable(low: Lowering, expr: t.Variable) -> Expr:
    """A variable."""
    cells = low.space.variables[expr.owner_kind, expr.name]
    return low.b.load(0 if expr.owner is None else low.present(expr.owner), cells.address)


def attribute(low: Lowering, expr: t.Attribute) -> Expr:
    """A printed attribute of a card, or of a class of pieces."""
    b, space = low.b, low.space.items[expr.kind]
    values = space.tables[expr.name]
    kind = expr.of.type.item if isinstance(expr.of.type, OptionalType) else expr.of.type
    of = low.present(expr.of)
    if space.model and not isinstance(kind, EnumType):
        # A piece that isn't in play has no class; for it, the interpreter reads the last row.
        table = low.column([values[-1], *values] if values else [0])
        return b.load(b.load(of, space.model), table)
    return of if list(values) == list(range(len(values))) else b.column_of(of, low.column(values))


def is_face_up(low: Lowering, expr: t.IsFaceUp) -> Expr:
    """Whether an item lies face up."""
    return low.b.load(low.present(expr.of), low.items(expr.of.type).face)


def zone_of(low: Lowering, expr: t.ZoneOf) -> Expr:
    """The zone in which an item lies."""
    b = low.b
    place = b.var(b.load(low.present(expr.of), low.items(expr.of.type).place))
    with b.if_(b.not_(place)):
        low.trouble()
        b.set(place, 1)
    return b.sub(place, 1)


def owner_of(low: Lowering, expr: t.OwnerOf) -> Expr:
    """The player who owns a zone, or the zone in which an item lies."""
    b = low.b
    seats = [cell.seat for cell in low.space.cells]
    if isinstance(expr.of.type, OptionalType | ItemType):
        place = b.load(low.present(expr.of), low.items(expr.of.type).place)
        seat = b.var(b.load(place, low.column([-1, *seats])))
    else:
        seat = b.var(b.load(low.num(expr.of), low.column(seats)))
    with b.if_(b.lt(seat, 0)):
        low.trouble()
        b.set(seat, 0)
    return seat


def team_of(low: Lowering, expr: t.TeamOf) -> Expr:
    """The team of a player."""
    teams = low.space.teams
    table = [next(n for n, team in enumerate(teams) if seat in team) for seat in range(low.space.players)]
    player = low.present(expr.of)
    return player if table == list(range(len(table))) else low.b.load(player, low.column(table))


def members_of(low: Lowering, expr: t.MembersOf) -> Seq:
    """The players of a team."""
    b = low.b
    teams = [sorted(team) for team in low.space.teams]
    longest = max(map(len, teams))
    flat = [seat for team in teams for seat in team + [0] * (longest - len(team))]
    team = b.let(low.present(expr.of))
    start = b.let(b.add(b.mul(team, longest), low.column(flat)))
    size = b.load(team, low.column([len(team) for team in teams]))
    return Array(item_of(expr), longest, start, size, distinct=True)


# Zones -----------------------------------------------------------------------------------------------


def zone(low: Lowering, expr: t.ZoneRef) -> Expr:
    """The number of a zone."""
    b, space = low.b, low.space.zones[expr.name]
    number: Expr = Const(space.first)
    if expr.owner is not None:
        number = b.add(b.mul(low.present(expr.owner), space.places), number)
    if expr.index is None:
        return number
    place = b.sub(low.present(expr.index), 1 if space.decl.each is None else 0)
    if Failure.NO_PLACE in low.known(expr).raises or isinstance(expr.index.type, OptionalType):
        place = b.var(place)
        with b.if_(b.or_(b.lt(place, 0), b.ge(place, space.places))):
            low.trouble()
            b.set(place, 0)
    return b.add(place, number)


def zone_family(low: Lowering, expr: t.ZoneFamily) -> Seq:
    """All zones of a family."""
    b, space = low.b, low.space.zones[expr.name]
    assert expr.owner is not None
    start = b.let(b.add(b.mul(low.present(expr.owner), space.places), space.first))
    return Range(item_of(expr), space.places, start, b.add(start, space.places))


def zone_address(low: Lowering, name: str, number: Expr) -> Expr:
    """The address of the count of one of the zones of a declaration."""
    b, cells, space = low.b, low.space.cells, low.space.zones[name]
    if isinstance(number, Const):
        return Const(cells[number.value].address)
    first = cells[space.first].address
    stride = cells[space.first + 1].address - first if space.owners * space.places > 1 else 0
    return b.let(b.add(b.mul(b.sub(number, space.first), stride), first))


def items_of(low: Lowering, expr: t.ItemsOf) -> Seq:
    """The items of a zone."""
    name = low.zone_name(expr.zone)
    if name is None:
        return items_in(low, low.b.let(low.num(expr.zone)), item_of(expr), expr.zone)
    space = low.space.zones[name]
    most = low.space.cells[space.first].capacity
    return Zone(item_of(expr), most, zone_address(low, name, low.num(expr.zone)), space.decl.is_pile)


def items_in(low: Lowering, number: Expr, item: Type, expr: t.Expr | None = None) -> Seq:
    """The items of a computed zone; ``expr`` is its expression, or a list that it is from."""
    b, cells = low.b, low.space.cells
    if isinstance(number, Const):
        cell = cells[number.value]
        return Zone(item, cell.capacity, Const(cell.address), cell.decl.is_pile)
    several = cells
    if expr is not None:
        found = low.known(expr)
        several = cells[max(found.low, 0) : min(found.high, len(cells) - 1) + 1] or cells
    most = max(cell.capacity for cell in several)
    address = b.let(b.load(number, low.addresses))
    piles = {cell.decl.is_pile for cell in several}
    if len(piles) == 1:
        return Zone(item, most, address, piles.pop())
    pile, size = b.let(b.load(number, low.piles)), b.let(b.load(address))
    first = b.let(b.choose(pile, b.add(address, size), b.add(address, 1)))
    return Strided(item, most, first, b.let(b.choose(pile, -1, 1)), size, distinct=True)
