from __future__ import annotations

import pytest

from cardengine.schema import SchemaName
from tests.schema.helpers import check, found

EVERYTHING = """\
ruleset: ../scopa.yaml
options: {target: 21, open: yes}
players: 2
tests:
  A card takes one of its value:
    rules: [SC-12, SC-14]
    options: {target: 11}
    players: 4
    seed: 7
    position:
      zones:
        hand of 1: 7C 10H QS
        hand of p2: [7C, 10H]
        tableau.3: []
        garrison of p1.2: ''
      rest: discard
      variables: {round: 3, points of p2: 10, damage of p1.2: 0}
      player: 2
      choice: turn
    chance:
      - [7C, 10H]
      - 7C 10H
      - 3
      - any
    actions:
      - play 7C
      - {seat: 2, action: pass}
      - {seat: p1, action: pass}
    expect:
      zones: {row: 7C}
      variables: {round: 4}
      legal: [play 7C, {seat: 2, action: pass}]
      choice: turn
      refused: {play QS: follow suit}
      actions: [play 7C, pass]
      scores: [11, -3, 1/2]
      winners: [1, p2]
      over: true
      player: 2
      holds: [count(row) is 3, "any(deck)"]
  Looking in the middle:
    steps:
      - {do: play 7C, expect: {player: 2}}
      - {position: {zones: {row: 7C}}, do: play 7C}
      - {do: [play 7C, {seat: 1, action: pass}]}
      - do: {seat: 1, action: pass}
      - expect: {actions: 2, winners: []}
"""


def check_test(test: str) -> list[tuple[str, str]]:
    return found(check(f"tests: {{t: {test}}}", SchemaName.RULETEST))


def test_a_file_with_every_key_is_right() -> None:
    assert check(EVERYTHING, SchemaName.RULETEST) == []


@pytest.mark.parametrize(
    ("test", "problems"),
    [
        ("{}", [("S102", "t")]),
        ("{actions: [x]}", [("S102", "t")]),
        ("{expect: {}}", [("S111", "expect")]),
        ("{steps: []}", [("S111", "steps")]),
        ("{steps: [{}]}", [("S111", "{}")]),
        ("{expect: {ower: true}}", [("S101", "ower")]),
        ("{expect: {over: yes}}", [("S103", "yes")]),
        ("{expect: {over: 'true'}}", [("S103", "'true'")]),
        ("{expect: {player: x}}", [("S106", "x")]),
        ("{expect: {player: 0}}", [("S108", "0")]),
        ("{expect: {winners: [1, 1]}}", [("S112", "1")]),
        ("{expect: {actions: all}}", [("S103", "all")]),
        ("{expect: {actions: -1}}", [("S108", "-1")]),
        ("{expect: {refused: [x]}}", [("S103", "refused")]),
        ("{expect: {legal: x}}", [("S103", "x")]),
        ("{expect: {over: true}, seed: -1}", [("S108", "-1")]),
        ("{expect: {over: true}, seed: 1.5}", [("S103", "1.5")]),
        ("{expect: {over: true}, start: middle}", [("S101", "start")]),
        ("{expect: {over: true}, position: {}}", [("S111", "position")]),
        ("{expect: {over: true}, position: {rest: 3}}", [("S103", "3")]),
        ("{expect: {choice: 3}}", [("S103", "3")]),
        ("{expect: {over: true}, position: {zone: {}}}", [("S101", "zone")]),
        ("{expect: {over: true}, position: {zones: {Hand of 1: 7C}}}", [("S106", "Hand of 1")]),
        ("{expect: {over: true}, position: {zones: {hand of: 7C}}}", [("S106", "hand of")]),
        ("{expect: {over: true}, position: {zones: {hand: 7}}}", [("S103", "7")]),
        ("{expect: {over: true}, actions: play}", [("S103", "play")]),
        ("{expect: {over: true}, actions: [{seat: 1}]}", [("S102", "seat")]),
        ("{expect: {over: true}, options: {A: 1}}", [("S105", "A")]),
        ("{steps: [{do: [[x]]}]}", [("S103", "[x]")]),
        ("{steps: [{do: 3}]}", [("S103", "3")]),
        ("{steps: [{do: {action: x}}]}", [("S102", "do")]),
    ],
)
def test_problems_and_their_places(test: str, problems: list[tuple[str, str]]) -> None:
    answer = check_test(test)
    assert [code for code, _ in answer][:1] == [code for code, _ in problems]
    assert answer[0][1] == problems[0][1]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("ruleset: x", [("S102", "")]),
        ("tests: {}", [("S111", "tests")]),
        ("tests: {'': {expect: {over: true}}}", [("S107", "tests")]),
        ("test: {}", [("S101", "test")]),
        ("tests: [a]", [("S103", "tests")]),
        ("tests: {a: {expect: {over: true}}}\nplayers: 2 to 3", [("S103", "2 to 3")]),
    ],
)
def test_problems_of_the_file(text: str, problems: list[tuple[str, str]]) -> None:
    assert found(check(text, SchemaName.RULETEST)) == problems
