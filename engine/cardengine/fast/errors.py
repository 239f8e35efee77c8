"""The error that is raised if a game can't be compiled."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """The kind of obstacle."""

    MISSING = "missing"
    """wasmtime isn't installed."""
    BROKEN = "broken"
    """wasmtime is installed, but doesn't work."""
    TOO_LARGE = "too large"
    """The game takes too much memory, or too much code."""
    OURS = "ours"
    """A fault of the engine: the code that it generated is wrong."""


class UnavailableError(Exception):
    """A game can't be compiled, but the interpreter plays it.

    Attributes:
        reason: the kind of obstacle.
        message: the obstacle in words.
        help: what to do about it.
    """

    def __init__(self, reason: Reason, message: str, help_: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.help = help_
