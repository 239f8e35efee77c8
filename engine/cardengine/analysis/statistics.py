"""Exact sums, and the estimates that are made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

Z_95: Final = 1.959963984540054
"""The normal distribution's quantile for an interval of 95 %."""

Number = int | Fraction


def wilson(successes: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval for a share; with no trial anything is possible.

    Args:
        successes: how often it happened.
        trials: how often it could have happened.
        z: the quantile of the normal distribution.

    Raises:
        ValueError: there are more successes than trials, or fewer than none.
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
    """Sums of exact numbers: how many, their sum, the sum of their squares, the least and the greatest."""

    count: int = 0
    total: Number = 0
    squares: Number = 0
    least: Number | None = None
    greatest: Number | None = None

    @classmethod
    def of(cls, counts: Mapping[Number, int]) -> Sums:
        """The sums of numbers, each with how often it occurs."""
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
        """The mean; None of nothing."""
        return float(Fraction(self.total) / self.count) if self.count else None

    @property
    def sem(self) -> float | None:
        """The standard error of the mean; None for fewer than two numbers."""
        if self.count < 2:
            return None
        spread = self.squares - Fraction(self.total) ** 2 / self.count
        return sqrt(spread / (self.count * (self.count - 1)))
