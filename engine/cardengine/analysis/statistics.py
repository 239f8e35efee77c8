"""Exact sums, and the estimates that are made of them."""

from __future__ import annotations

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

    def plus(self, value: Number) -> Sums:
        """With one number more."""
        return self.merged(Sums(1, value, value * value, value, value))

    def merged(self, other: Sums) -> Sums:
        """Both together; the order makes no difference."""
        if not self.count or not other.count:
            return self if self.count else other
        assert self.least is not None and other.least is not None  # noqa: PT018 - both have numbers
        assert self.greatest is not None and other.greatest is not None  # noqa: PT018
        return Sums(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.greatest, other.greatest),
        )

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
