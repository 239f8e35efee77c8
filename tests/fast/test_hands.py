"""Compiled hands are worth what interpreted ones are: melds and poker hands, of one pack and of several."""

from __future__ import annotations

import pytest

from cardengine.fast import Engine
from cardengine.model.load import load_text
from cardengine.runtime.game import Game
from tests.fast.lockstep import interpreted, same

HAND = """
game: A hand
players: 1
cards:
  pack: standard
  packs: {packs}
  value: {{ace: 1, jack: 10, queen: 10, king: 10}}
zones: {{table: {{deck: face-down pile, hand: face-up row}}}}
setup:
  - shuffle every card where value <= {ranks} into deck
  - draw {size} from deck to hand
play: [end the game]
result: {{score: "{score}"}}
"""
ALL, LOW = 10, 5
"""What the cards in play count at the most."""


def check(text: str, games: int) -> None:
    game = Game(load_text(text, "hand.yaml"))
    batch = list(Engine(game).play(["random"], 5, 0, games).results())
    for number, result in enumerate(batch):
        expected = interpreted(game, ["random"], 5, number)
        assert same(result, expected), (number, game.new(5, number=number).zone("hand"))


@pytest.mark.parametrize("size", [3, 7, 10, 11, 16])
@pytest.mark.parametrize(("packs", "ranks"), [(1, ALL), (2, ALL), (1, LOW), (3, LOW)])
def test_unmelded(size: int, packs: int, ranks: int) -> None:
    check(HAND.format(packs=packs, ranks=ranks, size=size, score="unmelded(hand by value)"), 40)


def test_cards_that_count_less_than_nothing() -> None:
    check(HAND.format(packs=2, ranks=LOW, size=12, score="unmelded(hand by 3 - value)"), 60)


@pytest.mark.parametrize("size", [1, 4, 5, 7, 12])
@pytest.mark.parametrize(("packs", "ranks"), [(1, ALL), (2, ALL), (6, LOW)])
def test_poker_rank(size: int, packs: int, ranks: int) -> None:
    check(HAND.format(packs=packs, ranks=ranks, size=size, score="poker_rank(hand)"), 150)
