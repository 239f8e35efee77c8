"""Small rulesets that tests play."""

from __future__ import annotations

DUEL = """\
game: Duel
text: The higher card takes the round
players: 2 to 4

cards:
  pack: standard
  order: ace high

options:
  cards: {is: number from 1 to 5, default: 3, text: Cards in a hand}

zones:
  table:
    deck: face-down pile
  player:
    hand: face-down row seen by owner
    played: face-up pile

variables:
  player:
    taken: number from 0 to 9

setup:
  - shuffle every card into deck
  - for each player in players:
      - draw options.cards from deck to player.hand

play:
  - repeat options.cards times:
      - for each player in players:
          - player chooses duel
      - let best be highest(every played where it is first(it.zone) by rank)
      - add 1 to first(best).owner.taken
  - end the game

choices:
  duel:
    text: Play a card
    lay:
      text: Lay a card from your hand
      choose:
        card: a card from your hand
      do:
        - move card to your played

result:
  score: your taken
  winner: highest score
"""
"""Several players, hidden hands, shared wins."""

ENDLESS = """\
game: Endless
text: It never ends
players: 1
cards: {pack: standard}
zones:
  table:
    deck: face-up row
setup:
  - shuffle every card into deck
play:
  - repeat while any(deck):
      - choose turning
choices:
  turning:
    text: Go on
    again:
      text: Once more
"""
"""A game that only the step cap ends."""

FAULTY = """\
game: Faulty
text: It asks for too much
players: 1
cards: {pack: standard}
zones:
  table:
    deck: face-up row
variables:
  game:
    level: number from 0 to 2
setup:
  - shuffle every card into deck
play:
  - repeat while any(deck):
      - choose turning
choices:
  turning:
    text: Go on
    again:
      text: Once more
      do:
        - add 1 to level
"""
"""A game whose third choice breaks a bound."""

TO_AND_FRO = """\
game: To and fro
players: 1
cards: {pack: standard, packs: 38}
zones: {table: {deck: face-down pile, other: face-down pile}}
setup:
  - shuffle every card into deck
play:
  - repeat:
      - first(players) chooses turn
      - move deck to other
      - move other to deck
choices: {turn: {text: A turn, go: {text: Go}}}
"""
"""Each choice moves 38 packs: games take minutes, compiled, when their step cap is high."""

_TURN = "      - move deck to other\n      - move other to deck\n"
THRICE_TO_AND_FRO = TO_AND_FRO.replace(_TURN, 3 * _TURN)
"""With a budget of 120,000 the setup goes through, and the first turn doesn't."""
