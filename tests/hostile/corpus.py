"""Rulesets to mutate, and the words to do it with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from cardengine.lang import builtins, forms
from cardengine.source import bundled

TOKEN: Final = re.compile(r"\n *|[A-Za-z_0-9]+| +|.", re.DOTALL)

SMALL: Final = """game: Small
players: 2 to 3
cards: {pack: standard, order: ace high, jokers: 1, value: {ace: 1, jack: 10, queen: 10, king: 10, joker: 0}}
pieces:
  ship:
    columns: {class: name, cost: number from 1 to 9}
    list: [[boat, 1], [raft, 2]]
    limit: options.most
options:
  most: {is: number from 1 to 4, default: 2, text: Ships}
  share: {is: fraction from 0 to 1, default: 1/2, text: Share}
  mode: {is: fast or slow, default: fast, text: Mode}
zones:
  table:
    deck: face-down pile refilled from out
    out: pile keeping faces
    spots: 3 face-up rows at most 5
    by_suit: face-up pile for each suit
  player:
    hand: face-down row seen by owner
    fleet: face-down row of ship seen by owner hiding count
  ship:
    loaded: face-down row seen by owner
variables:
  game:
    turn: number from 0 to 99
    leader: a player
    held: a card or nothing
  player:
    points: number from 0 to 500, initially 3
    out_of_it: yes or no
  ship:
    damage: number from 0 to 9
define:
  worth(card): if card.suit is hearts then card.value * 2 else card.value
  live: players where not out_of_it
  best(player): first(highest(player.hand by rank), default first(every card))
  sizes: [3, 1, 2]
setup:
  - shuffle every card into deck
  - deal 3 from deck to hand of players
  - for each player in players:
      - bring boat into player.fleet
      - draw 1 from deck to first(player.fleet).loaded
play:
  - for turn from 1 to 3:
      - phase act:
          - for each player in live starting with leader, highest points first, then lowest count(hand) first:
              - player chooses move until stay
              - if player.points > 20 and any(player.hand):
                  - player wins
                else if empty(deck):
                  - stop
                else:
                  - skip
      - players choose bid together
      - repeat while count(out) > 30:
          - shuffle out into deck
      - set leader to next(leader, live)
  - end the game
procedures:
  pay(player, amount is a number):
    - let found be min(amount, 9)
    - add found to player.points
    - subtract 1 from player.points
choices:
  move:
    text: Move
    play:
      text: Play
      choose:
        card: a card from your hand where rank is not joker
        spot: a row from spots where room(it) > 0
      when:
        count(your hand) > 1: Keep one
      evaluate: worth(card)
      do:
        - move card to spot
        - run pay(you, worth(card))
        - set held to card
    turn_up: {text: T, when: any(your hand) and options.mode is fast, do: [turn up first(your hand), reset held]}
    swap: {text: S, choose: {pair: 2 cards from your hand}, do: [move pair to out face down]}
    stay: {text: N}
  bid:
    text: Bid
    amount:
      text: A
      choose: {n: number from 0 to 5 by 2}
      do:
        - add n to your points
        - if any(your hand):
            - exchange first(your hand) for last(your hand)
result:
  score: your points + options.share * count(your fleet) + (if won then 1 else 0)
  winner: highest score
table:
  layout: [[deck, out], [spots]]
"""


def corpus() -> dict[str, str]:
    """Rulesets by name: the bundled ones without data files, and one that uses most of the language."""
    folder: Path = bundled("rulesets")
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))}
    return {"small": SMALL} | {name: text for name, text in texts.items() if "\n    data: " not in text}


_SIGNS: Final = """
number fraction initially face-up face-down pile rows seen owner hiding count keeping
0 1 2 7 999999999 QS 10D ( ) [ ] { } , : . - + * / < > <= >= = == ! % & | ' " # ? @ ` \\
yes null ~ 1.5 1e9 0x1F << --- !!int &a *a é ♠ ٣ ﬁ
"""

WORDS: Final = sorted(
    {*forms.RESERVED, *builtins.NAMES, *forms.STEPS, *forms.HEADERS, "players", "possible", "options", "you", "won"}
    | set(" ".join(form.shape for form in (*forms.STEPS.values(), *forms.HEADERS.values())).lower().split())
    | set(_SIGNS.split())
    | {"\n", "\n  - ", "\n    ", ": ", " #", "\t", "\u202e", "\x00"}
)
"""What is put in: words of the language, signs of it and of YAML, and strange characters."""
