"""Events as seats see them: each kind has the keys and the values that its type says."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints

import pytest

import cardengine
from cardengine.constructs.verbs import EVENTS
from cardengine.runtime import event_views
from cardengine.runtime.events import Card, Event
from tests.generic.helpers import states

KINDS: dict[str, Any] = {get_args(get_type_hints(kind)["event"])[0]: kind for kind in get_args(event_views.EventView)}


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type that an event's key may have."""
    origin = get_origin(kind)
    if origin is NotRequired:
        return fits(value, get_args(kind)[0])
    if origin is Literal:
        return value in get_args(kind)
    if origin is list:
        return isinstance(value, list) and all(fits(item, get_args(kind)[0]) for item in value)
    if origin is UnionType:
        return any(fits(value, one) for one in get_args(kind))
    return type(value) is kind


def test_each_kind_of_event_has_a_type() -> None:
    assert set(KINDS) == set(EVENTS)


@pytest.mark.parametrize(
    "name", ["alpha_strike", "gin_rummy", "love_letter", "area52", "goofspiel", "hearts", "president", "klondike"]
)
def test_what_seats_see_is_of_the_type_that_is_declared(name: str) -> None:
    game = cardengine.load(name)
    seen: list[Any] = []
    for state in states(game, 1):
        if state.over:
            seen += [event for seat in range(game.players) for event in state.history_for(seat)]
            seen += state.history()
    assert seen
    for event in seen:
        kind = KINDS[event["event"]]
        hints = get_type_hints(kind, include_extras=True)
        assert kind.__required_keys__ <= set(event) <= set(hints), event
        assert all(fits(value, hints[key]) for key, value in event.items()), event


def test_a_card_is_read_by_those_who_may_and_an_event_noticed_by_its_audience() -> None:
    event = Event(EVENTS["moved"], 0b0110, (("cards", (Card("AS", 0b0010), Card("2C", 0))), ("to", "x")))
    assert event.seen_by(0) is None
    assert event.seen_by(3) is None
    assert event.seen_by(1) == {"event": "moved", "cards": ["AS", None], "to": "x"}
    assert event.seen_by(2) == {"event": "moved", "cards": [None, None], "to": "x"}
    assert event.whole() == {"event": "moved", "cards": ["AS", "2C"], "to": "x"}
    assert event.cards == (Card("AS", 0b0010), Card("2C", 0))
