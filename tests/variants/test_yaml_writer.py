"""A tree as text again: reading it gives an equal tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import Diagnostic, SourceText, Span
from cardengine.source import Entry, MappingNode, Node, ScalarKind, ScalarNode, ScalarStyle, SequenceNode, read_yaml
from cardengine.source.characters import is_forbidden
from cardengine.source.reader import _kind
from cardengine.variants import resolved_text
from cardengine.variants.tree_edits import depth, same, size
from tests.variants.helpers import BASE, tree

BLOCK = Span(SourceText("block", "key"), 0, 3)
FLOW = Span(SourceText("flow", "[]"), 0, 2)

CHARACTERS = st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp"), exclude_characters="\ufffe\uffff")
TEXTS = st.one_of(
    st.text(CHARACTERS | st.sampled_from("\n\t:#-'\"\\[]{},&*!|>%@`? "), max_size=12),
    st.sampled_from(["yes", "no", "null", "~", "", "true", "false", "1", "01", "1.5", "-3", "+2", "1e5", "1:30"]),
    st.sampled_from(["---", "...", "<<", "=", "? x", "a: b", "a:", ": a", "a #b", "#a", " a", "a ", "'a'", '"a"']),
    st.sampled_from(["- a", "-a", "2 cards from x", "{a}", "x, y", "été", "any(x where y is z)", "if count(x) > 1"]),
    st.sampled_from(["x" * 1500, "a:b" * 500, "\\n", "\n", "a\n\nb\n", "\t"]),
)
PLAIN = st.sampled_from(["1", "-7", "0", "12.5", "true", "false", "~", "null"])


@st.composite
def scalars(draw: st.DrawFn) -> ScalarNode:
    span = draw(st.sampled_from([BLOCK, FLOW]))
    if draw(st.booleans()):
        text = draw(PLAIN)
        return ScalarNode(span, text, _kind(text, ScalarStyle.PLAIN))
    text = "".join(character for character in draw(TEXTS) if not is_forbidden(character))
    return ScalarNode(span, text, ScalarKind.STRING, ScalarStyle.DOUBLE_QUOTED)


def _mapping(span: Span, entries: list[tuple[ScalarNode, Node]]) -> MappingNode:
    by_key = {key.text: Entry(key, value) for key, value in entries if key.text not in {"~", "null"}}
    return MappingNode(span, tuple(by_key.values()))


SPANS = st.sampled_from([BLOCK, FLOW])
NODES: st.SearchStrategy[Node] = st.recursive(
    scalars(),
    lambda inner: st.one_of(
        st.builds(lambda span, items: SequenceNode(span, tuple(items)), SPANS, st.lists(inner, max_size=4)),
        st.builds(_mapping, SPANS, st.lists(st.tuples(scalars(), inner), max_size=4)),
    ),
    max_leaves=20,
)


def read(text: str) -> tuple[Node | None, list[Diagnostic]]:
    report: list[Diagnostic] = []
    return read_yaml(SourceText("again", text), report), report


@given(NODES, st.booleans())
def test_reading_the_text_gives_an_equal_tree(node: Node, notes: bool) -> None:
    text = resolved_text(node, notes)
    again, report = read(text)
    if isinstance(node, ScalarNode) and node.kind is ScalarKind.NULL:
        return  # alone in a file that is nothing at all
    assert report == [], text
    assert again is not None
    assert same(node, again), text
    assert size(node) == size(again)
    assert depth(node) == depth(again)
    assert resolved_text(again) == resolved_text(read(resolved_text(again))[0] or again)


def test_nothing_in_a_list_or_a_mapping() -> None:
    again, report = read(resolved_text(tree("a:\nb: [~, {c: null}]\nd:\n  -\n")))
    assert report == []
    assert again is not None
    assert same(again, tree("a:\nb: [~, {c: null}]\nd:\n  -\n"))


def test_a_ruleset_looks_as_it_was_written() -> None:
    text = resolved_text(tree(BASE))
    assert [line for line in text.splitlines() if line] == BASE.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        "a: 'x: y'\n",
        "a: 'it''s'\n",
        'a: "\'\\n"\n',
        "a: [x, 'y, z']\n",
        "'a: b': {'[c]': 'd}'}\n",
        "a:\n  - - b\n    - c\n  - d: e\n    f: g\n",
        "a: []\nb: {}\n",
        "a: '010'\nb: 'true'\nc: '1.5'\n",
        "a: -7 / 2 rounded down\n",
    ],
)
def test_quotes_where_they_are_needed(text: str) -> None:
    again, report = read(resolved_text(tree(text)))
    assert report == []
    assert again is not None
    assert same(tree(text), again)


def test_notes_tell_where_what_is_of_another_file_comes_from() -> None:
    base, other = tree("a: 1\nb:\n  - c\n  - d\n"), Span(SourceText("some/where/other.yaml", "x\ny\n"), 2, 3)
    new = ScalarNode(other, "y")
    key = base.entries[1].key
    merged = MappingNode(
        base.span, (base.entries[0], Entry(key, SequenceNode(base.span, (ScalarNode(base.span, "c"), new))))
    )
    assert resolved_text(merged, notes=True) == "a: 1\n\nb:\n  - c\n  - y  # other.yaml:2\n"
    assert resolved_text(merged) == "a: 1\n\nb:\n  - c\n  - y\n"
