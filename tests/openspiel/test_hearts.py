"""Hearts in both engines at once, with each of OpenSpiel's house rules."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, ClassVar

import pytest

import cardengine
from cardengine.model.link import OptionValue
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel import tricks
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import VARIANTS

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
SIDES = ["No Pass", "Left", "Across", "Right"]


class Hearts(Mapping):
    """Their first outcome of chance is the side that cards are passed to; they count what is left of 26 points."""

    rules: ClassVar[dict[str, tuple[str, OptionValue, OptionValue]]] = {
        "pass_cards": ("passed", 3, 0),
        "no_pts_on_first_trick": ("bloody_first", False, True),
        "can_lead_any_club": ("any_club", True, False),
        "jd_bonus": ("jack", 10, 0),
        "avoid_all_tricks_bonus": ("no_tricks", 5, 0),
        "must_break_hearts": ("hearts_led", "broken", "always"),
        "qs_breaks_hearts": ("queen_breaks", True, False),
        "can_lead_hearts_instead_of_qs": ("queen_kept", True, False),
    }
    """For each of their parameters our option, and its value if theirs is true and if it is false."""

    def __init__(self, direction: int, **parameters: bool) -> None:
        self.direction = direction
        self.parameters = parameters

    @cached_property
    def game(self) -> Game:
        options: dict[str, Any] = {"direction": self.direction, "queen_breaks": True}
        for parameter, value in self.parameters.items():
            option, if_true, if_false = self.rules[parameter]
            options[option] = if_true if value else if_false
        return cardengine.load(VARIANTS / "hearts.yaml", options=options, players=4)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(f"hearts({','.join(f'{name}={value}' for name, value in self.parameters.items())})")

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        done = tricks.dealt(theirs)
        return CARDS.index(tricks.next_card(deal, done - 1)) if done else self.direction

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        return (CARDS.index(action.args["card"]),)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        text = theirs.information_state_string(seat)
        passed: list[str] = []
        received: list[str] = []
        points = [0, 0, 0, 0]
        here = f"hand.p{seat + 1}"
        for event in ours.history_for(seat):
            if event["event"] == "moved" and event["to"] == f"passing.p{seat + 1}":
                passed += filter(None, event["cards"])
            if event["event"] == "moved" and (event["from"] or "").startswith("passing.") and event["to"] == here:
                received += filter(None, event["cards"])
        for player, cards in ours.view(seat)["zones"]["won"].items():
            points[int(player)] = sum(self.points(card) for card in cards["cards"])
        side = re.search(r"Pass Direction: (.*)", text)
        got = [re.search(f"{word} Cards: ([^\n]*)", text) for word in ("Passed", "Received")]
        scored = [int(word) for word in re.findall(r"^[NESW]: (-?\d+)$", text, re.MULTILINE)]
        return (
            (
                SIDES[self.direction],
                tricks.our_hand(ours, seat),
                sorted(passed),
                sorted(received),
                tricks.our_tricks(ours, seat),
                points,
            ),
            (
                side.group(1) if side else None,
                tricks.their_hand(text),
                *(sorted(found.group(1).split()) if found else [] for found in got),
                tricks.their_tricks(text, 4, suit_first=False),
                scored or [0, 0, 0, 0],
            ),
        )

    def points(self, card: str) -> int:
        """What a card counts here."""
        if card == "JD":
            return -10 if self.parameters.get("jd_bonus") else 0
        return 13 if card == "QS" else int(card[1] == "H")

    def returns(self, ours: State) -> list[float]:
        return [26 - float(score) for score in ours.scores]


GAMES = [
    *(Hearts(direction) for direction in range(4)),
    Hearts(0, pass_cards=False),
    Hearts(1, no_pts_on_first_trick=False, qs_breaks_hearts=False),
    Hearts(2, can_lead_any_club=True, jd_bonus=True),
    Hearts(3, avoid_all_tricks_bonus=True, must_break_hearts=False),
    Hearts(1, can_lead_hearts_instead_of_qs=True, qs_breaks_hearts=False, avoid_all_tricks_bonus=True, jd_bonus=True),
]


def name(mapping: Mapping) -> str:
    return f"{mapping.spiel}-{vars(mapping)['direction']}"


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: Mapping) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(5)]
    assert all(game.compared == len(game.actions) for game in played)


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: Mapping) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)
