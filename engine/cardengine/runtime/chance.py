"""Chance: the single source of all random outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from cardengine.runtime.generator import CHANCE_STREAM, Generator, stream


class ChanceError(Exception):
    """A chance source gave an impossible outcome: other cards, or a number out of range; or its script has ended."""


@runtime_checkable
class Chance(Protocol):
    """A source of random outcomes: what a program's own source has to implement.

    The engine itself uses the larger protocol ``Source``. It wraps a source that has only these two methods: that one
    shuffles whole piles at once, and is copied with its ``clone`` if it has one, otherwise with ``copy.deepcopy``.
    """

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        """The new order of a pile, top first.

        Args:
            what: the zone's name.
            cards: the cards in pack order, whatever order the zone had.
        """
        ...

    def pick(self, what: str, n: int) -> int:
        """One of ``n`` equally likely outcomes, from 0."""
        ...


@runtime_checkable
class Source(Chance, Protocol):
    """The full protocol that the engine uses.

    Attributes:
        undecided: whether a shuffled face-down pile stays undecided: instead of one ``shuffle`` there is a ``draw`` for
            each card at the moment when somebody learns it.
    """

    undecided: bool

    def draw(self, what: str, cards: Sequence[str]) -> int:
        """The index of the next card; all are equally likely.

        Args:
            what: the zone's name.
            cards: the remaining cards, in pack order.
        """
        ...

    def clone(self) -> Source:
        """An independent source that goes on in the same way."""
        ...


@runtime_checkable
class _Clonable(Protocol):
    def clone(self) -> Chance: ...


class OwnChance:
    """Wraps a program's own ``Chance`` as a ``Source``."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.undecided = False

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        """The source's order."""
        return self.chance.shuffle(what, cards)

    def pick(self, what: str, n: int) -> int:
        """The source's number."""
        return self.chance.pick(what, n)

    def draw(self, what: str, cards: Sequence[str]) -> int:
        """The source's number below the number of cards."""
        return self.chance.pick(what, len(cards))

    def clone(self) -> OwnChance:
        """A copy, made by the source's own ``clone`` if it has one."""
        chance = self.chance
        return OwnChance(chance.clone() if isinstance(chance, _Clonable) else deepcopy(chance))


def source_of(chance: Chance) -> Source:
    """The source itself if it implements ``Source``, otherwise wrapped."""
    # Looking whether a protocol is implemented takes as long as a turn of a short game.
    return chance if isinstance(chance, SeededChance | Source) else OwnChance(chance)


class SeededChance:
    """Chance from a seed, by the generator that ``docs/generator.md`` specifies.

    Args:
        seed: from 0 to 2**64 - 1.
        game: the number of the game, so that the games of one simulation differ.

    Raises:
        ValueError: for a seed out of range.
    """

    undecided = False

    def __init__(self, seed: int, game: int = 0) -> None:
        self.generator: Generator = stream(seed, game, CHANCE_STREAM)

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        """A uniformly drawn order."""
        return self.generator.shuffle(list(cards))

    def pick(self, what: str, n: int) -> int:
        """A uniformly drawn number."""
        return self.generator.below(n)

    def draw(self, what: str, cards: Sequence[str]) -> int:
        """A uniformly drawn card."""
        return self.generator.below(len(cards))

    def clone(self) -> SeededChance:
        """An independent source that goes on in the same way."""
        other = object.__new__(type(self))
        other.generator = self.generator.clone()
        return other


class ScriptedChance:
    """Chance that follows a script, for tests.

    Args:
        outcomes: for each shuffle a list of cards (those named come first, the others follow in pack order), for
            each pick a number.
    """

    undecided = False

    def __init__(self, outcomes: Iterable[Sequence[str] | int] = ()) -> None:
        self.outcomes: list[Sequence[str] | int] = list(outcomes)
        self.place = 0

    def _next(self, what: str) -> Sequence[str] | int:
        if self.place >= len(self.outcomes):
            raise ChanceError(f"the script has no outcome left for {what}")
        self.place += 1
        return self.outcomes[self.place - 1]

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        """The order of the script."""
        outcome = self._next(what)
        if isinstance(outcome, int):
            raise ChanceError(f"the script has a number where {what} is shuffled")
        named = outcome.split() if isinstance(outcome, str) else list(outcome)
        rest = Counter(cards)
        rest.subtract(named)
        strange = [card for card, count in rest.items() if count < 0]
        if strange:
            raise ChanceError(f"the script puts {', '.join(strange)} into {what}, where it isn't")
        order = list(named)
        for card in cards:
            if rest[card] > 0:
                rest[card] -= 1
                order.append(card)
        return order

    def pick(self, what: str, n: int) -> int:
        """The number of the script."""
        outcome = self._next(what)
        if not isinstance(outcome, int) or not 0 <= outcome < n:
            raise ChanceError(f"the script's outcome for {what} must be a number from 0 to {n - 1}")
        return outcome

    def draw(self, what: str, cards: Sequence[str]) -> int:
        """The number of the script."""
        return self.pick(what, len(cards))

    def clone(self) -> ScriptedChance:
        """The same script, at the same place."""
        other = ScriptedChance(self.outcomes)
        other.place = self.place
        return other


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """One outcome of a chance point.

    Attributes:
        index: the argument for ``State.resolve``.
        probability: its exact probability; those of one point add up to 1.
        text: the card that is learnt, or the number.
        what: the zone that it concerns.
    """

    index: int
    probability: Fraction
    text: str
    what: str


@dataclass(frozen=True, slots=True)
class ChancePoint:
    """A point of the game at which chance has to decide.

    Attributes:
        what: the zone that it concerns.
        texts: the cards or numbers from which chance picks one.
    """

    what: str
    texts: tuple[str, ...]

    def outcomes(self) -> tuple[ChanceOutcome, ...]:
        """All distinct outcomes; identical cards count as one."""
        counts: dict[str, list[int]] = {}
        for index, text in enumerate(self.texts):
            counts.setdefault(text, []).append(index)
        total = len(self.texts)
        return tuple(
            ChanceOutcome(found[0], Fraction(len(found), total), text, self.what) for text, found in counts.items()
        )


class Undecided(Exception):  # noqa: N818 - not an error: the game waits
    """Chance has to decide something before the game can go on."""

    def __init__(self, point: ChancePoint) -> None:
        super().__init__(point)
        self.point = point


class ExactChance:
    """Chance for a search or a solver: the game stops wherever chance has to decide, and lists the outcomes.

    Shuffled piles stay undecided: a card is decided only when somebody learns it, which keeps the game tree as small
    as the rules allow. ``State.outcomes`` lists the outcomes, ``State.resolve`` continues with one of them.
    """

    undecided = True

    def __init__(self, script: Iterable[int] = ()) -> None:
        self.script: list[int] = list(script)
        self.place = 0

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        """The order of a pile that can't stay undecided: card by card, each a chance point of its own."""
        left = list(cards)
        return [left.pop(self.draw(what, left)) for _ in range(len(left))]

    def pick(self, what: str, n: int) -> int:
        """One of ``n`` outcomes."""
        return self.draw(what, [str(number) for number in range(n)])

    def draw(self, what: str, cards: Sequence[str]) -> int:
        """One of these cards; if all are identical, there is nothing to decide."""
        if len(set(cards)) == 1:
            return 0
        if self.place >= len(self.script):
            raise Undecided(ChancePoint(what, tuple(cards)))
        self.place += 1
        return self.script[self.place - 1]

    def clone(self) -> ExactChance:
        """An independent source at the same place."""
        other = ExactChance(self.script)
        other.place = self.place
        return other
