"""Actions as programs see them, and the errors of reading and applying them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardengine.model.codec import Values
from cardengine.runtime.names import ByRuleset

Argument = str | int | None | tuple[str, ...]
"""An argument as programs see it: named things as text, a subset as a tuple, numbers, bools and seats as such."""


class ActionError(ValueError):
    """An action can't be taken. The state hasn't changed."""


class InvalidAction(ActionError):  # noqa: N818 - a public name
    """A text isn't an action of the game at all."""


class AmbiguousAction(ActionError):  # noqa: N818 - a public name
    """A text could mean several actions."""


class IllegalAction(ActionError):  # noqa: N818 - a public name
    """An action isn't legal now; the message gives the reason."""


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """A legal action, or one that was parsed.

    Attributes:
        name: the action's name.
        args: its arguments by parameter: cards, pieces, zones and words as text, a subset as a tuple, numbers,
            bools and seats (from 0) as such.
        text: its canonical text. Where identical cards would make it ambiguous, it names them by their place; ``args``
            has their names all the same.
        seat: the seat that takes it.
        sentence: the ruleset's description of it.
        value: the value of the ruleset's ``evaluate``; None without one.
    """

    name: str
    args: Mapping[str, ByRuleset]
    text: str
    seat: int
    sentence: str = field(compare=False, default="")
    value: int | None = field(compare=False, default=None)
    number: int = 0
    values: Values = ()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action `{self.text}` of seat {self.seat}>"

    def __hash__(self) -> int:
        return hash((self.text, self.seat))
