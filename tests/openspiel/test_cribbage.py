"""Cribbage in both engines at once, for two, three and four players."""

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

TARGET = 121
BONUS = 1000.0


def number(card: str) -> int:
    """Their number of a card: suit by suit, from ace to king."""
    return "CDHS".index(card[1]) * len(RANKS) + RANKS.index(card[0])


class Cribbage(Mapping):
    """Their passes can't be helped, so we don't ask; they count a winner's bonus on top of the points."""

    def __init__(self, players: int) -> None:
        self.players = players

    @cached_property
    def game(self) -> Game:
        name = "cribbage_partners.yaml" if self.players == 4 else "cribbage.yaml"
        return cardengine.load(VARIANTS / name, players=self.players)

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(f"cribbage(players={self.players})")

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        # They deal hand by hand, then a card to the crib if there are three, then the starter; ours are dealt already.
        each = 6 if self.players == 2 else 5
        spare = 1 if self.players == 3 else 0
        done = sum(1 for step in theirs.full_history() if step.player < 0) % (each * self.players + spare + 1)
        if done < each * self.players:
            return number(ours.zone("hand", done // each)[done % each])
        return number(ours.zone("crib" if spare and done == each * self.players else "starter")[0])

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        if action.name == "play":
            return (number(action.args["card"]),)
        numbers = sorted((number(card) for card in action.args["cards"]), key=lambda n: (n % 13, n))
        return (numbers[0],) if len(numbers) == 1 else (52 + 52 * numbers[0] + numbers[1],)

    def forced(self, ours: State, theirs: Any) -> int | None:
        possible: list[int] = theirs.legal_actions()
        if len(possible) == 1 and theirs.action_to_string(theirs.current_player(), possible[0]) == "Pass":
            return possible[0]
        return None

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        view = ours.view(seat)["zones"]
        points = [int(score) for score in ours.scores]
        sequence = view["sequence"]["cards"]
        hand = sorted(view["hand"][str(seat)]["cards"])
        starter = view["starter"]["cards"]
        total = ours.var("dealer"), sum(min(RANKS.index(card[0]) + 1, 10) for card in sequence)
        text = str(theirs)
        lines = dict(re.findall(r"^([\w ]+):(.*)$", text, re.MULTILINE))
        words = {key: value.split() for key, value in lines.items()}
        return (points, sequence, hand, starter, total), (
            [int(float(word)) for word in words["Scores"]],
            words["Played cards"],
            sorted(words[f"P{seat} Hand"]),
            words.get("Starter", []),
            (int(words["Dealer"][0]), int(words["Running total"][0])),
        )

    def returns(self, ours: State) -> list[float]:
        assert ours.winners is not None
        sides = 2 if self.players == 4 else self.players
        mine = BONUS / (self.players // sides)
        theirs = BONUS / (self.players // sides * (sides - 1))
        return [float(score) + (mine if seat in ours.winners else -theirs) for seat, score in enumerate(ours.scores)]


GAMES = [Cribbage(players) for players in (2, 3, 4)]


def name(mapping: Cribbage) -> str:
    return str(mapping.spiel)


@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_few_games_agree(mapping: Cribbage) -> None:
    played = [play_in_lockstep(mapping, seed) for seed in range(8)]
    assert all(game.compared == len(game.actions) > 50 for game in played)


@pytest.mark.full
@pytest.mark.parametrize("mapping", GAMES, ids=name)
def test_a_thousand_games_agree(mapping: Cribbage) -> None:
    for seed in range(1000, 2000):
        play_in_lockstep(mapping, seed)


def test_several_can_be_past_the_target() -> None:
    """That is why the variant counts to the end; the ruleset stops at the winner."""
    for seed in range(400):
        state = cardengine.load(VARIANTS / "cribbage.yaml", players=2).new(seed=seed)
        while not state.over:
            state.apply(state.actions()[0])
        if min(state.scores) >= TARGET:
            break
    else:
        pytest.fail("both were never past the target")
    assert state.winners == (0,)
