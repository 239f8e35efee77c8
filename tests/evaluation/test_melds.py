"""`unmelded`: the least left outside of disjoint melds, against brute force."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cardengine.evaluation.melds import least_left


def is_meld(cards: tuple[tuple[int, int], ...]) -> bool:
    """By the words of the definition."""
    ranks, suits = sorted(rank for rank, _ in cards), {suit for _, suit in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def brute(cards: tuple[tuple[int, int], ...]) -> int:
    """Every way to take a meld away, and the same again."""
    best = sum(min(rank + 1, 10) for rank, _ in cards)
    for size in range(3, len(cards) + 1):
        for part in combinations(cards, size):
            if is_meld(part):
                best = min(best, brute(tuple(card for card in cards if card not in part)))
    return best


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), unique=True, max_size=8))
def test_the_least_left_is_that_of_brute_force(cards: list[tuple[int, int]]) -> None:
    ranks, suits = [rank for rank, _ in cards], [suit for _, suit in cards]
    assert least_left(ranks, suits, [min(rank + 1, 10) for rank in ranks]) == brute(tuple(cards))


def test_a_card_belongs_to_one_meld_only() -> None:
    # Three sevens and 7-8-9 share a seven: the set leaves 8 and 9, the run leaves two sevens.
    ranks, suits = [6, 6, 6, 7, 8], [0, 1, 2, 0, 0]
    assert least_left(ranks, suits, [7, 7, 7, 8, 9]) == 14
