from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import Code, Diagnostic, Label, Severity, SourceText, Span, render_text
from tests.diagnostics.samples import no_place, problem, span_at, unknown_field


def test_the_look() -> None:
    assert render_text([unknown_field()]) == (
        "error[N301]: unknown field `valeu` on a card\n"
        "  --> rulesets/scopa.yaml:41:22\n"
        "   |\n"
        "41 |       when: sum(pair.valeu) == attacker.value\n"
        "   |                      ^^^^^ no such field\n"
        "   = note: a card has: color, rank, suit, value\n"
        "   = help: did you mean `value`?"
    )


def test_nothing_is_nothing() -> None:
    assert render_text([]) == ""


def test_a_file_without_a_place() -> None:
    assert render_text([no_place()]) == "error[F101]: there is no such file\n --> rulesets/scoppa.yaml"


def test_neither_file_nor_place() -> None:
    diagnostic = Diagnostic(Code.FILE_NOT_FOUND, "no file", notes=("one", "two"), help="name it")
    assert render_text([diagnostic]) == ("error[F101]: no file\n  = note: one\n  = note: two\n  = help: name it")


def test_problems_have_an_empty_line_between_them() -> None:
    assert render_text([no_place(), no_place()]) == "\n\n".join([render_text([no_place()])] * 2)


def test_a_warning_says_so() -> None:
    diagnostic = Diagnostic(Code.EMPTY_FILE, "odd", severity=Severity.WARNING, place="f")
    assert render_text([diagnostic]).startswith("warning[Y208]: odd\n")


def test_a_place_without_words() -> None:
    source = SourceText("f", "abc\n")
    assert render_text([problem(source, 1, 3)]) == ("error[N301]: a problem\n --> f:1:2\n  |\n1 | abc\n  |  ^^")


def test_labels_on_several_lines_and_in_several_files() -> None:
    one = SourceText("one.yaml", "".join(f"line {number}\n" for number in range(1, 13)))
    two = SourceText("two.yaml", "other\n")
    main = span_at(one, "line 11")
    diagnostic = Diagnostic(
        Code.DUPLICATE_KEY,
        "twice",
        main,
        labels=(
            Label(span_at(one, "line 10"), "just before"),
            Label(main, "again"),
            Label(span_at(one, "line 2"), "first"),
            Label(span_at(two, "other"), "elsewhere"),
        ),
    )
    assert render_text([diagnostic]) == (
        "error[Y204]: twice\n"
        "  --> one.yaml:11:1\n"
        "   |\n"
        " 2 | line 2\n"
        "   | ------ first\n"
        "...\n"
        "10 | line 10\n"
        "   | ------- just before\n"
        "11 | line 11\n"
        "   | ^^^^^^^ again\n"
        "  ::: two.yaml:1:1\n"
        "   |\n"
        " 1 | other\n"
        "   | ----- elsewhere"
    )


def test_labels_on_one_line() -> None:
    source = SourceText("f", "a: 1, a: 2")
    main = Span(source, 6, 7)
    diagnostic = Diagnostic(
        Code.DUPLICATE_KEY, "twice", main, (Label(main, "again"), Label(Span(source, 0, 1), "first"))
    )
    assert render_text([diagnostic]).split("\n")[3:] == [
        "1 | a: 1, a: 2",
        "  | - first",
        "  |       ^ again",
    ]


def test_labels_alone_show_their_place() -> None:
    source = SourceText("f", "abc")
    diagnostic = Diagnostic(Code.EMPTY_FILE, "odd", labels=(Label(Span(source, 1, 2), "here"),))
    assert render_text([diagnostic]) == "error[Y208]: odd\n --> f:1:2\n  |\n1 | abc\n  |  - here"


def test_a_place_over_several_lines_is_marked_in_its_first() -> None:
    source = SourceText("f", "one two\nthree\n")
    assert render_text([problem(source, 4, 10)]).split("\n")[3:] == ["1 | one two", "  |     ^^^"]


@pytest.mark.parametrize("text", ["ab\n", "ab\r\n", "ab"])
def test_the_end_of_a_line_can_be_marked(text: str) -> None:
    assert render_text([problem(SourceText("f", text), 2, 2)]).split("\n")[3:] == ["1 | ab", "  |   ^"]


def test_the_end_of_a_file_can_be_marked() -> None:
    source = SourceText("f", "ab\n")
    assert render_text([problem(source, 3, 3, "more")]).split("\n")[1:] == [
        " --> f:2:1",
        "  |",
        "2 |",
        "  | ^ more",
    ]
    assert " --> f:1:1" in render_text([problem(SourceText("f", ""), 0, 0)])


def test_tabs_and_wide_characters_keep_the_caret_right() -> None:
    lines = render_text([problem(SourceText("f", "a\t漢e\u0301x: 1"), 5, 6)]).split("\n")
    assert lines[1] == " --> f:1:6"
    assert lines[3] == "1 | a   漢e\u0301x: 1"
    assert lines[4] == "  | " + " " * 7 + "^"


def test_a_wide_character_has_two_carets() -> None:
    assert render_text([problem(SourceText("f", "漢字"), 1, 2)]).split("\n")[4] == "  |   ^^"


def test_a_combining_mark_is_marked_with_its_letter() -> None:
    assert render_text([problem(SourceText("f", "abe\u0301"), 3, 4)]).split("\n")[4] == "  |   ^"


def test_control_characters_never_reach_the_terminal() -> None:
    source = SourceText("\x1b]0;bad\x07name", "a\x1b[2Jb\u202ec")
    span = Span(source, 7, 8)
    diagnostic = Diagnostic(
        Code.EMPTY_FILE,
        "mess\x1bage\nmore",
        span,
        (Label(span, "la\x9bbel"),),
        ("no\rte\nsecond",),
        "he\u2066lp",
    )
    text = render_text([diagnostic])
    assert text.replace("\n", "").isprintable()
    assert text.split("\n") == [
        "error[Y208]: mess\\x1bage more",
        " --> \\x1b]0;bad\\x07name:1:8",
        "  |",
        "1 | a\\x1b[2Jb\\u202ec",
        "  |                ^ la\\x9bbel",
        "  = note: no\\x0dte",
        "          second",
        "  = help: he\\u2066lp",
    ]


def test_long_lines_are_shown_in_part_with_the_caret_right() -> None:
    source = SourceText("f", "x" * 5000 + "HERE" + "y" * 5000)
    lines = render_text([problem(source, 5000, 5004)]).split("\n")
    assert lines[1] == " --> f:1:5001"
    assert lines[3][lines[4].index("^") : lines[4].rindex("^") + 1] == "HERE"
    assert all(len(line) < 120 for line in lines)


def test_colours_wrap_but_change_nothing() -> None:
    colored = render_text([unknown_field(), no_place()], color=True)
    assert colored.count("\x1b[0m") > 5
    assert "\x1b[1;31merror[N301]\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render_text([unknown_field(), no_place()])
    warning = Diagnostic(Code.EMPTY_FILE, "odd", severity=Severity.WARNING)
    assert "\x1b[1;33mwarning[Y208]\x1b[0m" in render_text([warning], color=True)


@given(st.lists(st.text(alphabet="abc :-", max_size=60), min_size=1, max_size=12), st.data())
def test_the_column_in_the_header_is_the_carets(lines: list[str], data: st.DataObject) -> None:
    source = SourceText("file", "\n".join(lines))
    start = data.draw(st.integers(0, source.end))
    end = data.draw(st.integers(start, source.end))
    rows = render_text([problem(source, start, end)]).split("\n")
    found = re.fullmatch(r" +--> file:(\d+):(\d+)", rows[1])
    assert found is not None
    line, column = int(found[1]), int(found[2])
    gutter = len(str(line)) + len(" | ")
    assert rows[3].rstrip() == f"{line} | {source.line(line)}".rstrip()
    assert rows[4].index("^") - gutter == column - 1
    marked = rows[3][rows[4].index("^") : rows[4].rindex("^") + 1]
    assert source.text[start:end].split("\n")[0].rstrip() == marked.rstrip() or start == end


@given(st.text(max_size=200), st.data())
def test_any_text_can_be_shown(text: str, data: st.DataObject) -> None:
    source = SourceText("file", text)
    start = data.draw(st.integers(0, source.end))
    end = data.draw(st.integers(start, source.end))
    rows = render_text([problem(source, start, end, text)]).split("\n")
    assert len(rows) == 5
    "".join(rows).encode()


def test_many_problems_on_an_endless_line_take_no_time() -> None:
    source = SourceText("f", "a: 1, " * 40_000)
    problems = [problem(source, 6 * number, 6 * number + 1) for number in range(0, 40_000, 20)]
    begin = time.process_time()
    render_text(problems)
    assert time.process_time() - begin < 1
