"""Chooses what plays the games of a simulation: the interpreter or compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cardengine.agents import Bot, Greedy, RandomBot
from cardengine.analysis.tally import Tally
from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.fast.errors import Reason, UnavailableError
from cardengine.fast.loading import is_there
from cardengine.fast.results import Row, scores_of
from cardengine.ir.memory import HANDED_BACK
from cardengine.runtime.game import Game
from cardengine.runtime.outcome import Outcome

if TYPE_CHECKING:
    from cardengine.fast.engine import Engine

MAX_GAMES_NOT_COMPILED: Final = 4
"""Up to this many games the interpreter plays, since compiling takes longer; unless asked for."""

_NAMES: Final[dict[object, str]] = {RandomBot: "random", Greedy: "greedy"}


class Backend(StrEnum):
    """How games are executed."""

    AUTO = "auto"
    """Compiled code if possible, otherwise the interpreter."""
    INTERPRETER = "interpreter"
    WASM = "wasm"
    """Compiled code; an error if that isn't possible, except for games that are too large."""


@dataclass(frozen=True, slots=True)
class BackendChoice:
    """The chosen backend: an engine, or None for the interpreter; and a note for the report."""

    engine: Engine | None
    note: str | None = None
    missing: bool = False
    """Whether the interpreter was chosen only because wasmtime isn't installed."""


def choose_backend(
    game: Game, makers: Sequence[Callable[[], Bot]], names: Sequence[str], backend: Backend, games: int
) -> BackendChoice:
    """Choose a backend.

    Args:
        game: the game.
        makers: the callables that make the bots, one for each seat.
        names: the names of the bots.
        backend: the requested backend.
        games: the number of games to play.

    Raises:
        DiagnosticError: compiled code was requested but isn't available.
    """
    if backend is Backend.INTERPRETER:
        return BackendChoice(None)
    foreign = [name for name, maker in zip(names, makers, strict=True) if maker not in _NAMES]
    if foreign:
        if backend is Backend.WASM:
            message = f"the bot `{foreign[0]}` runs in Python, so its games can't be compiled"
            help_ = "`random` and `greedy` can; leave out `--backend wasm` for other bots"
            raise DiagnosticError((Diagnostic(Code.BACKEND, message, help=help_),))
        return BackendChoice(None)
    if backend is Backend.AUTO and games <= MAX_GAMES_NOT_COMPILED:
        return BackendChoice(None)
    if backend is Backend.AUTO and not is_there():
        return BackendChoice(None, missing=True)
    from cardengine.fast.engine import Engine  # noqa: PLC0415 - only simulations need the compiler

    try:
        return BackendChoice(Engine(game))
    except UnavailableError as error:
        if backend is Backend.WASM and error.reason is not Reason.TOO_LARGE:
            raise unavailable(error) from None
        return BackendChoice(None, f"{error.message}; {error.help}")


def unavailable(error: UnavailableError) -> DiagnosticError:
    """The error for requested compiled code that isn't available."""
    return DiagnosticError((Diagnostic(Code.BACKEND, error.message, help=error.help),))


def compilable(makers: Sequence[Callable[[], Bot]]) -> bool:
    """Whether all bots exist in compiled code."""
    return all(maker in _NAMES for maker in makers)


def policies_of(makers: Sequence[Callable[[], Bot]]) -> list[str]:
    """The names of the bots in compiled code."""
    return [_NAMES[maker] for maker in makers]


def play_compiled(
    engine: Engine, policies: Sequence[str], seed: int, first: int, games: int, tally: Tally
) -> Iterator[tuple[int, list[int]]]:
    """Play games in compiled code and add them to the tally.

    Yields:
        After each batch the number of the next game, and the numbers of games left to the interpreter: those that
        exceed what compiled code can compute, and the first one with a fault, whose message only the interpreter has.
    """
    done = first
    for played, rows in engine.batches("batch", policies, seed, first, games, merge=True):
        left = count_rows(engine, rows, tally)
        done += played
        yield done, left


def count_rows(engine: Engine, rows: Sequence[Row], tally: Tally) -> list[int]:
    """Add the results of games to the tally; returns the numbers of those left to the interpreter."""
    scorer = engine.game.machine.scorer
    left: list[int] = []
    fault_seen = tally.first_fault is not None
    for number, times, code, named, steps, decisions, *cells in rows:
        if code == HANDED_BACK or (code == Outcome.FAULT and not fault_seen):
            fault_seen = fault_seen or code == Outcome.FAULT
            left.append(number)
            continue
        outcome = Outcome(code)
        tally.steps += steps
        tally.decisions += decisions
        scores = () if outcome in (Outcome.FAULT, Outcome.UNFINISHED) else scores_of(cells)
        tally.count(outcome, scorer.winners_of(outcome, named, scores), scores, times)
    return left
