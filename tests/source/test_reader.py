"""What the strict reader takes and what it refuses."""

from __future__ import annotations

from unittest.mock import patch

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from cardengine.diagnostics import Code, Diagnostic, Family, SourceText, render_text
from cardengine.source import MAX_DEPTH, MAX_FILE_BYTES, MAX_NODES, bundled, read_source, read_yaml, to_plain
from tests.source.helpers import every_node, ids, pointed_at, read, tree


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: b", {"a": "b"}),
        ("---\na: b\n...\n", {"a": "b"}),
        ("--- # one document\n- a\n", ["a"]),
        ("? a\n: b\n", {"a": "b"}),
        ("'<<': a", {"<<": "a"}),
        ("'': a", {"": "a"}),
        ("a: {b, c: d}", {"a": {"b": None, "c": "d"}}),
        ("when: x < 3 and y is not z", {"when": "x < 3 and y is not z"}),
        ("a: 'x: y # z'", {"a": "x: y # z"}),
        ("true: 1\n12: 2\n~: 3\n", {"true": 1, "12": 2, "~": 3}),
        ("no: on\nyes: off\n", {"no": "on", "yes": "off"}),
        ('"a": "\\x41\\u00e9\\n\\t\\_"', {"a": "Aé\n\t\xa0"}),
        ("[a, b]", ["a", "b"]),
        ("a", "a"),
    ],
)
def test_what_is_taken(text: str, data: object) -> None:
    assert to_plain(tree(text)) == data


@pytest.mark.parametrize("code", [code for code in Code if code.family is Family.YAML], ids=str)
def test_the_example_of_every_code_has_the_problem(code: Code) -> None:
    report = read(code.example)[1]
    assert [problem.code for problem in report] == [code]
    assert render_text(report)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "--- # x\n...\n"])
def test_nothing_at_all(text: str) -> None:
    node, report = read(text)
    assert node is None
    assert ids(report) == ["Y208"]
    assert report[0].file == "file.yaml"


def test_all_repeated_keys_are_told() -> None:
    node, report = read("a: 1\nb: {c: 1, c: 2}\na: 2\nd:\n  - {e: 1, e: 2}\na: 3\n")
    assert ids(report) == ["Y204"] * 4
    assert [(p.span.line, p.span.column) for p in report if p.span] == [(2, 11), (3, 1), (5, 12), (6, 1)]
    again, first = report[3].labels
    assert again.span == report[3].span
    assert (first.span.line, first.span.column) == (1, 1)
    assert node is not None
    assert to_plain(node) == {"a": 1, "b": {"c": 1}, "d": [{"e": 1}]}


def test_keys_are_compared_as_text() -> None:
    assert ids(read("1: a\n'1': b\n")[1]) == ["Y204"]
    assert ids(read("1: a\n1.0: b\ntrue: c\nTrue: d\n")[1]) == []


def test_anchors_and_tags_are_left_out_of_the_tree() -> None:
    node, report = read("a: &x !!str b\nc: !y &z [d]\n&k e: f\n")
    assert ids(report) == ["Y201", "Y202", "Y202", "Y201", "Y201"]
    assert [pointed_at(problem) for problem in report] == ["&x", "!!str", "!y", "&z", "&k"]
    assert node is not None
    assert to_plain(node) == {"a": "b", "c": ["d"], "e": "f"}


def test_a_tree_with_an_alias_is_none() -> None:
    node, report = read("a: &x b\nc: *x\nd: [*x, *y]\n")
    assert node is None
    assert [pointed_at(problem) for problem in report] == ["&x", "*x", "*x", "*y"]


def test_an_exponential_file_is_not_unfolded() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    node, report = read("\n".join(lines))
    assert node is None
    assert set(ids(report)) == {"Y201"}


def test_merge_keys_are_left_out_of_the_tree() -> None:
    node, report = read("a: {<<: {b: 1}, c: 2, <<: {d: 3}}\n")
    assert ids(report) == ["Y203", "Y203"]
    assert node is not None
    assert to_plain(node) == {"a": {"c": 2}}


def test_keys_that_are_no_text_are_left_out_of_the_tree() -> None:
    node, report = read("? [a]\n: b\n{c: d}: e\nf: g\n? - h\n: &x i\n?\n: j\n")
    assert ids(report) == ["Y205", "Y205", "Y201", "Y205", "Y206"]
    assert node is not None
    assert to_plain(node) == {"f": "g"}


@pytest.mark.parametrize("text", ["{: 3}", "{? : 3}", "?\n: 3", ": 3", "options:\n  : 3", "a: 1\n: 2\n"])
def test_empty_keys(text: str) -> None:
    assert ids(read(text)[1]) == ["Y206"]


def test_a_second_document_is_pointed_at() -> None:
    node, report = read("a: 1\n--- # again\nb: 1\n---\nc: 1\n")
    assert ids(report) == ["Y207"]
    assert report[0].span is not None
    assert report[0].span.line == 2
    assert node is not None
    assert to_plain(node) == {"a": 1}


@pytest.mark.parametrize("line", ["%YAML 1.2", "%TAG ! tag:x,2000:", "%OTHER x", "%YAML 3.0", "%YAML x"])
def test_directives(line: str) -> None:
    report = read(f"# x\n{line}\n---\na: 1\n")[1]
    assert ids(report) == ["Y209"]
    assert pointed_at(report[0]) == line


@pytest.mark.parametrize("escape", ["\\0", "\\e", "\\N", "\\L", "\\u202e", "\\uFEFF", "\\ud800", "\\x85", "\\r"])
def test_escapes_are_no_back_door(escape: str) -> None:
    report = read(f'a: "b{escape}c"\n')[1]
    assert ids(report) == ["Y109"]


@pytest.mark.parametrize("text", ['a: "\\UFFFFFFFF"', 'a: "\\U00110000"', f"%YAML 1.{'9' * 5000}\n---\na"])
def test_numbers_that_python_cant_convert(text: str) -> None:
    node, report = read(text)
    assert node is None
    assert ids(report) == ["Y101"]


def test_several_problems_in_one_run() -> None:
    report = read("a: &x 1\na: 2\n<<: 3\nb: !t c\n[d]: e\nf: 'g\n")[1]
    assert ids(report) == ["Y201", "Y204", "Y203", "Y202", "Y205", "Y106"]


def test_problems_are_added_to_the_report() -> None:
    report: list[Diagnostic] = []
    read_yaml(SourceText("one", ""), report)
    read_yaml(SourceText("two", "a: 1\na: 2"), report)
    assert [problem.file for problem in report] == ["one", "two"]


def test_depth() -> None:
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH)[1] == []
    node, report = read("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))
    assert node is None
    assert ids(report) == ["Y301"]
    assert report[0].span is not None
    assert report[0].span.column == MAX_DEPTH + 1
    block = "".join(f"{'  ' * level}a:\n" for level in range(MAX_DEPTH))
    assert read(block)[1] == []
    assert ids(read(block + "  " * MAX_DEPTH + "a:\n")[1]) == ["Y301"]


def test_number_of_nodes() -> None:
    assert read("[" + "a," * (MAX_NODES - 1) + "]")[1] == []
    node, report = read("[" + "a," * MAX_NODES + "]")
    assert node is None
    assert ids(report) == ["Y302"]
    assert ids(read("{" + ",".join(f"k{n}: v" for n in range(MAX_NODES // 2)) + "}")[1]) == ["Y302"]


def test_size() -> None:
    assert read("#" * (MAX_FILE_BYTES - 2) + "\na")[1] == []
    assert ids(read("#" * (MAX_FILE_BYTES - 1) + "\na")[1]) == ["F103"]


PIECES = [*"ab:-?,[]{}&*!|>'\"%@`#<=~ \n\t\\x0", "---", "...", "\n  - ", ": "]
YAML_LIKE = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(YAML_LIKE | st.text(max_size=80))
def test_any_text_is_answered(text: str) -> None:
    source = SourceText("f", text)
    report: list[Diagnostic] = []
    node = read_yaml(source, report)
    assert node is not None or report
    for problem in report:
        assert problem.file == "f"
        assert all(label.span.source is source for label in problem.labels)
    render_text(report)
    if node is not None:
        to_plain(node)
        for part in every_node(node):
            assert node.span.start <= part.span.start <= part.span.end <= node.span.end


@st.composite
def edited_rulesets(draw: st.DrawFn) -> str:
    """Some lines of a bundled ruleset with a few slips."""
    path = draw(st.sampled_from(sorted(bundled("rulesets").glob("*.yaml"))))
    lines = path.read_text(encoding="utf-8").split("\n")
    first = draw(st.integers(0, len(lines) - 1))
    text = "\n".join(lines[first : first + draw(st.integers(1, 12))])
    for piece in draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3)):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + piece + text[place + draw(st.integers(0, 2)) :]
    return text


@given(YAML_LIKE | edited_rulesets())
def test_libyaml_changes_nothing(text: str) -> None:
    """Where PyYAML has libyaml, a text is read as where it hasn't, with the same spans and messages."""
    assume(yaml.__with_libyaml__)
    quick, quick_report = read(text)
    with patch.object(yaml, "__with_libyaml__", False):
        slow, slow_report = read(text)
    assert repr(quick) == repr(slow)
    assert repr(quick_report) == repr(slow_report)


def test_libyaml_reads_the_bundled_rulesets() -> None:
    """A ruleset that is read twice takes longer to load; only what the parsers differ in must be."""
    if not yaml.__with_libyaml__:
        pytest.skip("PyYAML was installed without libyaml")
    with patch.object(yaml, "SafeLoader", None):
        for path in sorted(bundled("rulesets").glob("*.yaml")):
            assert read_yaml(read_source(path), []) is not None
