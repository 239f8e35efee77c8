"""States that agree with all that a seat knows: what fair bots search on."""

from __future__ import annotations

from collections.abc import Callable

from cardengine.evaluation import ItemSpace, Memory
from cardengine.lang.types import ItemType, ListType, OptionalType, Type
from cardengine.model import program as p
from cardengine.model.program import Header
from cardengine.runtime.events import Event
from cardengine.runtime.generator import Generator
from cardengine.runtime.knowledge import Labels, SamplingError, draw_assignment
from cardengine.runtime.machine import Machine


class Sampler:
    """Draws memories for one seat of one state.

    Args:
        machine: the game.
        m: the state's memory; it isn't changed.
        log: the state's events, from the start of the game.
        seat: whose knowledge counts.

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
        """A memory that agrees with all that the seat knows.

        What others have committed unseen in a simultaneous choice is taken back: they are to choose anew.
        """
        m = self.memory[:]
        self._uncommit(m)
        if self.hidden:
            lies_at = draw_assignment(self.hidden, self.labels.allowed, rng)
            self._lay(m, lies_at)
            self._sort_undecided(m)
        return m

    def _sort_undecided(self, m: Memory) -> None:
        """What chance has still to order lies in pack order, as ever, so that equal positions are equal."""
        board = self.machine.board
        for segment, address in zip(board.segments, board.addresses, strict=True):
            if segment and m[segment + 1]:
                start = address + 1 + m[segment]
                m[start : start + m[segment + 1]] = sorted(m[start : start + m[segment + 1]])

    def _lay(self, m: Memory, lies_at: dict[int, int]) -> None:
        """Put each hidden card into the place of another, and its number wherever the other's was."""
        old = self.memory
        cards = self.machine.board.cards
        board = self.machine.board
        for card, place in lies_at.items():
            zone = old[cards.place + place] - 1
            address = board.addresses[zone]
            cell = old.index(place, address + 1, address + 1 + old[address])
            m[cell] = card
            for first in (cards.place, cards.face, cards.seen):
                m[first + card] = old[first + place]
        self._rename(m, {place: card for card, place in lies_at.items()}, cards)

    def _rename(self, m: Memory, names: dict[int, int], cards: ItemSpace) -> None:
        def rename(address: int) -> None:
            m[address] = names.get(self.memory[address], self.memory[address])

        for cells in self.machine.space.variables.values():
            if _holds_cards(cells.decl.type):
                for owner in range(cells.owners):
                    rename(cells.address + owner)
        for local, register in self.machine.space.registers.items():
            if register.scratch or not _holds_cards(local.type):
                continue
            if register.capacity is None:
                rename(register.address)
            else:
                self._rename_list(register.address, rename)
        for instruction in self.machine.program.code:
            if isinstance(instruction, p.ListStart) and instruction.loop.kind == cards.decl.name:
                self._rename_list(instruction.loop.address + 1, rename)

    def _rename_list(self, address: int, rename: Callable[[int], None]) -> None:
        for place in range(address + 1, address + 1 + self.memory[address]):
            rename(place)

    def _uncommit(self, m: Memory) -> None:
        number = m[Header.CHOICE]
        if not number:
            return
        frame = self.machine.program.choices[number - 1].frame
        for seat in range(self.machine.program.players if frame.commits else 0):
            record = frame.commits + seat * frame.commit_size
            if seat != self.seat and m[record]:
                m[record : record + frame.commit_size] = [0] * frame.commit_size
                m[Header.WAITING] |= 1 << seat


def _holds_cards(kind: Type) -> bool:
    inner = kind.item if isinstance(kind, ListType | OptionalType) else kind
    return isinstance(inner, ItemType) and inner.kind == "card"
