"""What a choice may read: what is refused would tell hidden cards by what is on offer, what is taken tells none."""

from __future__ import annotations

from itertools import permutations

import pytest

from cardengine.runtime.chance import ScriptedChance
from tests.lang.helpers import diagnostics, game, texts

GAME = """
players: 3
cards:
  pack: standard
  without: rank > four or suit in [hearts, spades]
zones:
  table:
    deck: face-down pile
    lots: 2 face-down rows
    pit: face-down row hiding count
    heap: face-up row
    lamp: face-down row
  player: {{hand: face-down row seen by owner, brow: face-down row seen by all but owner, back: face-down pile}}
variables:
  game: {{low: number from 1 to 2}}
define:
  after(player): left(player, 1)
  worth(card): if card.rank is ace then 1 else 0
  best(player): max((if rank is ace then 1 else 0) of player.hand, default 0)
setup:
  - shuffle every card into deck
  - deal 1 from deck to hand of players
  - draw 2 from deck to lamp
  - turn up first(lamp)
play:
  - first(players) chooses guessing
choices:
  guessing:
    text: Guess
    guess:
      text: Guess
      {line}
    pass: {{text: P}}
"""

REFUSED = [
    "when: top(deck).rank is ace",
    "when: any(deck where suit is clubs)",
    "when: all((suit is clubs) of deck)",
    "when: count(after(you).hand where rank is ace) > 0",
    "when: first(after(you).hand) is AC",
    "when: AC in deck",
    "when: first(lots[1], default first(heap, default AC)) is AC",
    "when: any(every lots where rank is ace)",
    "when: any(every hand where rank is ace)",
    "when: any(first([you, after(you)]).hand where rank is ace)",
    "when: any((deck where empty(heap)) where rank is ace)",
    "when: first((top(deck)) of players).rank is ace",
    "when: any(top(deck).owner.hand where rank is ace)",
    "when: first(deck where empty(heap), default top(deck)).rank is ace",
    "when: first((if empty(heap) then it else first(heap)) of deck).rank is ace",
    "when: any(lots[(if top(deck).rank is ace then 1 else 2)])",
    "when: count(your hand with top(deck) where rank is ace) > 0",
    "when: first(heap, default top(deck)).rank is ace",
    "when: any(lots[1] where rank is ace and not face_up)",
    "when: same(suit of deck)",
    "when: AC.zone is deck",
    "when: AC.owner is you",
    "when: count(pit) > 0",
    "when: count(deck without AC) < 3",
    "when: best(after(you)) > 0",
    "when: worth(top(deck)) > 0",
    "when: (if top(deck).rank is ace then 1 else 0) > low",
    "when: first(sort(deck by worth(it))) is top(deck)",
    "evaluate: worth(top(deck))",
    "evaluate: sum(worth(it) of your back)",
    "choose: {card: a card from deck where rank is ace}",
    "choose: {card: a card from sort(deck by worth(it))}",
    "choose: {card: a card from highest(deck by worth(it))}",
    "choose: {who: a player where any(it.hand where rank is ace)}",
    "choose: {who: a player where AC in it.hand}",
    "choose: {n: number from 0 to count(deck where rank is ace)}",
    "choose: {n: number from count(pit) to 3}",
    "choose: {card: a card from deck}\n      when: card.rank is ace",
    "choose: {card: a card from deck}\n      when: card is not AC",
    "choose: {card: a card from deck}\n      when: worth(card) is 0",
    "choose: {card: a card from deck}\n      evaluate: worth(card)",
    "choose: {cards: 2 cards from deck}\n      when: same(suit of cards)",
    "choose: {cards: 1 to 2 cards from after(you).hand}\n      when: all((rank is ace) of cards)",
    "choose: {n: 1 to 2 cards from deck, card: a card from n where rank is ace}",
]

TAKEN = [
    "when: count(deck) > 2",
    "when: empty(after(you).hand)",
    "when: count(your hand where rank is ace) > 0",
    "when: first(your hand).suit is clubs",
    "when: best(you) > 0",
    "when: any(first([you]).hand where rank is ace)",
    "when: any(first(your hand where face_up, default first(your hand)).owner.hand where rank is ace)",
    "when: count(deck with heap) > 2",
    "when: count([top(deck)]) > 0",
    "when: first(after(you).hand).owner is after(you)",
    "when: count(heap where rank is ace) > 0",
    "when: count(lots[1] where face_up and rank is ace) < 2",
    "when: any((lots[1] where count(heap) < 1 and face_up) where rank is ace)",
    "when: count((your hand where yes) where rank is ace) > 0",
    "when: AC in your hand",
    "when: AC.rank is ace",
    "when: left(you, 1) is after(you)",
    "when: room(deck) > 0",
    "evaluate: sum(worth(it) of your hand)",
    "choose: {card: a card from deck}",
    "choose: {card: a card from your back}",
    "choose: {cards: 2 cards from deck}",
    "choose: {cards: 1 to low cards from deck}",
    "choose: {card: a card from reverse(after(you).hand)}",
    "choose: {one: a card from deck, other: a card from deck}\n      when: one is not other",
    "choose: {card: a card from your hand where worth(it) is 0}",
    "choose: {n: number from 0 to count(deck)}",
    "choose: {n: number from 0 to 3}\n      when: n > low",
    "choose: {who: a player where count(it.hand) > 0}",
]


HELP = "let the zone be face-up or `seen by` the chooser, keep what is public in a variable, or test it in the steps"


def codes(line: str) -> list[str]:
    """The errors of the game with a line."""
    return [problem.code.id for problem in diagnostics(GAME.format(line=line)) if problem.severity.value == "error"]


@pytest.mark.parametrize("line", REFUSED)
def test_what_would_tell_hidden_cards_is_refused(line: str) -> None:
    assert codes(line) == ["T405"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("when: top(deck).rank is ace", "what lies in `deck`"),
        ("when: AC.zone is deck", "where a card lies"),
        ("when: count(pit) > 0", "how many cards lie in `pit`"),
    ],
)
def test_the_message_says_what_the_chooser_can_not_see(line: str, what: str) -> None:
    (problem,) = diagnostics(GAME.format(line=line))
    assert problem.message == f"the chooser can't see {what}, so this would tell it by what is on offer"
    assert problem.help == HELP
    assert problem.span is not None
    assert problem.span.text in line


def test_an_action_is_reported_once() -> None:
    assert codes("when: {top(deck).rank is ace: No, AC in deck: No}") == ["T405"]


@pytest.mark.parametrize("line", TAKEN)
def test_what_is_taken_tells_no_hidden_cards(line: str) -> None:
    assert codes(line) == []
    guessing = game(GAME.format(line=line))
    mine, lit, *hidden = ("2C", "3D", "AC", "AD", "3C", "2D")
    told = set()
    for others in list(permutations(hidden))[::5]:
        order = [mine, *others[:2], lit, *others[2:]]
        state = guessing.new(chance=ScriptedChance([order]))
        told.add((*texts(state, 0), *[action.value for action in state.actions(0)]))
    assert len(told) == 1


def test_a_zone_whose_cards_a_step_turns_up_is_left_to_the_author() -> None:
    assert codes("when: count(lamp where rank is ace) < 2") == []
