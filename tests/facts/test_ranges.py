"""What is believed of a value's range holds for the default of an empty list as well, in both executions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cardengine.runtime.outcome import Outcome
from tests.fast.lockstep import alike
from tests.lang.helpers import diagnostics

PILES = """
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}}
zones: {table: {deck: face-up pile, none: face-up pile, spots: 15 face-up piles, after: face-up pile}}
"""


@pytest.mark.parametrize("pick", ["first", "last", "top", "min", "max", "median"])
def test_a_variable_keeps_its_bounds_against_a_default(pick: str) -> None:
    game = alike(f"""{PILES}
variables: {{game: {{low: number from -1 to 13}}}}
play: ["set low to {pick}(value of none, default 99)"]
""")
    state = game.new(seed=1)
    assert state.outcome is Outcome.FAULT
    assert "`low` would be 99; it must be from -1 to 13" in str(state.fault)


@pytest.mark.parametrize(
    ("index", "fault"),
    [
        ("first(value of none, default 14) + 2", "there is no place 16: there are 15"),
        ("first(value of none, default 3) - 9", "there is no place -6: there are 15"),
        ("first(value of none, default 1) + 14", None),
    ],
)
def test_a_family_has_no_place_beyond_its_last(index: str, fault: str | None) -> None:
    game = alike(f"""{PILES}
setup: [shuffle every card into deck]
play: ["move top(deck) to spots[{index}]"]
result: {{score: count(after)}}
""")
    state = game.new(seed=1)
    assert state.zone("after") == []
    assert (state.fault is None) if fault is None else (fault in str(state.fault))


def test_a_sum_that_leaves_64_bits_is_a_fault() -> None:
    large = "first(value of none, default 999999999 * 999999999 * 9)"
    game = alike(f"""{PILES}
play: [end the game]
result: {{score: "{large} + {large}"}}
""")
    state = game.new(seed=1)
    assert state.outcome is Outcome.FAULT
    assert "the number leaves 64 bits" in str(state.fault)


def test_a_default_counts_among_the_ways_to_take_an_action() -> None:
    problems = diagnostics(f"""{PILES}
play: [first(players) chooses bid]
choices:
  bid:
    text: Bid
    bid:
      text: Bid
      choose: {{amount: "number from 1 to first(value of none, default 300000)"}}
""")
    assert [problem.message for problem in problems] == [
        "`bid` could be offered in 300,000 ways; the most is 250,000"
    ]  # fmt: skip


# Poker with any number of ranks ----------------------------------------------------------------------


def category(hand: list[tuple[int, int]]) -> tuple[int, list[int]]:
    """A hand of five judged as a person does it: the kind of hand, then the ranks, the more frequent ones first."""
    ranks = Counter(rank for rank, _ in hand)
    shape = sorted(ranks.values(), reverse=True)
    order = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    straight = len(ranks) == 5 and max(ranks) - min(ranks) == 4
    flush = len({suit for _, suit in hand}) == 1
    kinds = [
        flush and straight, shape == [4, 1], shape == [3, 2], flush, straight, shape == [3, 1, 1], shape == [2, 2, 1],
        shape == [2, 1, 1, 1], True,
    ]  # fmt: skip
    return -kinds.index(True), order


PAIRS = 24
"""So many pairs of hands are compared."""


@pytest.mark.parametrize("ranks", [3, 13, 15, 20, 46, 60])
def test_poker_hands_rank_alike_whatever_the_number_of_ranks(ranks: int) -> None:
    suits = ("red", "blue", "green", "black")
    rng = random.Random(ranks)
    pack = [(rank, suit) for rank in range(ranks) for suit in range(4)]
    steps = []
    for number in range(PAIRS):
        # Mostly from a few neighbouring ranks and suits, so that all kinds of hands come up.
        low = rng.randrange(max(ranks - 6, 1))
        near = [card for card in pack if low <= card[0] < low + 6 and (card[1] < 2 or number % 2)]
        one, other = (rng.sample(near if rng.random() < 0.7 else pack, 5) for _ in range(2))
        tests = (
            " or ".join(f"rank is a{rank} and suit is {suits[suit]}" for rank, suit in hand) for hand in (one, other)
        )
        worths = [f"poker_rank(deck where {test})" for test in tests]
        sign = ">" if category(one) > category(other) else "<" if category(one) < category(other) else "is"
        steps.append(f"{worths[0]} {sign} {worths[1]}")
    game = alike(
        f"""
cards: {{suits: [{", ".join(suits)}], ranks: [{", ".join(f"a{rank}" for rank in range(ranks))}]}}
zones: {{table: {{deck: face-up row}}}}
variables: {{game: {{right: number from 0 to 99}}}}
setup: [move every card to deck]
play:
""" + "\n".join(f'  - "if {step}": ["add 1 to right"]' for step in steps), games=1
    )  # fmt: skip
    assert game.new(seed=1).var("right") == PAIRS
