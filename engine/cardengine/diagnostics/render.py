"""One function for all output formats of diagnostics."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import assert_never

from cardengine.diagnostics.model import Diagnostic
from cardengine.diagnostics.render_github import render_github
from cardengine.diagnostics.render_json import render_json
from cardengine.diagnostics.render_sarif import render_sarif
from cardengine.diagnostics.render_text import render_text


class Format(Enum):
    """An output format; the value is its name on the command line."""

    TEXT = "text"
    """For people: the line, with a caret under the place."""
    JSON = "json"
    """For programs: a list of objects."""
    GITHUB = "github"
    """For GitHub Actions: workflow commands."""
    SARIF = "sarif"
    """For code scanning: a SARIF 2.1.0 document."""


def render(diagnostics: Iterable[Diagnostic], format: Format, color: bool = False) -> str:
    """Render diagnostics in the given order, without a trailing line break.

    Args:
        diagnostics: the problems.
        format: the output format.
        color: whether to use terminal colours; only the text format has any.
    """
    match format:
        case Format.TEXT:
            return render_text(diagnostics, color)
        case Format.JSON:
            return render_json(diagnostics)
        case Format.GITHUB:
            return render_github(diagnostics)
        case Format.SARIF:
            return render_sarif(diagnostics)
        case _:
            assert_never(format)
