"""How fast the interpreter is, beside hand-written Python in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import cardengine
from benchmarks import handwritten_area52
from cardengine.runtime.chance import SeededChance
from cardengine.runtime.game import Game
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.state import State


@dataclass(frozen=True, slots=True)
class Rate:
    """Decisions a second, the median of several rounds."""

    name: str
    per_second: float


def random_games(game: Game, seed: int, games: int) -> int:
    """Play games with random choices, as ``simulate`` does; gives the number of decisions."""
    decisions = 0
    for number in range(games):
        state = State(game.machine, SeededChance(seed, number), log=False)
        state.start()
        bots = [stream(seed, number, seat_stream(seat)) for seat in range(game.players)]
        while not state.over:
            seat = state.player
            assert seat is not None
            offered = state.offered(seat)
            state.take(seat, offered[bots[seat].below(len(offered))])
            decisions += 1
    return decisions


def some_games(game: Game, seed: int, least: int = 1500) -> int:
    """Random games until at least so many decisions are made; gives their number."""
    decisions = number = 0
    while decisions < least:
        decisions += random_games(game, seed + 1000 * number, 1)
        number += 1
    return decisions


def handwritten_games(seed: int, games: int) -> int:
    """The same games, by hand-written Python."""
    return sum(handwritten_area52.play(seed, number).decisions for number in range(games))


def side_by_side(sides: dict[str, Callable[[int], int]], rounds: int) -> list[Rate]:
    """Time all sides in turn, round after round, so that whatever slows the machine slows them all.

    Args:
        sides: for each name a function of the seed that plays some games and gives the number of decisions.
        rounds: how often.
    """
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for seed in range(rounds):
        for name, play in sides.items():
            started = time.perf_counter()
            decisions = play(seed)
            rates[name].append(decisions / (time.perf_counter() - started))
    return [Rate(name, statistics.median(found)) for name, found in rates.items()]


def median_seconds(work: Callable[[], object], rounds: int = 21) -> float:
    """The median time that some work takes, in seconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def load_seconds(ruleset: str) -> float:
    """How long it takes to load a ruleset, from the file to the game."""
    return median_seconds(lambda: cardengine.load(ruleset))


def clone_seconds(game: Game) -> float:
    """How long it takes to clone a state in the middle of a game, events and all."""
    state = game.new(seed=1)
    for _ in range(10):
        state.apply(state.actions()[0])
    return median_seconds(lambda: [state.clone() for _ in range(1000)]) / 1000
