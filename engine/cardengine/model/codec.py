"""The codec for the arguments of actions: their layout in registers, commits and offers.

An argument is a number, or a tuple of numbers if the parameter takes several. There are two layouts:

- *fixed*, for the registers of an action and the commits of a simultaneous choice: a list has a count and then as
  many cells as it may have values; unused cells are 0;
- *packed*, for the offers that compiled code writes: a list has its count and its values only.

A record of either layout begins with the number of the action.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardengine.diagnostics import Span
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory, Register
from cardengine.tree.symbols import Parameter
from cardengine.tree.types import ListType, Type

Value = int | tuple[int, ...]
"""One argument: a number, or a tuple of numbers for a subset."""

Values = tuple[Value, ...]
"""The arguments of an action, one for each parameter."""

Offered = tuple[int, Values]
"""A legal action: its number in the choice, and its arguments."""

HEAD: Final = 1
"""Cells of a record before the arguments: the number of the action."""

COUNT: Final = 1
"""Cells of a list before its values: the count."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one argument.

    Attributes:
        parameter: the declared parameter.
        kind: the type of a value, or of each value if there are several.
        many: whether it takes several values.
        register: where it is stored while the action is carried out.
        offset: its first cell in the fixed layout of all arguments.
    """

    parameter: Parameter
    kind: Type
    many: bool
    register: Register
    offset: int

    @property
    def name(self) -> str:
        """The parameter's name."""
        return self.parameter.local.name

    @property
    def size(self) -> int:
        """The number of cells in the fixed layout."""
        return cells_of(self.register)


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one action.

    Attributes:
        slots: one for each parameter.
        start: the first cell of their registers, which are adjacent.
        size: the number of cells in the fixed layout.
        plain: whether each is a single value, so that the cells are the values.
    """

    slots: tuple[Slot, ...]
    start: int
    size: int
    plain: bool

    @classmethod
    def of(cls, parameters: Sequence[Parameter], registers: Sequence[Register]) -> Arguments:
        """The layout of parameters with adjacent registers."""
        slots: list[Slot] = []
        size = 0
        start = registers[0].address if registers else 0
        for parameter, register in zip(parameters, registers, strict=True):
            assert register.address == start + size
            kind = parameter.domain.type
            many = isinstance(kind, ListType)
            slots.append(Slot(parameter, kind.item if isinstance(kind, ListType) else kind, many, register, size))
            size += cells_of(register)
        return cls(tuple(slots), start, size, not any(slot.many for slot in slots))

    def parts(self, values: Values) -> Iterator[tuple[Slot, tuple[int, ...]]]:
        """Each slot with its values; a single value is a tuple of one."""
        for slot, value in zip(self.slots, values, strict=True):
            yield slot, value if isinstance(value, tuple) else (value,)

    # Fixed -------------------------------------------------------------------------------------

    def encode(self, values: Values, span: Span) -> list[int]:
        """The fixed cells of arguments.

        Args:
            values: the arguments.
            span: the span for a fault.

        Raises:
            Fault: a list has too many values.
        """
        if self.plain:
            return list(map(int, values))  # type: ignore[arg-type]  # there is no list among them
        cells = [0] * self.size
        for slot, part in self.parts(values):
            if slot.register.capacity is None:
                cells[slot.offset] = int(part[0])
            else:
                put_list(cells, slot.offset, slot.register.capacity, part, span)
        return cells

    def decode(self, cells: Memory, at: int) -> Values:
        """The arguments stored in fixed layout from a cell on."""
        if self.plain:
            return tuple(cells[at : at + self.size])
        return tuple([_load(cells, at + slot.offset, slot.many) for slot in self.slots])

    def places(self, cells: Memory, at: int) -> Iterator[tuple[Slot, range]]:
        """Each slot with the cells of its values, where the fixed cells begin at a cell."""
        for slot in self.slots:
            first = at + slot.offset
            yield slot, values_of(cells, first) if slot.many else range(first, first + 1)

    def enter(self, m: Memory, values: Values, span: Span) -> None:
        """Write arguments into their registers.

        Raises:
            Fault: a list has too many values.
        """
        m[self.start : self.start + self.size] = self.encode(values, span)

    # Packed ------------------------------------------------------------------------------------

    def pack(self, values: Values) -> list[int]:
        """The packed cells of arguments."""
        cells: list[int] = []
        for slot, part in self.parts(values):
            cells += (len(part), *part) if slot.many else part
        return [int(cell) for cell in cells]

    def unpack(self, cells: Sequence[int], at: int) -> tuple[Values, int]:
        """The arguments stored in packed layout from a cell on, and the cell after them."""
        values: list[Value] = []
        for slot in self.slots:
            value = _load(cells, at, slot.many)
            values.append(value)
            at += COUNT + len(value) if isinstance(value, tuple) else 1
        return tuple(values), at


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a choice's actions and their arguments.

    Attributes:
        actions: the arguments of each action.
        commits: first cell of the commits of a simultaneous choice, one fixed record for each seat; 0 if the choice
            is never simultaneous. In a commit actions are numbered from 1; 0 means that nothing is committed.
        size: the number of cells of such a record.
    """

    actions: tuple[Arguments, ...]
    commits: int
    size: int

    # Commits -----------------------------------------------------------------------------------

    def commit_of(self, seat: int) -> int:
        """The first cell of a seat's record."""
        return self.commits + seat * self.size

    def committed(self, m: Memory, seat: int) -> Offered | None:
        """The action that a seat has committed, or None."""
        record = self.commit_of(seat)
        if not self.commits or not m[record]:
            return None
        number: int = m[record] - 1
        return number, self.actions[number].decode(m, record + HEAD)

    def commit(self, m: Memory, seat: int, offered: Offered, span: Span) -> None:
        """Store the choice of a seat.

        Raises:
            Fault: a list has too many values.
        """
        number, values = offered
        record = self.commit_of(seat)
        cells = self.actions[number].encode(values, span)
        m[record : record + HEAD + len(cells)] = [number + 1, *cells]

    def commit_places(self, m: Memory, seat: int) -> Iterator[tuple[Slot, range]]:
        """Each argument that a seat has committed, with the cells of its values."""
        committed = self.committed(m, seat)
        if committed is not None:
            yield from self.actions[committed[0]].places(m, self.commit_of(seat) + HEAD)

    def uncommit(self, m: Memory, seat: int) -> None:
        """Clear the commit of a seat."""
        record = self.commit_of(seat)
        if self.commits:
            m[record : record + self.size] = [0] * self.size

    # Offers ------------------------------------------------------------------------------------

    def pack(self, offered: Offered) -> list[int]:
        """The packed record of a legal action."""
        number, values = offered
        return [number, *self.actions[number].pack(values)]

    def unpack(self, cells: Sequence[int], count: int) -> list[Offered]:
        """Decode a number of consecutive packed records."""
        found: list[Offered] = []
        at = 0
        for _ in range(count):
            number = cells[at]
            values, at = self.actions[number].unpack(cells, at + HEAD)
            found.append((number, values))
        return found


def cells_of(register: Register) -> int:
    """The number of cells of a register."""
    return 1 if register.capacity is None else COUNT + register.capacity


def put(m: Memory, register: Register, value: int | Sequence[int], span: Span) -> None:
    """Write a value or a list into its register.

    Raises:
        Fault: a list has too many values.
    """
    if isinstance(value, int):
        m[register.address] = int(value)
    else:
        assert register.capacity is not None
        put_list(m, register.address, register.capacity, value, span)


def put_list(cells: Memory, at: int, capacity: int, values: Sequence[int], span: Span) -> None:
    """Write a list in fixed layout.

    Args:
        cells: where to write.
        at: the first cell.
        capacity: the most values that fit.
        values: the list.
        span: the span for a fault.

    Raises:
        Fault: there are too many values.
    """
    count = len(values)
    if count > capacity:
        raise Fault(f"the list has {count} values; there is room for {capacity}", span)
    cells[at] = count
    first = at + COUNT
    cells[first : first + capacity] = [*map(int, values), *([0] * (capacity - count))]


def values_of(cells: Sequence[int], at: int) -> range:
    """The cells of a list's values."""
    return range(at + COUNT, at + COUNT + cells[at])


def _load(cells: Sequence[int], at: int, many: bool) -> Value:
    return tuple(cells[at + COUNT : at + COUNT + cells[at]]) if many else cells[at]
