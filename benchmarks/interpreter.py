"""Random games on the interpreter, and what a user of it waits for."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import cardengine
from benchmarks.timing import Play, median_seconds, timed
from cardengine.runtime.chance import SeededChance
from cardengine.runtime.game import Game
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.state import State


def random_games(game: Game, games: int, seed: int) -> int:
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


def interpreted(game: Game) -> Play:
    """The interpreter as a side of a comparison."""
    return timed(partial(random_games, game))


def waiting(ruleset: str) -> dict[str, float]:
    """What a user of the command line or of the library waits for, in milliseconds."""
    game = cardengine.load(ruleset)
    state = game.new(seed=1)
    for _ in range(10):
        state.apply(state.actions()[0])
    seconds = {
        "Python alone": median_seconds(partial(_run, "-c", "pass"), 7),
        "cardengine --help": median_seconds(partial(_run, "-m", "cardengine", "--help"), 7),
        f"cardengine validate {ruleset}": median_seconds(partial(_run, "-m", "cardengine", "validate", ruleset), 7),
        f"load {ruleset} in a running program": median_seconds(lambda: cardengine.load(ruleset)),
        f"clone a state of {ruleset}": median_seconds(lambda: [state.clone() for _ in range(1000)]) / 1000,
    }
    return {what: 1000 * each for what, each in seconds.items()}


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
