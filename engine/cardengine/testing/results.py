"""The result of a scenario test, and the diagnostics of a failed or broken one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError, Label, Severity, Span


@dataclass(frozen=True, slots=True)
class TestResult:
    """The result of one test, or of a file that can't be run.

    Attributes:
        file: the test file.
        name: the test's name; empty if the file as a whole can't be run.
        rules: the numbers of the rules that the test demonstrates.
        problems: failed expectations, and problems of the test itself.
    """

    __test__: ClassVar[bool] = False  # tells pytest that this is no test class, despite its name

    file: str
    name: str
    rules: tuple[str, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def passed(self) -> bool:
        """Whether every expectation was met."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)


def failure(span: Span, what: str, expected: str, got: str, *notes: str) -> Diagnostic:
    """The diagnostic for an expectation that isn't met.

    Args:
        span: where the test states the expectation.
        what: what was compared.
        expected: the expected value.
        got: the actual value.
        notes: further facts.
    """
    message = f"{what}: expected {expected}, got {got}"
    return Diagnostic(Code.TEST_FAILED, message, span, (Label(span, f"got {got}"),), notes)


def broken(span: Span, message: str, help: str | None = None) -> DiagnosticError:
    """The error for a test that can't be run as it is written."""
    return DiagnosticError((Diagnostic(Code.TEST_BROKEN, message, span, help=help),))
