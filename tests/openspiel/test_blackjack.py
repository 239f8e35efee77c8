"""Blackjack in both engines at once."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import pytest

import cardengine
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import RANKS, VARIANTS


def number(card: str) -> int:
    """Their number of a card: suit by suit, from ace to king."""
    return "CDHS".index(card[1]) * len(RANKS) + RANKS.index(card[0])


class Blackjack(Mapping):
    """Their bank's first card is the hidden one, ours is the second."""

    @cached_property
    def game(self) -> Game:
        return cardengine.load(VARIANTS / "blackjack.yaml", players=1)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel("blackjack")

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        done = sum(1 for step in theirs.full_history() if step.player < 0)
        mine, bank = ours.zone("hands", 0, 1), ours.zone("bank")
        return number([*mine[:2], bank[1], bank[0], *mine[2:], *bank[2:]][done])

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        return (["hit", "stand"].index(action.name),)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        zones = ours.view(seat)["zones"]
        text = theirs.observation_string(seat)
        found = re.search(r"Player 0: Cards: (.*)\nDealer: Cards: \?\? (\w\w)\n", text)
        assert found is not None
        hand = [card[1] + card[0] for card in zones["hands"]["0"][0]["cards"]]
        bank = [card and card[1] + card[0] for card in zones["bank"]["cards"]]
        return (hand, bank), (found.group(1).split(), [found.group(2), None])

    def returns(self, ours: State) -> list[float]:
        return [float(score) / 2 for score in ours.scores]


GAMES = [Blackjack()]


def test_a_few_games_agree() -> None:
    played = [play_in_lockstep(GAMES[0], seed) for seed in range(100)]
    assert all(game.compared == len(game.actions) > 0 for game in played)


@pytest.mark.full
def test_a_thousand_games_agree() -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(GAMES[0], seed)
