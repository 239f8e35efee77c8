from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import SourceText, Span

TEXTS = st.text(alphabet="ab\t\r\n漢\u0301\x85\u2028", max_size=40)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a", ""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b", ""]),
        ("\n\n", ["", "", ""]),
        ("a\rb", ["a\rb"]),
        ("a\x85b\u2028c\u2029d\x0be\x0cf", ["a\x85b\u2028c\u2029d\x0be\x0cf"]),
        ("end\r", ["end\r"]),
    ],
)
def test_only_line_feeds_end_lines(text: str, lines: list[str]) -> None:
    source = SourceText("f", text)
    assert [source.line(number) for number in range(1, source.line_count + 1)] == lines


@pytest.mark.parametrize("number", [-1, 0, 3])
def test_no_such_line(number: int) -> None:
    with pytest.raises(IndexError, match="f has no line"):
        SourceText("f", "a\nb").line(number)


@given(TEXTS)
def test_line_and_column_lead_back_to_the_offset(text: str) -> None:
    source = SourceText("f", text)
    for offset in range(len(text) + 1):
        line, column = source.line_column(offset)
        assert 1 <= line <= source.line_count
        assert column >= 1
        assert source.line_start(line) + column - 1 == offset
        assert line == text[:offset].count("\n") + 1
        if offset < len(text) and text[offset] not in "\r\n":
            assert source.line(line)[column - 1] == text[offset]


def test_offsets_outside_are_taken_as_the_nearer_end() -> None:
    source = SourceText("f", "ab\ncd")
    assert source.line_column(-5) == (1, 1)
    assert source.line_column(99) == (2, 3)
    assert source.end == 5


def test_a_span_knows_its_place_and_text() -> None:
    span = Span(SourceText("f", "ab\ncde\nf"), 1, 5)
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 2, 2, 3)
    assert span.text == "b\ncd"


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (2, 1), (0, 4), (4, 4)])
def test_a_span_must_lie_in_its_text(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="no such span in f"):
        Span(SourceText("f", "abc"), start, end)


def test_they_are_values() -> None:
    source = SourceText("f", "ab\nc")
    span = Span(source, 1, 2)
    source.line_column(2)
    for twin in (copy.deepcopy(span), pickle.loads(pickle.dumps(span)), Span(SourceText("f", "ab\nc"), 1, 2)):
        assert twin == span
        assert hash(twin) == hash(span)
    assert Span(SourceText("g", "ab\nc"), 1, 2) != span
    with pytest.raises(FrozenInstanceError):
        span.start = 0  # type: ignore[misc]
