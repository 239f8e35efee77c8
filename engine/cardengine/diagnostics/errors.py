"""The exception that carries diagnostics."""

from __future__ import annotations

from collections.abc import Iterable

from cardengine.diagnostics.model import Diagnostic
from cardengine.diagnostics.render_text import render_text


class DiagnosticError(Exception):
    """Raised when a file or a text can't be used; its message is the rendered problems.

    Args:
        diagnostics: the problems, at least one.

    Raises:
        ValueError: the list of problems is empty.
    """

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        if not self.diagnostics:
            raise ValueError("an error needs at least one diagnostic")
        # Pickle calls the constructor with this argument.
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return render_text(self.diagnostics)
