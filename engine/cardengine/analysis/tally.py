"""Counts the results of games exactly, so that tallies can be merged in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardengine.analysis.statistics import Sums
from cardengine.layout.faults import Fault
from cardengine.runtime.outcome import Outcome, Score
from cardengine.runtime.state import State


@dataclass(slots=True)
class Tally:
    """The counted results of a number of games.

    Attributes:
        sides: the sides: groups of seats that win together.
        games, decisions, steps: the number of games, of choices, and of choices and loop turns.
        outcomes: games by outcome.
        wins, shared: games won alone and together with another side, by seat.
        scores: the frequency of each score in games that reached an end, by seat.
        first_fault: number and message of the first game that ended with a fault.
        note: a remark on how the games were played.
    """

    sides: tuple[tuple[int, ...], ...]
    games: int = 0
    decisions: int = 0
    steps: int = 0
    outcomes: dict[Outcome, int] = field(default_factory=dict)
    wins: list[int] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)
    scores: list[dict[Score, int]] = field(default_factory=list)
    first_fault: tuple[int, str] | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        players = sum(map(len, self.sides))
        self.wins = self.wins or [0] * players
        self.shared = self.shared or [0] * players
        self.scores = self.scores or [{} for _ in range(players)]

    def add(self, number: int, state: State, decisions: int) -> None:
        """Add a finished game."""
        outcome, fault = state.outcome, state.fault
        winners: Sequence[int] = ()
        scores: Sequence[Score] = ()
        if outcome not in (Outcome.FAULT, Outcome.UNFINISHED):
            try:
                scores, winners = state.scores, state.winners or ()
            except Fault as error:
                outcome, fault = Outcome.FAULT, str(error)
        self.decisions += decisions
        self.steps += state.steps
        if outcome is Outcome.FAULT:
            self._note((number, fault or "the ruleset asked for something impossible"))
        self.count(outcome, winners, scores, 1)

    def count(self, outcome: Outcome, winners: Sequence[int], scores: Sequence[Score], times: int) -> None:
        """Add a number of games with the same result; their choices and steps are added separately.

        Args:
            outcome: their outcome.
            winners: the winning seats.
            scores: the score of each seat; empty for games that didn't reach an end.
            times: the number of games.
        """
        self.games += times
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + times
        for seat, score in enumerate(scores):
            counted = self.scores[seat]
            counted[score] = counted.get(score, 0) + times
        if winners:
            alone = sum(any(seat in winners for seat in side) for side in self.sides) == 1
            counts = self.wins if alone else self.shared
            for seat in winners:
                counts[seat] += times

    def _note(self, fault: tuple[int, str] | None) -> None:
        if fault is not None and (self.first_fault is None or fault < self.first_fault):
            self.first_fault = fault

    def merge(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.decisions += other.decisions
        self.steps += other.steps
        for outcome, count in other.outcomes.items():
            self.outcomes[outcome] = self.outcomes.get(outcome, 0) + count
        for seat in range(len(self.wins)):
            self.wins[seat] += other.wins[seat]
            self.shared[seat] += other.shared[seat]
            mine = self.scores[seat]
            for score, count in other.scores[seat].items():
                mine[score] = mine.get(score, 0) + count
        self._note(other.first_fault)
        self.note = self.note or other.note

    def score_sums(self, seat: int) -> Sums:
        """The summary of a seat's scores."""
        return Sums.of(self.scores[seat])
