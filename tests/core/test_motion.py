"""Code motion: what a loop doesn't change is computed before it, and what is known isn't computed again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardengine.core.game import lower
from cardengine.ir import nodes as ir
from cardengine.ir.walk import everything
from tests.fast.lockstep import alike
from tests.lang.helpers import game

RULES = """
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}}
zones:
  table: {deck: face-down pile, away: face-up pile}
  player: {hand: face-down row seen by owner, played: face-up row}
variables: {game: {n: number from 0 to 9999}}
define:
  leading: empty(every played)
  led: first(every played).suit
  hand_of(p is a player): count(p.hand)
  total: sum(value of away)
setup:
  - shuffle every card into deck
  - deal 6 from deck to hand of players
play:
  - repeat 3 times:
      - for each player in players:
          - player chooses turn
      - move every played to away
      - set n to SUM
  - end the game
choices:
  turn:
    text: Play
    if_none: fault
    play:
      text: Play a card
      choose: {card: a card from your hand}
      when: {WHEN: No}
      do: [move card to your played]
result: {score: n}
"""

FOLLOW = "leading or card.suit is led or empty(your hand where suit is led)"


def _loops(body: list[ir.Statement]) -> Iterator[ir.Block]:
    """All loops, each before those in it."""
    for statement in body:
        match statement:
            case ir.Block():
                if statement.again:
                    yield statement
                yield from _loops(statement.body)
            case ir.If():
                yield from _loops(statement.then)
                yield from _loops(statement.otherwise)
            case ir.Dispatch():
                for part in statement.parts:
                    yield from _loops(part.body)


def _offering(loop: ir.Block) -> bool:
    """Whether a loop writes where a local points and moves that on, as those do that note the legal actions."""
    inner = list(everything(loop.body))
    written = {s.base.local for s in inner if isinstance(s, ir.Store) and isinstance(s.base, ir.Get)}
    return any(isinstance(s, ir.Set) and s.local in written for s in inner)


def _module(when: str, total: str) -> ir.Module:
    return lower(game(RULES.replace("WHEN", when).replace("SUM", total)).machine, lean=True).module


def test_what_a_condition_asks_of_no_single_card_is_computed_before_the_loop_over_the_cards() -> None:
    """Whether one can follow is found out once. Beside it the loop stands as the rules say it, with loops in it."""
    [pick] = [function for function in _module(FOLLOW, "1").functions if function.name == "pick turn"]
    offering = [loop for loop in _loops(pick.body) if _offering(loop)]
    outer = [loop for loop in offering if not any(loop is inner for other in offering for inner in _loops(other.body))]
    assert sorted(len(list(_loops(loop.body))) for loop in outer) == [0, 5]


@pytest.mark.parametrize(
    ("total", "loops"),
    [("total", 1), ("total * (total + 1)", 1), ("if total > 5 then total else 0 - total + 99", 1),
     ("sum(value of away) + sum(value of away)", 1), ("sum(value of away) + count(away where value < 4)", 2)],
)  # fmt: skip
def test_what_is_known_is_not_computed_again(total: str, loops: int) -> None:
    few, more = (_module("card.value > 0", text) for text in ("1", total))
    counts = [
        sum(1 for function in module.functions if function.name == "run" for _ in _loops(function.body))
        for module in (few, more)
    ]
    assert counts[1] - counts[0] == loops


@pytest.mark.parametrize(
    "total",
    ["if n > 20 then total else 0", "(if n > 20 then total else 1) + total",
     "count(players where total > n and hand_of(it) > 0) + total", "sum((count(it.hand) + total) of players)"],
)  # fmt: skip
def test_a_value_counts_only_where_it_is_computed(total: str) -> None:
    text = RULES.replace("WHEN", FOLLOW).replace("SUM", total)
    alike(text)
