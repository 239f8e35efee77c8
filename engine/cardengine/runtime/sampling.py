"""Determinization: draws states that agree with what a seat knows, for bots that search without cheating."""

from __future__ import annotations

from collections.abc import Iterator

from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.model import program as p
from cardengine.model.codec import values_of
from cardengine.model.program import Header
from cardengine.runtime.events import Event
from cardengine.runtime.generator import Generator
from cardengine.runtime.knowledge import Labels, SamplingError, draw_assignment
from cardengine.runtime.machine import Machine
from cardengine.tree.types import ItemType, ListType, OptionalType, Type

MAX_TRIES = 1_000
"""The most draws before giving up, when those who are to choose have no legal action."""


class Sampler:
    """Draws memories that one seat can't distinguish from one state.

    Args:
        machine: the game.
        m: the state's memory; it isn't changed.
        log: the state's events, from the start of the game.
        seat: the seat whose knowledge counts.

    Raises:
        SamplingError: something other than cards is hidden from the seat.
    """

    def __init__(self, machine: Machine, m: Memory, log: list[Event], seat: int) -> None:
        self.machine = machine
        self.memory = m
        self.seat = seat
        self._refuse_hidden_pieces()
        self.labels = Labels(machine.board, seat)
        self.labels.follow(log)
        cards = machine.board.cards
        self.hidden = [
            card
            for card in range(cards.count)
            if m[cards.place + card] and not (m[cards.seen + card] | machine.board.sees(m, cards, card)) >> seat & 1
        ]

    def _refuse_hidden_pieces(self) -> None:
        m = self.memory
        for kind in self.machine.space.items.values():
            for item in range(kind.count if kind.model else 0):
                if m[kind.model + item] and not self.machine.board.sees(m, kind, item) >> self.seat & 1:
                    raise SamplingError(f"a {kind.decl.name} is hidden from the seat; only hidden cards can be drawn")

    def draw(self, rng: Generator) -> Memory:
        """A memory that agrees with everything that the seat knows.

        Commits of others in a simultaneous choice, which the seat hasn't seen, are withdrawn: they choose again.
        """
        base = self.memory[:]
        self.uncommit(base)
        if not self.hidden:
            return base
        for _ in range(MAX_TRIES):
            m = base[:]
            self._lay(m, draw_assignment(self.hidden, self.labels.allowed, rng))
            self._sort_undecided(m)
            if self._answers(m):
                return m
        raise SamplingError(f"of {MAX_TRIES} draws none lets those choose who are asked")

    def _answers(self, m: Memory) -> bool:
        """Whether all seats that are to choose have a legal action, which is public knowledge."""
        waiting = m[Header.WAITING]
        try:
            return all(
                self.machine.legal(m, seat) for seat in range(self.machine.program.players) if waiting >> seat & 1
            )
        except Fault:
            return False

    def _sort_undecided(self, m: Memory) -> None:
        """Put undecided parts of piles into pack order, as always, so that equal positions have equal memories."""
        board = self.machine.board
        for segment, address in zip(board.segments, board.addresses, strict=True):
            if segment and m[segment + 1]:
                start = address + 1 + m[segment]
                m[start : start + m[segment + 1]] = sorted(m[start : start + m[segment + 1]])

    def _lay(self, m: Memory, lies_at: dict[int, int]) -> None:
        """Put each hidden card into the place of another, and replace that one's number by its own everywhere else."""
        old = self.memory
        cards = self.machine.board.cards
        for card, place in lies_at.items():
            m[self.place_of(place)] = card
            for first in (cards.place, cards.face, cards.seen):
                m[first + card] = old[first + place]
        self._rename(m, {place: card for card, place in lies_at.items()})

    def _rename(self, m: Memory, names: dict[int, int]) -> None:
        for address in self.card_cells():
            m[address] = names.get(self.memory[address], self.memory[address])

    def card_cells(self) -> Iterator[int]:
        """The cells outside zones that refer to cards: variables, locals, running loops' lists, the seat's commit."""
        for cells in self.machine.space.variables.values():
            if _holds_cards(cells.decl.type):
                yield from range(cells.address, cells.address + cells.owners)
        for local, register in self.machine.space.registers.items():
            if register.scratch or not _holds_cards(local.type):
                continue
            yield from (register.address,) if register.capacity is None else values_of(self.memory, register.address)
        kind = self.machine.board.cards.decl.name
        for instruction in self.machine.program.code:
            if isinstance(instruction, p.ListStart) and instruction.loop.kind == kind:
                yield from values_of(self.memory, instruction.loop.address + 1)
        number = self.memory[Header.CHOICE]
        if number:
            records = self.machine.program.choices[number - 1].records
            for slot, cells in records.commit_places(self.memory, self.seat):
                if _holds_cards(slot.kind):
                    yield from cells

    def place_of(self, card: int) -> int:
        """The cell in which a card lies."""
        board = self.machine.board
        address = board.addresses[self.memory[board.cards.place + card] - 1]
        return int(self.memory.index(card, address + 1, address + 1 + self.memory[address]))

    def uncommit(self, m: Memory) -> None:
        """Withdraw what others have committed in a simultaneous choice, so that they choose again."""
        number = m[Header.CHOICE]
        if not number:
            return
        records = self.machine.program.choices[number - 1].records
        for seat in range(self.machine.program.players):
            if seat != self.seat and records.committed(m, seat) is not None:
                records.uncommit(m, seat)
                m[Header.WAITING] |= 1 << seat


def _holds_cards(kind: Type) -> bool:
    inner = kind.item if isinstance(kind, ListType | OptionalType) else kind
    return isinstance(inner, ItemType) and inner.kind == "card"
