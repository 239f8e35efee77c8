"""Go Fish in both engines at once, with other ends, too.

Not with ten players: when one of them is dealt a book, OpenSpiel runs out of cards in the deal and comes to a dead end.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import pytest

import cardengine
from cardengine.model.link import OptionValue
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import RANKS, VARIANTS

WORDS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


class GoFish(Mapping):
    """Their cards are ranks, the first one called `a`; their returns tell who has won, no more."""

    def __init__(self, players: int, **parameters: int | bool) -> None:
        self.players = players
        self.parameters = parameters

    @cached_property
    def game(self) -> Game:
        given = self.parameters
        options: dict[str, OptionValue] = {}
        if "initial_cards" in given:
            options["hand"] = given["initial_cards"]
        if given.get("end_on_first_out"):
            options["ends"] = "first_out" if given.get("most_books_wins", True) else "out_wins"
        if "ask_after_empty_draw" in given:
            options["ask_after_draw"] = given["ask_after_empty_draw"]
        return cardengine.load(VARIANTS / "go_fish.yaml", options=options, players=self.players)

    @cached_property
    def spiel(self) -> Any:
        parameters = {"players": self.players, **self.parameters}
        return load_spiel(f"go_fish({','.join(f'{key}={value}' for key, value in parameters.items())})")

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        drawn = sum(1 for step in theirs.full_history() if step.player < 0)
        return RANKS.index(deal.order("pool")[drawn][0])

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        whom, named = int(action.args["whom"]), str(action.args["named"])
        return (whom * len(RANKS) + WORDS.index(named),)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        view = ours.view(seat)["zones"]
        ranks = [card[0] for card in view["hand"][str(seat)]["cards"]]
        mine = {rank: ranks.count(rank) for rank in RANKS if rank in ranks}
        counts = [(len(ours.zone("hand", other)), len(ours.zone("books", other)) // 4) for other in range(self.players)]
        text = theirs.observation_string(seat)
        held = re.search(r"Your cards: (.*)", text)
        assert held is not None
        there = {RANKS[ord(word[0]) - ord("a")]: int(word[1:]) for word in held.group(1).split()}
        others = [(int(a), int(b)) for a, b in re.findall(r"^player \d+ cards (\d+) books (\d+)", text, re.MULTILINE)]
        return (mine, counts), (there, others)

    def returns(self, ours: State) -> list[float]:
        assert ours.winners is not None
        won = len(ours.winners)
        if won == self.players:
            return [0.0] * won
        return [1 / won if seat in ours.winners else -1 / (self.players - won) for seat in range(self.players)]


GAMES = [
    *(GoFish(players) for players in (2, 3, 6, 9)),
    GoFish(2, initial_cards=5, end_on_first_out=True),
    GoFish(4, end_on_first_out=True, most_books_wins=False),
    GoFish(3, ask_after_empty_draw=False),
]


def name(mapping: GoFish) -> str:
    return str(mapping.spiel)


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: GoFish) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(8)]
    assert all(game.compared == len(game.actions) > 5 for game in played)


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: GoFish) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)
