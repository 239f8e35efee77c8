from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.source import (
    MappingNode,
    ScalarKind,
    ScalarNode,
    ScalarStyle,
    SequenceNode,
    to_plain,
)
from tests.source.helpers import every_node, mapping, scalar, tree


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("true", ScalarKind.BOOL),
        ("false", ScalarKind.BOOL),
        ("null", ScalarKind.NULL),
        ("~", ScalarKind.NULL),
        ("", ScalarKind.NULL),
        ("0", ScalarKind.INT),
        ("-0", ScalarKind.INT),
        ("+7", ScalarKind.INT),
        ("12", ScalarKind.INT),
        ("1.5", ScalarKind.FLOAT),
        ("-0.5e-3", ScalarKind.FLOAT),
        ("'12'", ScalarKind.STRING),
        ('"true"', ScalarKind.STRING),
        ("''", ScalarKind.STRING),
        ("|\n  12", ScalarKind.STRING),
        ("yes", ScalarKind.STRING),
        ("no", ScalarKind.STRING),
        ("on", ScalarKind.STRING),
        ("off", ScalarKind.STRING),
        ("y", ScalarKind.STRING),
        ("True", ScalarKind.STRING),
        ("Null", ScalarKind.STRING),
        ("none", ScalarKind.STRING),
        ("010", ScalarKind.STRING),
        ("0x1F", ScalarKind.STRING),
        ("0o7", ScalarKind.STRING),
        ("1_000", ScalarKind.STRING),
        ("1:30", ScalarKind.STRING),
        ("1e5", ScalarKind.STRING),
        (".5", ScalarKind.STRING),
        ("1.", ScalarKind.STRING),
        (".inf", ScalarKind.STRING),
        (".nan", ScalarKind.STRING),
        ("2026-01-01", ScalarKind.STRING),
        ("=", ScalarKind.STRING),
        ("1/2", ScalarKind.STRING),
        ("2 to 6", ScalarKind.STRING),
        ("10H", ScalarKind.STRING),
    ],
)
def test_kinds(written: str, kind: ScalarKind) -> None:
    node = scalar(f"key: {written}\n", "key")
    assert node.kind is kind
    if node.style is ScalarStyle.PLAIN:
        assert node.text == written


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("true", True),
        ("false", False),
        ("~", None),
        ("1.25", 1.25),
        ("'12'", "12"),
        ("no", "no"),
        ("9" * 40, int("9" * 40)),
        ("9" * 41, "9" * 41),
        ("1.0e999", "1.0e999"),
        ("[a, 1, [true]]", ["a", 1, [True]]),
        ("{a: 1, 1: b, true: ~}", {"a": 1, "1": "b", "true": None}),
        ("{}", {}),
        ("[]", []),
    ],
)
def test_plain_data(text: str, value: object) -> None:
    plain = to_plain(tree(text))
    assert plain == value
    assert type(plain) is type(value)
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_a_mapping_is_asked_by_name_and_goes_in_order() -> None:
    node = mapping("b: 1\na: 2\n'c d': [3]\n")
    assert [entry.name for entry in node] == ["b", "a", "c d"]
    assert len(node) == 3
    entry = node.entry("a")
    assert entry is not None
    assert entry.value is node.get("a")
    assert entry.key.span.line == 2
    assert node.get("x") is None
    assert node.entry("x") is None


def test_an_empty_mapping_is_there() -> None:
    assert mapping("{}")


def test_values_without_text_have_a_place() -> None:
    node = scalar("a:\n  b:\n  c: 1\n", "a", "b")
    assert (node.span.line, node.span.column, node.span.text) == (2, 5, "")


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a: [1, {b: c}] # d\n", ["a: [1, {b: c}]", "a", "[1, {b: c}]", "1", "{b: c}", "b", "c"]),
        ("a:\n  - b\n  - c\n\n# d\ne: f\n", ["a:\n  - b\n  - c\n\n# d\ne: f", "a", "- b\n  - c", "b", "c"]),
        ("- - a\n  - b\n\n\n", ["- - a\n  - b", "- a\n  - b", "a", "b"]),
        ("a:\n- b\n- c\nd: e\n", ["a:\n- b\n- c\nd: e", "a", "- b\n- c", "b", "c"]),
        ("[a: b , c]", ["[a: b , c]", "a: b", "a", "b", "c"]),
        ("'it''s': \"x\"\n", ["'it''s': \"x\"", "'it''s'", '"x"']),
        ("a: |\n  b\n\n\nc: d\n", ["a: |\n  b\n\n\nc: d", "a", "|\n  b", "c"]),
        ("a: >-\r\n  b\r\n  c\r\n\r\n", ["a: >-\r\n  b\r\n  c", "a", ">-\r\n  b\r\n  c"]),
    ],
)
def test_spans(text: str, spans: list[str]) -> None:
    assert [node.span.text for node in every_node(tree(text))][: len(spans)] == spans


NESTED = st.recursive(
    st.text(alphabet="abc", min_size=1, max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", min_size=1), inner, max_size=3),
    max_leaves=12,
)


@given(NESTED)
def test_json_is_read_as_it_is_meant(data: object) -> None:
    node = tree(json.dumps(data))
    assert to_plain(node) == data
    for part in every_node(node):
        if isinstance(part, ScalarNode):
            assert json.loads(part.span.text) == part.text
        else:
            assert part.span.text[0] in "[{"
            assert part.span.text[-1] in "]}"
            assert to_plain(tree(part.span.text)) == to_plain(part)
    assert isinstance(node, ScalarNode | SequenceNode | MappingNode)
