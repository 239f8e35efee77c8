"""A thousand problems are answered with a hundred, and a count."""

from __future__ import annotations

import json

import pytest

from cardengine.diagnostics import MAX_SHOWN, Code, Diagnostic, DiagnosticError, Format, Severity, render


def problems(errors: int, warnings: int = 0) -> list[Diagnostic]:
    found = [Diagnostic(Code.UNUSED, f"warning {n}", severity=Severity.WARNING, place="f") for n in range(warnings)]
    return found + [Diagnostic(Code.UNKNOWN_NAME, f"error {n}", place="f") for n in range(errors)]


def test_as_many_as_are_shown_are_shown() -> None:
    assert "more problem" not in render(problems(MAX_SHOWN), Format.TEXT)


@pytest.mark.parametrize("form", Format)
def test_every_format_says_how_many_more_there_are(form: Format) -> None:
    text = render(problems(50_000), form)
    assert f"error {MAX_SHOWN - 1}" in text
    assert f"error {MAX_SHOWN}" not in text.replace(f"error {MAX_SHOWN - 1}", "")
    assert "and 49900 more problems" in text
    assert len(text) < 100_000


def test_the_counts_of_json_add_up() -> None:
    listed = json.loads(render(problems(301), Format.JSON))
    assert sum(problem["count"] for problem in listed) == 301
    assert (len(listed), listed[-1]["code"]) == (MAX_SHOWN + 1, "F109")


def test_errors_are_kept_rather_than_warnings() -> None:
    text = render(problems(2, warnings=500), Format.TEXT)
    assert "error 0" in text
    assert "error 1" in text
    assert text.endswith("warning[F109]: and 402 more problems")


def test_an_exception_is_short_too() -> None:
    assert len(str(DiagnosticError(tuple(problems(50_000))))) < 20_000
