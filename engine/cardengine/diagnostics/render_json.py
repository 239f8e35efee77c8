"""Problems for programs: one JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterable

from cardengine.diagnostics.capped import capped
from cardengine.diagnostics.model import Diagnostic
from cardengine.diagnostics.spans import Span


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """The problems as a JSON list, in the given order.

    Each is an object with `code`, `severity`, `message`, `file`, `line`, `column`, `end_line`, `end_column`,
    `notes`, `help`, `labels` (objects with a place and a `message`) and `fix` (a place and a `replacement`),
    and `count`: the last may stand for many that aren't shown.
    Lines and columns count from 1, the end is behind the last character; what is not known is `null`.

    Args:
        diagnostics: the problems.

    Returns:
        Pure ASCII, without a line break at its end.
    """
    return json.dumps([_object(diagnostic) for diagnostic in capped(diagnostics)], indent=2)


def _object(diagnostic: Diagnostic) -> dict[str, object]:
    fix = diagnostic.fix
    return {
        "code": diagnostic.code.id,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "count": diagnostic.count,
        **_place(diagnostic.span),
        "file": diagnostic.file,
        "notes": list(diagnostic.notes),
        "help": diagnostic.help,
        "labels": [{"message": label.message, **_place(label.span)} for label in diagnostic.labels],
        "fix": None if fix is None else {"replacement": fix.replacement, **_place(fix.span)},
    }


def _place(span: Span | None) -> dict[str, object]:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
