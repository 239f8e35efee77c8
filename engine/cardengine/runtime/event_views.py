"""Events as a seat sees them: plain data, ready for JSON, with None for what is hidden from it."""

from typing import Literal, NotRequired, TypedDict

from cardengine.constructs.verbs.rotate import RotatedEvent

Hidden = str | None
"""A word, or None where the seat may not read it."""


class ChosenEvent(TypedDict):
    """A player has taken an action."""

    event: Literal["chosen"]
    player: str
    action: str
    arguments: list[Hidden]


class CommittedEvent(TypedDict):
    """The seat itself has chosen, unseen by the others, who have still to choose."""

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
"""Items went from one zone (None: from nowhere) to another."""


class TurnedEvent(TypedDict):
    """Items were turned face up or face down; of pieces it is told what they are."""

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
"""A piece came into being."""


class ShownEvent(TypedDict):
    """Items were shown to some players."""

    event: Literal["shown"]
    cards: list[Hidden]
    to: list[str]


class ChangedEvent(TypedDict):
    """A variable has a new value; ``of`` says whose it is, when it isn't the game's."""

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
"""An event as a seat sees it; ``event`` says which."""
