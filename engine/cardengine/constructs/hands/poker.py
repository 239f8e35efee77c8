"""Ranks poker hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardengine.layout.space import Space

MAX_CARDS = 12
"""The most cards to choose the best five from: 792 combinations."""
HAND = 5

# Categories in ascending order. Five of a kind needs several packs.
_HIGH, _PAIR, _TWO_PAIRS, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _FIVE = range(10)

_MIN_BASE = 16


@dataclass(frozen=True, slots=True)
class Scale:
    """The strengths of a pack's ranks in poker.

    Attributes:
        strengths: the strength of each rank, in order of declaration.
        ace_over_two: how far the ace lies above the two, where it is the highest and the two the lowest: in the
            straight from ace to five it counts below it. None where there is no such straight.
        base: a worth is a number in this base: a digit for the category, and one for each of five cards.
    """

    strengths: Sequence[int]
    ace_over_two: int | None
    base: int

    @classmethod
    def of(cls, space: Space) -> Scale:
        """The scale of a game's cards: ranks in their declared order, but an ace that would be the lowest is high."""
        members = space.ruleset.enums["rank"].members
        strengths = list(space.ruleset.strengths.get("rank") or range(len(members)))
        if "ace" in members and strengths[members.index("ace")] == min(strengths):
            strengths[members.index("ace")] = max(strengths) + 1
        over = None
        if "ace" in members and "two" in members:
            ace, two = strengths[members.index("ace")], strengths[members.index("two")]
            over = ace - two if ace == max(strengths) and two == min(strengths) else None
        return cls(strengths, over, max(max(strengths) + 2, _MIN_BASE))

    @property
    def highest(self) -> int:
        """A number above all worths."""
        return 10 * int(self.base**HAND)


STANDARD = Scale(range(13), 12, _MIN_BASE)
"""The scale of ranks from two to ace."""


def rank(cards: Sequence[tuple[int, int]], scale: Scale = STANDARD) -> int:
    """The worth of the best five cards (or of all, if there are fewer) as a number; equal hands have equal numbers.

    Args:
        cards: strength of the rank and suit of each.
        scale: how the ranks of the pack count.
    """
    category, strengths = _best(cards, scale.ace_over_two)
    worth = category
    for place in range(HAND):
        worth = worth * scale.base + (strengths[place] + 1 if place < len(strengths) else 0)
    return worth


def _best(cards: Sequence[tuple[int, int]], ace_over_two: int | None) -> tuple[int, list[int]]:
    """The best category, and the strengths that decide between hands of that category, most significant first."""
    counts = Counter(strength for strength, _ in cards)
    falling = sorted(counts, key=lambda strength: (-counts[strength], -strength))
    most = counts[falling[0]] if falling else 0
    suits: dict[int, list[int]] = {}
    for strength, suit in cards:
        suits.setdefault(suit, []).append(strength)
    flushes = [sorted(held, reverse=True) for held in suits.values() if len(held) >= HAND]
    if most >= HAND:
        return _FIVE, [max(strength for strength in counts if counts[strength] >= HAND)]
    straight_flush = max(
        (top for held in flushes if (top := _straight_top(held, ace_over_two)) is not None), default=None
    )
    if straight_flush is not None:
        return _STRAIGHT_FLUSH, [straight_flush]
    if most == 4:
        return _FOUR, [falling[0], *_kickers(counts, falling[:1], 1)]
    if most == 3 and len(falling) > 1 and counts[falling[1]] >= 2:
        # The highest of several pairs, or of further triples, completes the full house.
        return _FULL_HOUSE, [falling[0], max(s for s in falling[1:] if counts[s] >= 2)]
    if flushes:
        return _FLUSH, max(held[:HAND] for held in flushes)
    straight = _straight_top(counts, ace_over_two)
    if straight is not None:
        return _STRAIGHT, [straight]
    if most == 3:
        return _THREE, [falling[0], *_kickers(counts, falling[:1], 2)]
    if most == 2 and len(falling) > 1 and counts[falling[1]] == 2:
        return _TWO_PAIRS, [*falling[:2], *_kickers(counts, falling[:2], 1)]
    if most == 2:
        return _PAIR, [falling[0], *_kickers(counts, falling[:1], 3)]
    return _HIGH, falling[:HAND]


def _kickers(counts: Counter[int], used: Sequence[int], amount: int) -> list[int]:
    """The highest of the unused strengths."""
    return sorted((strength for strength in counts if strength not in used), reverse=True)[:amount]


def _straight_top(strengths: Iterable[int], ace_over_two: int | None) -> int | None:
    """The highest card of the best straight; ace to five is the lowest."""
    held = set(strengths)
    for top in sorted(held, reverse=True):
        if all(top - below in held for below in range(1, HAND)):
            return top
    if ace_over_two is None:
        return None
    lows = (low for low in held if low + ace_over_two in held)
    return max((low + 3 for low in lows if all(low + step in held for step in range(1, HAND - 1))), default=None)
