"""The worth of poker hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cardengine.layout.space import Space

MAX_CARDS = 12
"""The most cards of which the best five are looked for; there are 792 ways."""
BASE = 16
HIGHEST = 10 * BASE**5
HAND = 5

# Categories in rising order. Five of a kind takes several packs.
_HIGH, _PAIR, _TWO_PAIRS, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _FIVE = range(10)

_ACE_OVER_TWO = 12
"""How far the ace, when it is high, lies above the two: in the straight from ace to five it counts below it."""


def rank(cards: Sequence[tuple[int, int]]) -> int:
    """The worth of the best five cards (of all, when there are fewer) as a number; equal worth, equal number.

    Args:
        cards: strength of the rank (the ace's the greatest, one apart) and suit of each.
    """
    category, strengths = _best(cards)
    worth = category
    for place in range(HAND):
        worth = worth * BASE + (strengths[place] + 1 if place < len(strengths) else 0)
    return worth


def _best(cards: Sequence[tuple[int, int]]) -> tuple[int, list[int]]:
    """The best category, and the strengths that tell its hands apart, the weightiest first."""
    counts = Counter(strength for strength, _ in cards)
    falling = sorted(counts, key=lambda strength: (-counts[strength], -strength))
    most = counts[falling[0]] if falling else 0
    suits: dict[int, list[int]] = {}
    for strength, suit in cards:
        suits.setdefault(suit, []).append(strength)
    flushes = [sorted(held, reverse=True) for held in suits.values() if len(held) >= HAND]
    if most >= HAND:
        return _FIVE, [max(strength for strength in counts if counts[strength] >= HAND)]
    straight_flush = max((top for held in flushes if (top := _straight_top(held)) is not None), default=None)
    if straight_flush is not None:
        return _STRAIGHT_FLUSH, [straight_flush]
    if most == 4:
        return _FOUR, [falling[0], *_kickers(counts, falling[:1], 1)]
    if most == 3 and len(falling) > 1 and counts[falling[1]] >= 2:
        # Of several pairs, or of further threes, the highest fills the house.
        return _FULL_HOUSE, [falling[0], max(s for s in falling[1:] if counts[s] >= 2)]
    if flushes:
        return _FLUSH, max(held[:HAND] for held in flushes)
    straight = _straight_top(counts)
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
    """The highest of the other strengths."""
    return sorted((strength for strength in counts if strength not in used), reverse=True)[:amount]


def _straight_top(strengths: Iterable[int]) -> int | None:
    """The highest card of the best straight; ace to five is the lowest."""
    held = set(strengths)
    for top in sorted(held, reverse=True):
        if all(top - below in held for below in range(1, HAND)):
            return top
    lows = (low for low in held if low + _ACE_OVER_TWO in held)
    return max((low + 3 for low in lows if all(low + step in held for step in range(1, HAND - 1))), default=None)


def strengths(space: Space) -> Sequence[int]:
    """How strong each rank is in poker: in its declared order, but an ace that would be the lowest is high."""
    members = space.ruleset.enums["rank"].members
    declared = space.ruleset.strengths.get("rank") or range(len(members))
    if "ace" in members and declared[members.index("ace")] == min(declared):
        return [max(declared) + 1 if word == "ace" else s for word, s in zip(members, declared, strict=True)]
    return declared
