"""Why a game can't be played at machine speed."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """What stands in the way."""

    MISSING = "missing"
    """wasmtime isn't installed."""
    BROKEN = "broken"
    """wasmtime is there, but doesn't work."""
    TOO_LARGE = "too large"
    """The game takes too much memory, or too much code."""
    OURS = "ours"
    """A fault of the engine: what it has compiled is wrong."""


class UnavailableError(Exception):
    """A game can't be played at machine speed; the interpreter plays it.

    Attributes:
        reason: what stands in the way.
        message: it in words.
        help: what to do.
    """

    def __init__(self, reason: Reason, message: str, help_: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.help = help_
