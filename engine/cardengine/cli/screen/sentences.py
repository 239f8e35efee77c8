"""What has happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.text import Text

from cardengine.cli.screen.labels import Labels, and_list, and_text, capital, spaced
from cardengine.runtime.events import EventKind, as_text

Event = dict[str, Any]
Part = str | Text

_MOST_NAMED = 12
"""More cards than that are counted, not named."""


def sentences(labels: Labels, events: Iterable[Event]) -> list[Text]:
    """Events as a seat sees them, as sentences.

    Moves from one zone to another become one sentence, and so do variables that get the same value.
    """
    told = []
    for group in _grouped(events):
        tell = _TELL.get(EventKind(group[0]["event"]), _anything)
        parts = tell(labels, group)
        if parts:
            first = capital(parts[0]) if isinstance(parts[0], str) else parts[0]
            told.append(Text.assemble(first, *parts[1:], "."))
    return told


# Putting together ------------------------------------------------------------------------------------


def _grouped(events: Iterable[Event]) -> list[list[Event]]:
    groups: list[list[Event]] = []
    moves: list[list[Event]] = []  # the groups of a run of moves: dealing goes round the table
    for event in events:
        if event["event"] == EventKind.MOVED.value:
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
    if event["event"] == EventKind.CHANGED.value:
        return bool("of" in event and "of" in before) and all(before[key] == event[key] for key in ("name", "value"))
    return bool(event["event"] == EventKind.SHUFFLED.value)


# Telling ---------------------------------------------------------------------------------------------


def _named(labels: Labels, cards: Sequence[str | None]) -> tuple[list[Part], bool]:
    """Some cards as a subject, and whether there are several: those that are seen by name, the others counted."""
    seen = [card for card in cards if card is not None]
    hidden = len(cards) - len(seen)
    if len(seen) > _MOST_NAMED or not seen:
        return [counted(len(cards))], len(cards) != 1
    parts = [labels.item(card) for card in seen]
    if hidden:
        parts.append(Text("a hidden one" if hidden == 1 else f"{hidden} hidden ones"))
    return [and_text(parts)], len(cards) != 1


def counted(number: int) -> str:
    """How many cards."""
    return "a card" if number == 1 else f"{number} cards"


def _chosen(labels: Labels, group: list[Event]) -> list[Part]:
    event = group[0]
    seat = labels.seat_of(event["player"])
    who = labels.seat(seat) if seat is not None else str(event["player"])
    parts: list[Part] = [f"{who}: ", Text(spaced(event["action"]), "bold")]
    for argument in event["arguments"]:
        parts += [" ", labels.argument(argument)]
    return parts


def _committed(labels: Labels, group: list[Event]) -> list[Part]:
    seat = labels.seat_of(group[0].get("player"))
    return [f"{labels.seat(seat) if seat is not None else 'a player'} has chosen"]


def _skipped(labels: Labels, group: list[Event]) -> list[Part]:
    event = group[0]
    seat = labels.seat_of(event["player"])
    who = labels.seat(seat) if seat is not None else str(event["player"])
    return [f"{who} {'have' if who == 'you' else 'has'} nothing to choose ({spaced(event['choice'])})"]


def _moved(labels: Labels, group: list[Event]) -> list[Part]:
    cards = [card for event in group for card in event["cards"]]
    subject, several = _named(labels, cards)
    source, target = group[0]["from"], labels.zone(group[0]["to"])
    if source is None:
        return [*subject, f" {'come' if several else 'comes'} into {target}"]
    return [*subject, f" {'go' if several else 'goes'} from {labels.zone(source)} to {target}"]


def _turned(labels: Labels, group: list[Event]) -> list[Part]:
    event = group[0]
    subject, several = _named(labels, event["cards"])
    zones = [labels.zone(zone) for zone in event["zones"]]
    where = f" in {zones[0]}" if len(zones) == 1 else ""
    return [*subject, f" {'are' if several else 'is'} turned {'up' if event['up'] else 'down'}{where}"]


def _shuffled(labels: Labels, group: list[Event]) -> list[Part]:
    zones = [f"{labels.zone(event['zone'])} ({counted(event['count'])})" for event in group]
    return [f"{and_list(zones)} {'are' if len(zones) > 1 else 'is'} shuffled"]


def _brought(labels: Labels, group: list[Event]) -> list[Part]:
    event = group[0]
    kind = spaced(event["class"]) if event["class"] is not None else "a hidden one"
    return [f"{kind} ", labels.item(event["piece"]), f" comes into {labels.zone(event['to'])}"]


def _shown(labels: Labels, group: list[Event]) -> list[Part]:
    event = group[0]
    subject, several = _named(labels, event["cards"])
    seats = [seat for text in event["to"] if (seat := labels.seat_of(text)) is not None]
    everyone = len(seats) == labels.game.players
    return [*subject, f" {'are' if several else 'is'} shown to {'everyone' if everyone else labels.seats(seats)}"]


def _changed(labels: Labels, group: list[Event]) -> list[Part]:
    event = group[0]
    value = event["value"]
    seat = labels.seat_of(value)
    shown = labels.seat(seat) if seat is not None else spaced(value)
    if "of" not in event:
        return [f"{spaced(event['name'])} is now ", Text(shown, "bold")]
    seat = labels.seat_of(event["of"])
    if len(group) == 1 and seat is not None:
        return [f"{labels.whose(seat)} {spaced(event['name'])} is now ", Text(shown, "bold")]
    owners: list[Text] = []
    for each in group:
        seat = labels.seat_of(each["of"])
        owners.append(Text(labels.seat(seat)) if seat is not None else labels.item(each["of"]))
    return [f"{spaced(event['name'])} of ", and_text(owners), " is now ", Text(shown, "bold")]


def _phase(labels: Labels, group: list[Event]) -> list[Part]:
    return ["phase: ", Text(spaced(group[0]["phase"]), "bold")]


def _ended(labels: Labels, group: list[Event]) -> list[Part]:
    return []  # the verdict tells it


def _anything(labels: Labels, group: list[Event]) -> list[Part]:
    return ["; ".join(as_text(event) for event in group)]


_TELL: dict[EventKind, Callable[[Labels, list[Event]], list[Part]]] = {
    EventKind.CHOSEN: _chosen,
    EventKind.COMMITTED: _committed,
    EventKind.SKIPPED: _skipped,
    EventKind.MOVED: _moved,
    EventKind.TURNED: _turned,
    EventKind.SHUFFLED: _shuffled,
    EventKind.BROUGHT: _brought,
    EventKind.SHOWN: _shown,
    EventKind.CHANGED: _changed,
    EventKind.PHASE: _phase,
    EventKind.ENDED: _ended,
}
