"""The report of a simulation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class FirstFault:
    """The first game that ended with a fault: its number and the fault's message."""

    game: int
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """The statistics of a simulation. Per-seat figures are lists with one entry for each seat.

    Attributes:
        ruleset: the game's title.
        hash: the SHA-256 of the ruleset's text.
        engine: the version of cardengine.
        generator: the version of the generator.
        backend: what played the games.
        seed: the seed; game number i of it (from 0) is always the same game.
        players: the number of players.
        seats: the names of the bots.
        options: each option's value, as text.
        step_cap: the number of choices and loop turns after which a game counts as unfinished.
        budget: the amount of work between choices after which it does, too.
        games: the number of games.
        decisions_mean: the mean number of choices in a game, of all seats together.
        steps_mean: the mean number of choices and loop turns in a game, as the step cap counts them.
        outcomes: the number of games by outcome.
        win_rate: the share of all games that a seat's side won alone.
        win_rate_ci95: its 95 % Wilson interval.
        shared_rate: the share of all games that a seat won together with another side.
        score_mean: the mean score of the games that reached an end (None if there is none).
        score_sem: its standard error (None for fewer than two such games).
        score_min: the lowest score of such a game.
        score_max: the highest.
        unfinished: the number of games that the step cap or the budget stopped.
        faults: the number of games that a fault of the ruleset stopped.
        first_fault: the first of those.
        seconds: the elapsed time.
        note: a remark on how the games were played, or None.
    """

    ruleset: str
    hash: str
    engine: str
    generator: str
    backend: str
    seed: int
    players: int
    seats: list[str]
    options: Mapping[str, str]
    step_cap: int
    budget: int
    games: int
    decisions_mean: float
    steps_mean: float
    outcomes: Mapping[str, int]
    win_rate: list[float]
    win_rate_ci95: list[list[float]]
    shared_rate: list[float]
    score_mean: list[float | None]
    score_sem: list[float | None]
    score_min: list[int | Fraction | None]
    score_max: list[int | Fraction | None]
    unfinished: int
    faults: int
    first_fault: FirstFault | None
    seconds: float
    note: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The report as JSON-compatible data; a fraction becomes text such as `"37/2"`."""
        data = asdict(self)
        for key in ("score_min", "score_max"):
            data[key] = [str(value) if isinstance(value, Fraction) else value for value in data[key]]
        return data
