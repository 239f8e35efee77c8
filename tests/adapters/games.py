"""Games that the adapters have to take, and a way to make others."""

from __future__ import annotations

from textwrap import dedent
from typing import Final

import cardengine
from cardengine.model.load import load_text
from cardengine.runtime.game import Game

HEAD = """
game: A test
players: 2 to 4
zones:
  table: {deck: face-down pile, row: face-up row}
  player: {hand: face-down row seen by owner at most 8, secret: face-down pile}
variables:
  game:
    bid: number from 0 to 9000
    wish: a suit
    named: a card or nothing
  player:
    ready: yes or no
  card:
    marks: number from 0 to 9
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
  - deal 1 from deck to secret of players
"""
CARDS = "cards: {suits: [x, y], ranks: [one, two, three, four], value: {one: 1, two: 2, three: 3, four: 4}}\n"
PLAY = """
play:
  - for each player in players:
      - player chooses acting
"""


def game(choices: str, cards: str = CARDS, play: str = PLAY, players: int | None = None) -> Game:
    """A game with these actions of one choice."""
    actions = "".join(f"    {line}\n" for line in dedent(choices).strip("\n").splitlines())
    text = f"{HEAD}{cards}{play}choices:\n  acting:\n    text: Act\n    if_none: skip\n{actions}"
    return Game(load_text(text), None, players)


BUNDLED: Final = {
    "kuhn_poker": cardengine.load("kuhn_poker"),
    "kuhn_poker for five": cardengine.load("kuhn_poker", players=5),
    "leduc_poker": cardengine.load("leduc_poker"),
    "goofspiel": cardengine.load("goofspiel", options={"cards": 4}),
    "goofspiel secret": cardengine.load("goofspiel", options={"cards": 4, "bids": "secret"}, players=3),
    "area52": cardengine.load("area52"),
    "alpha_strike": cardengine.load("alpha_strike", options={"points": 20}),
}
