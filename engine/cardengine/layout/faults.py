"""What stops a game because its ruleset asks for something that isn't there."""

from __future__ import annotations

from pathlib import PurePath

from cardengine.diagnostics import Span


class Fault(Exception):  # noqa: N818 - the language's own word for it
    """An expression or a step that can't be carried out; it ends the game and names its place.

    Attributes:
        message: what went wrong, in words.
        span: the part of the ruleset that asked for it.
    """

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(f"{message} (line {span.line}, column {span.column} of {PurePath(span.source.name).name})")
        self.message = message
        self.span = span
