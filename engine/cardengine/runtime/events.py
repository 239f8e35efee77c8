"""Events: what happens in a game, as data, with the seats that may see each part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from cardengine.constructs.events import EventKind
from cardengine.constructs.verbs import EVENTS
from cardengine.runtime.event_views import EventView


@dataclass(frozen=True, slots=True)
class Card:
    """An item in an event: its text, and the mask of the seats that may read it."""

    text: str
    mask: int


EventWord = str | Card
"""A word of an event."""

Datum = str | int | None | Card | tuple[EventWord, ...]
"""A value in an event."""

EventData = tuple[tuple[str, Datum], ...]
"""The data of an event: its keys and values."""


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
    data: EventData
    trace: tuple[int, ...] = ()

    def seen_by(self, seat: int) -> EventView | None:
        """The event as a seat sees it, JSON-able, with None for what is hidden; None if the seat doesn't notice it."""
        return self._view(1 << seat) if self.audience >> seat & 1 else None

    def whole(self) -> EventView:
        """The event with nothing hidden."""
        return self._view(None)

    def _view(self, reader: int | None) -> EventView:
        """The event as the seats of a mask may read it; None reads everything."""
        data = {"event": self.kind.value} | {key: _read(value, reader) for key, value in self.data}
        return cast(EventView, data)  # which keys a kind has is tested

    @property
    def cards(self) -> tuple[Card, ...]:
        """The items in the event."""
        found = dict(self.data)["cards"]
        return tuple(card for card in found if isinstance(card, Card)) if isinstance(found, tuple) else ()

    def to_json(self) -> list[object]:
        """The complete event as JSON-able data, for ``from_json``."""
        return [self.kind.value, self.audience, [[key, _pack(value)] for key, value in self.data], list(self.trace)]

    def __reduce__(self) -> tuple[Any, ...]:
        """An event is pickled as its JSON; its kind is looked up again by name."""
        return Event.from_json, (self.to_json(),)

    @classmethod
    def from_json(cls, data: Any) -> Event:  # as ``json`` gives it
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


def _read(value: Datum, reader: int | None) -> object:
    if isinstance(value, Card):
        return value.text if reader is None or value.mask & reader else None
    return [_read(item, reader) for item in value] if isinstance(value, tuple) else value


def _pack(value: Datum) -> object:
    if isinstance(value, Card):
        return {"card": value.text, "mask": value.mask}
    return [_pack(item) for item in value] if isinstance(value, tuple) else value


def _unpack(value: Any) -> Any:  # as ``json`` gives it
    if isinstance(value, dict):
        return Card(value["card"], value["mask"])
    return tuple(map(_unpack, value)) if isinstance(value, list) else value


def as_text(event: Mapping[str, object]) -> str:
    """An event, as a seat sees it, in one line of an information state."""
    parts = [str(event["event"])]
    for key, value in event.items():
        if key != "event":
            parts.append(f"{key}={_text(value)}")
    return " ".join(parts)


def _text(value: object) -> str:
    if value is None:
        return "?"
    if isinstance(value, list):
        return ",".join(_text(item) for item in value)
    return str(value)
