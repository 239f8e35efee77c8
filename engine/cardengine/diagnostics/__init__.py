"""Diagnostics: problems in files, where they are, and the formats in which they are rendered."""

from cardengine.diagnostics.capped import MAX_SHOWN
from cardengine.diagnostics.codes import Code, Family
from cardengine.diagnostics.display import quoted, visible
from cardengine.diagnostics.errors import DiagnosticError
from cardengine.diagnostics.model import Diagnostic, Fix, Label, Severity, sort_diagnostics
from cardengine.diagnostics.render import Format, render
from cardengine.diagnostics.render_github import render_github
from cardengine.diagnostics.render_json import render_json
from cardengine.diagnostics.render_sarif import render_sarif
from cardengine.diagnostics.render_text import render_text
from cardengine.diagnostics.spans import SourceText, Span
from cardengine.diagnostics.suggest import suggest

__all__ = [
    "MAX_SHOWN",
    "Code",
    "Diagnostic",
    "DiagnosticError",
    "Family",
    "Fix",
    "Format",
    "Label",
    "Severity",
    "SourceText",
    "Span",
    "quoted",
    "render",
    "render_github",
    "render_json",
    "render_sarif",
    "render_text",
    "sort_diagnostics",
    "suggest",
    "visible",
]
