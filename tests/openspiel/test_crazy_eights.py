"""Crazy Eights in both engines at once, with and without special cards and a second stock."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pytest

import cardengine
from cardengine.model.link import OptionValue
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import VARIANTS

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"]
DRAW, PASS, NAME = 52, 53, 54
DEALER = 52
"""Their outcome of chance that makes the first player the dealer."""


def number(card: str) -> int:
    """Their number of a card: rank by rank."""
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


class CrazyEights(Mapping):
    """Their dealer is drawn by chance; ours is always the first seat, so the seats are turned."""

    def __init__(self, players: int, dealer: int = 0, **parameters: int | bool) -> None:
        self.players = players
        self.dealer = dealer
        self.parameters = parameters

    @cached_property
    def game(self) -> Game:
        options: dict[str, OptionValue] = {}
        for parameter, value in self.parameters.items():
            if parameter == "use_special_cards":
                options |= {"draw_two": value, "queens_skip": value, "aces_reverse": value}
            else:
                options[{"max_draw_cards": "most_drawn", "max_turns": "plays"}.get(parameter, parameter)] = value
        return cardengine.load(VARIANTS / "crazy_eights.yaml", options=options, players=self.players)

    @cached_property
    def spiel(self) -> Any:
        parameters = {"players": self.players, **self.parameters}
        return load_spiel(f"crazy_eights({','.join(f'{key}={value}' for key, value in parameters.items())})")

    def player(self, seat: int) -> int:
        return (seat + self.dealer) % self.players

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        done = sum(1 for step in theirs.full_history() if step.player < 0)
        return number(self.drawn(deal)[done - 1]) if done else DEALER + self.dealer

    def drawn(self, deal: Deal) -> list[str]:
        """All cards in the order in which they leave the stock; after the first ones each shuffle is used up."""
        first, *others = deal.orders["stock"]
        upto = self.players * (7 if self.players == 2 else 5) + 1
        cards, left = first[:upto], first[upto:]
        while cards[-1][0] == "8":
            top, *left = others.pop(0)
            cards.append(top)
        return cards + left + [card for order in others for card in order]

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        match action.name:
            case "play":
                return (number(action.args["card"]),)
            case "call":
                return (NAME + SUIT_WORDS.index(action.args["suit_named"]),)
            case name:
                return ({"draw": DRAW, "pass": PASS}[name],)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        view = ours.view(seat)["zones"]
        hand = sorted(view["hand"][str(seat)]["cards"])
        counts = [ours.zone("hand", (seat + ahead) % self.players) for ahead in range(self.players)]
        mine = {
            "hand": hand,
            "card": view["discard"]["cards"][0],
            "suit": SUITS[SUIT_WORDS.index(str(ours.var("called")))],
            "counts": [len(cards) for cards in counts],
        }
        lines = theirs.observation_string(self.player(seat)).splitlines()
        rows = {line[:6]: line[7:].split() for line in lines if line.startswith("Suit ")}
        words = dict(line.split(": ", 1) for line in lines if ": " in line)
        others = words["Starting counterclockwise, other players have"].removesuffix(" cards.")
        theirs_ = {
            "hand": sorted(rank + row[5] for row, ranks in rows.items() for rank in "".join(ranks)),
            "card": words["Previous card"][::-1],
            "suit": words["Previous suit"],
            "counts": [int(count) for count in others.split(", ")],
        }
        if self.parameters.get("use_special_cards"):
            mine["direction"] = ours.var("direction")
            theirs_["direction"] = 1 if lines[-1].endswith("counterclockwise") else -1
        return mine, theirs_

    def returns(self, ours: State) -> list[float]:
        """They take the number of a card for its rank; court cards, aces and eights alone count as they should."""
        hands = {self.player(seat): ours.zone("hand", seat) for seat in range(self.players)}
        return [-float(sum(self.worth(card) for card in hands[player])) for player in range(self.players)]

    @staticmethod
    def worth(card: str) -> int:
        """What a card that is left in a hand costs there."""
        return 50 if card[0] == "8" else 10 if card[0] in "JQKA" else number(card) + 2


GAMES = [
    *(CrazyEights(players, players - 1) for players in (2, 3, 5, 6, 15)),
    CrazyEights(2, max_draw_cards=1),
    CrazyEights(4, 2, use_special_cards=True),
    CrazyEights(2, 1, use_special_cards=True, max_draw_cards=2),
    CrazyEights(3, reshuffle=True, max_turns=40),
    CrazyEights(7, 3, use_special_cards=True, reshuffle=True),
]


def name(mapping: CrazyEights) -> str:
    return str(mapping.spiel)


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: CrazyEights) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(8)]
    assert all(game.compared == len(game.actions) > 10 for game in played)


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: CrazyEights) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)
