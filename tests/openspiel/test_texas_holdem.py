"""Single hands of Hold'em in both engines at once, all with equal stacks.

OpenSpiel's poker lets a raise that is too small open the betting again and shares a pot to fractions of a chip. With
equal stacks nobody can raise after a raise that is too small; the odd chips are made fractions here.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

import pytest

import cardengine
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.library.oracle import RULESETS
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep

BUTTON = 1


class Holdem(Mapping):
    """Their first player pays the small blind; they count bets over the whole hand, and deal both cards at once."""

    def __init__(self, players: int, stack: int, small_blind: int, big_blind: int) -> None:
        self.players, self.stack = players, stack
        self.blinds = small_blind, big_blind
        self.small = BUTTON if players == 2 else (BUTTON + 1) % players

    @cached_property
    def game(self) -> Game:
        small, big = self.blinds
        options = {"hands": 1, "chips": self.stack, "small_blind": small, "big_blind": big}
        return cardengine.load(RULESETS / "texas_holdem.yaml", options=options, players=self.players)

    @cached_property
    def spiel(self) -> Any:
        blinds = [*self.blinds, *[0] * (self.players - 2)]
        first = [1, 2, 2, 2] if self.players == 2 else [3, 1, 1, 1]
        parameters = {
            "betting": "nolimit",
            "bettingAbstraction": "fullgame",
            "numPlayers": self.players,
            "numRounds": 4,
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "blind": " ".join(map(str, blinds)),
            "firstPlayer": " ".join(map(str, first)),
            "stack": " ".join([str(self.stack)] * self.players),
        }
        return load_spiel(f"universal_poker({','.join(f'{key}={value}' for key, value in parameters.items())})")

    def player(self, seat: int) -> int:
        return (seat - self.small) % self.players

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        dealt = sum(1 for step in theirs.full_history() if step.player < 0)
        if dealt < 2 * self.players:
            seat = (dealt // 2 + self.small) % self.players
            place = (seat - BUTTON - 1) % self.players
            card = deal.order("deck")[place + dealt % 2 * self.players]
        else:
            card = ours.zone("board")[dealt - 2 * self.players]
        return "23456789TJQKA".index(card[0]) * 4 + "CDHS".index(card[1])

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        if action.name != "raise":
            return (0 if action.name == "fold" else 1,)
        before = ours.var("paid", action.seat) - ours.var("bet", action.seat)
        return (int(action.args["total"]) + before,)

    def pick(self, ours: State, options: dict[Moves, Action], random: Random) -> Moves:
        """Small bets as a rule, or nearly all would be over before the flop."""
        raises = sorted(moves for moves in options if moves[0] > 1)
        if raises and random.random() < 0.3:
            return random.choice(raises if random.random() < 0.2 else raises[:5])
        return (0,) if (0,) in options and random.random() < 0.15 else (1,)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        view = ours.view(seat)
        chips = view["variables"]["player"]["stack"]
        stacks = [chips[(player + self.small) % self.players] for player in range(self.players)]
        here = stacks, sorted(view["zones"]["hand"][str(seat)]["cards"]), sorted(view["zones"]["board"]["cards"])
        text = theirs.information_state_string(self.player(seat))
        found = re.search(r"\[Money: ([\d ]+)\]\[Private: (\w+)\]\[Public: (\w*)\]", text)
        assert found is not None, text
        money, private, public = found.groups()
        return here, ([int(word) for word in money.split()], _cards(private), _cards(public))

    def returns(self, ours: State) -> list[float]:
        """All who stay to the end have paid as much, so there is one pot, and its winners have as much."""
        scores = [Fraction(score) for score in ours.scores]
        staying = [seat for seat in range(self.players) if ours.zone("hand", seat)]
        most = max(scores[seat] for seat in staying)
        winners = [seat for seat in staying if scores[seat] >= most - 1]
        share = sum(scores[seat] for seat in winners) / len(winners)
        by_player = {self.player(seat): share if seat in winners else scores[seat] for seat in range(self.players)}
        return [float(by_player[player] - self.stack) for player in sorted(by_player)]


def _cards(text: str) -> list[str]:
    return sorted(text[place : place + 2].upper() for place in range(0, len(text), 2))


GAMES = [
    Holdem(2, 200, 1, 2),
    Holdem(2, 30, 3, 3),
    Holdem(3, 100, 1, 2),
    Holdem(4, 60, 2, 5),
    Holdem(6, 100, 1, 2),
    Holdem(10, 40, 1, 2),
]


def name(mapping: Holdem) -> str:
    return f"{mapping.players}-{mapping.stack}"


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: Holdem) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(8)]
    assert all(game.compared == len(game.actions) for game in played)
    assert sum(len(game.actions) for game in played) > 40


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: Holdem) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)
