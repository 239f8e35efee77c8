"""The history of a seat as a vector of numbers: one row for each event that it has noticed.

A row counts the words of an event, key by key: its kind, cards, zones, players, actions. Numbers are features of their
own. Whatever is hidden from the seat counts as one special word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cardengine.constructs.verbs import EVENTS
from cardengine.constructs.verbs.asking import COMMITTED
from cardengine.runtime.event_views import EventView
from cardengine.runtime.game import Game
from cardengine.runtime.names import seat_text, team_text, zone_text
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.state import State

HIDDEN = "?"
_SCALE = 100


class Recall:
    """The layout of a game's events.

    Args:
        game: the game.
        lines: the number of events, counted from the last one. Histories of at most so many events that differ for a
            seat have different vectors.

    Attributes:
        width: the length of a row.
        size: the length of the whole vector.
    """

    def __init__(self, game: Game, lines: int) -> None:
        self.lines = lines
        self._columns: dict[tuple[str, str], int] = {}
        for key, words in _vocabulary(game).items():
            for word in dict.fromkeys(words):
                self._columns[key, word] = len(self._columns)
            for extra in ("number", "other"):
                self._columns[key, f"#{extra}"] = len(self._columns)
        self.width = len(self._columns)
        self.size = 1 + lines * self.width

    def of(self, events: Sequence[Mapping[str, object]]) -> list[float]:
        """The numbers of a history: what ``known_to`` gives. The first one is how long it is."""
        out = [0.0] * self.size
        out[0] = len(events) / _SCALE
        for row, event in enumerate(events[-self.lines :] if self.lines else ()):
            start = 1 + row * self.width
            for key, value in event.items():
                self._add(out, start, key, value)
        return out

    def _add(self, out: list[float], start: int, key: str, value: object) -> None:
        for place, word in enumerate(value if isinstance(value, list) else [value], start=1):
            text = HIDDEN if word is None else str(word).lower() if isinstance(word, bool) else str(word)
            column = self._columns.get((key, text))
            if column is not None:
                # The order of cards or arguments matters, too.
                out[start + column] += 1 + place / _SCALE
            elif text.lstrip("-").isdigit() and (key, "#number") in self._columns:
                out[start + self._columns[key, "#number"]] += (1 + int(text)) / _SCALE * place
            elif (key, "#other") in self._columns:
                out[start + self._columns[key, "#other"]] += place


def known_to(state: State, seat: int) -> list[EventView]:
    """All that a seat has seen happen, and what it has chosen while others have still to choose."""
    events = state.history_for(seat)
    lines = state.information(seat).splitlines()
    mark = f"{COMMITTED.value} action="
    if len(lines) > len(events) and lines[-1].startswith(mark):
        action, *arguments = lines[-1].removeprefix(mark).split()
        events.append({"event": "committed", "action": action, "arguments": [*arguments]})
    return events


def _vocabulary(game: Game) -> dict[str, Iterable[str]]:
    """For each key of events, its possible words."""
    program, space = game.program, game.machine.space
    ruleset = program.ruleset
    seats = [seat_text(seat) for seat in range(space.players)]
    owners = [*seats, *(team_text(team) for team in range(len(space.teams)))]
    zones = [zone_text(space, number) for number in range(len(space.cells))]
    items = [text for kind in space.items.values() for text in kind.texts]
    classes = [word for kind in space.items.values() if kind.decl.classes for word in kind.decl.classes.members]
    enums = [member for enum in ruleset.enums.values() for member in enum.members]
    plain = ["yes", "no", "nothing", HIDDEN]
    return {
        "event": EVENTS,
        "player": seats,
        "action": [action.decl.name for choice in program.choices for action in choice.actions],
        "arguments": [*items, *zones, *seats, *enums, *plain],
        "choice": ruleset.choices,
        "cards": [*items, HIDDEN],
        "piece": [*items, HIDDEN],
        "class": [*classes, HIDDEN],
        "classes": [*classes, HIDDEN],
        "from": [*zones, HIDDEN],
        "to": [*zones, *seats],
        "zone": zones,
        "zones": zones,
        "count": [],
        **{key: [] for kind in EVENTS.values() for key in kind.numbers},
        "up": ["true", "false"],
        "name": [name for _, name in ruleset.variables],
        "of": [*owners, *items],
        "value": [*items, *zones, *owners, *enums, *plain],
        "phase": ruleset.phases,
        "outcome": [outcome.name.lower() for outcome in Outcome],
    }
