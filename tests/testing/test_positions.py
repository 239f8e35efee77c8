from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import cardengine
from cardengine.diagnostics import Diagnostic, SourceText, Span
from cardengine.runtime.chance import SeededChance
from cardengine.source import MappingNode, read_yaml
from cardengine.testing.position import set_up_position
from tests.testing.helpers import DUEL, run_one, write

REST = """\
position:
  zones:
    hand of p1: 7C KC
    hand of 2: [3H, 10♦]
    row: 5S QH
    aside.1: 2C (3C) 4C
    deck: AH 2H
  rest: gone
"""


@pytest.fixture
def duel(tmp_path: Path) -> cardengine.Game:
    file = write(tmp_path, "tests: {}")
    return cardengine.load(file.parents[2] / "duel.yaml")


def position(text: str) -> MappingNode:
    report: list[Diagnostic] = []
    node = read_yaml(SourceText("position", text), report)
    assert not report
    return cast(MappingNode, node)


def test_zones_hold_what_the_position_says(tmp_path: Path) -> None:
    expected = """\
expect:
  zones:
    hand of p1: 7C KC
    hand of p2: 3H TD
    row: 5S QH
    aside.1: 2C (3C) 4C
    aside.2: []
    deck: AH 2H
    won of p1: ''
  player: 1
  choice: answer
  actions: [beat 7C, beat KC, pass]
  holds: [challenge is 5S, count(gone) is 41, "not any(face_up of deck)", all(face_up of gone)]
"""
    assert run_one(tmp_path, REST + expected) == []


def test_the_rest_follows_in_pack_order_below_what_a_zone_was_given(tmp_path: Path) -> None:
    test = """\
position: {zones: {row: 5S, gone: KS QS}, rest: gone}
expect: {holds: ["gone[1] is KS", "gone[2] is QS", "gone[3] is AC", "gone[4] is 2C", last(gone) is JS]}
"""
    assert run_one(tmp_path, test) == []


def test_a_loop_over_named_cards_begins_anew(tmp_path: Path) -> None:
    test = """\
steps:
  - {do: pass, expect: {player: 2}}
  - position: {zones: {row: 9S 8S, hand of p1: KS KC}, rest: deck}
    expect: {player: 1, holds: [challenge is 9S]}
  - {do: [pass, pass], expect: {player: 1, holds: [challenge is 8S], zones: {gone: 9S}}}
  - do: [beat KC, pass]
    expect: {choice: resting, zones: {gone: 8S 9S, won of p1: KC}, variables: {points of p1: 1}}
"""
    assert run_one(tmp_path, test) == []


def test_a_position_without_cards_for_the_loop_goes_on_behind_it(tmp_path: Path) -> None:
    test = "position: {zones: {row: ''}, rest: deck}\nexpect: {choice: resting, player: 1}"
    assert run_one(tmp_path, test) == []


def test_a_loop_stays_where_it_is_unless_its_zone_changes(tmp_path: Path) -> None:
    test = """\
chance: [5S 4S 6S 7S 9C 8C AH 2H]
actions: []
steps:
  - {do: [pass, pass], expect: {holds: [challenge is 8C]}}
  - position: {zones: {hand of p1: 5S 2H, deck: AH, gone: []}, rest: deck}
    expect: {choice: resting}
"""
    # With `rest` the row is empty, so that there is nothing to answer any more.
    assert run_one(tmp_path, test) == []
    keep = """\
chance: [5S 4S 6S 7S 9C 8C AH 2H]
steps:
  - {do: [pass, pass], expect: {holds: [challenge is 8C], zones: {row: 8C, gone: 9C}}}
  - {do: pass, expect: {player: 2}}
  - position: {variables: {points of p1: 3, mood: angry}}
    expect: {player: 2, zones: {row: 8C}, variables: {points of p1: 3, mood: angry}, holds: [challenge is 8C]}
"""
    assert run_one(tmp_path, keep) == []


def test_the_player_can_be_named_in_a_loop_over_players(tmp_path: Path) -> None:
    test = """\
players: 3
position: {zones: {hand of p2: KS KH}, rest: deck, player: 2}
steps:
  - expect: {player: 2, actions: [pass]}
"""
    # Without cards in the row nobody is asked to answer: the leader is.
    assert run_one(tmp_path, test) == [("X802", "in this position p1 is asked, not p2", "2")]
    named = "players: 3\nposition: {player: p3}\nexpect: {player: 3}"
    assert run_one(tmp_path, named) == []
    later = """\
players: 3
chance: [2C 3C 4C 5C 6C 7C KC QC]
steps:
  - {position: {player: 2}, do: [pass, pass], expect: {player: 1, holds: [challenge is QC]}}
"""
    assert run_one(tmp_path, later) == []


def test_a_counted_variable_takes_its_loop_along(tmp_path: Path) -> None:
    test = """\
position: {zones: {row: ''}, rest: deck, variables: {turn: 3, leader: p2}}
steps:
  - {expect: {player: 2, variables: {turn: 3, leader: p2}}}
  - {do: sleep, expect: {over: true, winners: [1, 2], scores: [0, 0]}}
"""
    assert run_one(tmp_path, test) == []
    back = """\
position: {zones: {row: ''}, rest: deck, variables: {turn: 3}}
steps:
  - position: {variables: {turn: 2}}
  - {do: sleep, expect: {over: false, variables: {turn: 3}}}
"""
    assert run_one(tmp_path, back) == []


def test_the_log_and_what_was_seen_begin_anew(duel: cardengine.Game) -> None:
    state = duel.new(seed=3)
    seen = set(state.zone("hand", 0))
    new = set_up_position(duel.machine, state, position("{zones: {row: 5S}, rest: deck}"), state_span())
    assert new.information(0).count("shuffled") == 0
    deck = new.zone("deck")
    assert seen <= set(deck)
    assert new.view(0)["zones"]["deck"]["cards"] == [None] * 51


def state_span() -> Span:
    return position("{rest: deck}").span


def test_laying_leaves_the_old_state_alone(duel: cardengine.Game) -> None:
    state = duel.new(seed=3)
    before = state.vector
    set_up_position(duel.machine, state, position("{zones: {row: 5S}, rest: deck, variables: {turn: 2}}"), state_span())
    assert state.vector == before


def follow(state: cardengine.State, choices: int) -> list[object]:
    """What comes when the first action is taken so many times, or until the end."""
    seen: list[object] = []
    for _ in range(choices):
        if state.over:
            return [*seen, state.scores, state.winners]
        actions = state.actions()
        seen += [[action.text for action in actions], state.view(0)]
        state.apply(actions[0])
    return seen


@pytest.mark.parametrize("seed", range(25))
def test_the_position_that_there_is_changes_nothing_that_follows(seed: int) -> None:
    game = cardengine.load("area52")
    state = game.new(seed=seed)
    follow(state, seed)
    names = ["aliens", "attackers", "defenders", "reserves", "discard"]
    zones = ", ".join(f"{name}: [{', '.join(state.zone(name))}]" for name in names)
    node = position(f"{{zones: {{{zones}}}, variables: {{wave: {state.var('wave')}}}}}")
    laid = set_up_position(game.machine, state.clone(), node, node.span)
    if len(state.zone("attackers")) == 3:
        assert laid.key() == state.key()
    after = follow(state, 1000)
    assert len(after) > 2
    assert follow(laid, 1000) == after


@pytest.mark.parametrize("seed", range(6))
def test_going_back_leaves_nothing_behind(duel: cardengine.Game, seed: int) -> None:
    """A position that lays the same cards from different places of the flow is one and the same position."""
    text = (
        "{zones: {row: 9S 8S, hand of p1: KS KC, hand of p2: QS QC}, rest: deck,"
        " variables: {turn: 2, leader: p1, points of p1: 0, points of p2: 0}}"
    )
    keys = set()
    state = duel.new(seed=seed)
    while not state.over:
        laid = set_up_position(duel.machine, state.clone(), position(text), state_span())
        if state.choice == "answer":
            keys.add(laid.key())
            assert laid.phase == "fight"
        state.apply(state.actions()[-1])
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("text", "message", "pointed"),
    [
        ("zones: {raw: 5S}, rest: deck", "there is no zone raw; did you mean row?", "raw"),
        ("zones: {row: 5S}, rest: dock", "there is no zone dock; did you mean deck?", "dock"),
        ("zones: {hand: 5S}, rest: deck", "say whose hand: there is one for each player", "hand"),
        ("zones: {hand of 9: 5S}, rest: deck", "there is no seat 8: seats go from 0 to 1", "hand of 9"),
        ("zones: {row of 1: 5S}, rest: deck", "row belongs to the table, to no player", "row of 1"),
        ("zones: {aside: 5S}, rest: deck", "say which aside: 1 to 2", "aside"),
        ("zones: {aside.3: 5S}, rest: deck", "say which aside: 1 to 2", "aside.3"),
        ("zones: {hand of 1: 5S, hand of p1: 6S}, rest: deck", "the zone hand.p1 is named twice", "hand of p1"),
        ("zones: {row: 5S 5X 6S}, rest: deck", "there is no card `5X` in this game", "5X"),
        ("zones: {row: 5S 6S, gone: 5S}, rest: deck", "the position has 5S twice: it lies in row already", "5S"),
        ("zones: {row: AS 2S 3S 4S 5S}, rest: deck", "row takes no more than 4 cards, not 5", "row"),
        ("zones: {deck: AS}, rest: row", "row takes no more than 4 cards, not 51", "rest"),
        ("zones: {row: (5S)}, rest: deck", "all cards lie face up in row: leave the parentheses out", "(5S)"),
        ("variables: {torn: 3}", "there is no variable `torn`", "torn"),
        ("variables: {points: 3}", "there is no variable `points`", "points"),
        ("variables: {points of p4: 3}", "there is no player `p4`", "points of p4"),
        ("variables: {points of p1: 100}", "`points` goes from 0 to 99", "100"),
        ("variables: {points of p1: many}", "`many` is not a number, which `points` is", "many"),
        ("variables: {leader: p3}", "`p3` is not a player, which `leader` is", "p3"),
        ("variables: {mood: sad}", "`sad` is not calm or angry, which `mood` is", "sad"),
        ("variables: {turn: 4}", "the game counts `turn` from 1 to 3 here", "4"),
        ("choice: resting", "in this position `answer` is asked, not `resting`", "resting"),
        ("player: 3", "there is no p3: 2 play in this test", "3"),
    ],
)
def test_contradictions_are_refused(tmp_path: Path, text: str, message: str, pointed: str) -> None:
    assert run_one(tmp_path, f"position: {{{text}}}\nexpect: {{over: false}}") == [("X802", message, pointed)]


def test_cards_without_a_place_are_named(tmp_path: Path) -> None:
    test = "chance: [5S 4S 6S 7S 9C 8C]\nposition: {zones: {row: 9C}}\nexpect: {over: false}"
    assert run_one(tmp_path, test) == [("X802", "the position leaves 8C without a place", "row")]
    kept = "chance: [5S 4S 6S 7S 9C 8C]\nposition: {zones: {row: 8C 9C AH}}\nexpect: {zones: {row: 8C 9C AH}}"
    assert run_one(tmp_path, kept) == []


def test_words_and_cards_as_values(tmp_path: Path) -> None:
    test = """\
position: {variables: {mood: angry, favourite: 10♦, bold: yes, leader: p2}}
expect:
  variables: {mood: angry, favourite: TD, bold: true, leader: p2}
  holds: [mood is angry, favourite is TD, bold]
"""
    assert run_one(tmp_path, test) == []
    back = (
        "position: {variables: {favourite: nothing, bold: no}}\nexpect: {variables: {favourite: nothing, bold: false}}"
    )
    assert run_one(tmp_path, back) == []


def test_nothing_can_be_laid_when_the_game_is_over(tmp_path: Path) -> None:
    test = """\
position: {zones: {row: ''}, rest: deck, variables: {turn: 3}}
steps: [{do: sleep}, {position: {player: 1}}]
"""
    answer = run_one(tmp_path, test)
    assert answer == [("X802", "the game is over before the position can be laid", "position")]


def test_chance_goes_on_where_it_was() -> None:
    game = cardengine.load("area52")
    state = game.new(chance=SeededChance(4))
    words = state.chance
    assert isinstance(words, SeededChance)
    before = words.generator.words()
    set_up_position(game.machine, state, position("{zones: {attackers: 2H}, rest: aliens}"), state_span())
    assert words.generator.words() == before


def test_the_small_game_is_a_whole_one(duel: cardengine.Game) -> None:
    assert "procedures" in DUEL
    state = duel.new(seed=1)
    while not state.over:
        state.apply(state.actions()[0])
    assert state.fault is None
