"""Players, cards, pieces, zones and variables: the expressions that read the state."""

from __future__ import annotations

from cardengine.evaluation import functions
from cardengine.evaluation.base import Base
from cardengine.evaluation.compiled import Compiled, Function, constant
from cardengine.layout.faults import Fault
from cardengine.layout.space import NOWHERE, Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import EnumType, ListType, OptionalType


class Places(Base):
    """Compiles what reads the state."""

    def _Attribute(self, expr: t.Attribute) -> Compiled:  # noqa: N802
        space = self.space.items[expr.kind]
        table = space.tables[expr.name]
        of = self.present(expr.of)
        low, high = (min(table), max(table)) if table else (0, 0)
        kind = expr.of.type.item if isinstance(expr.of.type, OptionalType) else expr.of.type
        if space.model and not isinstance(kind, EnumType):
            model = space.model
            return Compiled(lambda m: table[m[model + of(m)] - 1], low, high)
        inner = self.compile(expr.of)
        if inner.constant and inner.value >= 0:
            return constant(table[inner.value])
        return Compiled(lambda m: table[of(m)], low, high)

    def _IsFaceUp(self, expr: t.IsFaceUp) -> Compiled:  # noqa: N802
        face = self.item_space(expr.of).face
        of = self.present(expr.of)
        return Compiled(lambda m: m[face + of(m)] == 1, 0, 1)

    def _ZoneOf(self, expr: t.ZoneOf) -> Compiled:  # noqa: N802
        place = self.item_space(expr.of).place
        of = self.present(expr.of)
        span = expr.span

        def zone_of(m: Memory) -> int:
            found: int = m[place + of(m)]
            if found == NOWHERE:
                raise Fault("it lies in no zone", span)
            return found - 1

        return Compiled(zone_of, 0, len(self.space.cells))

    def _OwnerOf(self, expr: t.OwnerOf) -> Compiled:  # noqa: N802
        span = expr.span
        seats = [cell.seat for cell in self.space.cells]
        if isinstance(expr.of.type, OptionalType) or hasattr(expr.of.type, "kind"):
            place = self.item_space(expr.of).place
            of = self.present(expr.of)

            def owner(m: Memory) -> int:
                zone = m[place + of(m)]
                seat = seats[zone - 1] if zone else -1
                if seat < 0:
                    raise Fault("it belongs to no player", span)
                return seat

            return Compiled(owner, 0, self.space.players - 1)
        zone = self.function(expr.of)

        def zone_owner(m: Memory) -> int:
            seat = seats[zone(m)]
            if seat < 0:
                raise Fault("the zone belongs to no player", span)
            return seat

        return Compiled(zone_owner, 0, self.space.players - 1)

    def _AllPlayers(self, expr: t.AllPlayers) -> Compiled:  # noqa: N802
        return constant(list(range(self.space.players)))

    def _AllTeams(self, expr: t.AllTeams) -> Compiled:  # noqa: N802
        return constant(list(range(len(self.space.teams))))

    def _TeamOf(self, expr: t.TeamOf) -> Compiled:  # noqa: N802
        teams = self.space.teams
        table = [next(n for n, team in enumerate(teams) if seat in team) for seat in range(self.space.players)]
        of = self.present(expr.of)
        return Compiled(lambda m: table[of(m)], 0, len(teams) - 1)

    def _MembersOf(self, expr: t.MembersOf) -> Compiled:  # noqa: N802
        members = [sorted(team) for team in self.space.teams]
        of = self.present(expr.of)
        return Compiled(lambda m: members[of(m)], 0, self.space.players - 1, most=self.space.players)

    def _EveryItem(self, expr: t.EveryItem) -> Compiled:  # noqa: N802
        space = self.space.items[expr.kind]
        if not space.model:
            return constant(list(range(space.count)))
        model, count = space.model, space.count
        return Compiled(lambda m: [i for i in range(count) if m[model + i]], 0, count - 1, most=count)

    def _EveryMember(self, expr: t.EveryMember) -> Compiled:  # noqa: N802
        kind = expr.type.item if isinstance(expr.type, ListType) else None
        assert isinstance(kind, EnumType)
        return constant(list(range(len(kind.members))))

    def zone(self, expr: t.Expr) -> Compiled:
        """A closure for a zone's number."""
        return self.compile(expr)

    def _ZoneRef(self, expr: t.ZoneRef) -> Compiled:  # noqa: N802
        space = self.space.zones[expr.name]
        first, places = space.first, space.places
        last = first + space.owners * places - 1
        owner = self.present(expr.owner) if expr.owner is not None else None
        if expr.index is None:
            if owner is None:
                return constant(first)
            return Compiled(lambda m: first + owner(m) * places, first, last)
        index = self._family_index(expr.index, places, one_based=space.decl.each is None)
        if owner is None:
            return Compiled(lambda m: first + index(m), first, last)
        return Compiled(lambda m: first + owner(m) * places + index(m), first, last)

    def _family_index(self, expr: t.Expr, places: int, *, one_based: bool) -> Function:
        inner = self.present(expr)
        span = expr.span
        base = 1 if one_based else 0

        def index(m: Memory) -> int:
            place: int = inner(m) - base
            if not 0 <= place < places:
                raise Fault(f"there is no place {place + base}: there are {places}", span)
            return place

        return index

    def _ZoneFamily(self, expr: t.ZoneFamily) -> Compiled:  # noqa: N802
        space = self.space.zones[expr.name]
        first, places = space.first, space.places
        if expr.owner is None:
            return constant(list(range(first, first + places)))
        owner = self.present(expr.owner)

        def family(m: Memory) -> list[int]:
            start = first + owner(m) * places
            return list(range(start, start + places))

        return Compiled(family, first, first + space.owners * places - 1, most=places)

    def _EveryZone(self, expr: t.EveryZone) -> Compiled:  # noqa: N802
        space = self.space.zones[expr.name]
        return constant(list(range(space.first, space.first + space.owners * space.places)))

    def _ItemsOf(self, expr: t.ItemsOf) -> Compiled:  # noqa: N802
        zone = self.compile(expr.zone)
        low, high = self._range(expr.type)
        cells = self.space.cells
        if zone.constant:
            cell = cells[zone.value]
            a, start = cell.address, cell.address + 1
            if cell.decl.is_pile:
                return Compiled(lambda m: m[a + m[a] : a : -1], low, high, most=cell.capacity)
            return Compiled(lambda m: m[start : start + m[a]], low, high, most=cell.capacity)
        call = zone.call
        read = functions.zone_reader(cells)
        most = max((cell.capacity for cell in cells[max(zone.low, 0) : zone.high + 1]), default=0)
        return Compiled(lambda m: read(m, call(m)), low, high, most=most)

    def _Joined(self, expr: t.Joined) -> Compiled:  # noqa: N802
        parts = self.compile(expr.parts)
        low, high = self._range(expr.type)
        call = parts.call
        inner = expr.parts.type.item if isinstance(expr.parts.type, ListType) else None
        if isinstance(inner, ListType):
            return Compiled(lambda m: [x for part in call(m) for x in part], low, high)
        read = functions.zone_reader(self.space.cells)
        bound = self.space.bound(expr.type.item)  # type: ignore[union-attr]  # joined zones are a list
        return Compiled(lambda m: [x for zone in call(m) for x in read(m, zone)], low, high, most=bound)
