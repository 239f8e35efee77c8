"""The chance of a scenario test: scripted outcomes first, then a seeded generator."""

from __future__ import annotations

from collections.abc import Sequence

from cardengine.runtime.chance import ScriptedChance, SeededChance

Outcome = tuple[str, ...] | int | None
"""The first cards of a shuffled pile, a picked number, or None to let the seed decide."""


class TestChance:
    """Draws from a script; once the script has ended, the seed decides.

    Args:
        outcomes: the scripted outcomes, in order.
        seed: the seed of the generator that decides the rest.
    """

    __test__ = False
    undecided = False

    def __init__(self, outcomes: Sequence[Outcome], seed: int) -> None:
        self.outcomes = tuple(outcomes)
        self.place = 0
        self.seeded = SeededChance(seed)

    @property
    def left(self) -> int:
        """How many scripted outcomes haven't been drawn yet."""
        return max(0, len(self.outcomes) - self.place)

    def _next(self) -> Outcome:
        self.place += 1
        return self.outcomes[self.place - 1] if self.place <= len(self.outcomes) else None

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        """The scripted order: the named cards on top, the others below them in pack order."""
        outcome = self._next()
        return self.seeded.shuffle(what, cards) if outcome is None else ScriptedChance([outcome]).shuffle(what, cards)

    def pick(self, what: str, n: int) -> int:
        """The scripted number."""
        outcome = self._next()
        return self.seeded.pick(what, n) if outcome is None else ScriptedChance([outcome]).pick(what, n)

    def draw(self, what: str, cards: Sequence[str]) -> int:
        """The number of the script."""
        return self.pick(what, len(cards))

    def clone(self) -> TestChance:
        """An independent copy that continues in the same way."""
        other = TestChance(self.outcomes, 0)
        other.place, other.seeded = self.place, self.seeded.clone()
        return other
