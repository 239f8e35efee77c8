"""The layout of a compiled game's memory: the interpreter's state, followed by cells that only the core needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from cardengine.layout.space import Space

MAX_CELLS = 4_000_000
"""The most cells of memory; a game that needs more isn't compiled."""

MAX_OFFERS = 65_536
MAX_RECORDS = 524_288
"""The most legal actions, and the most cells for all of them; with more, a game is handed back."""


MAX_NODES = 100_000
"""The most nodes of expressions that are lowered, including inlined definitions; with more, a game is too large."""

UNBOUNDED = 4096
"""The room for a list without a known bound; with more values, a game is handed back."""

MAX_RESULTS = 4096
"""The most rows of results of one call."""

HANDED_BACK = 6
"""The outcome of a game that exceeds the limits of the core, and that the interpreter has to play."""

SLOTS = 256
"""The number of slots of the hash table of results, each with one row."""

HEAD = 6
"""The cells of a row before the scores."""


def result_cells(players: int) -> int:
    """The number of cells of a row of results.

    A row has: the number of the first game, the number of games, outcome, winners, the total of steps and of decisions,
    then numerator and denominator of each score.
    """
    return HEAD + 2 * players


SAMPLE = 8_192
"""Cells for the instructions of resampling hidden cards, in addition to some for each card."""


class Trouble(IntEnum):
    """Bits of the trouble cell."""

    FAULT = 1
    """A fault."""
    BEYOND = 2
    """The limits of the core are exceeded."""


class Policy(IntEnum):
    """The policy by which a seat chooses."""

    RANDOM = 0
    GREEDY = 1


class TooLargeError(Exception):
    """A game is too large to be compiled; the interpreter plays it."""


@dataclass(slots=True)
class Layout:
    """Addresses of the cells that only the core needs.

    Attributes:
        trouble: bits of ``Trouble``.
        cap: the step cap.
        offered: the number of legal actions.
        used: the number of cells of ``records`` in use.
        index: the address of the record of each legal action; ``records``: the records.
        generators: state and increment of the generator of chance, then of each seat's, then of resampling.
        policies: the policy of each seat.
        scores: numerator and denominator of each seat's score.
        image: the state before the first instruction.
        base: the state from which playouts start.
        decisions: the number of choices made in a game.
        results: the rows of results; ``rows``: their number.
        slots: a hash table of results: the number of a row plus one; 0 for none.
        sample: how to resample hidden cards; see ``library.resampling``.
    """

    space: Space
    top: int = 0
    data: list[tuple[int, list[int]]] = field(default_factory=list)
    tables: dict[tuple[int, ...], int] = field(default_factory=dict)
    trouble: int = 0
    cap: int = 0
    offered: int = 0
    used: int = 0
    index: int = 0
    records: int = 0
    generators: int = 0
    policies: int = 0
    scores: int = 0
    image: int = 0
    base: int = 0
    decisions: int = 0
    results: int = 0
    sample: int = 0
    rows: int = 0
    slots: int = 0

    @classmethod
    def of(cls, space: Space, initial: list[int]) -> Layout:
        """The layout of a game with this initial state."""
        layout = cls(space, space.size)
        for name in ("trouble", "cap", "offered", "used", "decisions", "rows"):
            setattr(layout, name, layout.take(1))
        layout.generators = layout.take(2 * (space.players + 2))
        layout.policies = layout.take(space.players)
        layout.scores = layout.take(2 * space.players)
        layout.base = layout.take(space.size)
        layout.image = layout.constant(initial)
        layout.index = layout.take(MAX_OFFERS)
        layout.records = layout.take(MAX_RECORDS)
        layout.sample = layout.take(SAMPLE + 16 * space.items["card"].count)
        layout.slots = layout.take(SLOTS)
        layout.results = layout.take(MAX_RESULTS * result_cells(space.players))
        return layout

    def take(self, cells: int) -> int:
        """Allocate cells; returns the address of the first one.

        Raises:
            TooLargeError: there aren't enough.
        """
        address = self.top
        self.top += cells
        if self.top > MAX_CELLS:
            raise TooLargeError(f"it needs more than {MAX_CELLS:,} cells of memory")
        return address

    def constant(self, values: list[int]) -> int:
        """The address of constant cells; equal ones are shared."""
        key = tuple(values)
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = self.take(len(values))
            self.data.append((found, list(values)))
        return found
