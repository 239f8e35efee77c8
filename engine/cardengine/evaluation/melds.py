"""Melds: the least that is left of a hand outside of sets and runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

LEAST = 3
MAX_CARDS = 16
"""The most cards that are looked at; more would take too long."""


def least_left(ranks: Sequence[int], suits: Sequence[int], values: Sequence[int]) -> int:
    """The least total value of the cards that lie in no meld, over all ways to lay disjoint melds.

    A meld is a set (three or more of one rank) or a run (three or more of one suit whose ranks are consecutive).

    Args:
        ranks: the rank of each card, a number whose successor is the next rank; at most ``MAX_CARDS`` cards.
        suits: the suit of each.
        values: what each counts when it is left.
    """
    melds = _melds(ranks, suits)
    if not melds:
        return sum(values)
    by_card: list[list[int]] = [[] for _ in ranks]
    for meld in melds:
        by_card[(meld & -meld).bit_length() - 1].append(meld)

    @cache
    def left(card: int, free: int) -> int:
        if card == len(ranks):
            return 0
        if not free >> card & 1:
            return left(card + 1, free)
        best = values[card] + left(card + 1, free & ~(1 << card))
        for meld in by_card[card]:
            if meld & free == meld:
                best = min(best, left(card + 1, free & ~meld))
        return best

    return left(0, (1 << len(ranks)) - 1)


def _melds(ranks: Sequence[int], suits: Sequence[int]) -> set[int]:
    """All melds among the cards, as masks."""
    of_rank: dict[int, list[int]] = {}
    of_suit: dict[int, dict[int, int]] = {}
    for card, (rank, suit) in enumerate(zip(ranks, suits, strict=True)):
        of_rank.setdefault(rank, []).append(card)
        of_suit.setdefault(suit, {})[rank] = card
    found: set[int] = set()
    for same in of_rank.values():
        for size in range(LEAST, len(same) + 1):
            found |= {sum(1 << card for card in part) for part in combinations(same, size)}
    for places in of_suit.values():
        if len(places) < LEAST:
            continue
        for start in places:
            mask, rank = 0, start
            while rank in places:
                mask |= 1 << places[rank]
                rank += 1
                if rank - start >= LEAST:
                    found.add(mask)
    return found
