"""Simulation: many games between bots, in one process or several.

Game number i of a seed is always the same game, and all sums are exact, so the figures depend neither on the
number of processes nor on the order in which they finish.
"""

from __future__ import annotations

import multiprocessing
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED as ONE_DONE
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from cardengine.agents import Greedy, RandomBot, bot_maker, seat_names
from cardengine.analysis.backend import Backend, choose_backend, play_compiled, policies_of, unavailable
from cardengine.analysis.drive import drive, movers_for
from cardengine.analysis.report import FirstFault, Report
from cardengine.analysis.statistics import wilson
from cardengine.analysis.tally import Tally
from cardengine.fast.errors import UnavailableError
from cardengine.runtime.game import Game, game_of
from cardengine.runtime.generator import GENERATOR_VERSION
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.recipe import Recipe
from cardengine.version import __version__

_CHUNKS_PER_JOB: Final = 16
_MAX_CHUNK: Final = 500
_MAX_COMPILED_CHUNK: Final = 50_000
_PENDING_PER_JOB: Final = 4
_SLOW: Final = 5.0  # seconds after which the report recommends wasmtime
_PROGRESS_INTERVAL: Final = 0.1  # seconds

Progress = Callable[[int], None]
"""Called with the number of games done."""


def simulate(
    game: Game,
    seats: str | Sequence[str],
    games: int,
    seed: int | None = None,
    *,
    jobs: int = 1,
    backend: Backend = Backend.AUTO,
    progress: Progress | None = None,
) -> Report:
    """Play many games and summarise them.

    Args:
        game: the game.
        seats: the bots, as on the command line: ``"greedy"`` for all seats, ``"greedy,random"``, or a list of names.
        games: the number of games, at least one.
        seed: from 0 to 2**64 - 1; game number i has the chance and the bots' streams of (seed, i). Without one it is
            drawn, and the report says which it was.
        jobs: the number of processes. With more than one, a script that calls this must be importable (with its
            own work under ``if __name__ == "__main__":``).
        backend: what plays the games; the figures don't depend on it.
        progress: called now and then with the number of games done.

    Each game gets new bots, so a bot can't carry anything over from one game to another.

    Raises:
        DiagnosticError: there is no such bot, or too many or too few are named; a bot has failed; or compiled code
            was requested but isn't available.
        ValueError: an argument is out of range.
    """
    if games < 1 or jobs < 1:
        raise ValueError("there must be at least one game and one job")
    if seed is None:
        seed = secrets.randbits(32)
    if not 0 <= seed < 2**64:
        raise ValueError("a seed is from 0 to 2**64 - 1")
    names = seat_names(seats, game.players)
    begun = time.perf_counter()
    work = _Work(game, names, seed, backend, games)
    jobs = min(jobs, games)
    tally = _play_in_process(work, games, progress) if jobs == 1 else _play_in_processes(work, games, jobs, progress)
    seconds = time.perf_counter() - begun
    if work.missing and seconds > _SLOW:
        tally.note = "with wasmtime (`pip install cardengine[fast]`) the same figures take a small part of the time"
    return _report(game, names, seed, tally, seconds, work)


class _Work:
    """The games of one simulation; they can be played in chunks."""

    def __init__(self, game: Game, seats: tuple[str, ...], seed: int, backend: Backend, games: int) -> None:
        self.game, self.seats, self.seed, self.backend = game, seats, seed, backend
        self.makers = [bot_maker(name) for name in seats]
        # Only third-party bots may read the event log; games without one are faster.
        self.log = any(maker not in (RandomBot, Greedy) for maker in self.makers)
        teams = game.loaded.ruleset.teams
        self.sides = teams or tuple((seat,) for seat in range(game.players))
        chosen = choose_backend(game, self.makers, seats, backend, games)
        self.engine, self.note, self.missing = chosen.engine, chosen.note, chosen.missing

    @property
    def plays(self) -> Backend:
        """The backend in use."""
        return Backend.INTERPRETER if self.engine is None else Backend.WASM

    def play(self, tally: Tally, first: int, beyond: int) -> Iterator[int]:
        """Play the games numbered from `first` to before `beyond`; yields the number of each finished game."""
        tally.note = tally.note or self.note
        done = first
        if self.engine is not None:
            policies = policies_of(self.makers)
            try:
                for done, left in play_compiled(self.engine, policies, self.seed, first, beyond - first, tally):
                    for number in left:
                        self._play_one(number, tally)
                    yield done - 1
            except UnavailableError as error:
                # Compiled code has failed: the interpreter plays the remaining games.
                if self.backend is Backend.WASM:
                    raise unavailable(error) from None
                self.engine = None
                tally.note = f"{error.message}; the interpreter has played the rest"
        for number in range(done, beyond):
            self._play_one(number, tally)
            yield number

    def _play_one(self, number: int, tally: Tally) -> None:
        state = self.game.new(self.seed, number=number, log=self.log)
        bots = [make() for make in self.makers]
        movers = movers_for(self.seats, bots, self.seed, number)
        decisions = sum(1 for _ in drive(state, movers))
        tally.add(number, state, decisions)


def _play_in_process(work: _Work, games: int, progress: Progress | None) -> Tally:
    tally = Tally(work.sides)
    reported = time.perf_counter()
    for _ in work.play(tally, 0, games):
        if progress is not None and time.perf_counter() - reported > _PROGRESS_INTERVAL:
            reported = time.perf_counter()
            progress(tally.games)
    if progress is not None:
        progress(tally.games)
    return tally


# Several processes -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Order:
    """The task of a worker process."""

    recipe: Recipe
    seats: tuple[str, ...]
    seed: int
    backend: Backend
    games: int

    def make(self) -> _Work:
        return _Work(game_of(self.recipe), self.seats, self.seed, self.backend, self.games)


@lru_cache(maxsize=1)
def _work_of(order: _Order) -> _Work:
    """The simulation of a worker process, built once."""
    return order.make()


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one


def _play_chunk(order: _Order, first: int, beyond: int) -> Tally:
    work = _work_of(order)
    tally = Tally(work.sides)
    for _ in work.play(tally, first, beyond):
        pass
    return tally


def _play_in_processes(work: _Work, games: int, jobs: int, progress: Progress | None) -> Tally:
    order = _Order(work.game.machine.recipe, work.seats, work.seed, work.plays, games)
    most = _MAX_CHUNK if work.engine is None else _MAX_COMPILED_CHUNK
    size = max(1, min(most, games // (jobs * _CHUNKS_PER_JOB)))
    tally = Tally(work.sides)
    # Spawned, not forked: a fork would copy other threads' locks, and not every system has it.
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    with ProcessPoolExecutor(jobs, context, _start_worker) as pool:
        try:
            chunks = ((first, min(first + size, games)) for first in range(0, games, size))
            # Submitted a few at a time: a simulation may have more chunks than fit into memory.
            with _interrupts_deferred():
                first = islice(chunks, _PENDING_PER_JOB * jobs)
                waiting = {pool.submit(_play_chunk, order, *chunk) for chunk in first}
            while waiting:
                done, waiting = wait(waiting, return_when=ONE_DONE)
                for future in done:
                    tally.merge(future.result())
                    if progress is not None:
                        progress(tally.games)
                waiting |= {pool.submit(_play_chunk, order, *chunk) for chunk in islice(chunks, len(done))}
        except BrokenProcessPool:
            raise RuntimeError(
                "a worker process has ended unexpectedly; a program that asks for several jobs has to be a file, "
                "and to ask under `if __name__ == '__main__':`"
            ) from None
        except BaseException:
            _terminate_since(before)  # their current games may take long
            raise
    return tally


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C until the block ends, and block it for good in processes started meanwhile."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    # A signal mask isn't enough: the signal may arrive in another thread, and Python hands it to this one.
    kept = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with _interrupts_masked():
            yield
    finally:
        signal.signal(signal.SIGINT, kept)
        if heard:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _interrupts_masked() -> Iterator[None]:
    """Block Ctrl-C in this thread and in processes that it starts, where the system supports that."""
    if sys.platform != "win32":
        kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, kept)
    else:
        yield


def _terminate_since(keep: set[multiprocessing.process.BaseProcess]) -> None:
    """Terminate the processes started since, so that nobody waits for their games."""
    for child in multiprocessing.active_children():
        if child not in keep:
            child.terminate()


# The report ------------------------------------------------------------------------------------------


def _report(game: Game, seats: Sequence[str], seed: int, tally: Tally, seconds: float, work: _Work) -> Report:
    players = range(game.players)
    sums = [tally.score_sums(seat) for seat in players]
    return Report(
        ruleset=game.title,
        hash=game.loaded.digest,
        engine=__version__,
        generator=GENERATOR_VERSION,
        backend=work.plays.value,
        seed=seed,
        players=game.players,
        seats=list(seats),
        options=game.option_texts(),
        step_cap=game.step_cap,
        budget=game.budget,
        games=tally.games,
        decisions_mean=tally.decisions / tally.games,
        steps_mean=tally.steps / tally.games,
        outcomes={outcome.name.lower(): tally.outcomes[outcome] for outcome in Outcome if outcome in tally.outcomes},
        win_rate=[tally.wins[seat] / tally.games for seat in players],
        win_rate_ci95=[list(wilson(tally.wins[seat], tally.games)) for seat in players],
        shared_rate=[tally.shared[seat] / tally.games for seat in players],
        score_mean=[figure.mean for figure in sums],
        score_sem=[figure.sem for figure in sums],
        score_min=[figure.least for figure in sums],
        score_max=[figure.greatest for figure in sums],
        unfinished=tally.outcomes.get(Outcome.UNFINISHED, 0),
        faults=tally.outcomes.get(Outcome.FAULT, 0),
        first_fault=FirstFault(*tally.first_fault) if tally.first_fault is not None else None,
        seconds=seconds,
        note=tally.note,
    )
