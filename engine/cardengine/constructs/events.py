"""The record of an event: what a step makes known, and the sentence that says it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels

Seen = dict[str, Any]
"""An event as a seat sees it."""


def never(_before: Seen, _event: Seen) -> bool:
    """Each event has a sentence of its own."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class EventKind:
    """What can happen.

    Attributes:
        value: what it is called in views and records.
        sentence: says several events that are joined; nothing where something else says it.
        joins: whether an event is said together with the one before it, which is of the same kind.
        numbers: the keys of its own that hold numbers.
        mixes: whether who doesn't notice it no longer knows where which of its cards lies.
    """

    value: str
    sentence: Callable[[Labels, Sequence[Seen]], Sequence[str | Text]]
    joins: Callable[[Seen, Seen], bool] = never
    numbers: tuple[str, ...] = ()
    mixes: bool = False
