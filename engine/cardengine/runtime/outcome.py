"""The ends of games: outcome, scores, winners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

from cardengine.evaluation import Closures
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.model.program import Header, Program
from cardengine.tree.symbols import Ranking

Score = int | Fraction


class Outcome(IntEnum):
    """Whether and how a game has ended."""

    RUNNING = 0
    """It hasn't ended."""
    WON = 1
    """Ended by ``win`` or ``wins``: the winners are named."""
    LOST = 2
    """Ended by ``lose``: nobody has won."""
    ENDED = 3
    """Ended by ``end the game``, or after its last step: the scores decide."""
    UNFINISHED = 4
    """Stopped by the step cap, or by a counter at its bound: nobody has won."""
    FAULT = 5
    """The ruleset asked for something impossible: nobody has won."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Computes the scores and winners of one game."""

    program: Program
    score: Callable[[Memory], Score] | None
    you: int
    won: int

    @classmethod
    def of(cls, program: Program, closures: Closures) -> Scorer:
        """The scorer of a program."""
        result = program.ruleset.result
        you = program.space.register(result.you).address
        won = program.space.register(result.won).address
        score = closures.function(result.score) if result.score is not None else None
        return cls(program, score, you, won)

    def scores(self, m: Memory) -> tuple[Score, ...]:
        """The exact score of each seat, as things stand; zeros if they can't be computed now.

        Without a declared score: 1 for a winner, else 0.
        """
        try:
            return self.check(m)
        except Fault:
            return (0,) * self.program.players

    def check(self, m: Memory) -> tuple[Score, ...]:
        """The exact score of each seat.

        Raises:
            Fault: the score can't be computed.
        """
        players = self.program.players
        winners = m[Header.WINNERS]
        if self.score is None:
            return tuple(int(bool(winners >> seat & 1)) for seat in range(players))
        scores = []
        for seat in range(players):
            m[self.you] = seat
            m[self.won] = bool(winners >> seat & 1)
            value = self.score(m)
            if isinstance(value, Fraction) and value.denominator == 1:
                value = int(value)
            scores.append(value)
        return tuple(scores)

    def winners(self, m: Memory) -> tuple[int, ...]:
        """The winners of a game that has ended."""
        outcome = Outcome(m[Header.OUTCOME])
        return self.winners_of(outcome, m[Header.WINNERS], self.scores(m) if outcome is Outcome.ENDED else ())

    def winners_of(self, outcome: Outcome, named: int, scores: tuple[Score, ...]) -> tuple[int, ...]:
        """The winners of a game with this end.

        Args:
            outcome: how it ended.
            named: the mask of the seats named by ``win`` or ``wins``.
            scores: the scores of the seats; they matter only if the scores decide.
        """
        match outcome:
            case Outcome.WON:
                return tuple(seat for seat in range(self.program.players) if named >> seat & 1)
            case Outcome.ENDED:
                return self._ranked(scores)
            case _:
                return ()

    def _ranked(self, scores: tuple[Score, ...]) -> tuple[int, ...]:
        ranking = self.program.ruleset.result.ranking
        if ranking is None:
            return ()
        teams = self.program.space.teams
        if ranking in (Ranking.HIGHEST, Ranking.LOWEST):
            teams = tuple((seat,) for seat in range(self.program.players))
        totals = [sum(scores[seat] for seat in team) for team in teams]
        best = max(totals) if ranking in (Ranking.HIGHEST, Ranking.HIGHEST_TEAM) else min(totals)
        won = [seat for team, total in zip(teams, totals, strict=True) if total == best for seat in team]
        return tuple(sorted(won))
