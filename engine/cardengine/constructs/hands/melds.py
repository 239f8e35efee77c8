"""Finds the best melds of a hand: those that leave the least total value outside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

MIN_MELD = 3
MAX_MELD = 5
"""The largest meld to consider: a longer one can be split into melds of three to five cards."""

MAX_CARDS = 16
"""The most cards; more would take too long."""


def least_left(ranks: Sequence[int], suits: Sequence[int], values: Sequence[int]) -> int:
    """The least total value of the cards outside melds, over all choices of disjoint melds.

    A meld is a set (three or more of one rank) or a run (three or more of one suit whose ranks are consecutive).

    Args:
        ranks: the rank of each card, a number from 0 whose successor is the next rank; at most ``MAX_CARDS`` cards.
        suits: the suit of each.
        values: the value of each.
    """
    melds = _melds(ranks, suits)
    if not melds:
        return sum(values)
    by_lowest: dict[int, list[int]] = {}
    melding = 0
    for meld in melds:
        melding |= meld
        by_lowest.setdefault(meld & -meld, []).append(meld)
    # Cards that fit into no meld are left in any case.
    rest = sum(value for card, value in enumerate(values) if not melding >> card & 1)
    for starting in by_lowest.values():
        starting.sort(key=int.bit_count, reverse=True)
    plain = min(values) >= 0
    known = {0: 0}

    def left(free: int) -> int:
        found = known.get(free)
        if found is None:
            lowest = free & -free
            value = values[lowest.bit_length() - 1]
            for meld in by_lowest.get(lowest, ()):
                if meld & free == meld:
                    other = left(free ^ meld)
                    found = other if found is None else min(found, other)
                    if not found and plain:
                        break  # 0 can't be improved
            if found is None or found or not plain:
                alone = value + left(free ^ lowest)
                found = alone if found is None else min(found, alone)
            known[free] = found
        return found

    return rest + left(melding)


def _melds(ranks: Sequence[int], suits: Sequence[int]) -> set[int]:
    """All melds among the cards, as masks."""
    # Most hands have few melds or none, so it pays to look first where one is possible.
    counts: dict[int, int] = {}
    spread: dict[int, int] = {}
    for rank, suit in zip(ranks, suits, strict=True):
        counts[rank] = counts.get(rank, 0) + 1
        spread[suit] = spread.get(suit, 0) | 1 << rank
    found: set[int] = set()
    for rank, count in counts.items():
        if count >= MIN_MELD:
            same = [1 << card for card, other in enumerate(ranks) if other == rank]
            for size in range(MIN_MELD, min(MAX_MELD, count) + 1):
                found.update(map(sum, combinations(same, size)))
    for suit, row in spread.items():
        if row & row >> 1 & row >> 2:
            places: dict[int, list[int]] = {}
            for card, rank in enumerate(ranks):
                if suits[card] == suit:
                    places.setdefault(rank, []).append(1 << card)
            _add_runs(places, found)
    return found


def _add_runs(places: dict[int, list[int]], found: set[int]) -> None:
    """Add the runs of one suit, given its cards by rank; each of several identical cards can be the one in a run."""
    for start, masks in places.items():
        rank = start + 1
        while rank in places and rank - start < MAX_MELD:
            masks = [mask | bit for mask in masks for bit in places[rank]]
            rank += 1
            if rank - start >= MIN_MELD:
                found.update(masks)
