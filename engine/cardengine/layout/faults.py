"""Faults: what stops a game because its ruleset asks for something impossible."""

from __future__ import annotations

from pathlib import PurePath

from cardengine.diagnostics import Span


class Fault(Exception):  # noqa: N818 - the language's own term
    """An expression or step that can't be carried out; it ends the game.

    Attributes:
        message: what went wrong.
        span: the part of the ruleset that caused it.
    """

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(f"{message} (line {span.line}, column {span.column} of {PurePath(span.source.name).name})")
        self.message = message
        self.span = span
