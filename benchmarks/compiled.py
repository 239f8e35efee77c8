"""Random games on the compiled backend."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from cardengine.runtime.game import Game


@cache
def engine_of(game: Game) -> Any:
    """The game compiled, once.

    Raises:
        ImportError: the backend isn't there, or what it needs isn't installed.
    """
    from cardengine.fast import Engine, UnavailableError  # noqa: PLC0415 - it may be missing

    try:
        return Engine(game)
    except UnavailableError as error:
        raise ImportError(f"{game.title} can't be compiled: {error.message}") from None


def compiled_decisions(game: Game, games: int, seed: int) -> tuple[int, float]:
    """Play games with random choices; gives the number of decisions, and the seconds without the compilation.

    Raises:
        ImportError: the backend isn't there, or what it needs isn't installed.
    """
    engine = engine_of(game)
    policies = ["random"] * game.players
    started = time.process_time()
    result = engine.play(policies, seed, 0, games, merge=True)
    seconds = time.process_time() - started
    return int(result.decisions), seconds
