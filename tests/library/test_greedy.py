"""Greedy, which takes what ``evaluate`` values most, beats random in every bundled game, beyond its interval of 95 %.

At a table of several, greedy sits at each seat (with its partner, where there are partners) for as many games as at the
others, against random ones, so nobody gains from going first. Alone it is compared with random's games. Every day there
are a few games of those where a few are enough; the long run has at least 200 of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import hypot

import pytest

import cardengine
from cardengine import Game
from cardengine.analysis import Report, simulate, wilson
from cardengine.analysis.statistics import Z_95
from cardengine.model.load import bundled_names

SEED = 2024


class By(Enum):
    """How two bots are compared."""

    WINS = "greedy's part of the games won, against an equal part"
    SCORE = "mean scores: the higher one is better"
    STROKES = "mean scores: the lower one is better"


@dataclass(frozen=True, slots=True)
class Trial:
    """How greedy is tried in one game.

    Attributes:
        by: how it is compared.
        daily: how many games are enough every day; None when the gap is too small for a few.
        full: how many there are in the long run.
    """

    by: By
    daily: int | None
    full: int = 240


TRIALS = {
    "alpha_strike": Trial(By.WINS, 12),
    "area52": Trial(By.SCORE, 10),
    "blackjack": Trial(By.SCORE, 30),
    "crazy_eights": Trial(By.WINS, 8),
    "cribbage": Trial(By.WINS, 10),
    "euchre": Trial(By.WINS, 24),
    "freecell": Trial(By.SCORE, 16),
    "go_fish": Trial(By.WINS, None, 1000),
    "goofspiel": Trial(By.WINS, 20),
    "gin_rummy": Trial(By.WINS, 8),
    "golf_solitaire": Trial(By.STROKES, 16),
    "hearts": Trial(By.WINS, 9),
    "klondike": Trial(By.SCORE, 16),
    "kuhn_poker": Trial(By.SCORE, 600, 2000),
    "leduc_poker": Trial(By.SCORE, 800, 4000),
    "love_letter": Trial(By.WINS, 20),
    "oh_hell": Trial(By.WINS, 9),
    "president": Trial(By.WINS, 8),
    "pyramid": Trial(By.STROKES, 12),
    "rummy": Trial(By.WINS, 8),
    "scopa": Trial(By.WINS, 12),
    "six_card_golf": Trial(By.WINS, 8),
    "spades": Trial(By.WINS, 16),
    "texas_holdem": Trial(By.WINS, 40),
}

RUNS = [pytest.param(name, trial.daily, id=name) for name, trial in TRIALS.items() if trial.daily is not None] + [
    pytest.param(name, trial.full, id=f"{name}-{trial.full}", marks=pytest.mark.full) for name, trial in TRIALS.items()
]


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its interval."""

    low: float
    high: float


def between(mean: float, sem: float) -> Figure:
    return Figure(mean - Z_95 * sem, mean + Z_95 * sem)


def sides(game: Game) -> list[tuple[int, ...]]:
    """The teams, or each seat by itself."""
    return list(game.loaded.ruleset.teams or ((seat,) for seat in range(game.players)))


def reports(game: Game, games: int, bot: str) -> list[tuple[tuple[int, ...], Report]]:
    """A bot at each side in turn, random at the others."""
    tables = sides(game)
    found = []
    for number, side in enumerate(tables):
        seats = [bot if seat in side else "random" for seat in range(game.players)]
        share = games // len(tables) + (number < games % len(tables))
        found.append((side, simulate(game, seats, share, SEED)))
    return found


def won(game: Game, games: int, bot: str) -> Figure:
    """A bot's part of the games won, beyond an equal part."""
    tables = reports(game, games, bot)
    low, high = wilson(sum(round(report.win_rate[side[0]] * report.games) for side, report in tables), games)
    return Figure(low - 1 / len(tables), high - 1 / len(tables))


def ahead(game: Game, games: int, bot: str) -> Figure:
    """By how much a bot's mean score is above random's."""
    if game.players == 1:
        # Other games for random, so that the two figures are independent.
        (one, error), (other, another) = (
            score(simulate(game, [name], games, seed), 0) for name, seed in ((bot, SEED), ("random", SEED + 1))
        )
        return between(one - other, hypot(error, another))
    assert game.players == 2, "the errors of more seats aren't put together here"
    gains, errors = [], []
    for side, report in reports(game, games, bot):
        (mine, error), (theirs, another) = score(report, side[0]), score(report, 1 - side[0])
        gains.append(mine - theirs)
        errors.append(error + another)  # one's gain is the other's loss, more or less
    return between(sum(gains) / len(gains), hypot(*errors) / len(errors))


def score(report: Report, seat: int) -> tuple[float, float]:
    """A seat's mean score and its standard error."""
    mean, error = report.score_mean[seat], report.score_sem[seat]
    assert mean is not None
    assert error is not None
    return mean, error


def lead(name: str, games: int, bot: str = "greedy") -> Figure:
    """How much better a bot is than random: beyond doubt when even the lower end is above 0."""
    game, by = cardengine.load(name), TRIALS[name].by
    if by is By.WINS:
        return won(game, games, bot)
    found = ahead(game, games, bot)
    return found if by is By.SCORE else Figure(-found.high, -found.low)


@pytest.mark.parametrize(("name", "games"), RUNS)
def test_greedy_beats_random(name: str, games: int) -> None:
    assert lead(name, games).low > 0


@pytest.mark.parametrize(("name", "games"), [("kuhn_poker", 600), ("goofspiel", 60), ("golf_solitaire", 60)])
def test_random_does_not_beat_itself(name: str, games: int) -> None:
    found = lead(name, games, "random")
    assert found.low < 0 < found.high


def test_every_bundled_game_is_tried() -> None:
    assert sorted(TRIALS) == bundled_names()
