"""What a game runs with besides its memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardengine.layout.space import Memory
from cardengine.runtime.chance import Source
from cardengine.runtime.events import EventLog


@dataclass(slots=True)
class Context:
    """What a game runs with besides its memory.

    Attributes:
        chance: where random outcomes come from.
        log: what has happened; None keeps nothing.
        pending: actions in the log, by place, of whose arguments it isn't settled yet who may read them.
        offered: for each seat that is to choose, the legal actions, as listed when the game stopped.
        veil: while a choice is asked in secret, the memory as it was before: what the others go on seeing.
    """

    chance: Source
    log: EventLog | None = None
    pending: list[tuple[int, list[Any]]] = field(default_factory=list)
    offered: dict[int, list[Any]] = field(default_factory=dict)
    veil: Memory | None = None
