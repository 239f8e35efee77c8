from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yaml.reader import Reader

from cardengine.diagnostics import Code, SourceText
from cardengine.source.characters import check_characters, is_forbidden
from tests.source.helpers import pointed_at, read


@pytest.mark.parametrize(
    "character",
    [
        "\0",
        "\x07",
        "\x1b",
        "\x7f",
        "\x85",
        "\x9b",
        "\xad",
        "\u061c",
        "\u200b",
        "\u200d",
        "\u200e",
        "\u2028",
        "\u2029",
        "\u202e",
        "\u2060",
        "\u2066",
        "\ufeff",
        "\ufffe",
        "\uffff",
        "\ud800",
        "\U000e0041",
    ],
)
def test_hidden_characters_are_pointed_at(character: str) -> None:
    node, report = read(f"game: x\ntext: a{character}b\n")
    assert node is None
    (problem,) = report
    assert problem.code is Code.FORBIDDEN_CHARACTER
    assert pointed_at(problem) == character
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (2, 8)
    assert f"U+{ord(character):04X}" in problem.message


def test_the_name_is_told_if_there_is_one() -> None:
    (problem,) = read("a: \u202e")[1]
    assert "RIGHT-TO-LEFT OVERRIDE" in problem.message


@pytest.mark.parametrize("text", ["Café, 漢字, Ελληνικά, ♠♥♦♣, 🂡, e\u0301, \ue000, \xa0", "a\tb", "a\r\nb\n", ""])
def test_all_others_are_fine(text: str) -> None:
    assert check_characters(SourceText("f", text)) == []


def test_each_is_told_once_at_its_first_place() -> None:
    problems = check_characters(SourceText("f", "a\u200bb\0c\u200bd\u200be\0"))
    assert [problem.span.start for problem in problems if problem.span] == [1, 3]
    assert [problem.notes for problem in problems] == [
        ("it stands at 2 more places in the file",),
        ("it stands at 1 more place in the file",),
    ]


@pytest.mark.parametrize(("text", "place"), [("a\rb", 1), ("a\r\nb\r", 4), ("\r\r\n", 0)])
def test_a_return_must_end_a_line(text: str, place: int) -> None:
    (problem,) = check_characters(SourceText("f", text))
    assert problem.span is not None
    assert problem.span.start == place


@given(st.characters())
def test_what_is_allowed_pyyaml_takes_too(character: str) -> None:
    if is_forbidden(character):
        assert unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp", "Cn"}
    else:
        assert not Reader.NON_PRINTABLE.search(character)
