"""Measures one tree: a process of its own, with that tree's packages on its path, which is asked line by line.

It is started as a file, so that it can measure trees that are older than itself. Of those it uses what has
always been there: ``benchmarks.contests``, ``benchmarks.interpreter.random_games`` and ``cardengine.fast.Engine``.
A line asks for one measurement as JSON; the answer is a line, too: the decisions and the seconds of processor time.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.contests import contests
from benchmarks.interpreter import random_games

Answer = tuple[int, float]


class Bench:
    """The rulesets of a tree, each loaded and compiled once.

    Args:
        without: the passes of the compiler that are switched off.
    """

    def __init__(self, without: list[str]) -> None:
        self._contests = {contest.title: contest for contest in contests()}
        self._switches: dict[str, Any] = {"without": frozenset(without)} if without else {}
        self._games: dict[str, Any] = {}
        self._engines: dict[str, Any] = {}

    def titles(self) -> list[str]:
        """What the tree can play."""
        return list(self._contests)

    def load(self, title: str, _games: int, _seed: int) -> Answer:
        """The ruleset loaded, once more."""
        return _timed(lambda: int(self._contests[title].load() is None))

    def compile(self, title: str, _games: int, _seed: int) -> Answer:
        """The game compiled, once more."""
        game = self._game(title)
        return _timed(lambda: int(self._engine(game) is None))

    def compiled(self, title: str, games: int, seed: int) -> Answer:
        """Random games on the compiled backend."""
        game = self._game(title)
        if title not in self._engines:
            self._engines = {title: self._engine(game)}
        engine, policies = self._engines[title], ["random"] * game.players
        return _timed(lambda: int(engine.play(policies, seed, 0, games, merge=True).decisions))

    def interpreter(self, title: str, games: int, seed: int) -> Answer:
        """Random games on the interpreter."""
        game = self._game(title)
        return _timed(lambda: random_games(game, games, seed))

    def _game(self, title: str) -> Any:
        if title not in self._games:
            self._games = {title: self._contests[title].load()}
        return self._games[title]

    def _engine(self, game: Any) -> Any:
        from cardengine.fast import Engine  # noqa: PLC0415 - the interpreter is measured without it, too

        return Engine(game, **self._switches)


def _timed(work: Callable[[], int]) -> Answer:
    gc.collect()
    started = time.process_time()
    decisions = work()
    return decisions, time.process_time() - started


def main() -> None:
    """Answer what is asked until nothing more comes."""
    bench = Bench(sys.argv[1:])
    measures = {
        "load": bench.load,
        "compile": bench.compile,
        "compiled": bench.compiled,
        "interpreter": bench.interpreter,
    }
    print(json.dumps(bench.titles()), flush=True)
    for line in sys.stdin:
        measure, title, games, seed = json.loads(line)
        try:
            answer: Any = measures[measure](title, games, seed)
        except Exception as error:  # noqa: BLE001 - whatever it is, the other measurements go on
            answer = str(error).strip().split("\n")[0] or type(error).__name__
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
