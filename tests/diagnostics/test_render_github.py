from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import Code, Diagnostic, Label, Severity, SourceText, Span, render_github, visible
from tests.diagnostics.samples import no_place, problem, unknown_field


def test_a_command_has_the_place_and_all_that_is_said() -> None:
    assert render_github([unknown_field()]) == (
        "::error title=N301%3A unknown field,file=rulesets/scopa.yaml,line=41,endLine=41,col=22,endColumn=27"
        "::unknown field `valeu` on a card%0Ano such field%0Anote: a card has: color, rank, suit, value"
        "%0Ahelp: did you mean `value`?"
    )


def test_commands_without_a_place() -> None:
    assert render_github([no_place(), no_place(None)]).split("\n") == [
        "::error title=F101%3A no such file,file=rulesets/scoppa.yaml::there is no such file",
        "::error title=F101%3A no such file::there is no such file",
    ]
    assert render_github([]) == ""


def test_other_places_are_named() -> None:
    source = SourceText("f", "a\nb\n")
    labels = (Label(Span(source, 0, 1), "first"), Label(Span(source, 0, 1), ""))
    diagnostic = Diagnostic(Code.DUPLICATE_KEY, "twice", Span(source, 2, 3), labels, severity=Severity.WARNING)
    assert render_github([diagnostic]).endswith("::twice%0Aline 1: first")
    assert render_github([diagnostic]).startswith("::warning ")


def test_columns_are_told_within_one_line_only() -> None:
    text = render_github([problem(SourceText("f", "ab\ncd"), 1, 4)])
    assert "line=1,endLine=2::" in text


@given(st.text(), st.text())
def test_nothing_breaks_out_of_its_command(name: str, message: str) -> None:
    text = render_github([Diagnostic(Code.EMPTY_FILE, message, place=name)])
    assert "\n" not in text
    assert "\r" not in text
    assert visible(text) == text
    head, _, body = text.removeprefix("::error ").partition("::")
    assert [part.partition("=")[0] for part in head.split(",")] == ["title", "file"]
    assert "%0A" not in body, "a message is one line, and can't pass for a note or a help"


def test_escapes() -> None:
    diagnostic = Diagnostic(Code.EMPTY_FILE, "100 %0A\nnext", place="a,b:c%.yaml")
    assert render_github([diagnostic]) == (
        "::error title=Y208%3A there is nothing in the file,file=a%2Cb%3Ac%25.yaml::100 %250A next"
    )
