"""What a refusal says that an argument must be: bounds that are computed are told by their value."""

from __future__ import annotations

import pytest

from cardengine.runtime.actions import IllegalAction
from cardengine.runtime.chance import ScriptedChance
from cardengine.runtime.state import State
from tests.lang.helpers import do, game

RULES = """
players: 1
cards: {pack: standard}
options:
  most: {is: number from 1 to 9, default: 3, text: The most}
variables:
  game:
    turn: number from 0 to 99
define:
  back: turn + 1
  twice(n is a number): n + n
zones:
  table: {deck: face-down pile, row: face-up row at most 8, spots: 3 face-up rows}
setup: [shuffle every card into deck, draw 8 from deck to row]
play: [repeat: [choose move]]
choices:
  move:
    text: M
    go: {text: G, do: [add 1 to turn]}
    back: {text: B, choose: {cards: back cards from row}}
    up_to: {text: U, choose: {cards: 1 to options.most cards from row}}
    between: {text: B, choose: {cards: "back  to  twice(options.most) cards from row where suit is hearts"}}
    fixed: {text: F, choose: {two_cards: 2 cards from row}}
    rows: {text: R, choose: {places: back rows from spots}}
    pay: {text: P, choose: {amount: "number from min(back, 50) to min(twice(back) + options.most, 99)"}}
    steps: {text: S, choose: {amount: "number from 0 to min(10 * back, 99) by options.most"}}
    after: {text: A, choose: {n: number from 1 to 2, cards: n cards from row}}
    one: {text: O, choose: {card: "a card from first(row, back)"}}
"""


def rules(**options: int) -> State:
    return game(RULES, options).new(chance=ScriptedChance([["AC", "2C", "3C", "4C", "5C", "6C", "7C", "9C"]]))


@pytest.mark.parametrize(
    ("turns", "text", "reason"),
    [
        (0, "back", "the cards must be 1 card from row"),
        (1, "back AC", "the cards must be 2 cards from row"),
        (4, "back AC", "the cards must be 5 cards from row"),
        (0, "up_to 2C 3C 4C 5C", "the cards must be 1 to 3 cards from row"),
        (2, "between AC", "the cards must be 3 to 6 cards from row where suit is hearts"),
        (0, "fixed AC", "the two cards must be 2 cards from row"),
        (0, "rows", "the places must be 1 row from spots"),
        (1, "rows spots.1", "the places must be 2 rows from spots"),
        (0, "pay 9", "the amount must be a number from 1 to 5"),
        (6, "pay 1", "the amount must be a number from 7 to 17"),
        (0, "steps 4", "the amount must be a number from 0 to 10 by 3"),
        (0, "after 2 AC", "the cards must be 2 cards from row"),
        (0, "after 1 AC 2C", "the cards must be 1 card from row"),
        (0, "after 3 AC", "the n must be a number from 1 to 2"),
        (0, "one 9C", "the card must be a card from first(row, back)"),
    ],
)
def test_a_computed_bound_is_told_by_its_value(turns: int, text: str, reason: str) -> None:
    state = do(rules(), *["go"] * turns)
    with pytest.raises(IllegalAction) as refused:
        state.parse_action(text)
    assert str(refused.value) == reason


def test_an_option_is_told_by_its_value() -> None:
    with pytest.raises(IllegalAction, match=r"^the cards must be 1 to 7 cards from row$"):
        rules(most=7).parse_action("up_to")
