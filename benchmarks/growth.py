"""How the cost of a game grows with its deck and its hands: one trick game in many sizes."""

from __future__ import annotations

import re
from pathlib import Path
from string import ascii_lowercase
from typing import Final, NamedTuple

from cardengine.model.load import load_text
from cardengine.runtime.game import Game

RULESET: Final = Path(__file__).parent / "rulesets" / "growth.yaml"
RANKS: Final = 13


class Size(NamedTuple):
    """A size of the game: the suits in its deck, of 13 cards each, and the cards in a full hand."""

    suits: int
    hand: int

    @property
    def deck(self) -> int:
        """The cards in the deck."""
        return RANKS * self.suits


DECKS: Final = tuple(Size(suits, 3) for suits in (1, 2, 4, 8, 16))
HANDS: Final = tuple(Size(16, hand) for hand in (3, 6, 13, 26))
SIZES: Final = tuple(dict.fromkeys(DECKS + HANDS))


def load(size: Size) -> Game:
    """The game in a size.

    Raises:
        RulesetError: there aren't cards enough for such hands.
    """
    suits = ", ".join(ascii_lowercase[: size.suits])
    text, changed = re.subn(r"^  suits: \[.*\]$", f"  suits: [{suits}]", RULESET.read_text("utf-8"), flags=re.MULTILINE)
    assert changed == 1
    return Game(load_text(text, RULESET.name), {"hand": size.hand})
