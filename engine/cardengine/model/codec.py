"""The one codec for the arguments of actions: how they lie in registers, in commits and in records of offers.

An argument is a number, or a tuple of them where a parameter takes several. As cells it comes in two layouts:

- *fixed*, in the registers of an action and in the commits of a simultaneous choice: a list takes a cell for its
  count and then room for all values that it may have, zeros behind those that it has;
- *packed*, in the records of offers, which compiled code writes: a list takes its count and its values, no more.

A record, of either layout, begins with which action it is.
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
"""One argument: a number, or the numbers of a subset."""

Values = tuple[Value, ...]
"""The arguments of an action, one a parameter."""

Offered = tuple[int, Values]
"""A legal action: its number in the choice, and its arguments."""

HEAD: Final = 1
"""Cells of a record before the arguments: which action it is."""

COUNT: Final = 1
"""Cells of a list before its values: how many there are."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where an argument lies.

    Attributes:
        parameter: what is declared.
        kind: the type of a value; where it takes several, of each.
        many: whether it takes several values.
        register: where it lies while its action is carried out.
        offset: its first cell among the fixed cells of all arguments.
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
        """How many cells it takes in the fixed layout."""
        return cells_of(self.register)


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one action.

    Attributes:
        slots: one a parameter.
        start: the first of its registers, which follow one another.
        size: how many cells they take in the fixed layout.
    """

    slots: tuple[Slot, ...]
    start: int
    size: int

    @classmethod
    def of(cls, parameters: Sequence[Parameter], registers: Sequence[Register]) -> Arguments:
        """The layout of parameters whose registers follow one another."""
        slots: list[Slot] = []
        size = 0
        start = registers[0].address if registers else 0
        for parameter, register in zip(parameters, registers, strict=True):
            assert register.address == start + size
            kind = parameter.domain.type
            many = isinstance(kind, ListType)
            slots.append(Slot(parameter, kind.item if isinstance(kind, ListType) else kind, many, register, size))
            size += cells_of(register)
        return cls(tuple(slots), start, size)

    def parts(self, values: Values) -> Iterator[tuple[Slot, tuple[int, ...]]]:
        """Each slot with the values in it; of a single value a tuple of one."""
        for slot, value in zip(self.slots, values, strict=True):
            yield slot, value if isinstance(value, tuple) else (value,)

    # Fixed -------------------------------------------------------------------------------------

    def encode(self, values: Values, span: Span) -> list[int]:
        """The fixed cells of arguments.

        Args:
            values: the arguments.
            span: who is to blame when a list has too many values.

        Raises:
            Fault: there is no room for a list.
        """
        cells = [0] * self.size
        for slot, part in self.parts(values):
            if slot.register.capacity is None:
                cells[slot.offset] = int(part[0])
            else:
                put_list(cells, slot.offset, slot.register.capacity, part, span)
        return cells

    def decode(self, cells: Memory, at: int) -> Values:
        """The arguments whose fixed cells begin at a cell."""
        return tuple(_load(cells, at + slot.offset, slot.many) for slot in self.slots)

    def enter(self, m: Memory, values: Values, span: Span) -> None:
        """Put arguments into their registers.

        Raises:
            Fault: there is no room for a list.
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
        """The arguments whose packed cells begin at a cell, and the cell behind them."""
        values: list[Value] = []
        for slot in self.slots:
            value = _load(cells, at, slot.many)
            values.append(value)
            at += COUNT + len(value) if isinstance(value, tuple) else 1
        return tuple(values), at


@dataclass(frozen=True, slots=True)
class Records:
    """The actions of a choice with their arguments, as cells.

    Attributes:
        actions: the arguments of each action.
        commits: first cell of what has been committed in a simultaneous choice, one fixed record a seat; 0 when the
            choice is never asked so. There 0 stands for nothing, so actions are counted from 1.
        size: cells of such a record.
    """

    actions: tuple[Arguments, ...]
    commits: int
    size: int

    # Commits -----------------------------------------------------------------------------------

    def commit_of(self, seat: int) -> int:
        """The first cell of a seat's record."""
        return self.commits + seat * self.size

    def committed(self, m: Memory, seat: int) -> Offered | None:
        """What a seat has committed."""
        record = self.commit_of(seat)
        if not self.commits or not m[record]:
            return None
        number: int = m[record] - 1
        return number, self.actions[number].decode(m, record + HEAD)

    def commit(self, m: Memory, seat: int, offered: Offered, span: Span) -> None:
        """Note what a seat has chosen.

        Raises:
            Fault: there is no room for a list.
        """
        number, values = offered
        record = self.commit_of(seat)
        cells = self.actions[number].encode(values, span)
        m[record : record + HEAD + len(cells)] = [number + 1, *cells]

    def uncommit(self, m: Memory, seat: int) -> None:
        """Forget what a seat has chosen, if anything."""
        record = self.commit_of(seat)
        if self.commits:
            m[record : record + self.size] = [0] * self.size

    # Offers ------------------------------------------------------------------------------------

    def pack(self, offered: Offered) -> list[int]:
        """The packed record of an action on offer."""
        number, values = offered
        return [number, *self.actions[number].pack(values)]

    def unpack(self, cells: Sequence[int], count: int) -> list[Offered]:
        """The actions of so many packed records, one behind the other."""
        found: list[Offered] = []
        at = 0
        for _ in range(count):
            number = cells[at]
            values, at = self.actions[number].unpack(cells, at + HEAD)
            found.append((number, values))
        return found


def cells_of(register: Register) -> int:
    """How many cells a register takes."""
    return 1 if register.capacity is None else COUNT + register.capacity


def put(m: Memory, register: Register, value: int | Sequence[int], span: Span) -> None:
    """Write a value, or a list, into its register.

    Raises:
        Fault: there is no room for a list.
    """
    if isinstance(value, int):
        m[register.address] = int(value)
    else:
        assert register.capacity is not None
        put_list(m, register.address, register.capacity, value, span)


def put_list(cells: Memory, at: int, capacity: int, values: Sequence[int], span: Span) -> None:
    """Write a list into its fixed cells.

    Args:
        cells: where to write.
        at: the first cell.
        capacity: how many values there is room for.
        values: what to write.
        span: who is to blame when there are too many.

    Raises:
        Fault: there are too many.
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
