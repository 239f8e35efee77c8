"""The results of compiled games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cardengine.ir.memory import HANDED_BACK, HEAD
from cardengine.runtime.outcome import Outcome, Score


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game.

    Attributes:
        outcome: how it ended; None if it needs more than compiled code can compute, so that the interpreter has to
            play it from the same seed.
        winners: the mask of the seats named by ``win`` or ``wins``.
        steps: the number of choices and loop turns.
        decisions: the number of choices.
        scores: the exact score of each seat; meaningless if the game was unfinished or ended with a fault.
    """

    outcome: Outcome | None
    winners: int
    steps: int
    decisions: int
    scores: tuple[Score, ...]


Row = tuple[int, ...]
"""A row of results; ``core.memory.result_cells`` gives its layout."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of games, in rows."""

    rows: list[Row]

    @property
    def decisions(self) -> int:
        """The number of choices in all games."""
        return sum(row[5] for row in self.rows)

    def results(self) -> Iterator[GameResult]:
        """The result of each game, if every game has a row of its own."""
        return map(result_of, self.rows)


def result_of(row: Row) -> GameResult:
    """The result in a row."""
    outcome = None if row[2] == HANDED_BACK else Outcome(row[2])
    return GameResult(outcome, row[3], row[4], row[5], scores_of(row[HEAD:]))


def scores_of(cells: Sequence[int]) -> tuple[Score, ...]:
    """Scores from alternating numerators and denominators."""
    pairs = zip(cells[::2], cells[1::2], strict=True)
    return tuple(num if den == 1 else Fraction(num, den or 1) for num, den in pairs)
