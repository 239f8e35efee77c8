"""What has happened, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from cardengine.cli.screen.labels import Labels, capital
from cardengine.constructs.verbs import EVENTS
from cardengine.constructs.verbs.moving import MOVED

Event = dict[str, Any]


def sentences(labels: Labels, events: Iterable[Event]) -> list[Text]:
    """Events as a seat sees them, as sentences.

    Moves from one zone to another become one sentence, and so do variables that get the same value.
    """
    told = []
    for group in _grouped(events):
        parts = EVENTS[group[0]["event"]].sentence(labels, group)
        if parts:
            first = capital(parts[0]) if isinstance(parts[0], str) else parts[0]
            told.append(Text.assemble(first, *parts[1:], "."))
    return told


# Putting together ------------------------------------------------------------------------------------


def _grouped(events: Iterable[Event]) -> list[list[Event]]:
    groups: list[list[Event]] = []
    moves: list[list[Event]] = []  # the groups of a run of moves: dealing goes round the table
    for event in events:
        if event["event"] == MOVED.value:
            _add_move(groups, moves, event)
            continue
        moves = []
        if groups and _alike(groups[-1][-1], event):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _add_move(groups: list[list[Event]], moves: list[list[Event]], event: Event) -> None:
    cards = {card for card in event["cards"] if card is not None}
    moved = {card for group in moves for before in group for card in before["cards"]}
    if cards & moved or any(group[0]["to"] == event["from"] for group in moves):
        moves.clear()  # what moves on must be told after its first move
    for group in moves:
        if (group[0]["from"], group[0]["to"]) == (event["from"], event["to"]):
            group.append(event)
            return
    moves.append([event])
    groups.append(moves[-1])


def _alike(before: Event, event: Event) -> bool:
    """Whether two neighbours become one sentence."""
    if before["event"] != event["event"]:
        return False
    return EVENTS[event["event"]].joins(before, event)
