"""The games that both engines have."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import cardengine
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel

VARIANTS = Path(__file__).parent / "variants"
RANKS = "A23456789TJQK"


def taken(ours: State, seat: int) -> list[str]:
    """The names of all actions so far, as a seat has seen them."""
    return [event["action"] for event in ours.history_for(seat) if event["event"] == "chosen"]


class Kuhn(Mapping):
    """Their card 0 is the lowest in play; their actions are to pass (0) and to bet (1)."""

    numbers: ClassVar[dict[str, int]] = {"check": 0, "fold": 0, "bet": 1, "call": 1}

    def __init__(self, players: int = 2) -> None:
        self.players = players

    @cached_property
    def game(self) -> Game:
        return cardengine.load("kuhn_poker", players=self.players)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(f"kuhn_poker(players={self.players})")

    def outcome(self, text: str) -> int:
        return RANKS.index(text[0]) - (len(RANKS) - self.players - 1)

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        return self.outcome(deal.order("deck")[len(theirs.history())])

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        return (self.numbers[action.name],)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        cards = ours.view(seat)["zones"]["hand"][str(seat)]["cards"]
        bets = "".join("pb"[self.numbers[name]] for name in taken(ours, seat))
        return f"{self.outcome(cards[0])}{bets}", theirs.information_state_string(seat)


class Leduc(Mapping):
    """Their cards are numbered rank by rank; their actions are to fold (0), to call (1) and to raise (2)."""

    numbers: ClassVar[dict[str, int]] = {"fold": 0, "call": 1, "raise": 2}

    def __init__(self, players: int = 2) -> None:
        self.players = players

    @cached_property
    def game(self) -> Game:
        return cardengine.load("leduc_poker", players=self.players)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(f"leduc_poker(players={self.players})")

    def outcome(self, text: str) -> int:
        return 2 * (RANKS.index(text[0]) - (len(RANKS) - self.players - 1)) + "HS".index(text[1])

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        # Their first cards go to the players, the next one is the common card.
        dealt = sum(1 for step in theirs.full_history() if step.player < 0)
        return self.outcome(deal.order("deck")[dealt])

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        return (self.numbers[action.name],)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        view = ours.view(seat)
        rounds: list[list[int]] = [[], []]
        at = 0
        for event in ours.history_for(seat):
            at = 1 if event.get("phase") == "second_round" else at
            if event["event"] == "chosen":
                rounds[at].append(self.numbers[event["action"]])
        common = [self.outcome(text) for text in view["zones"]["common"]["cards"]]
        mine = [self.outcome(text) for text in view["zones"]["hand"][str(seat)]["cards"]]
        paid = view["variables"]["player"]["paid"]
        ours_ = (mine, common, [100 - coins for coins in paid], sum(paid), rounds)
        parts: dict[str, str] = dict(re.findall(r"\[(\w+): ?([^\]]*)\]", theirs.information_state_string(seat)))
        numbers = {key: [int(word) for word in value.split()] for key, value in parts.items()}
        theirs_ = (
            numbers["Private"],
            numbers.get("Public", []),
            numbers["Money"],
            numbers["Pot"][0],
            [numbers["Round1"], numbers["Round2"]],
        )
        return ours_, theirs_


class Goofspiel(Mapping):
    """Their cards are numbered from 0. Who has one card left isn't asked there, so our variant does the same."""

    scorings: ClassVar[dict[str, str]] = {"win_loss": "win", "point_difference": "difference", "total_points": "points"}

    def __init__(
        self,
        players: int = 2,
        cards: int = 13,
        order: str = "random",
        returns: str = "win_loss",
        *,
        secret: bool = True,
    ) -> None:
        self.players = players
        self.cards = cards
        self.prizes = order
        self.payment = returns
        self.secret = secret

    @cached_property
    def game(self) -> Game:
        options: dict[str, Any] = {"cards": self.cards, "prizes": self.prizes, "scoring": self.scorings[self.payment]}
        options["bids"] = "secret" if self.secret else "open"
        return cardengine.load(VARIANTS / "goofspiel.yaml", options=options, players=self.players)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(
            f"goofspiel(players={self.players},num_cards={self.cards},points_order={self.prizes},"
            f"returns_type={self.payment},imp_info={self.secret})"
        )

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        drawn = sum(1 for step in theirs.full_history() if step.player < 0)
        return self.outcome(deal.order("prizes")[drawn])

    def outcome(self, text: str) -> int:
        return self.value(text) - 1

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        return (self.outcome(action.args["card"]),)

    def value(self, card: str) -> int:
        """The value of a card, in whichever way its suit is written."""
        attributes = self.game.machine.space.items["card"]
        return attributes.tables["value"][attributes.texts.index(card)]

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        view = ours.view(seat)
        lines = {}
        for line in theirs.information_state_string(seat).splitlines():
            key, _, rest = line.partition(":")
            lines[key] = [int(word) for word in rest.split()]
        hand = sorted(self.value(card) for card in view["zones"]["hand"][str(seat)]["cards"])
        gained = [sum(self.value(card) for card in view["zones"]["won"][str(s)]["cards"]) for s in range(self.players)]
        tricks: list[int | None] = []
        prizes: list[int] = []
        for event in ours.history_for(seat):
            if event["event"] == "moved" and event["to"] == "prize":
                prizes.append(self.value(event["cards"][0] or ""))
            if event["event"] == "moved" and event["from"] == "prize":
                to = event["to"].partition(".p")[2]
                tricks.append(int(to) - 1 if to else None)
        won = [number if number >= 0 else None for number in lines["Win sequence"]]
        return (hand, gained, prizes, tricks), (
            lines[f"P{seat} hand"],
            lines["Points"],
            lines["Point card sequence"],
            won,
        )
