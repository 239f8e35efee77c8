"""`unmelded`: the least left outside of disjoint melds, against brute force."""

from __future__ import annotations

import time
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.constructs.hands.melds import least_left


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


def brute_of(cards: tuple[tuple[int, int, int], ...]) -> int:
    """The same of cards with values of their own: rank, suit, value."""
    best = sum(value for _, _, value in cards)
    for size in range(3, len(cards) + 1):
        for part in combinations(range(len(cards)), size):
            if is_meld(tuple(cards[place][:2] for place in part)):
                best = min(best, brute_of(tuple(card for place, card in enumerate(cards) if place not in part)))
    return best


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), unique=True, max_size=8))
def test_the_least_left_is_that_of_brute_force(cards: list[tuple[int, int]]) -> None:
    ranks, suits = [rank for rank, _ in cards], [suit for _, suit in cards]
    assert least_left(ranks, suits, [min(rank + 1, 10) for rank in ranks]) == brute(tuple(cards))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1), st.integers(-3, 9)), max_size=8))
def test_so_it_is_with_cards_alike_and_values_below_nothing(cards: list[tuple[int, int, int]]) -> None:
    ranks, suits, values = ([card[part] for card in cards] for part in range(3))
    assert least_left(ranks, suits, values) == brute_of(tuple(cards))


@pytest.mark.parametrize("cards", [10, 11, 13])
def test_it_is_the_least_over_all_melds_for_whole_hands(cards: int) -> None:
    """Against a search that takes any meld or none for the first card that is left, melds of any length."""
    random, compared = Random(cards), 0
    pack = [(rank, suit) for rank in range(13) for suit in range(4)]
    for _ in range(400):
        hand = random.sample(pack, cards)
        ranks, suits = [rank for rank, _ in hand], [suit for _, suit in hand]
        values = [min(rank + 1, 10) for rank in ranks]
        found = least_left(ranks, suits, values)
        assert found == plainly(tuple(zip(ranks, suits, values, strict=True)))
        compared += found < sum(values)
    assert compared > 100


def plainly(cards: tuple[tuple[int, int, int], ...]) -> int:
    """The least left: the first card alone, or in each meld that it can be in."""
    if not cards:
        return 0
    (rank, suit, value), rest = cards[0], cards[1:]
    best = value + plainly(rest)
    same = [card for card in rest if card[0] == rank]
    row = [card for card in rest if card[1] == suit]
    for pool in (same, row):
        for size in range(2, len(pool) + 1):
            for part in combinations(pool, size):
                if is_meld(((rank, suit), *(card[:2] for card in part))):
                    best = min(best, plainly(tuple(card for card in rest if card not in part)))
    return best


@pytest.mark.parametrize(
    "cards",
    [
        [(5, 0)] * 16,
        [(card % 4, 0) for card in range(16)],
        [(card % 4, card // 4) for card in range(16)],
        [(card % 5, card % 2) for card in range(16)],
        [(5, card % 3) for card in range(14)] + [(6, 0), (7, 0)],
    ],
)
@pytest.mark.parametrize("value", [1, -1])
def test_the_worst_hands_take_no_time(cards: list[tuple[int, int]], value: int) -> None:
    ranks, suits = [rank for rank, _ in cards], [suit for _, suit in cards]
    begin = time.process_time()
    assert least_left(ranks, suits, [value] * 16) == min(0, 16 * value)
    assert time.process_time() - begin < 5


def test_cards_alike_lie_in_two_runs() -> None:
    ranks, suits = [3, 4, 5, 3, 4, 5], [2] * 6
    assert least_left(ranks, suits, [4, 5, 6] * 2) == 0


def test_a_card_belongs_to_one_meld_only() -> None:
    # Three sevens and 7-8-9 share a seven: the set leaves 8 and 9, the run leaves two sevens.
    ranks, suits = [6, 6, 6, 7, 8], [0, 1, 2, 0, 0]
    assert least_left(ranks, suits, [7, 7, 7, 8, 9]) == 14
