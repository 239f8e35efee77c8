"""The data model of a diagnostic: a code, a message, and the places that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from cardengine.diagnostics.codes import Code
from cardengine.diagnostics.spans import Span


class Severity(Enum):
    """How bad a problem is."""

    ERROR = "error"
    """The file can't be used as it is."""
    WARNING = "warning"
    """The file can be used, but probably doesn't say what its author meant."""


@dataclass(frozen=True, slots=True)
class Label:
    """A short text attached to a span.

    Args:
        span: the place; if it is the diagnostic's own span, the text stands beside its caret.
        message: the text; may be empty to only mark the place.
    """

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that fixes the problem and is safe to apply automatically.

    Args:
        span: the text to replace; an empty span inserts.
        replacement: the new text.
    """

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem.

    Args:
        code: the kind of problem.
        message: one line, in terms of the author's file.
        span: where the problem is, if it has a place in a text.
        labels: short texts at this and other places.
        notes: further facts, each a sentence or two.
        help: what to do about it.
        fix: an edit that fixes it.
        severity: an error by default.
        place: the name of the file, or of whatever the problem is about, if there is no span.
        count: the number of problems that it stands for.
    """

    code: Code
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    severity: Severity = Severity.ERROR
    place: str | None = None
    count: int = 1

    @property
    def file(self) -> str | None:
        """The name of the file that the problem is in, if any."""
        return self.place if self.span is None else self.span.source.name


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort diagnostics by file name, then by place; those about a whole file come before those inside it.

    Args:
        diagnostics: in any order; the sort is stable.
    """

    def place(diagnostic: Diagnostic) -> tuple[str, int, int]:
        span = diagnostic.span
        return (diagnostic.file or "", -1, -1) if span is None else (span.source.name, span.start, span.end)

    return sorted(diagnostics, key=place)
