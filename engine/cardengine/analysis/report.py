"""What a simulation comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class FirstFault:
    """The first game that the ruleset has broken off: its number, and what was wrong."""

    game: int
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a simulation. Figures of seats are lists, one entry a seat.

    Attributes:
        ruleset: the game's title.
        hash: the SHA-256 of the ruleset's text.
        engine: the version of cardengine.
        generator: the version of the generator.
        backend: what has played the games.
        seed: the seed; game number i of it (from 0) is always the same game.
        players: how many play.
        seats: the bots' names.
        options: each option's value, as text.
        step_cap: choices and loop turns after which a game counts as unfinished.
        games: how many were played.
        decisions_mean: choices in a game, of all seats together.
        steps_mean: choices and loop turns in a game: what the step cap counts.
        outcomes: how many games ended in which way.
        win_rate: the share of all games that a seat's side has won alone.
        win_rate_ci95: Wilson's interval of 95 % for it.
        shared_rate: the share of all games that a seat has won together with another side.
        score_mean: the mean score of the games that were played to an end (None when there is none).
        score_sem: its standard error (None for fewer than two such games).
        score_min: the lowest score of such a game.
        score_max: the highest.
        unfinished: how many games the step cap has stopped.
        faults: how many games a fault of the ruleset has stopped.
        first_fault: the first of those.
        seconds: how long it has taken.
        note: what there is to say about how the games were played; None when there is nothing.
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
        """The report as JSON-able data: a fraction is text, `"37/2"`."""
        data = asdict(self)
        for key in ("score_min", "score_max"):
            data[key] = [str(value) if isinstance(value, Fraction) else value for value in data[key]]
        return data
