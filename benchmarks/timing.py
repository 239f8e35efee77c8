"""Timing: how many games make a measurement, and medians of measurements that are taken in turn.

Games are timed in processor time, all threads added up: what else the machine does is left out as far as it can be.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

Play: TypeAlias = Callable[[int, int], tuple[int, float]]
"""Plays so many games under a seed; gives the number of decisions and the seconds of processor time."""

SEEDS = 1 << 20
"""Measurements draw from seeds this far apart: some sides count their games on from the seed."""


class Rate(NamedTuple):
    """How fast a side is: decisions a second, and decisions a game."""

    per_second: float
    a_game: float


def timed(play: Callable[[int, int], int]) -> Play:
    """A side that is timed from outside: give a function of games and seed that counts its decisions."""

    def measured(games: int, seed: int) -> tuple[int, float]:
        started = time.process_time()
        decisions = play(games, seed)
        return decisions, time.process_time() - started

    return measured


def enough(play: Play, seconds: float) -> int:
    """How many games take about so many seconds; it also warms up what has to be warm."""
    games = 1
    while True:
        _, took = play(games, 0)
        if took >= seconds / 8:
            return max(1, round(games * seconds / took))
        games *= 4


def medians(sides: Mapping[str, Play], seconds: float, repeats: int) -> dict[str, Rate]:
    """How fast each side is: the median of several measurements, and the mean length of the games in them.

    The sides take turns, so that whatever slows the machine for a while slows them all.

    Args:
        sides: by name.
        seconds: about how long one measurement of one side takes.
        repeats: how many measurements of each side.
    """
    games = {name: enough(play, seconds) for name, play in sides.items()}
    found: dict[str, list[tuple[int, float]]] = {name: [] for name in sides}
    for repeat in range(1, repeats + 1):
        for name, play in sides.items():
            found[name].append(play(games[name], repeat * SEEDS))
    return {
        name: Rate(
            statistics.median(decisions / took for decisions, took in measured),
            sum(decisions for decisions, _ in measured) / (repeats * games[name]),
        )
        for name, measured in found.items()
    }


def median_seconds(work: Callable[[], object], rounds: int = 21) -> float:
    """The median time that some work takes, in seconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)
