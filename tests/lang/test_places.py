"""Problems point at the right line and column, whichever way YAML lets a sentence be written."""

from __future__ import annotations

import pytest

from cardengine.diagnostics import DiagnosticError
from cardengine.model.load import load_text

HEAD = """game: Places
players: 1
cards: {pack: standard}
zones: {table: {deck: face-down pile, row: face-up row}}
variables: {game: {x: number from 0 to 9}}
"""
AT = HEAD.count("\n") + 1
"""The line behind the head."""


def places(text: str) -> list[tuple[str, int, int, str]]:
    """The problems of a ruleset that begins with the head: code, line, column, the words pointed at."""
    with pytest.raises(DiagnosticError) as refused:
        load_text(HEAD + text)
    return [
        (p.code.id, p.span.line - AT + 1, p.span.column, p.span.text)
        for p in refused.value.diagnostics
        if p.span is not None and p.severity.value == "error"
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("play:\n  - move row to dekc\n", (2, 17, "dekc")),
        ("play: [move row to dekc]\n", (1, 20, "dekc")),
        ("play:\n  - 'move row to dekc'\n", (2, 18, "dekc")),
        ('play:\n  - "move row to dekc"\n', (2, 18, "dekc")),
        ("play:\n  - >\n    move row\n    to dekc\n", (4, 8, "dekc")),
        ("play:\n  - >-\n    move row to dekc\n", (3, 17, "dekc")),
        ("play:\n  - |\n    move row to dekc\n", (3, 17, "dekc")),
        ("play:\n  - |-\n\n    move row\n      to dekc\n", (5, 10, "dekc")),
        ("play:\n  - move row\n    to\n    dekc\n", (4, 5, "dekc")),
        ("play:\n  - if any(dekc):\n      - win\n", (2, 12, "dekc")),
        ("play:\n  - ? if any(dekc)\n    : - win\n", (2, 14, "dekc")),
        ("play:\n  - 'if any(dekc)':\n      - win\n", (2, 13, "dekc")),
        ("play:\n  - if yes:\n      - win\n    else if any(dekc):\n      - lose\n", (4, 17, "dekc")),
        ("play:\n  - {if any(dekc): [win]}\n", (2, 13, "dekc")),
        ("play: [win]\ndefine: {many: count(dekc)}\n", (2, 22, "dekc")),
        ("play: [win]\ndefine:\n  many:\n    - 1\n    - count(dekc)\n", (5, 13, "dekc")),
        ("play: [win]\nresult: {score: count(dekc)}\n", (2, 23, "dekc")),
        ("play: [win]\nresult:\n  score: if yes then count(row)\n    else count(dekc)\n", (4, 16, "dekc")),
        ("play: [run go()]\nprocedures:\n  go:\n    - move row to dekc\n", (4, 19, "dekc")),
        ("play: [choose m]\nchoices: {m: {text: M, go: {text: G, when: any(dekc)}}}\n", (2, 48, "dekc")),
        ("play: [choose m]\nchoices: {m: {text: M, go: {text: G, when: {any(dekc): No}}}}\n", (2, 49, "dekc")),
        ("play: [choose m]\nchoices: {m: {text: M, go: {text: G, choose: {c: a card from dekc}}}}\n", (2, 62, "dekc")),
        ("play: [choose m]\nchoices: {m: {text: M, go: {text: G, do: [move row to dekc]}}}\n", (2, 55, "dekc")),
        ("play:\n  - move row to dekc   # a comment\n", (2, 17, "dekc")),
        ("play:\n  -    move   row   to   dekc\n", (2, 26, "dekc")),
    ],
)
def test_a_misspelt_name_is_found_where_it_stands(text: str, place: tuple[int, int, str]) -> None:
    assert [found[1:] for found in places(text)] == [place]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("play:\n  - >\n    move row\n    at deck\n", ("P101", 4, 5, "at")),
        ("play:\n  - |\n    move row\n    at deck\n", ("P101", 4, 5, "at")),
        ("play:\n  - move row at\n    deck\n", ("P101", 2, 14, "at")),
        ("play:\n  - >\n    flibber\n    the row\n", ("P102", 3, 5, "flibber")),
        ("play:\n  - >\n    if x\n    is\n    3\n", ("P101", 3, 5, "if")),
        ("play:\n  - if x\n    == 3:\n      - win\n", None),
        ("play:\n  - 'if x == 3':\n      - win\n", ("P103", 2, 11, "==")),
    ],
)
def test_what_can_not_be_read_is_found_where_it_stands(text: str, place: tuple[str, int, int, str] | None) -> None:
    found = places(text)
    assert found if place is None else found == [place]


def test_a_sentence_in_escaped_quotes_is_pointed_at_as_a_whole() -> None:
    ((code, line, _, words),) = places('play:\n  - "move row to\\x20dekc"\n')
    assert (code, line) == ("N302", 2)
    assert "dekc" in words


def test_columns_count_characters_not_bytes() -> None:
    ((_, _, column, words),) = places("play:\n  - {if any(row): [win]}\n  - move row to dekc # ♠\n")
    assert (column, words) == (17, "dekc")
    text = "play: [choose m]\nchoices: {m: {text: ♠♥Größe, go: {text: G, when: any(dekc)}}}\n"
    assert places(text) == [("N302", 2, 54, "dekc")]


def test_an_expression_is_underlined_from_its_first_to_its_last_word() -> None:
    assert places("play:\n  - set x to count(row) +\n      (yes)\n") == [("T401", 3, 8, "yes")]
    ((_, line, column, words),) = places("play:\n  - >\n    set x to if yes\n    then any(row)\n    else no\n")
    assert (line, column) == (3, 14)
    assert words.split() == ["if", "yes", "then", "any(row)", "else", "no"]


def test_windows_line_ends_move_nothing() -> None:
    text = (HEAD + "play:\n  - >\n    move row\n    to dekc\n").replace("\n", "\r\n")
    with pytest.raises(DiagnosticError) as refused:
        load_text(text)
    (problem,) = refused.value.diagnostics
    assert problem.span is not None
    assert (problem.span.line, problem.span.column, problem.span.text) == (AT + 3, 8, "dekc")


MANY = """
options:
  speed: {is: number from 1 to tow, default: 1}
define:
  led: first(rwo).suit
  twice(thing): 2
setup:
  - mvoe row to deck
  - move row deck
  - set y to 3
play:
  - if x == 3:
      - win
  - stop
  - for each card in row:
      - set card.value to 4
  - run pay(3)
  - choose m
choices:
  m:
    text: M
    go:
      text: G
      choose: {c: a suit from row}
      when: count(row
      do: [move c to deck]
result:
  score: count(dekc)
"""


def test_all_problems_are_found_in_one_run_in_the_order_of_the_file() -> None:
    found = places(MANY)
    assert [line for _, line, _, _ in found] == sorted(line for _, line, _, _ in found)
    assert [(code, words) for code, _, _, words in found] == [
        ("N302", "tow"),
        ("N302", "rwo"),
        ("N302", "thing"),
        ("P102", "mvoe"),
        ("P101", "deck"),
        ("N302", "y"),
        ("P103", "=="),
        ("P106", "stop"),
        ("N301", "value"),
        ("N302", "pay"),
        ("T404", "suit"),
        ("P101", ""),
        ("N302", "dekc"),
    ]


def test_one_mistake_is_told_once() -> None:
    """What depends on a part that has been reported isn't reported again."""
    text = """
define:
  led: first(rwo).suit
  strong: led is hearts and led is not spades
  also: sum(value of (row where suit is led))
play:
  - if led is hearts or strong:
      - win
  - let found be led
  - if found is clubs:
      - win
"""
    found = places(text)
    assert [words for _, _, _, words in found if words == "rwo"] == ["rwo"]
    assert {words for _, _, _, words in found} <= {"rwo", "value"}


def test_a_definition_that_can_not_be_read_is_told_once_however_often_it_is_used() -> None:
    text = "define:\n  led: first(row\nplay:\n" + "  - if led is 3:\n      - win\n" * 5
    assert [code for code, *_ in places(text)] == ["P101"]


def test_the_rendered_message_shows_the_line_and_the_caret() -> None:
    with pytest.raises(DiagnosticError) as refused:
        load_text(HEAD + "play:\n  - move row to dekc\n", "rules.yaml")
    lines = str(refused.value).splitlines()
    assert lines[0] == "error[N302]: unknown name `dekc`"
    assert lines[1].endswith(f"rules.yaml:{AT + 1}:17")
    assert "did you mean `deck`?" in lines[-1]
    assert any(line.rstrip().endswith("^^^^") for line in lines)
