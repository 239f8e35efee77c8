"""The context of a running game: everything besides its memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardengine.layout.space import ItemSpace, Memory
from cardengine.model.codec import Offered
from cardengine.runtime.chance import Source
from cardengine.runtime.events import EventLog, EventWord


@dataclass(frozen=True, slots=True)
class LoggedArgument:
    """An argument of a logged action.

    Attributes:
        word: the word in the event.
        items: the kind of items, if it is an item.
        item: its number, if it is an item.
    """

    word: EventWord
    items: ItemSpace | None
    item: int


@dataclass(slots=True)
class Context:
    """The context of a running game.

    Attributes:
        chance: the source of random outcomes.
        log: the events so far; None if they aren't kept.
        pending: positions of logged actions whose effects aren't complete, with the arguments whose readers are still
            to be determined.
        offered: the legal actions of each seat to choose, listed when the game stopped.
        veil: during a secret choice, the memory before it, which the other seats continue to see.
    """

    chance: Source
    log: EventLog | None = None
    pending: list[tuple[int, list[LoggedArgument]]] = field(default_factory=list)
    offered: dict[int, list[Offered]] = field(default_factory=dict)
    veil: Memory | None = None
