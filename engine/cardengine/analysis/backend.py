"""What plays the games of a simulation: the interpreter, or compiled code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter
from typing import Final

from cardengine.agents import Bot, Greedy, RandomBot
from cardengine.analysis.tally import Tally
from cardengine.core.driver import HANDED_BACK
from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.fast import Engine, Reason, UnavailableError, is_there
from cardengine.fast.engine import scores_of
from cardengine.runtime.game import Game
from cardengine.runtime.outcome import Outcome

FEW: Final = 4
"""So few games are not worth compiling for, unless it is asked for."""

_NAMES: Final[dict[object, str]] = {RandomBot: "random", Greedy: "greedy"}

_OUTCOME = itemgetter(0)
_KEY = itemgetter(0, 1, slice(4, None))
_STEPS = itemgetter(2)
_DECISIONS = itemgetter(3)


class Backend(StrEnum):
    """What plays."""

    AUTO = "auto"
    """Compiled code where that is possible, else the interpreter."""
    INTERPRETER = "interpreter"
    WASM = "wasm"
    """Compiled code; it is an error when that isn't possible, except for a game that is too large."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What has been chosen: an engine, or None for the interpreter, and what there is to say about it."""

    engine: Engine | None
    note: str | None = None
    missing: bool = False
    """Whether the interpreter plays only since wasmtime isn't installed."""


def choose(
    game: Game, makers: Sequence[Callable[[], Bot]], names: Sequence[str], backend: Backend, games: int
) -> Choice:
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
        return Choice(None)
    strange = [name for name, maker in zip(names, makers, strict=True) if maker not in _NAMES]
    if strange:
        if backend is Backend.WASM:
            message = f"the bot `{strange[0]}` runs in Python, so its games can't be compiled"
            help_ = "`random` and `greedy` can; leave out `--backend wasm` for other bots"
            raise DiagnosticError((Diagnostic(Code.BACKEND, message, help=help_),))
        return Choice(None)
    if backend is Backend.AUTO and games <= FEW:
        return Choice(None)
    if backend is Backend.AUTO and not is_there():
        return Choice(None, missing=True)
    try:
        return Choice(Engine(game))
    except UnavailableError as error:
        if backend is Backend.WASM and error.reason is not Reason.TOO_LARGE:
            raise unavailable(error) from None
        return Choice(None, f"{error.message}; {error.help}")


def unavailable(error: UnavailableError) -> DiagnosticError:
    """Why compiled code that was asked for can't be had."""
    return DiagnosticError((Diagnostic(Code.BACKEND, error.message, help=error.help),))


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
    scorer = engine.game.machine.scorer
    done = first
    for rows in engine.batches("batch", policies, seed, first, games):
        back = _left(rows, done, told=tally.first_fault is not None)
        kept = rows if not back else [row for number, row in enumerate(rows, done) if number not in back]
        tally.steps += sum(map(_STEPS, kept))
        tally.decisions += sum(map(_DECISIONS, kept))
        for (number, named, cells), times in Counter(map(_KEY, kept)).items():
            outcome = Outcome(number)
            scores = () if outcome in (Outcome.FAULT, Outcome.UNFINISHED) else scores_of(cells)
            tally.count(outcome, scorer.winners_of(outcome, named, scores), scores, times)
        done += len(rows)
        yield done, sorted(back)


def _left(rows: Sequence[tuple[int, ...]], first: int, *, told: bool) -> set[int]:
    """The numbers of the games that the interpreter has to play."""
    left: set[int] = set()
    if max(map(_OUTCOME, rows)) < Outcome.FAULT:
        return left
    for number, row in enumerate(rows, first):
        if row[0] == HANDED_BACK or (row[0] == Outcome.FAULT and not told):
            left.add(number)
            told = told or row[0] == Outcome.FAULT
    return left
