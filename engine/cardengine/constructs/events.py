"""The record of a kind of event, with the sentence that describes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels

Seen = Mapping[str, Any]
"""An event as a seat sees it."""


def never(_before: Seen, _event: Seen) -> bool:
    """Never joins events: each gets its own sentence."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class EventKind:
    """A kind of event.

    Attributes:
        value: its name in views and records.
        sentence: describes one or several joined events; empty if something else describes it.
        joins: whether an event is described together with the previous one of the same kind.
        numbers: its keys that hold numbers.
        mixes: whether a seat that doesn't notice it loses track of which of its cards is where.
    """

    value: str
    sentence: Callable[[Labels, Sequence[Seen]], Sequence[str | Text]]
    joins: Callable[[Seen, Seen], bool] = never
    numbers: tuple[str, ...] = ()
    mixes: bool = False
