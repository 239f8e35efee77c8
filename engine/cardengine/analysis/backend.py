"""What plays the games of a simulation: the interpreter, or compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cardengine.agents import Bot, Greedy, RandomBot
from cardengine.analysis.tally import Tally
from cardengine.core.memory import HANDED_BACK
from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.fast.errors import Reason, UnavailableError
from cardengine.fast.loading import is_there
from cardengine.fast.results import Row, scores_of
from cardengine.runtime.game import Game
from cardengine.runtime.outcome import Outcome

if TYPE_CHECKING:
    from cardengine.fast.engine import Engine

MAX_GAMES_NOT_COMPILED: Final = 4
"""So few games are not worth compiling for, unless it is asked for."""

_NAMES: Final[dict[object, str]] = {RandomBot: "random", Greedy: "greedy"}


class Backend(StrEnum):
    """What plays."""

    AUTO = "auto"
    """Compiled code where that is possible, else the interpreter."""
    INTERPRETER = "interpreter"
    WASM = "wasm"
    """Compiled code; it is an error when that isn't possible, except for a game that is too large."""


@dataclass(frozen=True, slots=True)
class BackendChoice:
    """What has been chosen: an engine, or None for the interpreter, and what there is to say about it."""

    engine: Engine | None
    note: str | None = None
    missing: bool = False
    """Whether the interpreter plays only since wasmtime isn't installed."""


def choose_backend(
    game: Game, makers: Sequence[Callable[[], Bot]], names: Sequence[str], backend: Backend, games: int
) -> BackendChoice:
    """Choose what plays.

    Args:
        game: the game.
        makers: what makes the bots, one a seat.
        names: what the bots are called.
        backend: what is asked for.
        games: how many games there will be.

    Raises:
        DiagnosticError: compiled code is asked for, and can't be had.
    """
    if backend is Backend.INTERPRETER:
        return BackendChoice(None)
    strange = [name for name, maker in zip(names, makers, strict=True) if maker not in _NAMES]
    if strange:
        if backend is Backend.WASM:
            message = f"the bot `{strange[0]}` runs in Python, so its games can't be compiled"
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
    """Why compiled code that was asked for can't be had."""
    return DiagnosticError((Diagnostic(Code.BACKEND, error.message, help=error.help),))


def compilable(makers: Sequence[Callable[[], Bot]]) -> bool:
    """Whether compiled code knows all of the bots."""
    return all(maker in _NAMES for maker in makers)


def policies_of(makers: Sequence[Callable[[], Bot]]) -> list[str]:
    """The names under which compiled code knows the bots."""
    return [_NAMES[maker] for maker in makers]


def play_compiled(
    engine: Engine, policies: Sequence[str], seed: int, first: int, games: int, tally: Tally
) -> Iterator[tuple[int, list[int]]]:
    """Play games by compiled code and count them.

    Yields:
        After each call the number of the next game, and the numbers of games that are left to the interpreter: those
        that take more than compiled code can compute, and the first that is at fault, so that its fault is told.
    """
    done = first
    for played, rows in engine.batches("batch", policies, seed, first, games, merge=True):
        left = count_rows(engine, rows, tally)
        done += played
        yield done, left


def count_rows(engine: Engine, rows: Sequence[Row], tally: Tally) -> list[int]:
    """Count the results of games; gives the numbers of those that are left to the interpreter."""
    scorer = engine.game.machine.scorer
    left: list[int] = []
    told = tally.first_fault is not None
    for number, times, code, named, steps, decisions, *cells in rows:
        if code == HANDED_BACK or (code == Outcome.FAULT and not told):
            told = told or code == Outcome.FAULT
            left.append(number)
            continue
        outcome = Outcome(code)
        tally.steps += steps
        tally.decisions += decisions
        scores = () if outcome in (Outcome.FAULT, Outcome.UNFINISHED) else scores_of(cells)
        tally.count(outcome, scorer.winners_of(outcome, named, scores), scores, times)
    return left
