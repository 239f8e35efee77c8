"""Names for the cells of a compiled game's memory, for printing."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields

from cardengine.ir.memory import MAX_OFFERS, MAX_RECORDS, MAX_RESULTS, Layout, result_cells
from cardengine.model import program as p
from cardengine.model.program import Header
from cardengine.tree import nodes as t


@dataclass(frozen=True, slots=True)
class Region:
    """Consecutive cells with one name.

    Attributes:
        head: what its first cell is called when that is read by itself: of a list its count.
    """

    start: int
    count: int
    name: str
    head: str


class Names:
    """The names of all cells.

    Args:
        program: the game.
        layout: where everything lies.
    """

    def __init__(self, program: p.Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        self._used: Counter[str] = Counter()
        self._found: dict[int, Region] = {}
        self._header()
        self._items()
        self._zones()
        self._variables()
        self._registers()
        self._behind()
        self._tables()
        self._starts = sorted(self._found)

    def of(self, address: int) -> tuple[Region | None, int]:
        """The region of a cell (None if it has no name), and the offset in it."""
        place = bisect_right(self._starts, address) - 1
        if place >= 0:
            region = self._found[self._starts[place]]
            if address < region.start + region.count:
                return region, address - region.start
        return None, 0

    def starts_at(self, address: int) -> Region | None:
        """The region that begins at a cell."""
        return self._found.get(address)

    def rooms(self, addresses: Iterable[int]) -> None:
        """Name the cells without a name as scratch cells, numbered in order."""
        unknown = sorted({address for address in addresses if self.of(address)[0] is None})
        for number, address in enumerate(unknown):
            beyond = unknown[number + 1] if number + 1 < len(unknown) else self.layout.top
            self._add(address, max(beyond - address, 1), f"room{number + 1}")
        self._starts = sorted(self._found)

    # What has a name ---------------------------------------------------------------------------

    def _add(self, start: int, count: int, name: str, head: str | None = None) -> None:
        if count < 1 or start in self._found:
            return
        self._used[name] += 1
        if self._used[name] > 1:
            name = f"{name}'{self._used[name]}"
        self._found[start] = Region(start, count, name, name if head is None else f"{name}.{head}")

    def _header(self) -> None:
        for name, address in vars(Header).items():
            if name.isupper() and name != "SIZE":
                self._add(address, 1, name.lower())

    def _items(self) -> None:
        for kind in self.layout.space.items.values():
            name = kind.decl.name
            self._add(kind.place, kind.count, f"{name}.place")
            self._add(kind.face, kind.count, f"{name}.face")
            self._add(kind.seen, kind.count, f"{name}.seen")
            if kind.model:
                self._add(kind.model, kind.count, f"{name}.class")

    def _zones(self) -> None:
        space = self.layout.space
        for cell in space.cells:
            zones = space.zones[cell.decl.name]
            name = cell.decl.name
            if zones.owners > 1:
                name += f".{cell.owner + 1}"
            if zones.places > 1:
                name += f".{cell.place + 1}"
            self._add(cell.address, 1 + cell.capacity, name, "count")
            if cell.segment:
                self._add(cell.segment, 2, f"{name}.undecided")

    def _variables(self) -> None:
        for (_, name), cells in self.layout.space.variables.items():
            self._add(cells.address, cells.owners, name)

    def _registers(self) -> None:
        space, program = self.layout.space, self.program
        for choice in program.choices:
            frame, name = choice.frame, choice.decl.name
            self._add(frame.you, 1, f"{name}.you")
            self._add(frame.back, 1, f"{name}.back")
            self._add(frame.taken, 1, f"{name}.taken")
            for local in choice.decl.captures:
                self._local(local, f"{name}.{local.name}")
            for action in choice.decl.actions:
                for parameter in action.parameters:
                    self._local(parameter.local, f"{action.name}.{parameter.local.name}")
            records = choice.records
            if records.commits:
                self._add(records.commits, records.size * program.players, f"{name}.commits")
        for name, procedure in program.procedures.items():
            self._add(procedure.back, 1, f"{name}.back")
            for local in program.ruleset.procedures[name].parameters:
                self._local(local, f"{name}.{local.name}")
        for local in space.registers:
            self._local(local, local.name)
        self._loops()

    def _local(self, local: t.Local, name: str) -> None:
        register = self.layout.space.registers.get(local)
        if register is None or register.scratch:
            return
        if register.capacity is None:
            self._add(register.address, 1, name)
        else:
            self._add(register.address, 1 + register.capacity, name, "count")

    def _loops(self) -> None:
        cursors: dict[int, p.ListLoop] = {}
        for number, instruction in enumerate(self.program.code):
            match instruction:
                case p.ListStart():
                    cursors[instruction.loop.address] = instruction.loop
                case p.ListNext():
                    register = self._found.get(instruction.register.address)
                    self._list_loop(instruction.loop, "each" if register is None else f"each {register.name}")
                case p.CountStart():
                    counter = instruction.counter
                    name = counter.name if isinstance(counter, t.Variable) else f"count {number}"
                    if isinstance(counter, t.LocalValue):
                        name = counter.local.name
                    self._add(instruction.cell, 1, f"{name}.left")
                    self._add(instruction.cell + 1, 1, f"{name}.next")
                case p.TimesStart():
                    self._add(instruction.cell, 1, "times.left")
                case p.EnterPhase():
                    self._add(instruction.cell, 1, "phase.around")

    def _list_loop(self, loop: p.ListLoop, name: str) -> None:
        address, capacity = loop.address, loop.capacity
        self._add(address, 1, f"{name}.cursor")
        self._add(address + 1, 1, f"{name}.count")
        self._add(address + 2, capacity, f"{name}.values")
        if loop.kind is not None:
            self._add(address + 2 + capacity, capacity, f"{name}.places")

    # Behind the state --------------------------------------------------------------------------

    def _behind(self) -> None:
        layout, space = self.layout, self.layout.space
        sizes = {
            "generators": 2 * (space.players + 1), "policies": space.players, "scores": 2 * space.players,
            "base": space.size, "image": space.size, "index": MAX_OFFERS, "records": MAX_RECORDS,
            "results": MAX_RESULTS * result_cells(space.players),
        }  # fmt: skip
        for part in fields(layout):
            address = getattr(layout, part.name)
            if isinstance(address, int) and part.name != "top":
                self._add(address, sizes.get(part.name, 1), part.name)

    def _tables(self) -> None:
        space = self.layout.space
        known: dict[tuple[int, ...], list[str]] = {}
        for kind in space.items.values():
            for attribute, values in kind.tables.items():
                known.setdefault(tuple(values), []).append(f"{kind.decl.name}.{attribute}")
        cells = space.cells
        for name, column in (
            ("zone.address", [cell.address for cell in cells]),
            ("zone.capacity", [cell.capacity for cell in cells]),
            ("zone.pile", [int(cell.decl.is_pile) for cell in cells]),
            ("zone.mask", [cell.mask for cell in cells]),
            ("place.address", [0, *(cell.address for cell in cells)]),
            ("place.mask", [0, *(cell.mask for cell in cells)]),
        ):
            known.setdefault(tuple(column), []).append(name)
        number = 0
        for start, values in self.layout.data:
            if start in self._found:
                continue
            names = known.get(tuple(values))
            if names is None:
                number += 1
            self._add(start, len(values), f"table{number}" if names is None else "|".join(names))
