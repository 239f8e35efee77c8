"""What came of a scenario test, and how its problems are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError, Label, Severity, Span


@dataclass(frozen=True, slots=True)
class TestResult:
    """One test that was run; or a file that could not be.

    Attributes:
        file: the test file.
        name: the test's name; empty when the file as a whole can't be run.
        rules: the numbers of the rules that it shows.
        problems: what failed, and what is wrong with the test itself.
    """

    __test__: ClassVar[bool] = False  # no class of tests, whatever its name begins with

    file: str
    name: str
    rules: tuple[str, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        """Whether all that was expected has come."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)


def failure(span: Span, what: str, expected: str, got: str, *notes: str) -> Diagnostic:
    """An expectation that isn't met.

    Args:
        span: where the test says what it expects.
        what: what was looked at.
        expected: what the test wants.
        got: what there is.
        notes: further facts.
    """
    message = f"{what}: expected {expected}, got {got}"
    return Diagnostic(Code.TEST_FAILED, message, span, (Label(span, f"got {got}"),), notes)


def broken(span: Span, message: str, help: str | None = None) -> DiagnosticError:
    """The error for a test that can't be run as it is written."""
    return DiagnosticError((Diagnostic(Code.TEST_BROKEN, message, span, help=help),))
