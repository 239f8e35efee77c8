"""The errors of adapters."""

from __future__ import annotations


class AdapterError(ValueError):
    """A framework can't handle a game, or a use of it; the message says why."""


class MissingExtraError(ImportError):
    """The framework isn't installed; the message says how to install it.

    Args:
        framework: its name, for the message.
        extra: the extra of this project that installs it.
    """

    def __init__(self, framework: str, extra: str) -> None:
        super().__init__(f"{framework} isn't installed; install it with: pip install 'cardengine[{extra}]'")
        self.extra = extra
