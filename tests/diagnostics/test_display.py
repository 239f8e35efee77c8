from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardengine.diagnostics import quoted, visible
from cardengine.diagnostics.display import MAX_WIDTH, excerpts

LINES = st.text(alphabet=list("ab .:\t漢字é\u0301\u0308\x1b\x07\u202e\u200b\U0001f0a1\ud800\u1161"), max_size=300)


def terminal_width(text: str) -> int:
    """How many columns a terminal gives to a text without controls and tabs."""
    width = 0
    for character in text:
        if unicodedata.category(character) in {"Mn", "Me"} or "\u1160" <= character <= "\u11ff":
            continue
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Café 漢字 ♠", "Café 漢字 ♠"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\tb", "a\\x09b"),
        ("a\nb", "a b"),
        ("a\r\nb", "a\\x0d b"),
        ("\x00\x7f\x85\x9b", "\\x00\\x7f\\x85\\x9b"),
        ("\u202eabc\u2066\u200b\ufeff", "\\u202eabc\\u2066\\u200b\\ufeff"),
        ("\u2028\u2029", "\\u2028\\u2029"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("e\u0301", "e\u0301"),
        ("e" + "\u0301" * 6, "e" + "\u0301" * 4 + "\\u0301\\u0301"),
    ],
)
def test_what_is_not_seen_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_breaks_can_be_kept() -> None:
    assert visible("a\nb\tc", keep_breaks=True) == "a\nb\\x09c"


@given(st.text())
def test_nothing_hidden_is_left(text: str) -> None:
    shown = visible(text)
    assert not any(unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for character in shown)
    shown.encode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("deck", "`deck`"),
        ("two\n  lines", "`two lines`"),
        ("a  b", "`a  b`"),
        ("a`b", '"a`b"'),
        ("x" * 60, f"`{'x' * 60}`"),
        ("a" * 50 + "b" * 50, f"`{'a' * 28}...{'b' * 28}`"),
    ],
)
def test_quoting(text: str, shown: str) -> None:
    assert quoted(text) == shown


def at_column(text: str, column: int) -> str:
    """The character that a terminal shows in a column."""
    return next((character for index, character in enumerate(text) if terminal_width(text[: index + 1]) > column), "")


@given(LINES, st.data())
def test_a_mark_stands_under_what_it_marks(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, len(line)))
    ((excerpt, shown),) = excerpts(line, [(start, end)])
    assert shown == [0]
    assert excerpt.shows(start)
    column, length = excerpt.underline(start, end)
    assert length >= 1
    assert terminal_width(excerpt.text) <= MAX_WIDTH + len("...")
    marked = line[start : start + 1]
    if not marked:
        assert column == terminal_width(excerpt.text)
    elif marked == "\t":
        assert at_column(excerpt.text, column) == " "
    elif visible(marked) != marked:
        assert at_column(excerpt.text, column) == "\\"
    elif terminal_width(marked):
        assert at_column(excerpt.text, column) == marked


@given(LINES)
def test_a_short_line_is_shown_whole(line: str) -> None:
    line = line[:10]
    ((excerpt, _),) = excerpts(line, [(0, 1)])
    assert excerpt.first == 0
    assert not excerpt.cut
    assert len(excerpt.columns) == len(line) + 1
    assert list(excerpt.columns) == sorted(excerpt.columns)
    assert excerpt.columns[-1] == terminal_width(excerpt.text)


@given(LINES, st.lists(st.integers(0, 300), min_size=1, max_size=8))
@example("x" * 300, [0, 299])
def test_every_mark_is_shown_once(line: str, starts: list[int]) -> None:
    marks = [(start, start + 1) for start in sorted(min(start, len(line)) for start in starts)]
    parts = excerpts(line, marks)
    assert [number for _, numbers in parts for number in numbers] == list(range(len(marks)))
    for excerpt, numbers in parts:
        assert all(excerpt.shows(marks[number][0]) for number in numbers)


def test_long_lines_are_shown_in_part() -> None:
    line = "a" * 500 + "HERE" + "b" * 500
    ((excerpt, _),) = excerpts(line, [(500, 504)])
    assert excerpt.text.startswith("...aaa")
    assert excerpt.text.endswith("bbb...")
    column, length = excerpt.underline(500, 504)
    assert excerpt.text[column : column + length] == "HERE"
    assert len(excerpt.text) <= MAX_WIDTH + 3


def test_marks_far_apart_get_a_part_each() -> None:
    parts = excerpts("x" * 1000, [(0, 3), (5, 9), (800, 803)])
    assert [numbers for _, numbers in parts] == [[0, 1], [2]]
