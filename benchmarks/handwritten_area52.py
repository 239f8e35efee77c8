"""Area 52 written by hand: what the engine's speed is measured against.

The game as a Python programmer would write it without an engine, with the rules' default options, and a
player who chooses at random. It draws from the engine's generator in the engine's order, so game ``i`` of
seed ``s`` is the same game here as there: the same deal, the same choices, the same score.

    python -m benchmarks.handwritten_area52 --games 2000 --seed 7
"""

from __future__ import annotations

import argparse
import time
from typing import Final, Literal, NamedTuple, TypeAlias

from cardengine.runtime.generator import CHANCE_STREAM, Generator, seat_stream, stream

REVEAL: Final = 3
BOARD: Final = 6
WAVES: Final = 2
PENALTY: Final = 50

# A card is its place in the pack: clubs, diamonds, hearts, spades, and in each suit ace, two, ..., king.
PACK: Final = range(52)
VALUE: Final = tuple(card % 13 + 1 for card in PACK)
IS_RED: Final = tuple(card // 13 in {1, 2} for card in PACK)
TEXT: Final = tuple("A23456789TJQK"[card % 13] + "CDHS"[card // 13] for card in PACK)

DUAL_ATTACK: Final = "dual_attack"
SINGLE_ATTACK: Final = "single_attack"
SACRIFICE: Final = "sacrifice"

Kind: TypeAlias = Literal["dual_attack", "single_attack", "sacrifice"]
Action: TypeAlias = tuple[Kind, int, int]
"""What is done, and the positions of the two defenders who do it (the second is 0 where one does)."""


class Result(NamedTuple):
    """How a game ended, and after how many choices."""

    score: int
    won: bool
    decisions: int


class Area52:
    """A game in progress: always either over or waiting for the answer to the first of the attackers."""

    __slots__ = ("aliens", "attackers", "chance", "defenders", "discard", "reserves", "score", "wave", "won")

    def __init__(self, chance: Generator) -> None:
        self.chance = chance
        # The top of a pile is the end of its list, whence Python pops fast; a shuffle gives the top first.
        self.aliens = chance.shuffle(card for card in PACK if IS_RED[card])[::-1]
        self.reserves = chance.shuffle(card for card in PACK if not IS_RED[card])[::-1]
        self.defenders: list[int] = []
        self.attackers: list[int] = []
        self.discard: list[int] = []
        self.wave = 1
        self.won = False
        self.score: int | None = None
        self.fill_board()
        self.reveal()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.score is not None

    def actions(self) -> list[Action]:
        """Return what the player may do against the current attacker, in canonical order."""
        attacker = self.attackers[0]
        target = VALUE[attacker]
        red = IS_RED[attacker]
        defenders = self.defenders
        values = [VALUE[card] for card in defenders]
        positions = range(len(values))
        legal: list[Action] = [
            (DUAL_ATTACK, first, second)
            for first in positions
            for second in range(first + 1, len(values))
            if values[first] + values[second] == target
        ]
        legal += [
            (SINGLE_ATTACK, position, 0)
            for position in positions
            if values[position] > target and IS_RED[defenders[position]] is not red
        ]
        legal += [(SACRIFICE, position, 0) for position in positions]
        return legal

    def apply(self, action: Action) -> None:
        """Carry out a legal action and go on to the next choice or to the end."""
        kind, first, second = action
        attacker = self.attackers.pop(0)
        defenders = self.defenders
        if kind == SINGLE_ATTACK:
            self.discard.append(defenders[first])
            defenders[first] = attacker
        elif kind == SACRIFICE:
            self.discard.append(defenders.pop(first))
            self.aliens.insert(0, attacker)
            self.fill_board()
        else:
            self.discard.append(attacker)
            for position in (second, first):  # the later one first, so that the other stays where it is
                if IS_RED[defenders[position]] is IS_RED[attacker]:
                    self.discard.append(defenders.pop(position))
            self.fill_board()

        if not defenders:
            self.score = -len(self.aliens) - len(self.attackers) - (PENALTY if self.wave == 1 else 0)
        elif not self.attackers:
            self.next_turn()

    def next_turn(self) -> None:
        """Start a turn, after a new wave where the last one is beaten, or win."""
        if not self.aliens:
            if self.wave == WAVES:
                self.won = True
                self.score = len(self.defenders) + len(self.reserves)
                return
            self.wave += 1
            self.aliens = self.chance.shuffle(sorted(self.discard))[::-1]
            self.discard = []
        self.reveal()

    def reveal(self) -> None:
        """Turn over the next aliens, as many as there are up to REVEAL."""
        for _ in range(min(REVEAL, len(self.aliens))):
            self.attackers.append(self.aliens.pop())

    def fill_board(self) -> None:
        """Draw defenders up to BOARD, while the reserves last."""
        while self.reserves and len(self.defenders) < BOARD:
            self.defenders.append(self.reserves.pop())

    def describe(self, action: Action) -> str:
        """Return an action's canonical text, such as ``dual_attack 5C 3S``."""
        kind, first, second = action
        cards = (first, second) if kind == DUAL_ATTACK else (first,)
        return " ".join([kind, *(TEXT[self.defenders[position]] for position in cards)])


def play(seed: int, game: int) -> Result:
    """Play game number ``game`` under ``seed`` with random choices and return how it ended."""
    area52 = Area52(stream(seed, game, CHANCE_STREAM))
    below = stream(seed, game, seat_stream(0)).below
    decisions = 0
    while area52.score is None:
        actions = area52.actions()
        area52.apply(actions[below(len(actions))])
        decisions += 1
    return Result(area52.score, area52.won, decisions)


def main() -> None:
    """Play many games and print how many decisions a second that made."""
    parser = argparse.ArgumentParser(description="Time a hand-written Area 52 with random choices.")
    parser.add_argument("--games", type=int, default=2000, help="how many games to play (2000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (1)")
    options = parser.parse_args()

    started = time.perf_counter()
    results = [play(options.seed, game) for game in range(options.games)]
    seconds = time.perf_counter() - started

    decisions = sum(result.decisions for result in results)
    print(
        f"hand-written Area 52: {len(results)} games, {decisions} decisions in {seconds:.2f} s: "
        f"{decisions / seconds:,.0f} decisions/s, {sum(result.won for result in results)} won, "
        f"mean score {sum(result.score for result in results) / len(results):.2f}"
    )


if __name__ == "__main__":
    main()
