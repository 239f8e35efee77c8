"""Spades in both engines at once; and that OpenSpiel never lets anybody lead spades while other suits are held."""

from __future__ import annotations

import re
from functools import cached_property
from random import Random
from typing import Any

import pytest

import cardengine
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel import tricks
from tests.openspiel.lockstep import Deal, DivergenceError, Mapping, Moves, Played, load_spiel, play_in_lockstep
from tests.openspiel.mappings import VARIANTS

CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
SPADES = range(39, 52)


class Spades(Mapping):
    """Their bids are numbered behind the cards."""

    @cached_property
    def game(self) -> Game:
        return cardengine.load(VARIANTS / "spades.yaml")

    @cached_property
    def spiel(self) -> Any:
        return load_spiel("spades")

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        return CARDS.index(tricks.next_card(deal, tricks.dealt(theirs)))

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        if action.name == "bid":
            return (len(CARDS) + action.args["amount"],)
        return (CARDS.index(action.args["card"]),)

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        text = theirs.observation_string(seat)
        view = ours.view(seat)
        bids = [
            "Nil" if event["arguments"] == ["0"] else event["arguments"][0]
            for event in ours.history_for(seat)
            if event["event"] == "chosen" and event["action"] == "bid"
        ]
        auction = re.search(r"North East  South  West +\n([^\n]*)", text)
        taken = re.search(r"Tricks taken:\n\nNorth East  South  West\n([^\n]*)", text)
        return (
            (
                tricks.our_hand(ours, seat),
                bids,
                tricks.our_tricks(ours, seat),
                view["variables"]["player"]["tricks"],
            ),
            (
                tricks.their_hand(text),
                auction.group(1).replace("?", "").split() if auction else [],
                tricks.their_tricks(text, 4, suit_first=True),
                [int(word) for word in taken.group(1).split()] if taken else [0, 0, 0, 0],
            ),
        )


def play_many(mapping: Mapping, seeds: range) -> list[Played]:
    return [play_in_lockstep(mapping, seed) for seed in seeds]


def test_a_few_games_agree() -> None:
    played = play_many(Spades(), range(25))
    assert all(game.compared == len(game.actions) == 56 for game in played)


@pytest.mark.full
def test_a_thousand_games_agree() -> None:
    play_many(Spades(), range(1000, 2000))


class _Broken(Spades):
    """Spades may be led once they are broken, as everywhere but in OpenSpiel."""

    game = cardengine.load(VARIANTS / "spades.yaml", options={"spades_led": "broken"})


def test_there_spades_are_never_broken() -> None:
    with pytest.raises(DivergenceError, match="the legal actions of player"):
        play_many(_Broken(), range(10))


def test_there_spades_are_led_by_who_holds_nothing_else() -> None:
    random = Random(1)
    leads = 0
    for _ in range(30):
        state = load_spiel("spades").new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            played = len(state.full_history()) - 56
            if played >= 0 and played % 4 == 0 and set(legal) & set(SPADES):
                leads += 1
                assert set(legal) <= set(SPADES)
            state.apply_action(random.choice(legal))
    assert leads > 50
