"""Turns events into sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from cardengine.cli.screen.labels import Labels, capital
from cardengine.constructs.verbs import EVENTS
from cardengine.constructs.verbs.moving import MOVED

Event = Mapping[str, Any]  # an ``EventView``: the kind that a function is for, it knows


def sentences(labels: Labels, events: Iterable[Event]) -> list[Text]:
    """Describe events, as one viewer sees them, in sentences.

    Several moves between the same two zones become one sentence, and so do variables that get the same value.
    """
    lines = []
    for group in _grouped(events):
        parts = EVENTS[group[0]["event"]].sentence(labels, group)
        if parts:
            first = capital(parts[0]) if isinstance(parts[0], str) else parts[0]
            lines.append(Text.assemble(first, *parts[1:], "."))
    return lines


# Grouping --------------------------------------------------------------------------------------------


def _grouped(events: Iterable[Event]) -> list[list[Event]]:
    groups: list[list[Event]] = []
    moves: list[list[Event]] = []  # groups of the current run of moves; a deal goes round the table
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
        moves.clear()  # a card's second move must be described after its first
    for group in moves:
        if (group[0]["from"], group[0]["to"]) == (event["from"], event["to"]):
            group.append(event)
            return
    moves.append([event])
    groups.append(moves[-1])


def _alike(before: Event, event: Event) -> bool:
    """Whether two consecutive events become one sentence."""
    if before["event"] != event["event"]:
        return False
    return EVENTS[event["event"]].joins(before, event)
