from __future__ import annotations

from pathlib import Path

import pytest

from cardengine.diagnostics import render_text
from tests.testing.helpers import run, run_one

POSITION = """\
position:
  zones: {hand of p1: 7C KC, hand of p2: 3H TD, row: 5S QH, aside.1: 2C (3C)}
  rest: deck
  variables: {points of p2: 5}
"""

RIGHT = """\
    zones: {row: 5S QH, aside.1: 2C (3C), won of p1: [], hand of 2: [3H, 10D]}
    variables: {points of p2: 5, mood: calm}
    legal: [pass, beat K♣, {seat: 1, action: beat 7c}]
    refused: {beat 3H: your hand}
    actions: [beat 7C, beat KC, pass]
    scores: [0, 5]
    over: false
    player: p1
    choice: answer
    holds: [count(row) is 2, your hand[1].value is 7, points of p is 5]
"""


def test_everything_that_is_right_passes(tmp_path: Path) -> None:
    right = RIGHT.replace("points of p is 5", "max(points of players) is 5").replace("your hand[1]", "first(your hand)")
    assert run_one(tmp_path, POSITION + "expect:\n" + right) == []


@pytest.mark.parametrize(
    ("expect", "message", "pointed"),
    [
        ("zones: {row: QH 5S}", "row: expected QH 5S, got 5S QH", "QH 5S"),
        ("zones: {row: []}", "row: expected no cards, got 5S QH", "[]"),
        ("zones: {aside.1: 2C 3C}", "aside.1: expected 2C 3C, got 2C (3C)", "2C 3C"),
        ("zones: {gone: AS}", "gone: expected AS, got no cards", "AS"),
        ("variables: {points of p2: 6}", "`points of p2`: expected 6, got 5", "6"),
        ("variables: {mood: angry}", "`mood`: expected angry, got calm", "angry"),
        ("legal: [beat 3H]", "`beat 3H`: expected a legal action, got a refusal: ", "beat 3H"),
        ("refused: {beat 7C: no}", "`beat 7C`: expected a refusal, got a legal action", "beat 7C"),
        (
            "refused: {beat 3H: because}",
            "the reason against `beat 3H`: expected the words `because`, got `",
            "because",
        ),
        ("actions: 4", "legal actions: expected 4, got 3", "4"),
        ("actions: [pass]", "legal actions: expected pass, got beat 7C, beat KC, pass", "[pass]"),
        ("scores: [0, 11/2]", "scores: expected 0, 11/2, got 0, 5", "[0, 11/2]"),
        ("scores: [0]", "scores: expected 0, got 0, 5", "[0]"),
        ("winners: [2]", "winners: expected p2, got none yet: the game isn't over", "[2]"),
        ("over: true", "the game: expected over, got still going on", "true"),
        ("player: 2", "who is asked: expected p2, got p1", "2"),
        ("choice: resting", "the choice that is asked: expected resting, got answer", "resting"),
        (
            "holds: [count(row) is 3]",
            "`count(row) is 3`: expected yes, got no: 2 on the left, 3 on the right",
            "count(row) is 3",
        ),
        (
            "holds: [challenge is KC]",
            "`challenge is KC`: expected yes, got no: 5S on the left, KC on the right",
            "challenge is KC",
        ),
        ("holds: [any(gone)]", "`any(gone)`: expected yes, got no", "any(gone)"),
        (
            "holds: [any(row) and count(row) > 2]",
            "expected yes, got no: 2 on the left, 2 on the right",
            "any(row) and count(row) > 2",
        ),
    ],
)
def test_what_is_not_met_shows_both_values(tmp_path: Path, expect: str, message: str, pointed: str) -> None:
    ((code, told, words),) = run_one(tmp_path, f"{POSITION}expect: {{{expect}}}")
    assert code == "X801"
    assert message in told
    assert words == pointed


@pytest.mark.parametrize(
    ("expect", "code", "message", "pointed"),
    [
        ("zones: {raw: 5S}", "X802", "there is no zone raw; did you mean row?", "raw"),
        ("zones: {row: 5S 1H}", "X802", "there is no card `1H` in this game", "1H"),
        ("variables: {round: 1}", "X802", "there is no variable `round`", "round"),
        ("variables: {mood: sad}", "X802", "`sad` is not calm or angry, which `mood` is", "sad"),
        ("legal: [bet 7C]", "X802", "this game has no action `bet`; did you mean `beat`?", "bet 7C"),
        ("refused: {beat 7X: no}", "X802", "`7X` is no card", "beat 7X"),
        ("scores: [x, y]", "X802", "`x` is no score", "x"),
        ("scores: [1/0]", "X802", "`1/0` is no score", "1/0"),
        ("choice: rest", "X802", "this game has no choice `rest`", "rest"),
        ("player: 3", "X802", "there is no p3: 2 play in this test", "3"),
        ("winners: [4]", "X802", "there is no p4: 2 play in this test", "4"),
        ("holds: [count(raw) is 3]", "N302", "unknown name `raw`", "raw"),
        ("holds: [count(row)]", "T401", "this is a number; yes or no is wanted here", "count(row)"),
        ("holds: ['count(row) = 3']", "P103", "`=` is not part of the language", "="),
    ],
)
def test_a_wrong_test_is_told_from_a_failing_one(
    tmp_path: Path, expect: str, code: str, message: str, pointed: str
) -> None:
    answer = run_one(tmp_path, f"{POSITION}expect: {{{expect}}}")
    assert answer == [(code, message, pointed)]


def test_actions_that_are_refused_end_the_test(tmp_path: Path) -> None:
    ((code, message, words),) = run_one(tmp_path, POSITION + "actions: [pass, beat 3H]\nexpect: {over: true}")
    assert (code, words) == ("X801", "beat 3H")
    assert message.startswith("`beat 3H`: expected a legal action, got a refusal: ")
    assert run_one(tmp_path, "actions: [best 3H]\nexpect: {over: true}")[0][0] == "X802"


def test_each_step_is_looked_at(tmp_path: Path) -> None:
    steps = """\
steps:
  - {expect: {player: 1}}
  - {do: pass, expect: {player: 1}}
  - {do: {seat: 2, action: pass}, expect: {actions: 7}}
"""
    answer = run_one(tmp_path, POSITION + steps)
    assert [message for _, message, _ in answer] == [
        "who is asked: expected p1, got p2",
        "legal actions: expected 7, got 2",
    ]


def test_a_name_of_the_action_can_be_used_only_while_it_is_asked(tmp_path: Path) -> None:
    test = "position: {zones: {row: ''}, rest: deck}\nexpect: {holds: [challenge is 5S]}"
    assert run_one(tmp_path, test)[0][:2] == ("N302", "unknown name `challenge`")


def test_what_is_possible_can_be_asked(tmp_path: Path) -> None:
    assert run_one(tmp_path, POSITION + "expect: {holds: [possible(beat), possible(pass)]}") == []
    weak = POSITION.replace("7C KC", "AC 2S")
    assert run_one(tmp_path, weak + "expect: {holds: [not possible(beat)]}") == []


def test_the_place_is_shown_to_the_column(tmp_path: Path) -> None:
    (result,) = run(tmp_path, "tests:\n  it:\n    expect:\n      holds:\n        - any(row) and count(row) is blue\n")
    (problem,) = result.problems
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (5, 38)
    assert "all.yaml:5:38" in render_text(result.problems)
    assert not result.passed
