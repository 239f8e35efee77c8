"""What comes of compiled games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cardengine.core.memory import HANDED_BACK, HEAD
from cardengine.runtime.outcome import Outcome, Score


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game has ended.

    Attributes:
        outcome: in which way; None when the game takes more than compiled code can compute (it has to be played by
            the interpreter, from the same seed).
        winners: the mask of seats that ``win`` or ``wins`` has named.
        steps: choices and loop turns.
        decisions: choices.
        scores: one exact score a seat; of no meaning when the game was unfinished or at fault.
    """

    outcome: Outcome | None
    winners: int
    steps: int
    decisions: int
    scores: tuple[Score, ...]


Row = tuple[int, ...]
"""A row of results, as ``core.memory.result_cells`` says."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of games, in rows."""

    rows: list[Row]

    @property
    def decisions(self) -> int:
        """The choices of all games."""
        return sum(row[5] for row in self.rows)

    def results(self) -> Iterator[GameResult]:
        """Each game's result, where every game has a row of its own."""
        return map(result_of, self.rows)


def result_of(row: Row) -> GameResult:
    """A game's result from its row."""
    outcome = None if row[2] == HANDED_BACK else Outcome(row[2])
    return GameResult(outcome, row[3], row[4], row[5], scores_of(row[HEAD:]))


def scores_of(cells: Sequence[int]) -> tuple[Score, ...]:
    """Scores from their numerators and denominators."""
    pairs = zip(cells[::2], cells[1::2], strict=True)
    return tuple(num if den == 1 else Fraction(num, den or 1) for num, den in pairs)
