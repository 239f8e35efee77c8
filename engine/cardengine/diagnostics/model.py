"""What a problem is: a code, a message, and the places it is about."""

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
    """The file can be used, but probably does not say what was meant."""


@dataclass(frozen=True, slots=True)
class Label:
    """A few words at a place.

    Args:
        span: the place; when it is the diagnostic's own span the words stand at its caret.
        message: the words; may be empty to only mark the place.
    """

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """An edit that mends the problem and can be made without thinking.

    Args:
        span: what is replaced; an empty span inserts.
        replacement: what stands there afterwards.
    """

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem.

    Args:
        code: which problem it is.
        message: one line, in the words of the person who wrote the file.
        span: where it is, if it is at a place of a text.
        labels: words at this and other places.
        notes: further facts, each a sentence or two.
        help: what to do about it.
        fix: an edit that mends it.
        severity: an error, unless told otherwise.
        place: the name of the file (or whatever it is about) when there is no span.
        count: how many problems it stands for.
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
        """The name of the file it is about, if any."""
        return self.place if self.span is None else self.span.source.name


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The same diagnostics by file name, then by place; those of a whole file before those inside it.

    Args:
        diagnostics: in any order; equal places keep it.
    """

    def place(diagnostic: Diagnostic) -> tuple[str, int, int]:
        span = diagnostic.span
        return (diagnostic.file or "", -1, -1) if span is None else (span.source.name, span.start, span.end)

    return sorted(diagnostics, key=place)
