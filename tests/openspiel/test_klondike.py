"""Klondike in both engines at once, with the stock laid open as OpenSpiel does it (K+ solitaire).

OpenSpiel has no move that ends a game early; a king goes to the first empty column only, and neither from the bottom of
another column nor from a foundation. All other moves must be the same. (Its code means to leave out moves back to an
earlier position as well; the version that this was written with never does.)
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import pytest

import cardengine
from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Deal, Mapping, Moves, load_spiel, play_in_lockstep
from tests.openspiel.mappings import VARIANTS

SUITS = "SHCD"
CARDS = ["", *(rank + suit for suit in SUITS for rank in "A23456789TJQK")]
SIGNS = str.maketrans("♠♥♣♦", SUITS)
SPACE, END = "🂿", 0


def columns(state: State) -> list[list[str | None]]:
    """The columns as one sees them, lowest card first; None lies face down."""
    view = state.view(0)["zones"]["tableau"]
    return [[None if card in (None, "?") else card for card in pile["cards"][::-1]] for pile in view]


def foundations(state: State) -> list[str]:
    """The top card of each foundation, in their order; of an empty one the suit."""
    piles = {suit[0].upper(): state.zone("foundation", suit) for suit in ("spades", "hearts", "clubs", "diamonds")}
    return [piles[suit][0] if piles[suit] else suit for suit in SUITS]


class Klondike(Mapping):
    """Their moves name the card and the one that it is laid on; a king goes to the first empty column only."""

    def __init__(self, depth: int = 300) -> None:
        self.depth = depth

    @cached_property
    def game(self) -> Game:
        return cardengine.load(VARIANTS / "klondike.yaml")

    @cached_property
    def spiel(self) -> Any:
        return load_spiel(f"solitaire(depth_limit={self.depth})")

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Their number of each move."""
        state = self.spiel.new_initial_state()
        return {state.action_to_string(0, n).translate(SIGNS): n for n in range(53, self.spiel.num_distinct_actions())}

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        # The columns' top cards, then the waste; later the one card that lies open here and wasn't revealed there.
        shown = [CARDS[step.action] for step in theirs.full_history() if step.player < 0]
        tops = [pile[-1] for pile in columns(ours) if pile and pile[-1] is not None]
        lying = [*tops, *ours.zone("waste"), *(card for pile in columns(ours) for card in pile if card is not None)]
        return CARDS.index(next(card for card in lying if card not in shown))

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        if action.name == "give_up":
            return (END,)
        card = action.args["card"]
        if action.name == "home":
            target = foundations(ours)[SUITS.index(card[1])]
        else:
            pile = columns(ours)[self.column(action)]
            target = (pile[-1] or "") if pile else SPACE
        return (self.numbers[f"{target} ← {card}"],)

    def column(self, action: Action) -> int:
        return int(action.args["column"].rpartition(".")[2]) - 1

    def forced(self, ours: State, theirs: Any) -> int | None:
        # With all cards on the foundations they still ask.
        return END if ours.over else None

    def unasked(self, ours: State, theirs: Any) -> Action | None:
        # They stop after so many moves.
        return next((a for a in ours.actions() if a.name == "give_up"), None) if theirs.is_terminal() else None

    def unoffered(self, ours: State, theirs: Any, action: Action) -> bool:
        if action.name == "give_up":
            return list(theirs.legal_actions()) != [END]
        piles = columns(ours)
        if action.name == "home" or piles[self.column(action)]:
            return False
        second = [] in piles[: self.column(action)]
        return second or action.name == "back" or any(pile[:1] == [action.args["card"]] for pile in piles)

    def pick(self, ours: State, options: dict[Moves, Action], random: Random) -> Moves:
        good = [moves for moves in sorted(options) if (options[moves].value or 0) > 0]
        return random.choice(good if good and random.random() < 0.7 else sorted(options))

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object]:
        lines = str(theirs).translate(SIGNS).replace("🂠", "?").splitlines()
        end = next(n for n, line in enumerate(lines) if line.startswith("TARGETS"))
        there = [line.split() for line in lines[3:end]]
        here = [[card or "?" for card in pile] for pile in columns(ours) if pile]
        waste, home = (line.partition(":")[2].split() for line in lines[:2])
        return (ours.zone("waste"), foundations(ours), here), (waste, home, there)


def play(seed: int, depth: int = 300) -> tuple[str, ...]:
    return play_in_lockstep(Klondike(depth), seed).actions


def test_a_few_games_agree() -> None:
    games = [play(seed, depth=100) for seed in range(20)]
    assert {action.split()[1] for game in games for action in game} >= {"home", "build", "back"}
    assert sum(map(len, games)) > 1000


@pytest.mark.full
def test_a_thousand_games_agree() -> None:
    for seed in range(1000, 2000):
        play(seed)
