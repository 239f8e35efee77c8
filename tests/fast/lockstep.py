"""Both executions of a game, side by side."""

from __future__ import annotations

from cardengine.agents import Greedy, RandomBot
from cardengine.analysis.drive import drive, movers_for
from cardengine.fast import Engine, FastState, GameResult
from cardengine.runtime.game import Game
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.state import State
from tests.lang.helpers import game


def compare(engine: Engine, seed: int, number: int, most: int = 100_000) -> int:
    """Step a random game in both, and compare all that there is at each choice; gives how many choices there were."""
    game = engine.game
    ours = game.new(seed, number=number, log=False)
    theirs = FastState(engine, seed, number)
    streams = [stream(seed, number, seat_stream(seat)) for seat in range(game.players)]
    decisions = 0
    while not ours.over and decisions < most:
        assert theirs.vector == ours.vector
        assert theirs.players == ours.players
        seat = ours.player
        assert seat is not None
        offered = ours.offered(seat)
        assert theirs.offered() == [(action, tuple(map(plain, values))) for action, values in offered]
        picked = offered[streams[seat].below(len(offered))]
        ours.take(seat, picked)
        theirs.take(seat, picked)
        decisions += 1
    assert theirs.outcome is ours.outcome
    if ours.outcome is not Outcome.FAULT:
        assert theirs.vector == ours.vector
        assert theirs.scores == ours.scores
    return decisions


def plain(value: object) -> object:
    """An argument as a number, or a tuple of them."""
    return tuple(map(int, value)) if isinstance(value, list | tuple) else int(value)  # type: ignore[call-overload]  # a number


def interpreted(game: Game, policies: list[str], seed: int, number: int) -> GameResult:
    """The result of a game that the interpreter plays."""
    state: State = game.new(seed, number=number, log=False)
    bots = [RandomBot() if policy == "random" else Greedy() for policy in policies]
    decisions = sum(1 for _ in drive(state, movers_for(policies, bots, seed, number)))
    winners = state._memory[2]
    return GameResult(state.outcome, winners, state.steps, decisions, state.scores)


def same(compiled: GameResult, interpreted: GameResult) -> bool:
    """Whether two results are the same; scores count only where a game has come to its end."""
    if interpreted.outcome in (Outcome.FAULT, Outcome.UNFINISHED):
        return (compiled.outcome, compiled.winners, compiled.decisions) == (
            interpreted.outcome, interpreted.winners, interpreted.decisions,
        )  # fmt: skip
    return compiled == interpreted


def alike(part: str, players: int = 2, games: int = 4) -> Game:
    """Both play the ruleset alike: step by step, and as batches."""
    made = game(part, players=players, step_cap=300)
    loose, lean = Engine(made, lean=False), Engine(made)
    for number in range(games):
        compare(loose, 3, number)
    for policy in ("random", "greedy"):
        for number, result in enumerate(lean.play([policy] * players, 3, 0, games).results()):
            assert same(result, interpreted(made, [policy] * players, 3, number))
    return made
