"""Gin Rummy in both engines at once: one hand, each step of the show on its own."""

from __future__ import annotations

import re
from functools import cached_property
from random import Random
from typing import Any

import pytest

import cardengine
from cardengine.constructs.hands.melds import least_left
from cardengine.model.link import OptionValue
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import VARIANTS

RANKS = "A23456789TJQK"
CARDS = [rank + suit for suit in "SCDH" for rank in RANKS]
TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
HAND = 10


def deadwood(cards: list[str]) -> int:
    """The least that is left of a hand."""
    ranks = [RANKS.index(card[0]) for card in cards]
    return least_left(ranks, ["SCDH".index(card[1]) for card in cards], [worth(card) for card in cards])


def worth(card: str) -> int:
    """What a card counts when it is left."""
    return min(RANKS.index(card[0]) + 1, 10)


def third(ours: State, theirs: Any, action: Action) -> bool:
    """Whether two cards were laid off already where this one goes on, and it fits no set: they stop at the second."""
    rows = [row["cards"] for rows in ours.view(0)["zones"]["melds"].values() for row in rows]
    if any({card[0] for card in row} == {action.args["card"][0]} for row in rows):
        return False
    laid = re.search(r"Layoffs: (\S*)", str(theirs))
    cards = re.findall("..", laid[1].upper()) if laid else []
    rank, suit = RANKS.index(action.args["card"][0]), action.args["card"][1]
    steps = [(rank + step, rank + 2 * step) for step in (-1, 1) if 0 <= rank + 2 * step < len(RANKS)]
    return any({RANKS[near] + suit, RANKS[far] + suit} <= set(cards) for near, far in steps)


class Gin(Mapping):
    """Their player 0 is who doesn't deal, our second seat. To knock and to discard are two actions there."""

    def __init__(self, knock: int = 10, *, oklahoma: bool = False) -> None:
        self.knock = knock
        self.oklahoma = oklahoma

    @cached_property
    def game(self) -> Game:
        options: dict[str, OptionValue] = {"knock": self.knock, "oklahoma": self.oklahoma}
        return cardengine.load(VARIANTS / "gin_rummy.yaml", options=options)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(f"gin_rummy(knock_card={self.knock},oklahoma={self.oklahoma})")

    @cached_property
    def melds(self) -> dict[frozenset[str], int]:
        """Their number of each meld."""
        state = self.spiel.new_initial_state()
        found = {}
        for number in range(MELDS, self.spiel.num_distinct_actions()):
            text = state.action_to_string(0, number).rpartition(" ")[2].upper()
            found[frozenset(re.findall("..", text))] = number
        return found

    def player(self, seat: int) -> int:
        return 1 - seat

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        done = sum(1 for step in theirs.full_history() if step.player < 0)
        if done < 2 * HAND:
            done = 2 * (done % HAND) + done // HAND
        return CARDS.index(deal.order("stock")[done])

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        match action.name:
            case "take":
                return (TAKE,)
            case "draw":
                return (DRAW,)
            case "pass" | "done":
                return (PASS,)
            case "knock":
                return (KNOCK, CARDS.index(action.args["card"]))
            case "meld":
                return (self.melds[frozenset(action.args["group"])],)
            case _:
                return (CARDS.index(action.args["card"]),)

    def forced(self, ours: State, theirs: Any) -> int | None:
        # Both have left the upcard: they ask for the draw, and again whether there is anything to lay off or to meld.
        return DRAW if list(theirs.legal_actions()) == [DRAW] else None

    def unoffered(self, ours: State, theirs: Any, action: Action) -> bool:
        return action.name == "lay_off" and third(ours, theirs, action)

    def pick(self, ours: State, options: dict[Moves, Action], random: Random) -> Moves:
        # Who plays at random hardly ever comes to knock.
        good = max(options.values(), key=lambda action: (action.value or 0, action.text))
        choices = sorted(options)
        if good.name in ("meld", "done", "lay_off") or random.random() < 0.2:
            return random.choice(choices)
        if good.name == "knock" and random.random() < 0.5:
            return random.choice([moves for moves in choices if moves[0] != KNOCK])
        return next(moves for moves in choices if options[moves] is good)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        player = self.player(seat)
        text = theirs.observation_string(player).upper()
        first, _, second = text.partition("STOCK SIZE")
        boxes = [first, second]
        zones = ours.view(seat)["zones"]
        hand = zones["hand"][str(seat)]["cards"]
        pile = zones["discard"]["cards"][::-1]
        there = re.search(r": (\d+)  UPCARD: (..)\nDISCARD PILE: (\S*)", second)
        assert there is not None
        thrown = [card for card in re.findall("..", there[3] + there[2]) if card != "XX"]
        if ours.var("knocked"):  # the last card lies face down here
            pile, thrown = pile[:-1], thrown[:-1]
        box = "".join(re.findall(r"^\|(.*)\|$", boxes[player], re.MULTILINE))
        melds = re.findall(r"(?:LAYED MELDS|LAYOFFS):([^\n]*)", text)
        laid = [row["cards"] for rows in zones["melds"].values() for row in rows]
        left = re.search(r"DEADWOOD=(\d+)", boxes[player])
        assert left is not None
        plain = len(hand) == HAND and not ours.var("knocked")
        return (
            (
                sorted(hand),
                pile,
                zones["stock"]["count"],
                sorted(card for row in laid for card in row),
                deadwood(hand) if plain else None,
                ours.var("limit"),
            ),
            (
                sorted(re.findall(r"\w\w", box)),
                thrown,
                int(there[1]),
                sorted(re.findall(r"\w\w", " ".join(melds))),
                int(left[1]) if plain else None,
                int(re.findall(r"KNOCK CARD: (\d+)", text)[0]),
            ),
        )


GAMES = [Gin(), Gin(oklahoma=True), Gin(knock=4)]


@pytest.mark.parametrize("mapping", GAMES, ids=lambda mapping: str(mapping.spiel))
def test_a_few_games_agree(mapping: Gin) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(30)]
    names = {action.split()[1] for game in played for action in game.actions}
    assert names >= {"take", "draw", "pass", "discard", "knock", "meld", "done"}
    assert all(game.compared > 3 for game in played)


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=lambda mapping: str(mapping.spiel))
def test_a_thousand_games_agree(mapping: Gin) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(1000, 2000)]
    assert any(action.split()[1] == "lay_off" for game in played for action in game.actions)
