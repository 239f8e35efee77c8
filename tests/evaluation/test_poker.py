"""The worth of poker hands."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

from cardengine.constructs.hands import poker
from cardengine.model.load import load_text
from cardengine.runtime.chance import ScriptedChance
from cardengine.runtime.game import Game

RANKS = "23456789TJQKA"

# From the worst to the best; within one line the hands are of equal worth.
RISING = [
    ["7C 5D 4H 3S 2C"],
    ["8C 5D 4H 3S 2C"],
    ["KC QD JH 9S 7C"],
    ["KC QD JH TS 8C", "KD QH JS TC 8D"],
    ["AC 6D 4H 3S 2C"],
    ["AC KD QH JS 9C"],
    ["2C 2D 5H 4S 3C"],
    ["2C 2D AH 4S 3C"],
    ["AC AD 4H 3S 2C"],
    ["AC AD KH QS JC", "AH AS KC QD JH"],
    ["3C 3D 2H 2S 4C"],
    ["3C 3D 2H 2S AC"],
    ["4C 4D 2H 2S 3C"],
    ["AC AD 2H 2S 3C"],
    ["AC AD KH KS QC"],
    ["2C 2D 2H 4S 3C"],
    ["2C 2D 2H AS KC"],
    ["AC AD AH KS QC"],
    ["AC 2D 3H 4S 5C"],  # the wheel: the ace is low
    ["2C 3D 4H 5S 6C"],
    ["TC JD QH KS AC"],
    ["7C 5C 4C 3C 2C"],
    ["AC 6C 4C 3C 2C", "AD 6D 4D 3D 2D"],
    ["AC KC QC JC 9C"],
    ["2C 2D 2H 3S 3C"],
    ["2C 2D 2H AS AC"],
    ["3C 3D 3H 2S 2C"],
    ["AC AD AH KS KC"],
    ["2C 2D 2H 2S 3C"],
    ["2C 2D 2H 2S AC"],
    ["AC AD AH AS KC"],
    ["AC 2C 3C 4C 5C"],
    ["2C 3C 4C 5C 6C"],
    ["TC JC QC KC AC", "TD JD QD KD AD"],
]


def worth(text: str) -> int:
    """The worth of some cards."""
    return poker.rank([(RANKS.index(card[0]), "CDHS".index(card[1])) for card in text.split()])


def test_hands_rank_in_the_right_order() -> None:
    worths = [{worth(hand) for hand in line} for line in RISING]
    assert all(len(line) == 1 for line in worths)
    values = [line.pop() for line in worths]
    assert all(lower < higher for lower, higher in pairwise(values))


@pytest.mark.parametrize("hand", [hand for line in RISING for hand in line])
def test_the_order_in_which_cards_are_held_does_not_matter(hand: str) -> None:
    cards = hand.split()
    assert {worth(" ".join(cards[n:] + cards[:n])) for n in range(5)} == {worth(hand)}
    assert worth(" ".join(reversed(cards))) == worth(hand)


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("AC 2D 3H 4S 5C 6D", "2D 3H 4S 5C 6D"),
        ("AC 2D 3H 4S 5C KD", "AC 2D 3H 4S 5C"),
        ("AC AD AH KS KC QD", "AC AD AH KS KC"),
        ("2C 2D 3H 3S 4C 4D", "3H 3S 4C 4D 2C"),
        ("2C 2D 2H 3S 3C 3D KH", "3S 3C 3D 2C 2D"),
        ("AC KC QC JC 9C TD 2H", "AC KC QC JC 9C"),
        ("5C 6C 7C 8C 9C TD JH", "5C 6C 7C 8C 9C"),
        ("AC AD 3H 3S 5C 5D KH", "AC AD 5C 5D KH"),
        ("TC JC QC KC AC 2D 2H", "TC JC QC KC AC"),
        ("AC 2C 3C 4C 5C 6D 7D", "AC 2C 3C 4C 5C"),
    ],
)
def test_of_six_and_seven_cards_the_best_five_count(cards: str, best: str) -> None:
    assert worth(cards) == worth(best)
    assert worth(cards) == max(worth(" ".join(five)) for five in combinations(cards.split(), 5))


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("", "2C"),
        ("2C", "3C"),
        ("AC", "2C 2D"),
        ("AC KD", "2C 2D"),
        ("AC AD", "2C 2D 2H"),
        ("AC AD KH KS", "2C 2D 2H 3S"),
        ("AC AD KH", "2C 2D 3H 3S"),
        ("AC AD AH KS", "2C 2D 2H 2S"),
        ("2C 3D 4H 5S", "2C 2D 3H 4S"),  # four in sequence are no straight
        ("AC KC QC JC", "2C 2D 3H 4S"),  # nor are four of a suit a flush
    ],
)
def test_of_fewer_than_five_cards_all_count(lower: str, higher: str) -> None:
    assert worth(lower) < worth(higher)


def test_all_hands_of_a_pack_fall_into_the_known_numbers_of_each_kind() -> None:
    """Of the 22,100 hands of three the pairs, the threes and the rest; counted, not computed."""
    pack = [f"{rank}{suit}" for rank in RANKS for suit in "CDHS"]
    kinds = Counter(worth(" ".join(hand)) // poker.STANDARD.base**5 for hand in combinations(pack, 3))
    assert kinds == {0: 18_304, 1: 3_744, 3: 52}


@pytest.mark.parametrize("order", ["", ", order: ace high", ", order: ace low"])
def test_the_ace_is_high_in_poker_whatever_the_order_of_the_ranks(order: str) -> None:
    text = f"""
game: Hands
players: 1
cards: {{pack: standard{order}}}
zones: {{table: {{deck: face-down pile, aa: face-up row, bb: face-up row, cc: face-up row}}}}
variables: {{game: {{found: number from 0 to 9}}}}
setup:
  - shuffle every card into deck
  - draw 5 from deck to aa
  - draw 5 from deck to bb
  - draw 5 from deck to cc
play:
  - if poker_rank(aa) > poker_rank(bb) and poker_rank(bb) > poker_rank(cc):
      - set found to 1
"""
    order_of_cards = "TC JD QH KS AC 2C 3D 4H 5S 6C AD 2D 3H 4S 5C"
    state = Game(load_text(text)).new(chance=ScriptedChance([order_of_cards]))
    assert state.var("found") == 1


def test_the_best_of_many_cards_is_the_best_five_of_them() -> None:
    pack = [f"{rank}{suit}" for rank in RANKS for suit in "CDHS"]
    rng = random.Random(11)
    for _ in range(400):
        cards = rng.sample(pack, rng.randint(6, 8))
        if rng.random() < 0.4:  # hands with few ranks and suits, so that the rarer categories come up
            cards = rng.sample([card for card in pack if card[0] in "23456A" and card[1] in "CD"], 7)
        assert worth(" ".join(cards)) == max(worth(" ".join(five)) for five in combinations(cards, 5))


def test_a_whole_pack_is_ranked_at_once() -> None:
    assert worth(" ".join(f"{rank}{suit}" for rank in RANKS for suit in "CDHS")) == worth("TC JC QC KC AC")


def test_hands_of_several_packs() -> None:
    assert worth("2C 2D 2H 2S 2C") > worth("TC JC QC KC AC")
    assert worth("2C 2D 2H 2S 2C") < worth("3C 3D 3H 3S 3C")
    assert worth("AC AC 4C 3C 2C") > worth("TC JD QH KS AC")  # a flush, though there is a pair in it
    assert worth("AC AD AH AS AC") < poker.STANDARD.highest
