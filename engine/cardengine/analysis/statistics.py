"""Exact sums, and the estimates computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

Z_95: Final = 1.959963984540054
"""The quantile of the normal distribution for a 95 % interval."""

Number = int | Fraction


def wilson(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a proportion; without trials it is 0 to 1.

    Args:
        successes: the number of successes.
        trials: the number of trials.
        z: the quantile of the normal distribution.

    Raises:
        ValueError: there are more successes than trials, or a negative number.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    centre = share + square / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == trials else (centre + spread) / scale
    return low, high


@dataclass(frozen=True, slots=True)
class Sums:
    """Summary of exact numbers: count, sum, sum of squares, least and greatest."""

    count: int = 0
    total: Number = 0
    squares: Number = 0
    least: Number | None = None
    greatest: Number | None = None

    @classmethod
    def of(cls, counts: Mapping[Number, int]) -> Sums:
        """Summarise numbers, given with their frequencies."""
        if not counts:
            return cls()
        total: Number = 0
        squares: Number = 0
        for value, count in counts.items():
            total += value * count
            squares += value * value * count
        return cls(sum(counts.values()), total, squares, min(counts), max(counts))

    @property
    def mean(self) -> float | None:
        """The mean; None if there are no numbers."""
        return float(Fraction(self.total) / self.count) if self.count else None

    @property
    def sem(self) -> float | None:
        """The standard error of the mean; None for fewer than two numbers."""
        if self.count < 2:
            return None
        spread = self.squares - Fraction(self.total) ** 2 / self.count
        return sqrt(spread / (self.count * (self.count - 1)))
