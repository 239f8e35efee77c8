"""What conditions need is computed before the loop over the cards, as if it were computed in it: faults included."""

from __future__ import annotations

import pytest

from cardengine.fast import Engine
from cardengine.runtime.outcome import Outcome
from tests.fast.lockstep import alike
from tests.lang.helpers import game

TRICKS = """
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}, packs: PACKS}
zones:
  table: {deck: face-down pile, away: face-up pile}
  player: {hand: face-down row seen by owner, played: face-up row}
variables: {game: {leader: a player, n: number from 0 to 99}}
define:
  leading: empty(every played)
  led: first(leader.played).suit
  follows(card): leading or card.suit is led
  free(player): empty(player.hand where suit is led)
setup:
  - shuffle every card into deck
  - deal 6 from deck to hand of players
play:
  - for n from 1 to 6:
      - for each player in players starting with leader:
          - player chooses turn
      - set leader to first(highest(every played by value)).owner
      - move every played to away
  - end the game
choices:
  turn:
    text: Play
    if_none: fault
    play:
      text: Play a card
      choose: {card: a card from your hand}
      when: WHEN
      evaluate: card.value
      do: [move card to your played]
    other:
      text: Play any card
      choose: {card: a card from your hand}
      when: {OTHER: No}
      evaluate: 0 - card.value
      do: [move card to your played]
result: {score: count(your hand)}
"""

ALWAYS = "card.value < 99"
"""True of all cards, which nobody but the reader knows."""

CONDITIONS = {
    "a trick": ["leading or card.suit is led or empty(your hand where suit is led)"],
    "by definitions": ["follows(card) or free(you)"],
    "a conditional": ["if leading then card.value > 3 else card.suit is led or free(you)"],
    "both ways round": ["not leading or card.value > 2", "leading or follows(card) or free(you)"],
    "and": [
        "(leading and card.value > 2) or (not leading and card.suit is led) or (free(you) and not leading) or n < 2"
    ],
    "a fault that is asked for": ["card.suit is led"],
    "a fault that only some cards ask for": ["card.value > 6 or card.suit is led"],
    "a fault that no card asks for": [f"{ALWAYS} or card.suit is led"],
    "a fault behind another condition": ["card.value > 6", "card.suit is led or leading"],
    "a fault behind a condition that is never met": ["card.value > 99", "card.suit is led"],
    "a fault in the test itself": ["led is hearts or card.value > 3"],
    "a fault in a conditional": [f"if {ALWAYS} then yes else card.suit is led"],
    "a list that is walked": ["any(your hand where value > 3 and follows(it)) or card.value > 2"],
    "the same under two tests": ["leading or card.suit is led or free(you)", "not leading or n < 4 or card.value > 1"],
    "needed under a test, then without": [
        "leading or card.value > count(your hand)",
        "card.value + 3 > count(your hand)",
    ],
    "asked twice": ["leading or (free(you) or card.suit is led) and (free(you) or card.value > 0)"],
    "where it lies": ["count(onward(card)) mod 2 is 0 or count(your hand) < 4"],
    "a chain of definitions": ["leading or card is first(your hand where follows(it) or free(you))"],
}


def ruleset(what: str, packs: int, other: str) -> str:
    tests = "".join(f"\n        {test}: Not this" for test in CONDITIONS[what])
    return TRICKS.replace("WHEN", tests).replace("OTHER", other).replace("PACKS", str(packs))


@pytest.mark.parametrize(("packs", "other"), [(1, "no"), (2, "card.value > 3")])
@pytest.mark.parametrize("what", CONDITIONS)
def test_conditions_are_prepared_as_they_are_asked(what: str, packs: int, other: str) -> None:
    alike(ruleset(what, packs, other))


@pytest.mark.parametrize(
    ("what", "outcome"),
    [
        ("a trick", Outcome.ENDED),
        ("a fault that is asked for", Outcome.FAULT),
        ("a fault that no card asks for", Outcome.ENDED),
        ("a fault behind a condition that is never met", Outcome.ENDED),
        ("a fault in the test itself", Outcome.FAULT),
        ("a fault in a conditional", Outcome.ENDED),
    ],
)
def test_only_what_is_asked_for_is_a_fault(what: str, outcome: Outcome) -> None:
    made = game(ruleset(what, 1, "yes"))
    (result,) = Engine(made).play(["random"] * 2, 3, 0, 1).results()
    assert result.outcome is outcome


DOMAINS = {
    "nothing": ("", "add 1 to got"),
    "a number": ("choose: {x: number from 2 to n}", "add x to got"),
    "a number by steps": ("choose: {x: number from 0 to 9 by 3}", "add x to got"),
    "yes or no": ("choose: {x: yes or no}", "if x: [add 1 to got]"),
    "a suit": ("choose: {x: a suit}", "add count(your hand where suit is x) to got"),
    "a player": ("choose: {x: a player from players where it is not you}", "add count(x.hand) to got"),
    "a card of some": ("choose: {x: a card from your hand where value > 4}", "move x to away"),
    "a pair": ("choose: {x: 2 cards from your hand}", "move x to away"),
    "one to three": ("choose: {x: 1 to 3 cards from your hand}", "move x to away"),
    "any number": ("choose: {x: 0 to 9 cards from your hand}", "move x to away"),
    "two of them": ("choose: {x: a card from your hand, y: a player}", "if empty(y.won): [move x to y.won]"),
    "one from another": ("choose: {x: a player, y: a card from x.hand}", "move y to away"),
}
"""What is chosen, and what is done with it."""

CHOICES = """
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}, packs: PACKS}
zones:
  table: {deck: face-down pile, away: face-up pile}
  player: {hand: face-up row at most 9, won: face-up row}
variables: {game: {n: number from 0 to 99, got: number from 0 to 9999}}
setup:
  - shuffle every card into deck
  - deal 8 from deck to hand of players
play:
  - for n from 1 to 5:
      - for each player in players:
          - player chooses turn
  - end the game
choices:
  turn:
    text: Choose
    first:
      text: One way
      FIRST
      when: {TEST: No}
      do:
        - DO
        - move top(deck, 1) to your hand
    second:
      text: Another
      SECOND
      do:
        - DO
        - move top(deck, n mod 2) to away
    third:
      text: A third
      choose: {card: a card from your hand}
      when: {card.value > n: No}
      do: [move card to away]
result: {score: sum(value of your hand) + got}
"""


@pytest.mark.parametrize(("packs", "test"), [(1, "n mod 2 is 1"), (2, "yes"), (2, "first(away).value > 3")])
@pytest.mark.parametrize("what", DOMAINS)
def test_all_ways_to_choose(what: str, test: str, packs: int) -> None:
    """The same domain with a condition and without, between others: each draw finds the same action."""
    choose, do = DOMAINS[what]
    part = CHOICES.replace("FIRST", choose).replace("SECOND", choose).replace("DO", do).replace("TEST", test)
    alike(part.replace("PACKS", str(packs)))
