"""What a ruleset has shown beside things tells nobody what he can't see."""

from __future__ import annotations

import pytest

from cardengine.runtime.chance import ScriptedChance
from tests.lang.helpers import game

GAME = """
players: 2
cards:
  pack: standard
  value: {{ace: 1, king: 13, queen: 12, jack: 11}}
options: {{half: {{is: fraction from 0 to 1, default: 1/2}}}}
zones:
  table: {{deck: face-down pile, pit: face-down row hiding count, pot: face-down row hiding count, heap: face-up row,
    tray: face-down row hiding count}}
  player: {{hand: face-down row seen by owner, chest: face-down row seen by owner hiding count}}
define:
  shown_one: {expression}
  held(player): count(player.hand)
  dealt_first(player): first(player.hand)
  worth(card): card.value + 1
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
  - draw 1 from deck to heap
  - draw count((hand of players) where rank is ace) from deck to pit
  - draw 1 from deck to pot
  - move KS to tray
  - turn up tray
play: [first(players) chooses going]
choices:
  going: {{text: Go, go: {{text: G}}}}
table: {{show: {{game: [shown_one], player: [held, dealt_first], card: [worth]}}}}
"""

HIDDEN = [
    "AC.zone", "AC.owner", "AC.zone is deck", "first(every card).zone", "AC in deck", "count(deck without AC)",
    "count(every card where zone is deck and rank is ace)", "count(distinct(rank of deck))", "top(deck)",
    "[top(deck)]", "subsets(top(deck, 2), 1)", "top(deck).suit", "top(deck) is AC", "poker_rank(top(deck, 5))",
    "sum(value of deck)", "unmelded(top(deck, 5) by value)", "max(value of top(deck, 3))",
    "first(players where AC in hand)", "count(first(players).hand where rank is ace)", "count(pit)",
    "empty(pit)", "any(pit)", "room(pit)", "count(pot)", "count([pit, pot] where any(it))",
    "count(deck without first(heap))", "count(every chest)",
]  # fmt: skip
"""None of these is shown to a seat that sees neither what they read nor how many there are."""

SHOWN = {
    "count(deck)": 44, "count(if any(heap) then deck else heap)": 44, "count(every hand)": 4, "count(tray)": 1,
    "count(last(players).hand)": 2, "sum(value of last(players).hand)": 17, "first(heap)": "6C",
    "[first(heap)]": ["6C"], "room(heap)": 51,
    "count(last(players).chest)": 0, "first(heap).suit": "clubs", "first(heap).zone": "heap",
    "count(heap without first(heap))": 0, "first(heap) in heap": True, "options.half": "1/2",
    "first(heap) is last(heap)": True, "poker_rank(heap)": 393216, "count(last(players).hand where rank is nine)": 1,
}  # fmt: skip
"""What is shown to the last seat."""

DEALS = (
    "AC 8C 2C 9C 6C 7C 3C", "2C 8C 7D 9C 6C AC 3C", "AC 8C AD 9C 6C 3C 7C", "KD 8C 2C 9C 6C 7C AC",
)  # fmt: skip
"""The last seat has the eight and the nine, and the six lies open; all else is hidden from it."""


def shown(expression: str, deal: str) -> dict[str, object]:
    """What is shown to the last seat."""
    state = game(GAME.format(expression=expression)).new(chance=ScriptedChance([deal.split()]))
    assert state.fault is None
    found: dict[str, object] = state.view(1)["shown"]
    assert found.pop("player") == {"0": {"held": 2}, "1": {"held": 2, "dealt_first": "8C"}}
    assert found.pop("card") == {"8C": {"worth": 9}, "9C": {"worth": 10}, "6C": {"worth": 7}, "KS": {"worth": 14}}
    return found


@pytest.mark.parametrize("expression", HIDDEN)
def test_what_needs_hidden_cards_is_not_shown(expression: str) -> None:
    assert [shown(expression, deal) for deal in DEALS] == [{}] * len(DEALS)


@pytest.mark.parametrize("expression", SHOWN)
def test_what_lies_open_is_shown(expression: str) -> None:
    assert shown(expression, DEALS[0]) == {"game": {"shown_one": SHOWN[expression]}}
