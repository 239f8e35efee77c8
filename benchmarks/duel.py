"""Trees against each other, game by game: all sides take turns, so that a busy machine slows them alike.

The ratios are of measurements that lie side by side in time and play the same games; the median of them is printed.
Above 1 the first side is better: it plays more in a second, or loads and compiles in less time.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from benchmarks.report import NOTHING, Report, number
from benchmarks.timing import SEEDS, enough
from benchmarks.trees import MeasureError

SLOW: Final = 0.85
"""Games below this ratio are named."""

_TOO_SHORT: Final = 1e-9


class Measure(StrEnum):
    """What is measured."""

    COMPILED = "compiled"
    INTERPRETER = "interpreter"
    COMPILE = "compile"
    LOAD = "load"

    @property
    def plays(self) -> bool:
        """Whether games are played; else it is the time of one piece of work."""
        return self in (Measure.COMPILED, Measure.INTERPRETER)


class Side(Protocol):
    """What takes part."""

    @property
    def titles(self) -> list[str]:
        """The games that it knows."""

    def measure(self, what: str, title: str, games: int = 1, seed: int = 0) -> tuple[int, float]:
        """Decisions and seconds."""


@dataclass(frozen=True)
class Contest:
    """How one game went.

    Attributes:
        value: of the first side: decisions a second, or seconds.
        ratios: of the first side to each other one, by its name; above 1 the first is better.
        same: whether all sides have made the same decisions.
    """

    value: float
    ratios: Mapping[str, float]
    same: bool


def contest(
    sides: Mapping[str, Side], measure: Measure, title: str, *, seconds: float, repeats: int, times: int = 3
) -> Contest:
    """One game, measured on all sides in turn.

    Args:
        sides: by name; the first is compared with each of the others.
        measure: what is measured.
        title: of the game.
        seconds: about how long a measurement takes, where games are played.
        repeats: how many measurements.
        times: how many pieces of work make a measurement, where none are played; the fastest counts.

    Raises:
        MeasureError: a side can't.
    """
    first, *others = sides
    if measure.plays:
        games = enough(lambda count, seed: sides[first].measure(measure, title, count, seed), seconds)
        for other in others:
            sides[other].measure(measure, title, max(1, games // 4), 0)  # until it is warm
        times = 1
    else:
        games = 1
        for side in sides.values():
            side.measure(measure, title)
    rounds = []
    for repeat in range(1, repeats + 1):
        # Forwards and backwards by turns: nobody always comes first.
        order = list(sides) if repeat % 2 else list(sides)[::-1]
        rounds.append(
            {name: _fastest(sides[name], measure, title, games, repeat * SEEDS, times) for name in order},
        )
    ratios = {
        other: statistics.median(each[other].seconds / each[first].seconds for each in rounds) for other in others
    }
    spent = [each[first] for each in rounds]
    return Contest(
        statistics.median(one.decisions / one.seconds if measure.plays else one.seconds for one in spent),
        ratios,
        all(len({one.decisions for one in each.values()}) == 1 for each in rounds),
    )


class _Took(NamedTuple):
    decisions: int
    seconds: float


def _fastest(side: Side, measure: Measure, title: str, games: int, seed: int, times: int) -> _Took:
    took = [_Took(*side.measure(measure, title, games, seed)) for _ in range(times)]
    fastest = min(took, key=lambda one: one.seconds)
    return fastest._replace(seconds=max(fastest.seconds, _TOO_SHORT))


def geometric_mean(values: Iterable[float]) -> float | None:
    """The geometric mean; None of nothing."""
    logs = [math.log(value) for value in values]
    return math.exp(statistics.fmean(logs)) if logs else None


def duel(
    sides: Mapping[str, Side],
    measures: Sequence[Measure],
    only: Callable[[str], bool],
    *,
    seconds: float,
    repeats: int,
    progress: Callable[[str], None],
) -> list[Report]:
    """A table for each measure: all games that all sides know, the geometric means, and which games fell behind.

    Args:
        sides: by name; the first is compared with each of the others.
        measures: what is measured.
        only: whether a game takes part, by its title.
        seconds: about how long a measurement takes, where games are played.
        repeats: how many measurements.
        progress: is told what is measured next.
    """
    first, *others = sides
    known = [title for title in sides[first].titles if only(title)]
    titles = [title for title in known if all(title in side.titles for side in sides.values())]
    reports = {measure: Report(HEADINGS[measure], ("ruleset", first, *others)) for measure in measures}
    found: dict[Measure, dict[str, Contest]] = {measure: {} for measure in measures}
    for title in titles:
        for measure in measures:
            progress(f"{title}, {measure}")
            try:
                one = contest(sides, measure, title, seconds=seconds, repeats=repeats)
            except MeasureError as error:
                reports[measure].add(title, *[NOTHING] * len(sides))
                reports[measure].notes.append(f"{title}: {error}")
                continue
            found[measure][title] = one
            value = number(one.value if measure.plays else 1000 * one.value)
            reports[measure].add(title, value, *(f"{one.ratios[other]:.3f}" for other in others))
            if not one.same:
                reports[measure].notes.append(f"{title}: the sides don't play the same games.")
    for measure, report in reports.items():
        _conclude(report, found[measure], others)
        if missing := sorted(set(known) - set(titles)):
            report.notes.append(f"Not known to all sides: {', '.join(missing)}.")
    return list(reports.values())


def _conclude(report: Report, contests: Mapping[str, Contest], others: Sequence[str]) -> None:
    """The row of geometric means, and which games are below the bound."""
    means = (geometric_mean(one.ratios[other] for one in contests.values()) for other in others)
    report.add("geometric mean", "", *(NOTHING if mean is None else f"{mean:.3f}" for mean in means))
    for other in others:
        slow = [f"{title} ({one.ratios[other]:.2f})" for title, one in contests.items() if one.ratios[other] < SLOW]
        report.notes.append(f"Below {SLOW} of {other}: {', '.join(slow) or 'none'}.")


HEADINGS: Final = {
    Measure.COMPILED: "Decisions a second, compiled; ratios above 1: faster than the other",
    Measure.INTERPRETER: "Decisions a second, interpreter; ratios above 1: faster than the other",
    Measure.COMPILE: "Milliseconds to compile; ratios above 1: sooner than the other",
    Measure.LOAD: "Milliseconds to load; ratios above 1: sooner than the other",
}
