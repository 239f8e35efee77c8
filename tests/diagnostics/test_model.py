from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import (
    Code,
    Diagnostic,
    DiagnosticError,
    Severity,
    SourceText,
    render_text,
    sort_diagnostics,
)
from tests.diagnostics.samples import no_place, problem, unknown_field

A = SourceText("a.yaml", "one\ntwo\nthree\n")
B = SourceText("b.yaml", "one\ntwo\n")


def test_the_defaults() -> None:
    diagnostic = Diagnostic(Code.EMPTY_FILE, "nothing", place="x.yaml")
    assert diagnostic.severity is Severity.ERROR
    assert (diagnostic.labels, diagnostic.notes, diagnostic.help, diagnostic.fix) == ((), (), None, None)
    assert diagnostic.file == "x.yaml"
    assert problem(A, 0, 1).file == "a.yaml"
    assert no_place(None).file is None


def test_they_are_sorted_by_file_then_place() -> None:
    nowhere = no_place(None)
    whole = Diagnostic(Code.EMPTY_FILE, "nothing", place="b.yaml")
    ordered = [nowhere, problem(A, 0, 1), problem(A, 0, 3), problem(A, 9, 10), whole, problem(B, 0, 1)]
    assert sort_diagnostics(reversed(ordered)) == ordered


@given(st.permutations(range(8)))
def test_equal_places_keep_their_order(numbers: list[int]) -> None:
    span = problem(A, 4, 7).span
    listed = [Diagnostic(Code.EMPTY_FILE, str(number), span) for number in numbers]
    assert sort_diagnostics(listed) == listed


def test_an_error_says_what_the_problems_are() -> None:
    error = DiagnosticError([unknown_field(), no_place()])
    assert error.diagnostics == (unknown_field(), no_place())
    assert str(error) == render_text([unknown_field(), no_place()])


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(DiagnosticError([unknown_field()])))
    assert isinstance(error, DiagnosticError)
    assert error.diagnostics == (unknown_field(),)


def test_an_error_needs_a_problem() -> None:
    with pytest.raises(ValueError, match="at least one"):
        DiagnosticError([])
