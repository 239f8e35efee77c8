"""The worth of poker hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

BASE = 16
HIGHEST = 9 * BASE**5
HAND = 5

# Categories in rising order: high card, pair, two pairs, three of a kind, straight, flush, full house,
# four of a kind, straight flush.
_SHAPES = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8


def rank(cards: Sequence[tuple[int, int]]) -> int:
    """The worth of the best five cards (of all, when there are fewer) as a number; equal worth, equal number.

    Args:
        cards: strength of the rank (the ace's the greatest, one apart) and suit of each.
    """
    if len(cards) <= HAND:
        return _of_hand(cards)
    return max(_of_hand(hand) for hand in combinations(cards, HAND))


def _of_hand(hand: Sequence[tuple[int, int]]) -> int:
    counts = sorted(Counter(strength for strength, _ in hand).items(), key=lambda pair: (-pair[1], -pair[0]))
    strengths = [strength for strength, _ in counts]
    shape = tuple(count for _, count in counts)
    category = _SHAPES.get(shape, max(shape, default=1) - 1 if len(hand) < HAND else 0)
    if len(hand) < HAND:
        category = {1: 0, 2: 2 if shape[:2] == (2, 2) else 1, 3: 3, 4: 7}.get(max(shape, default=1), 0)
    elif len(strengths) == HAND:
        top = _straight_top(strengths)
        flush = len({suit for _, suit in hand}) == 1
        if top is not None:
            strengths = [top]
            category = _STRAIGHT_FLUSH if flush else _STRAIGHT
        elif flush:
            category = _FLUSH
    worth = category
    for place in range(HAND):
        worth = worth * BASE + (strengths[place] + 1 if place < len(strengths) else 0)
    return worth


def _straight_top(strengths: Sequence[int]) -> int | None:
    """The highest card of a straight, given five different strengths, highest first; ace to five counts too."""
    if strengths[0] - strengths[-1] == HAND - 1:
        return strengths[0]
    if strengths[1] - strengths[-1] == HAND - 2 and strengths[0] - strengths[-1] == 12:
        return strengths[1]
    return None
