"""Euchre in both engines at once, with each dealer and each of OpenSpiel's house rules."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, ClassVar

import pytest

import cardengine
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel import tricks
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import VARIANTS

CARDS = [rank + suit for rank in "9TJQKA" for suit in "CDHS"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
PASS, CLUBS, ALONE, TOGETHER = 24, 25, 29, 30


class Euchre(Mapping):
    """Their first outcome of chance is the dealer, who has the first card; they count by how much a side has won."""

    alone: ClassVar[dict[str, int]] = {"alone": ALONE, "together": TOGETHER}

    def __init__(self, dealer: int, *, stick: bool = True, lone_defender: bool = False) -> None:
        self.dealer = dealer
        self.stick = stick
        self.lone_defender = lone_defender

    @cached_property
    def game(self) -> Game:
        options: dict[str, Any] = {"dealer": self.dealer + 1, "stick": self.stick, "lone_defender": self.lone_defender}
        return cardengine.load(VARIANTS / "euchre.yaml", options=options)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(f"euchre(stick_the_dealer={self.stick},allow_lone_defender={self.lone_defender})")

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        done = tricks.dealt(theirs)
        if not done:
            return self.dealer
        row, turn = divmod(done - 1, 4)
        return CARDS.index(tricks.next_card(deal, row * 4 + (turn - 1) % 4 if row < 5 else done - 1))

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        match action.name:
            case "pass":
                return (PASS,)
            case "order":
                return (CLUBS + "CDHS".index(ours.zone("turned")[0][1]),)
            case "name":
                return (CLUBS + SUITS.index(action.args["trumps"]),)
            case "alone" | "together":
                return (self.alone[action.name],)
            case _:
                return (CARDS.index(action.args["card"]),)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        text = theirs.information_state_string(seat)
        hand = tricks.our_hand(ours, seat)
        view = ours.view(seat)
        if view["choice"] == "laying_away":
            hand = sorted([*hand, *view["zones"]["turned"]["cards"]])  # there it is in the hand already
        said = [event for event in ours.history_for(seat) if event["event"] == "chosen"]
        bids = [event for event in said if event["action"] in ("pass", "order", "name")]
        company = [event["action"] == "alone" for event in said if event["action"] in self.alone]
        turned = next(e for e in ours.history_for(seat) if e["event"] == "moved" and e["to"] == "turned")
        words = [
            str(event["arguments"][0]).capitalize() if event["action"] == "name" else event["action"] for event in bids
        ]
        if len(words) == 5 and words[4] != "pass":
            words[4] = "Pick up!"  # so they write instead of the suit, and leave it untold
        return (
            (
                "NESW"[self.dealer],
                turned["cards"][0],
                hand,
                words,
                company[:1],
                any(company[1:]) if company and self.lone_defender else None,
                tricks.our_tricks(ours, seat),
            ),
            (
                text[len("Dealer: ")],
                text.partition("Upcard: ")[2][1::-1],
                tricks.their_hand(text),
                self.their_bids(text),
                [word == "true" for word in re.findall(r"Declarer go alone: (\w+)", text)],
                (re.findall(r"Defender go alone: (\w+)", text) or [None])[0] == "true"
                if company and self.lone_defender
                else None,
                tricks.their_tricks(text, 4, suit_first=True),
            ),
        )

    def their_bids(self, text: str) -> list[str]:
        """What was said, in our words; of a dealer who picks the card up they tell the suit instead."""
        block = text.partition("North    East     South    West\n")[2].partition("\n\n")[0]
        words: list[str] = re.findall(r"Pass|Order up!|Pick up!|Clubs|Diamonds|Hearts|Spades", block)
        made = [word for word in words if word != "Pass"]
        passes = len(words) - len(made)
        return ["pass"] * passes + (made if passes >= 4 else ["order"] * len(made))

    def returns(self, ours: State) -> list[float]:
        return [float(ours.scores[seat] - ours.scores[(seat + 1) % 4]) for seat in range(4)]


GAMES = [
    *(Euchre(dealer) for dealer in range(4)),
    Euchre(1, stick=False),
    Euchre(2, lone_defender=True),
    Euchre(3, stick=False, lone_defender=True),
]


def name(mapping: Euchre) -> str:
    return f"{mapping.spiel}, dealer {mapping.dealer}"


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: Euchre) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(20)]
    assert all(game.compared == len(game.actions) for game in played)


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: Euchre) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)
