"""Actions as the outside knows them, and how their text is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cardengine.model.codec import Values

Argument = str | int | None | tuple[str, ...]
"""An argument as programs have it: what has a name as text, a subset as a tuple, numbers, bools and seats as such."""

ByRuleset: TypeAlias = Any
"""A value whose type the ruleset decides: who reads it knows which it is, and a type checker can't."""


class ActionError(ValueError):
    """An action that can't be taken. Nothing has changed."""


class InvalidAction(ActionError):  # noqa: N818 - the contract's name
    """A text that is no action of the game at all."""


class AmbiguousAction(ActionError):  # noqa: N818 - the contract's name
    """A text that could be several actions."""


class IllegalAction(ActionError):  # noqa: N818 - the contract's name
    """An action of the game that isn't legal now; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Action:
    """A legal action, or one that was parsed.

    Attributes:
        name: the action's name.
        args: its arguments by parameter: cards, pieces, zones and words as text, a subset as a tuple, numbers,
            bools and seats (from 0) as such.
        text: its canonical text; cards that are alike are written by their place where it would stand for several
            actions, while ``args`` has their names.
        seat: who takes it.
        sentence: what the ruleset says of it.
        value: what the ruleset's evaluation says of it; None without one.
    """

    name: str
    args: Mapping[str, ByRuleset]
    text: str
    seat: int
    sentence: str = field(compare=False, default="")
    value: int | None = field(compare=False, default=None)
    number: int = field(repr=False, default=0)
    values: Values = field(repr=False, default=())

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash((self.text, self.seat))
