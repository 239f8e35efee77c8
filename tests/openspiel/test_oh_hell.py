"""Oh Hell in both engines at once, with three to seven players."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pytest

import cardengine
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel import tricks
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import VARIANTS

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDSH"]


class OhHell(Mapping):
    """Their first outcomes of chance are the size of the deal and the dealer; seat 0 always has the first card."""

    def __init__(self, players: int, size: int, dealer: int, *, penalty: bool = False, trick: int = 1) -> None:
        self.players = players
        self.size = size
        self.dealer = dealer
        self.penalty = penalty
        self.trick = trick

    @cached_property
    def game(self) -> Game:
        options: dict[str, Any] = {"size": self.size, "dealer": self.dealer + 1, "trick": self.trick}
        options["missed"] = "pay" if self.penalty else "keep"
        return cardengine.load(VARIANTS / "oh_hell.yaml", options=options, players=self.players)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(
            f"oh_hell(players={self.players},num_tricks_fixed={self.size},off_bid_penalty={self.penalty},"
            f"points_per_trick={self.trick})"
        )

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        done = tricks.dealt(theirs)
        if done < 2:
            return (self.size, self.dealer)[done]
        row, seat = divmod(done - 2, self.players)
        turn = (seat - self.dealer - 1) % self.players if row < self.size else seat
        place = row * self.players + turn
        return CARDS.index(tricks.next_card(deal, place))

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        if action.name == "bid":
            return (len(CARDS) + action.args["amount"],)
        return (CARDS.index(action.args["card"]),)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        text = theirs.information_state_string(seat)
        view = ours.view(seat)
        bids = [-1] * self.players
        for event in ours.history_for(seat):
            if event["event"] == "chosen" and event["action"] == "bid":
                bids[int(event["player"][1:]) - 1] = int(event["arguments"][0] or "")
        trump = text.partition("Trump: ")[2][:2]
        variables = view["variables"]
        return (
            (
                variables["game"]["size"],
                variables["game"]["dealer"],
                view["zones"]["turned"]["cards"],
                tricks.our_hand(ours, seat),
                tricks.our_tricks(ours, seat),
                bids,
                variables["player"]["tricks"],
            ),
            (
                tricks.numbers_behind("Num Total Tricks: ", text)[0],
                tricks.numbers_behind("Dealer: ", text)[0],
                [trump[::-1]],
                tricks.their_hand(text),
                tricks.their_tricks(text, self.players, suit_first=True),
                tricks.numbers_behind("Bids: ", text),
                tricks.numbers_behind("Tricks Won: ", text),
            ),
        )


GAMES = [
    OhHell(3, 17, 0),
    OhHell(3, 8, 2, penalty=True, trick=2),
    OhHell(4, 12, 1),
    OhHell(5, 1, 4),
    OhHell(6, 8, 5, trick=5),
    OhHell(7, 7, 3, penalty=True),
]


def name(mapping: OhHell) -> str:
    return f"{mapping.players} players, {mapping.size} cards, dealer {mapping.dealer}"


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: OhHell) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(6)]
    assert all(game.compared == len(game.actions) == (mapping.size + 1) * mapping.players for game in played)


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: OhHell) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)
