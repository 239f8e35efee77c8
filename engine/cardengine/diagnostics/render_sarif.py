"""Renders diagnostics for code scanning, as a SARIF 2.1.0 document."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from cardengine.diagnostics.capped import capped
from cardengine.diagnostics.codes import Code
from cardengine.diagnostics.model import Diagnostic, Fix, Label
from cardengine.diagnostics.spans import Span

VERSION: Final = "2.1.0"
SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    """Render diagnostics as one SARIF document with one run, in the given order.

    Args:
        diagnostics: the problems.

    Returns:
        ASCII-only JSON without a trailing line break.
    """
    listed = capped(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in listed}, key=str)
    indices = {code: index for index, code in enumerate(codes)}
    run = {
        "tool": {"driver": {"name": "cardengine", "rules": [_rule(code) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, indices[diagnostic.code]) for diagnostic in listed],
    }
    return json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]}, indent=2)


def _rule(code: Code) -> dict[str, object]:
    return {
        "id": code.id,
        "name": code.name.title().replace("_", ""),
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.explanation},
    }


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": diagnostic.code.id,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": _message(diagnostic)},
    }
    if diagnostic.span is not None:
        result["locations"] = [_location(diagnostic.span)]
    elif diagnostic.place is not None:
        result["locations"] = [{"physicalLocation": {"artifactLocation": _artifact(diagnostic.place)}}]
    if diagnostic.labels:
        result["relatedLocations"] = [_related(number, label) for number, label in enumerate(diagnostic.labels)]
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(diagnostic.fix, diagnostic.help)]
    return result


def _message(diagnostic: Diagnostic) -> str:
    helped = [] if diagnostic.help is None else [diagnostic.help]
    return "\n".join([diagnostic.message, *diagnostic.notes, *helped])


def _location(span: Span) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": _artifact(span.source.name), "region": _region(span)}}


def _related(number: int, label: Label) -> dict[str, object]:
    return {"id": number, **_location(label.span), "message": {"text": label.message}}


def _fix(fix: Fix, description: str | None) -> dict[str, object]:
    replacement = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.replacement}}
    change = {"artifactLocation": _artifact(fix.span.source.name), "replacements": [replacement]}
    described = {} if description is None else {"description": {"text": description}}
    return {**described, "artifactChanges": [change]}


def _artifact(name: str) -> dict[str, str]:
    path = name.replace("\\", "/")
    # A name may contain lone surrogates, which is how Python represents file names that aren't UTF-8.
    escaped = quote(path, safe="/", errors="surrogateescape")
    return {"uri": f"file://{escaped}" if path.startswith("/") else escaped}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
        "charOffset": span.start,
        "charLength": span.end - span.start,
    }
