"""PyYAML's errors come out in our words, with the right place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.source.helpers import ids, pointed_at, read


@pytest.mark.parametrize(
    ("text", "code", "words", "line"),
    [
        ("game: Scopa: a game", "Y103", ":", 1),
        ("a: b\r\nc: d: e\r\n", "Y103", ":", 2),
        ("- if x: stop: y\n", "Y103", ":", 1),
        ("game: x\nplayers\nfoo: 1\n", "Y104", "players", 2),
        ("game: x\nplayers", "Y104", "players", 2),
        ("a:\n  - b\n  -c\n", "Y104", "-c", 3),
        ("a: b\n  c\nd e", "Y104", "d e", 3),
        ("cards:\n    pack: standard\n  order: ace low", "Y105", "order: ace low", 3),
        ("cards:\n  pack: standard\n    order: ace low", "Y105", "order", 3),
        ("setup\n  foo: bar\n", "Y105", "foo", 2),
        ("setup:\n  - a\n  b: c # d\n", "Y105", "b: c # d", 3),
        ("  a: 1\nb: 2\n", "Y105", "b: 2", 2),
        ("a: 1\n...\nb: 1\n", "Y105", "b: 1", 3),
        ("text: 'abc\nfoo: 1\n", "Y106", "'", 1),
        ('a: b\ntext: "abc\n', "Y106", '"', 2),
        ("a: 'x\n---\ny'", "Y106", "'", 1),
        ("teams: [[0, 2], [1, 3]", "Y107", "[", 1),
        ("a: {b: [c, d\n\n", "Y107", "[", 1),
        ("teams: [[0, 2], [1, 3]\nsetup:\n  - x", "Y107", "s", 2),
        ("a: {b: {c: d}\nsetup: x\n", "Y107", "s", 2),
        ("a: [1]]", "Y107", "]", 1),
        ("a: {b: c}}", "Y107", "}", 1),
        ("a: ]", "Y107", "]", 1),
        ("a: [1,,2]", "Y107", ",", 1),
        ("a: ,", "Y107", ",", 1),
        ("a: [", "Y107", "", 1),
        ("text: @home", "Y108", "@", 1),
        ("text: `x`", "Y108", "`", 1),
        ("text: %x", "Y108", "%", 1),
        ("a: ? b", "Y108", "?", 1),
        ("a:\tb", "Y102", "\t", 1),
        ("a:\n\tb: c", "Y102", "\t", 2),
        ("a: b\t\n", "Y102", "\t", 1),
        ('text: "C:\\games"', "Y109", "\\g", 1),
        ('text: "\\xZZ"', "Y109", "\\x", 1),
        ("setup: - shuffle", "Y110", "-", 1),
        ("a: b\n- c\n", "Y110", "-", 2),
        ("a:\n  b: c\n  - d\n", "Y110", "-", 3),
        ("a: [- b]", "Y110", "-", 1),
        ("text: |x\n A", "Y101", "x", 1),
        ("text: |0\n A", "Y101", "0", 1),
        ("text: > abc\n A", "Y101", "a", 1),
        ("a: 'x' y", "Y101", "y", 1),
        ("a: 'it's'", "Y101", "s'", 1),
        ("a: [1] of x", "Y101", "of x", 1),
        ("'a' b", "Y101", "b", 1),
        ("a: *", "Y201", "*", 1),
        ("a: & b", "Y201", "&", 1),
        ("a: !<x", "Y202", "!", 1),
        ("a: !x!y z", "Y202", "!", 1),
        ("%YAML 1.1\n%YAML 1.1\n---\na", "Y209", "%YAML 1.1", 2),
    ],
)
def test_words_and_places(text: str, code: str, words: str, line: int) -> None:
    node, report = read(text)
    assert node is None
    assert ids(report) == [code]
    assert pointed_at(report[0]) == words
    assert report[0].span is not None
    assert report[0].span.line == line
    assert report[0].labels


def test_the_bracket_that_is_open_is_shown() -> None:
    (problem,) = read("teams: [0, 2\nsetup: x\n")[1]
    assert [label.span.text for label in problem.labels] == [":", "["]


PIECES = [
    *"a:[]{}'\"|>\\#&*!%@`?\t~\n",
    "b c",
    ": ",
    "- ",
    "\n  ",
    "\n    ",
    ", ",
    " #",
    "? ",
    "---\n",
    "...\n",
    "<<",
    "\\x4",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_no_words_of_pyyaml_are_left(pieces: list[str]) -> None:
    for problem in read("".join(pieces))[1]:
        said = " ".join(
            [
                problem.message,
                problem.help or "",
                *(label.message for label in problem.labels),
                *problem.notes,
            ]
        )
        unquoted = re.sub(r"`[^`]*`|\"[^\"]*\"", "", said)
        assert not re.search(r"<\w|block end|scalar|token|mapping values|simple key|flow", unquoted), said
        assert "this is not valid YAML:" not in said, said
