"""Small games in which cards go hidden ways: few cards, so that all their worlds can be walked."""

from __future__ import annotations

from typing import Final

from cardengine.model.load import load_text
from cardengine.runtime.game import Game

RANKS: Final = ("one", "two", "three", "four", "five", "six", "seven")


def game(cards: int, rest: str, players: int = 2) -> Game:
    """A game with so many cards of one suit."""
    head = f"game: A small deck\nplayers: {players}\ncards: {{suits: [x], ranks: [{', '.join(RANKS[:cards])}]}}\n"
    return Game(load_text(head + rest))


CHOICES = """
choices:
  passing:
    text: Pass a card to the left
    give:
      text: Give it
      choose: {card: a card from your hand}
      do:
        - move card to left(you, 1).hand
  discarding:
    text: Lay a card away
    lay:
      text: Lay it away
      choose: {card: a card from your hand}
      do:
        - move card to away
  burying:
    text: Put a card under the deck
    bury:
      text: Put it there
      choose: {card: a card from your hand}
      do:
        - move card to bottom of deck
  looking:
    text: Go on
    go: {text: Go on}
"""

ZONES = """
zones:
  table:
    deck: face-down pile
    away: AWAY
  player:
    hand: face-down row seen by owner
"""


def _zones(away: str, deck: str = "face-down pile") -> str:
    return ZONES.replace("AWAY", away).replace("deck: face-down pile", f"deck: {deck}")


def _used(*names: str) -> str:
    """The choices of these names."""
    blocks = CHOICES.strip("\n").split("\n  ")
    kept: list[str] = []
    keep = False
    for block in blocks[1:]:
        if not block.startswith(" "):
            keep = block.split(":")[0] in (*names, "looking")
        if keep:
            kept.append(block)
    return "choices:\n  " + "\n  ".join(kept) + "\n"


PASSING = game(
    5,
    _zones("face-down pile")
    + """
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - repeat 2 times:
      - for each player in players:
          - player chooses passing
  - first(players) chooses looking
"""
    + _used("passing"),
)
"""Cards go from hand to hand, and what was known of them gets lost."""

PASSING_AROUND = game(
    6,
    _zones("face-down pile")
    + """
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - for each player in players:
      - player chooses passing
  - first(players) chooses looking
"""
    + _used("passing"),
    players=3,
)
"""Three players pass one after another: the third one doesn't see what goes between the others."""

PASSING_TOGETHER = game(
    6,
    _zones("face-down pile")
    + """
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - players choose passing together
  - first(players) chooses looking
"""
    + _used("passing"),
    players=3,
)
"""Three players pass at once: nobody can pass on what he gets."""

DRAWING = game(
    5,
    _zones("face-down pile")
    + """
setup:
  - shuffle every card into deck
  - deal 1 from deck to hand of players
play:
  - for each player in players:
      - draw 1 from deck to player.hand
      - player chooses discarding
  - first(players) chooses looking
"""
    + _used("discarding"),
)
"""Cards are drawn, and laid away face down: only who has laid one knows it."""

BURYING = game(
    5,
    _zones("face-up pile")
    + """
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - for each player in players:
      - player chooses burying
      - draw 1 from deck to player.hand
  - repeat 2 times:
      - draw 1 from deck to first(players).hand
      - first(players) chooses looking
"""
    + _used("burying"),
)
"""A card goes under the deck: who has put it there knows when it comes up again."""

SHUFFLING = game(
    4,
    _zones("face-up pile", "face-down pile refilled from away")
    + """
setup:
  - shuffle every card into deck
  - deal 1 from deck to hand of players
play:
  - repeat 2 times:
      - for each player in players:
          - draw 1 from deck to player.hand
          - player chooses discarding
  - first(players) chooses looking
"""
    + _used("discarding"),
)
"""The open discards are shuffled into a new deck, so that all know what the deck is made of."""

SHUFFLING_HIDDEN = game(
    4,
    _zones("face-down pile", "face-down pile refilled from away")
    + """
setup:
  - shuffle every card into deck
  - deal 1 from deck to hand of players
play:
  - repeat 2 times:
      - for each player in players:
          - draw 1 from deck to player.hand
          - player chooses discarding
  - first(players) chooses looking
"""
    + _used("discarding"),
)
"""The hidden discards are shuffled: who has laid one away knows that it is in the deck."""

TAKING = game(
    5,
    _zones("face-down pile")
    + """
setup:
  - shuffle every card into deck
  - deal 1 from deck to hand of players
play:
  - draw 1 from deck to first(players).hand
  - turn up last(first(players).hand)
  - turn down first(players).hand
  - for each player in players:
      - player chooses discarding
      - draw 1 from deck to player.hand
  - first(players) chooses looking
"""
    + _used("discarding"),
)
"""A card that all have seen is picked up, and then an unknown card of that hand is laid away."""

TWO_PILES = game(
    6,
    """
zones:
  table: {low: face-down pile, high: face-down pile, away: face-down pile}
  player:
    hand: face-down row seen by owner
setup:
  - shuffle every card where rank <= three into low
  - shuffle every card where rank > three into high
  - for each player in players:
      - draw 1 from low to player.hand
      - draw 1 from high to player.hand
play:
  - for each player in players:
      - player chooses discarding
  - first(players) chooses looking
"""
    + _used("discarding"),
)
"""Two piles of known make-up are mixed in the hands: what is left has one of each, and not two of one."""

TWO_PILES_EACH = game(
    6,
    """
zones:
  table: {low: face-down pile, high: face-down pile, away: face-down pile}
  player:
    hand: face-down row seen by owner
setup:
  - shuffle every card where rank <= three into low
  - shuffle every card where rank > three into high
  - for each player in players:
      - draw 1 from low to player.hand
      - draw 1 from high to player.hand
play:
  - for each player in players:
      - player chooses discarding
  - first(players) chooses looking
"""
    + _used("discarding"),
    players=3,
)
"""The same with two others: each of them has had one of each."""

SEEN_BY_OTHERS = game(
    5,
    """
zones:
  table: {deck: face-down pile, away: face-up pile}
  player:
    hand: face-down row seen by all but owner
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - for each player in players:
      - player chooses discarding
      - draw 1 from deck to player.hand
  - first(players) chooses looking
"""
    + _used("discarding"),
)
"""Everybody sees the others' cards, and not his own."""

OPEN_DISCARDS = game(
    5,
    _zones("face-up pile")
    + """
setup:
  - shuffle every card into deck
  - draw 1 from deck to away
  - deal 1 from deck to hand of players
play:
  - for each player in players:
      - player chooses getting
      - player chooses discarding
  - first(players) chooses looking
"""
    + _used("discarding")
    + """  getting:
    text: Take a card
    from_deck:
      text: From the deck
      when: any(deck)
      do:
        - draw 1 from deck to your hand
    from_away:
      text: Of those laid away the top one
      do:
        - draw 1 from away to your hand
""",
)
"""A card from the open discards is taken into a hand, and another one laid away."""

SHOWING = game(
    4,
    _zones("face-down pile")
    + """
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - show first(first(players).hand) to last(players)
  - exchange first(first(players).hand) for first(last(players).hand)
  - for each player in players:
      - player chooses discarding
  - first(players) chooses looking
"""
    + _used("discarding"),
)
"""A card is shown, two are exchanged, and then cards are laid away unseen."""

EXACT: Final = {
    "drawing": DRAWING,
    "burying": BURYING,
    "shuffling": SHUFFLING,
    "shuffling hidden": SHUFFLING_HIDDEN,
    "taking": TAKING,
    "two piles": TWO_PILES,
    "seen by others": SEEN_BY_OTHERS,
    "open discards": OPEN_DISCARDS,
    "showing": SHOWING,
}
"""Games in which a sample can be just what can be."""

UNORDERED: Final = {"passing": PASSING, "two piles each": TWO_PILES_EACH, "passing around": PASSING_AROUND}
"""The same, but in what order the cards of a hand lie isn't kept once one has left it unseen."""

WIDE: Final = {"passing together": PASSING_TOGETHER}
"""Games in which more is drawn than can be: that a card was chosen before another one came isn't kept."""
