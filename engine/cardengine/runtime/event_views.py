"""Events as a seat sees them: plain data, JSON-able, with None for what is hidden."""

from typing import Literal, NotRequired, TypedDict

from cardengine.constructs.verbs.rotate import RotatedEvent

Hidden = str | None
"""A word, or None if the seat may not read it."""


class ChosenEvent(TypedDict):
    """A player has taken an action."""

    event: Literal["chosen"]
    player: str
    action: str
    arguments: list[Hidden]


class CommittedEvent(TypedDict):
    """The seat itself has chosen in a simultaneous choice, while others have still to choose."""

    event: Literal["committed"]
    action: str
    arguments: list[Hidden]


class SkippedEvent(TypedDict):
    """A choice had no legal action."""

    event: Literal["skipped"]
    player: str
    choice: str


MovedEvent = TypedDict(
    "MovedEvent", {"event": Literal["moved"], "cards": list[Hidden], "from": Hidden, "to": str}
)  # fmt: skip
"""Items were moved from one zone (None: from nowhere) to another."""


class TurnedEvent(TypedDict):
    """Items were turned face up or face down; for pieces, with their classes."""

    event: Literal["turned"]
    cards: list[Hidden]
    classes: NotRequired[list[Hidden]]
    up: bool
    zones: list[str]


class ShuffledEvent(TypedDict):
    """A zone was shuffled."""

    event: Literal["shuffled"]
    zone: str
    count: int


BroughtEvent = TypedDict(
    "BroughtEvent", {"event": Literal["brought"], "piece": Hidden, "class": Hidden, "to": str}
)  # fmt: skip
"""A piece was created."""


class ShownEvent(TypedDict):
    """Items were shown to some players."""

    event: Literal["shown"]
    cards: list[Hidden]
    to: list[str]


class ChangedEvent(TypedDict):
    """A variable has a new value; ``of`` is its owner, if it isn't the game."""

    event: Literal["changed"]
    name: str
    of: NotRequired[str]
    value: str


class PhaseEvent(TypedDict):
    """A phase began."""

    event: Literal["phase"]
    phase: str


class EndedEvent(TypedDict):
    """The game is over."""

    event: Literal["ended"]
    outcome: str


EventView = (
    ChosenEvent
    | CommittedEvent
    | SkippedEvent
    | MovedEvent
    | TurnedEvent
    | ShuffledEvent
    | RotatedEvent
    | BroughtEvent
    | ShownEvent
    | ChangedEvent
    | PhaseEvent
    | EndedEvent
)
"""An event as a seat sees it; ``event`` is its kind."""
