"""Playouts: statistics of a position that bots play to the end many times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from cardengine.agents import RandomBot, bot_maker, seat_names
from cardengine.analysis.backend import Backend, choose_backend, compilable, count_rows, policies_of
from cardengine.analysis.drive import drive, movers_for
from cardengine.analysis.tally import Tally
from cardengine.runtime.chance import ExactChance
from cardengine.runtime.game import Game
from cardengine.runtime.generator import stream
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.sampling import Sampler
from cardengine.runtime.state import State

if TYPE_CHECKING:
    from cardengine.fast.engine import Engine


@dataclass(frozen=True, slots=True)
class Playouts:
    """The statistics of playouts. Per-seat figures are lists with one entry for each seat.

    Attributes:
        games: the number of playouts.
        backend: what played them.
        decisions_mean: the mean number of choices in a playout.
        win_rate: the share of playouts that a seat's side won alone.
        shared_rate: the share that it won together with another side.
        score_mean: the mean score of the playouts that reached an end (None if none did).
        outcomes: the number of playouts by outcome.
    """

    games: int
    backend: str
    decisions_mean: float
    win_rate: list[float]
    shared_rate: list[float]
    score_mean: list[float | None]
    outcomes: dict[str, int]


EXPECTED_PLAYOUTS = 1_000
"""How many playouts to expect: a search asks for many, so the game is worth compiling."""


def playouts(
    game: Game,
    state: State,
    n: int,
    seed: int,
    policy: str | Sequence[str] = "random",
    *,
    seat: int | None = None,
    backend: Backend = Backend.AUTO,
) -> Playouts:
    """Play a position to the end many times. The position itself isn't changed.

    Args:
        game: the game.
        state: the position.
        n: the number of playouts.
        seed: from 0 to 2**64 - 1; playout number i has the chance and the bots' streams of (seed, i).
        policy: the bots; see ``simulate``.
        seat: whose knowledge counts: before each playout, the cards that this seat can't know are redrawn, all
            arrangements equally likely. Without a seat the cards stay where they are.
        backend: what plays; the figures don't depend on it.

    Raises:
        ValueError: an argument is out of range, or the game waits for chance.
        SamplingError: a seat is given, but its knowledge can't be determined (events aren't kept, or pieces are
            hidden).
        DiagnosticError: there is no such bot, or not one for each seat.
    """
    if n < 1:
        raise ValueError("there must be at least one playout")
    if not 0 <= seed < 2**64:
        raise ValueError("a seed is from 0 to 2**64 - 1")
    if isinstance(state.chance, ExactChance):
        raise ValueError("with exact chance piles may be undecided: play out a state with seeded chance")
    names = seat_names(policy, game.players)
    sampler = state.knowledge(seat) if seat is not None else None
    tally = Tally(game.loaded.ruleset.teams or tuple((player,) for player in range(game.players)))
    engine = _engine(game, names, backend)
    left: Sequence[int] = range(n)
    if engine is not None:
        makers = [bot_maker(name) for name in names]
        from cardengine.fast.playouts import play_on  # noqa: PLC0415 - it loads the compiler

        batch = play_on(engine, state.vector, policies_of(makers), seed, n, sampler=sampler)
        if batch is None:
            engine = None
        else:
            left = count_rows(engine, batch.rows, tally)
    for number in left:
        _play_one(game, state, names, seed, number, sampler, tally)
    return _figures(game, tally, Backend.INTERPRETER if engine is None else Backend.WASM)


def _engine(game: Game, names: Sequence[str], backend: Backend) -> Engine | None:
    """The compiled game, compiled only once; None if the interpreter plays."""
    makers = [bot_maker(name) for name in names]
    if backend is Backend.INTERPRETER or (backend is Backend.AUTO and not compilable(makers)):
        return None
    engine = _compiled(game)
    if engine is None and backend is Backend.WASM:
        engine = choose_backend(game, makers, names, backend, EXPECTED_PLAYOUTS).engine
    return engine


@lru_cache(maxsize=4)
def _compiled(game: Game) -> Engine | None:
    """The engine of a game; None if it can't be compiled. The most recent ones are cached."""
    makers = [RandomBot for _ in range(game.players)]
    return choose_backend(game, makers, ["random" for _ in makers], Backend.AUTO, EXPECTED_PLAYOUTS).engine


def _play_one(
    game: Game, state: State, names: Sequence[str], seed: int, number: int, sampler: Sampler | None, tally: Tally
) -> None:
    drawn = sampler.draw(stream(seed, number, game.players + 1)) if sampler is not None else None
    other = state.continued(seed, number, drawn)
    bots = [bot_maker(name)() for name in names]
    decisions = sum(1 for _ in drive(other, movers_for(names, bots, seed, number)))
    tally.add(number, other, decisions)


def _figures(game: Game, tally: Tally, backend: Backend) -> Playouts:
    seats = range(game.players)
    return Playouts(
        games=tally.games,
        backend=backend.value,
        decisions_mean=tally.decisions / tally.games,
        win_rate=[tally.wins[seat] / tally.games for seat in seats],
        shared_rate=[tally.shared[seat] / tally.games for seat in seats],
        score_mean=[tally.score_sums(seat).mean for seat in seats],
        outcomes={outcome.name.lower(): tally.outcomes[outcome] for outcome in Outcome if outcome in tally.outcomes},
    )
