"""Events: what happens in a game, as data, with the seats that may see each part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardengine.constructs.events import EventKind
from cardengine.constructs.verbs import EVENTS


@dataclass(frozen=True, slots=True)
class Card:
    """An item in an event: its text, and the mask of the seats that may read it."""

    text: str
    mask: int


EventWord = str | Card
"""A word of an event."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    Attributes:
        kind: the kind of event.
        audience: the mask of the seats that notice it at all.
        data: plain values, ``Card`` values, and tuples of them, by key.
        trace: for the engine's own use, never shown: the numbers of the cards and zones concerned. For a move the zone
            that was left (plus one), the zone that was entered, and the cards; for a shuffle the zone and its cards;
            for cards turned or shown the cards.
    """

    kind: EventKind
    audience: int
    data: tuple[tuple[str, Any], ...]
    trace: tuple[int, ...] = ()

    def seen_by(self, seat: int) -> dict[str, Any] | None:
        """The event as a seat sees it, JSON-able, with None for what is hidden; None if the seat doesn't notice it."""
        if not self.audience >> seat & 1:
            return None
        return {"event": self.kind.value} | {key: _for_seat(value, seat) for key, value in self.data}

    def whole(self) -> dict[str, Any]:
        """The event with nothing hidden."""
        return {"event": self.kind.value} | {key: _for_seat(value, None) for key, value in self.data}

    def to_json(self) -> list[Any]:
        """The complete event as JSON-able data, for ``from_json``."""
        return [self.kind.value, self.audience, [[key, _pack(value)] for key, value in self.data], list(self.trace)]

    def __reduce__(self) -> tuple[Any, ...]:
        """An event is pickled as its JSON; its kind is looked up again by name."""
        return Event.from_json, (self.to_json(),)

    @classmethod
    def from_json(cls, data: Any) -> Event:
        """The inverse of ``to_json``."""
        kind, audience, items, trace = data
        unpacked = tuple((str(key), _unpack(value)) for key, value in items)
        return cls(EVENTS[kind], int(audience), unpacked, tuple(int(number) for number in trace))


MAX_LOG = 500_000
"""The size limit of a log, counting each event and its cards; games as people play them have a few thousand."""


class EventLog(list[Event]):
    """The events of a game, up to a limit, so that a runaway ruleset can't fill memory; later events aren't kept."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        super().__init__(events)
        self.room = MAX_LOG - sum(_size(event) for event in self)

    def append(self, event: Event) -> None:
        """Add an event if there is room."""
        self.room -= _size(event)
        if self.room >= 0:
            super().append(event)

    def copy(self) -> EventLog:
        """An independent log of the same events."""
        other = EventLog.__new__(EventLog)
        other.extend(self)
        other.room = self.room
        return other

    def cut(self, length: int) -> None:
        """Remove all events but the first ``length``."""
        self.room += sum(_size(event) for event in self[length:])
        del self[length:]


def _size(event: Event) -> int:
    return 1 + sum(len(value) for _, value in event.data if isinstance(value, tuple))


def _for_seat(value: Any, seat: int | None) -> Any:
    if isinstance(value, Card):
        return value.text if seat is None or value.mask >> seat & 1 else None
    if isinstance(value, tuple):
        return [_for_seat(item, seat) for item in value]
    return value


def _pack(value: Any) -> Any:
    if isinstance(value, Card):
        return {"card": value.text, "mask": value.mask}
    if isinstance(value, tuple):
        return [_pack(item) for item in value]
    return value


def _unpack(value: Any) -> Any:
    if isinstance(value, dict):
        return Card(value["card"], value["mask"])
    if isinstance(value, list):
        return tuple(_unpack(item) for item in value)
    return value


def as_text(event: dict[str, Any]) -> str:
    """An event, as a seat sees it, in one line of an information state."""
    parts = [event["event"]]
    for key, value in event.items():
        if key != "event":
            parts.append(f"{key}={_text(value)}")
    return " ".join(parts)


def _text(value: Any) -> str:
    if value is None:
        return "?"
    if isinstance(value, list):
        return ",".join(_text(item) for item in value)
    return str(value)
