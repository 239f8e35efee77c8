"""Problems that several tests of the diagnostics use."""

from __future__ import annotations

from cardengine.diagnostics import Code, Diagnostic, Fix, Label, SourceText, Span

SCOPA = SourceText("rulesets/scopa.yaml", "\n" * 40 + "      when: sum(pair.valeu) == attacker.value\n")


def span_at(source: SourceText, words: str) -> Span:
    """The first place of some words."""
    start = source.text.index(words)
    return Span(source, start, start + len(words))


def unknown_field() -> Diagnostic:
    """The example of the design."""
    span = span_at(SCOPA, "valeu")
    return Diagnostic(
        Code.UNKNOWN_FIELD,
        "unknown field `valeu` on a card",
        span,
        labels=(Label(span, "no such field"),),
        notes=("a card has: color, rank, suit, value",),
        help="did you mean `value`?",
        fix=Fix(span, "value"),
    )


def no_place(place: str | None = "rulesets/scoppa.yaml") -> Diagnostic:
    """A problem of a whole file."""
    return Diagnostic(Code.FILE_NOT_FOUND, "there is no such file", place=place)


def problem(source: SourceText, start: int, end: int, label: str = "") -> Diagnostic:
    """A problem at a place."""
    span = Span(source, start, end)
    return Diagnostic(Code.UNKNOWN_FIELD, "a problem", span, (Label(span, label),) if label else ())
