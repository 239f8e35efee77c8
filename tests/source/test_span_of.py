"""Places in a scalar's text lead back to the places in the file."""

from __future__ import annotations

import string
from itertools import pairwise
from typing import Literal

import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st

from cardengine.diagnostics import Diagnostic, SourceText
from cardengine.source import Node, ScalarNode, ScalarStyle, read_yaml
from tests.source.helpers import every_node, scalar


def check_round_trip(node: ScalarNode) -> None:
    """Every character of a text must lead to itself in the file, or to the line break that it stands for."""
    places = []
    for index, character in enumerate(node.text):
        span = node.span_of(index, index + 1)
        places.append((span.start, span.end))
        if character == "'" and node.style is ScalarStyle.SINGLE_QUOTED:
            assert span.text == "''"
        elif character == " ":
            assert span.text in {" ", "\n"}
        elif character == "\n":
            assert span.text in {"\n", ""}
        else:
            assert span.text == character
        assert node.span.start <= span.start <= span.end <= node.span.end
    for (_, end), (start, _) in pairwise(places):
        assert end <= start
    for start in range(0, len(node.text), 3):
        for end in range(start + 1, len(node.text) + 1, 5):
            span = node.span_of(start, end)
            assert (span.start, span.end) == (places[start][0], places[end - 1][1])


@pytest.mark.parametrize(
    ("text", "words", "line", "column"),
    [
        ("when: sum(pair.value) is 7\n", "value", 1, 16),
        ("  when: 'sum(pair.value)'\n", "value", 1, 19),
        ('when: "sum(pair.value)"\n', "value", 1, 17),
        ("when: 'it''s a value'\n", "value", 1, 16),
        ("when: it's ''a value\n", "value", 1, 16),
        ("when: sum of\n    all pair.value\n", "value", 2, 14),
        ("when: sum of\n\n\n    all pair.value\n", "value", 4, 14),
        ("when: 'sum of   \n  all\n\n   value'\n", "value", 4, 4),
        ('when: "sum of\t\n  all\n\n \tvalue"\n', "value", 4, 3),
        ("when: |\n  sum of\n    all value\n", "value", 3, 9),
        ("when: |-\n\n\n  sum of\n  value\n\n", "value", 5, 3),
        ("when: >\n  sum of\n  all\n\n    more\n  value\n", "value", 6, 3),
        ("when: >2\n    sum of\n  value\n", "value", 3, 3),
        ("when: > # comment\n  sum\n  value", "value", 3, 3),
        ("when: >+\r\n  sum\r\n  value\r\n\r\n", "value", 3, 3),
        ("{when: sum of\n  value, b: c}\n", "value", 2, 3),
        ("- [a, when the value\n  is it]\n", "is", 2, 3),
        ("- 漢字 value\n", "value", 1, 6),
    ],
)
def test_places(text: str, words: str, line: int, column: int) -> None:
    report: list[Diagnostic] = []
    root = read_yaml(SourceText("f", text), report)
    assert report == []
    assert root is not None
    node = next(part for part in every_node(root) if isinstance(part, ScalarNode) and words in part.text)
    start = node.text.rindex(words)
    span = node.span_of(start, start + len(words))
    assert (span.line, span.column) == (line, column)
    assert span.text == words
    check_round_trip(node)


def test_a_part_over_a_fold_goes_from_line_to_line() -> None:
    node = scalar("a: one\n   two\n", "a")
    assert node.span_of(2, 5).text == "e\n   t"


def test_empty_parts_have_a_place() -> None:
    node = scalar("a: one\n   two\n", "a")
    assert [node.span_of(index, index).start for index in (0, 3, 4, 7)] == [3, 6, 10, 13]
    quoted = scalar("a: 'it''s'", "a")
    assert [quoted.span_of(index, index).start for index in (0, 2, 3, 4)] == [4, 6, 8, 9]


def test_offsets_outside_are_taken_as_the_nearer_end() -> None:
    node = scalar("a: one two", "a")
    assert node.span_of(-3, 3).text == "one"
    assert node.span_of(4, 99).text == "two"
    assert node.span_of(99, 99).start == 10
    assert node.span_of(5, 2).text == ""


def test_escapes_fall_back_to_the_whole() -> None:
    node = scalar('a: "one\\ttwo"', "a")
    assert node.text == "one\ttwo"
    assert node.span_of(4, 7) == node.span


def test_an_empty_text_is_its_own_place() -> None:
    for text in ("a: ''", 'a: ""', "a: |\n", "a:"):
        node = scalar(text, "a")
        assert node.span_of(0, 0) == node.span


@pytest.mark.parametrize("text", ["a: |+\n\n\n", "a: >+\n  x\n\n\n", "a: |\n  x\n    \n  y\n"])
def test_line_breaks_at_the_end(text: str) -> None:
    check_round_trip(scalar(text, "a"))


# Whatever PyYAML's own emitter writes.

TEXTS = st.text(alphabet="ab'\": #-\n\t,[]{}é漢\U0001f0a1", max_size=60) | st.text(
    alphabet=string.ascii_lowercase + " \n", max_size=300
)
Style = Literal["'", '"', "|", ">"]
STYLES: tuple[Style | None, ...] = (None, "'", '"', "|", ">")


@given(TEXTS, st.sampled_from(STYLES), st.integers(5, 120), st.booleans())
def test_round_trip_of_emitted_texts(text: str, style: Style | None, width: int, crlf: bool) -> None:
    data = {"first": "x", "list": [{"key": text}], "last": "y"}
    emitted = yaml.safe_dump(data, default_style=style, width=width, allow_unicode=True, sort_keys=False)
    # With a style for everything the emitter also tags; the data are texts anyway.
    assume("!!" not in emitted)
    if crlf:
        emitted = emitted.replace("\n", "\r\n")
    node = _find(emitted, text)
    if node.style is ScalarStyle.DOUBLE_QUOTED and "\\" in node.span.text:
        assert node.span_of(0, len(text)) == node.span
    else:
        check_round_trip(node)


def _find(emitted: str, text: str) -> ScalarNode:
    report: list[Diagnostic] = []
    root = read_yaml(SourceText("f", emitted), report)
    assert report == []
    found = [part for part in every_node(_there(root)) if isinstance(part, ScalarNode) and part.text == text]
    assert found
    return found[-2] if text == "y" else found[-1]


def _there(root: Node | None) -> Node:
    assert root is not None
    return root


# Whatever can be written, also what no emitter would write.

LINES = st.lists(st.text(alphabet="ab' \t", max_size=8), max_size=8)
HEADERS = st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "|1", ">2", ">1+", "|2-", ">  # why"])


@given(HEADERS, st.lists(st.tuples(st.integers(0, 5), st.text(alphabet="ab' \t", max_size=6)), max_size=8))
@example(">2", [(5, "a"), (0, ""), (2, "b")])
@example("|", [(0, ""), (3, "a"), (0, ""), (5, "b  "), (3, "\tc")])
def test_round_trip_of_blocks(header: str, lines: list[tuple[int, str]]) -> None:
    body = "".join(f"{' ' * indent}{line}\n" for indent, line in lines)
    _check_if_readable(f"key: {header}\n{body}")


@given(LINES, st.sampled_from(["", "'", '"']), st.integers(1, 3))
def test_round_trip_of_flow_texts(lines: list[str], quote: str, indent: int) -> None:
    body = f"\n{' ' * indent}".join(line.replace("'", "''") if quote == "'" else line for line in lines)
    _check_if_readable(f"key: {quote}{body}{quote}\n")
    _check_if_readable(f"[{quote}{body}{quote}]\n")


def _check_if_readable(text: str) -> None:
    report: list[Diagnostic] = []
    root = read_yaml(SourceText("f", text), report)
    assume(root is not None)
    for node in every_node(_there(root)):
        if not isinstance(node, ScalarNode):
            continue
        # Spaces in an empty first line hide how far a block is indented: then it is pointed at whole.
        if node.text.lstrip("\n").partition("\n")[0].strip():
            assert len(node.text) < 2 or node.span_of(0, 1) != node.span
            check_round_trip(node)
