from __future__ import annotations

import random
import statistics
from fractions import Fraction
from math import sqrt

import pytest

from cardengine.analysis.statistics import Sums, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # from Wilson's formula, computed apart with 30 digits
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (5, 10, 0.236593, 0.763407),
        (1, 100, 0.001767, 0.054486),
        (18, 1000, 0.011416, 0.028273),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-6)


def test_wilson_of_nothing_is_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "trials"), [(-1, 3), (4, 3)])
def test_wilson_refuses_what_is_no_share(successes: int, trials: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(successes, trials)


def test_wilson_holds_the_share_at_the_quantile() -> None:
    # The ends are the shares p for which |p - successes/trials| is z standard errors of p itself.
    low, high = wilson(37, 120, 2.5)
    for end in (low, high):
        assert abs(end - 37 / 120) == pytest.approx(2.5 * sqrt(end * (1 - end) / 120))


def test_sums_agree_with_the_standard_library() -> None:
    numbers = [random.Random(3).randint(-60, 40) for _ in range(500)]
    counts: dict[int | Fraction, int] = {number: numbers.count(number) for number in set(numbers)}
    sums = Sums.of(counts)
    assert sums.count == 500
    assert sums.mean == pytest.approx(statistics.mean(numbers))
    assert sums.sem == pytest.approx(statistics.stdev(numbers) / sqrt(500))
    assert (sums.least, sums.greatest) == (min(numbers), max(numbers))


def test_sums_are_exact() -> None:
    sums = Sums.of({Fraction(1, 3): 3, 10**30: 1, -(10**30): 1})
    assert sums.total == 1
    assert sums.mean == 0.2


def test_sums_of_little() -> None:
    assert (Sums.of({}).mean, Sums.of({}).sem) == (None, None)
    assert (Sums.of({7: 1}).mean, Sums.of({7: 1}).sem) == (7.0, None)
    assert Sums.of({7: 2}).sem == 0.0
