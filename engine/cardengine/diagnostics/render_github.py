"""Renders diagnostics as GitHub Actions workflow commands, which become annotations of a pull request."""

from __future__ import annotations

from collections.abc import Iterable

from cardengine.diagnostics.capped import capped
from cardengine.diagnostics.display import visible
from cardengine.diagnostics.model import Diagnostic


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Render diagnostics as workflow commands, one a line, in the given order.

    Args:
        diagnostics: the problems.

    Returns:
        The lines without a trailing line break; empty if there is no problem.
    """
    return "\n".join(_command(diagnostic) for diagnostic in capped(diagnostics))


def _command(diagnostic: Diagnostic) -> str:
    properties = {"title": f"{diagnostic.code.id}: {diagnostic.code.title}"}
    if diagnostic.file is not None:
        properties["file"] = diagnostic.file
    span = diagnostic.span
    if span is not None:
        properties["line"] = str(span.line)
        properties["endLine"] = str(span.end_line)
        if span.line == span.end_line:  # GitHub accepts columns only within one line
            properties["col"] = str(span.column)
            properties["endColumn"] = str(span.end_column)
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{diagnostic.severity.value} {listed}::{_message(_body(diagnostic))}"


def _body(diagnostic: Diagnostic) -> str:
    """The message with all that is said beside it, a line each."""
    lines = [visible(diagnostic.message)]
    for label in diagnostic.labels:
        if not label.message:
            continue
        here = label.span == diagnostic.span
        words = visible(label.message)
        lines.append(words if here else f"line {label.span.line}: {words}")
    lines += [f"note: {note}" for note in diagnostic.notes]
    if diagnostic.help is not None:
        lines.append(f"help: {diagnostic.help}")
    return "\n".join(lines)


def _message(text: str) -> str:
    return visible(text, keep_breaks=True).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
