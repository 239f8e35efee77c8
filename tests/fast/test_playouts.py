"""Playouts: the same figures from both backends, hidden cards drawn anew where a seat is named."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import cardengine
from cardengine import ExactChance, Game, State
from cardengine.analysis import Backend, Playouts, playouts
from cardengine.diagnostics import DiagnosticError
from cardengine.runtime.knowledge import SamplingError
from tests.generic.helpers import Player, every_table, load

PLAYOUTS = 3
STEPS = 300


@cache
def short(path: Path, players: int) -> Game:
    """A game whose playouts are cut off, so that they don't take long."""
    return cardengine.load(path, players=players, step_cap=STEPS)


def somewhere(game: Game, seed: int, choices: int) -> State:
    """A position after so many random choices, or the last one before the end."""
    state = game.new(seed)
    player = Player(seed, 0, game.players)
    for _ in range(choices):
        if state.over:
            return game.new(seed)
        player.move(state)
    return state if not state.over else game.new(seed)


def both(game: Game, state: State, policy: str, seat: int | None) -> tuple[Playouts, Playouts]:
    vector = state.vector
    found = tuple(
        playouts(game, state, PLAYOUTS, 3, policy, seat=seat, backend=backend)
        for backend in (Backend.WASM, Backend.INTERPRETER)
    )
    assert state.vector == vector
    assert found[1].backend == "interpreter"
    return replace(found[0], backend=""), replace(found[1], backend="")


@every_table
def test_both_backends_give_the_same_figures(path: Path, players: int) -> None:
    game = short(path, players)
    for seat, choices in ((None, 0), (0, 25), (players - 1, 6)):
        state = somewhere(game, 8, choices)
        try:
            compiled, interpreted = both(game, state, "random", seat)
        except SamplingError:
            assert seat is not None
        else:
            assert compiled == interpreted
            assert compiled.games == PLAYOUTS


def test_greedy_plays_too() -> None:
    game = load(Path("rulesets/gin_rummy.yaml"), 2)
    compiled, interpreted = both(game, somewhere(game, 4, 5), "greedy", 0)
    assert compiled == interpreted


def test_hidden_cards_are_drawn_anew() -> None:
    # What the others hold can't matter to a seat that doesn't know it: only the seat's own view does.
    game = load(Path("rulesets/hearts.yaml"), 4)
    state = somewhere(game, 2, 30)
    other = state.sampler(0, Player(9, 9, 4).streams[0])()
    assert other.vector != state.vector
    first, second = (playouts(game, s, 400, 5, seat=0).score_mean for s in (state, state.clone()))
    assert first == second
    assert playouts(game, state, 400, 5).score_mean != first


def test_the_method_of_a_game() -> None:
    game = load(Path("rulesets/kuhn_poker.yaml"), 2)
    state = game.new(3)
    found = game.playouts(state, 5_000, seed=1)
    assert found.games == 5_000
    assert found.backend == "wasm"
    total = sum(score for score in found.score_mean if score is not None)
    assert total == pytest.approx(0)
    assert game.playouts(state, 5_000, seed=1) == found
    assert game.playouts(state, 5_000, seed=2) != found
    mixed = game.playouts(state, 100, 1, ["greedy", "tests.analysis.bots:Words"])
    assert mixed.backend == "interpreter"


def test_what_is_wrong_is_said() -> None:
    game = load(Path("rulesets/kuhn_poker.yaml"), 2)
    state = game.new(3)
    with pytest.raises(ValueError, match="at least one"):
        game.playouts(state, 0, 1)
    with pytest.raises(ValueError, match="seed"):
        game.playouts(state, 1, -1)
    with pytest.raises(DiagnosticError, match="3 bots are named for 2 seats"):
        game.playouts(state, 1, 1, ["random"] * 3)
    with pytest.raises(DiagnosticError, match="no bot"):
        game.playouts(state, 1, 1, "rnadom")
    with pytest.raises(SamplingError):
        game.playouts(game.new(3, log=False), 1, 1, seat=0)
    with pytest.raises(ValueError, match="exact"):
        game.playouts(game.new(chance=ExactChance()), 1, 1)


def test_a_game_that_is_over_has_its_scores() -> None:
    game = load(Path("rulesets/kuhn_poker.yaml"), 2)
    state = game.new(3)
    player = Player(1, 0, 2)
    while not state.over:
        player.move(state)
    found = game.playouts(state, 10, 1)
    assert found.score_mean == [float(score) for score in state.scores]
    assert found.decisions_mean == 0
