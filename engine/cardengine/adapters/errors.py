"""What an adapter refuses."""

from __future__ import annotations


class AdapterError(ValueError):
    """A game, or a use of it, that a framework can't take; the message says why."""


class MissingExtraError(ImportError):
    """The framework isn't installed; the message says how to install it.

    Args:
        framework: its name, as people write it.
        extra: the extra of this project that brings it.
    """

    def __init__(self, framework: str, extra: str) -> None:
        super().__init__(f"{framework} isn't installed; install it with: pip install 'cardengine[{extra}]'")
        self.extra = extra
