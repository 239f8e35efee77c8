"""The memory of a compiled game: the state as the interpreter has it, and behind it what only the core needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from cardengine.layout.space import Space

MAX_CELLS = 4_000_000
"""The most cells of memory; a game that needs more stays with the interpreter."""

MAX_OFFERS = 65_536
MAX_RECORDS = 524_288
"""The most actions on offer, and the cells that they take all together; with more, a game is handed back."""


MAX_NODES = 100_000
"""The most parts of expressions that are lowered, definitions written out: more is too large."""

UNBOUNDED = 4096
"""Room for a list of which no bound is known; with more values a game is handed back."""

MOST_RESULTS = 4096
"""The most rows of results that one call gives."""

HANDED_BACK = 6
"""The outcome of a game that the interpreter has to play, since it takes more than the core can compute."""

SLOTS = 256
"""Where rows are found that a game ended like: one row in each slot."""

HEAD = 6
"""Cells before the scores of a row."""


def result_cells(players: int) -> int:
    """Cells of a row of results.

    They are: the number of the first game, how many games there were, outcome, winners, steps and decisions of all,
    then the two parts of each score.
    """
    return HEAD + 2 * players


SAMPLE = 8_192
"""Cells for what says how hidden cards are drawn anew, besides some for each card."""


class Trouble(IntEnum):
    """Bits of the trouble cell."""

    FAULT = 1
    """Something impossible was asked for."""
    BEYOND = 2
    """It takes more than the core can compute."""


class Policy(IntEnum):
    """How a seat chooses."""

    RANDOM = 0
    GREEDY = 1


class TooLargeError(Exception):
    """A game that can't be compiled, since it is too large; the interpreter plays it."""


@dataclass(slots=True)
class Layout:
    """Addresses of what only the core needs.

    Attributes:
        trouble: what has gone wrong; bits of ``Trouble``.
        cap: the step cap.
        offered: how many actions are on offer.
        used: how many cells of ``records`` are used.
        index: where the record of each action on offer begins; ``records``: the records.
        generators: state and increment of the generator of chance, then of each seat's, then of resampling.
        policies: for each seat how it chooses.
        scores: numerator and denominator of each seat's score.
        image: the state before the first instruction.
        base: a state to which playouts return.
        decisions: choices made in a game.
        results: what has come of the games of a batch; ``rows``: how many rows there are.
        slots: for games that ended in some way, the last row, and 1 more; 0 for none.
        sample: how hidden cards are drawn anew; see ``core.resampling``.
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
        """The layout of a game, whose state begins with these cells."""
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
        layout.results = layout.take(MOST_RESULTS * result_cells(space.players))
        return layout

    def take(self, cells: int) -> int:
        """Set cells apart, and give the first one's address.

        Raises:
            TooLargeError: there are no more.
        """
        address = self.top
        self.top += cells
        if self.top > MAX_CELLS:
            raise TooLargeError(f"it needs more than {MAX_CELLS:,} cells of memory")
        return address

    def constant(self, values: list[int]) -> int:
        """The address of constant cells; equal ones are kept once."""
        key = tuple(values)
        found = self.tables.get(key)
        if found is None:
            found = self.tables[key] = self.take(len(values))
            self.data.append((found, list(values)))
        return found
