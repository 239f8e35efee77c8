"""Makes the legal actions as programs see them, with texts, arguments and values."""

from __future__ import annotations

from collections.abc import Sequence

from cardengine.layout.space import Memory, Space
from cardengine.model.codec import Offered, Values
from cardengine.model.program import Choice, Header
from cardengine.runtime import names
from cardengine.runtime.actions import Action, Argument
from cardengine.runtime.machine import Machine
from cardengine.tree.types import EnumType, ItemType, OptionalType, Type, ZoneType


def actions(machine: Machine, m: Memory, seat: int, offered: Sequence[Offered]) -> tuple[Action, ...]:
    """The legal actions of a seat."""
    choice = _open_choice(machine, m)
    if choice is None:
        return ()
    texts = machine.redaction.action_texts(m, seat, choice, offered)
    return tuple(_action(machine, m, seat, choice, one, text) for one, text in zip(offered, texts, strict=True))


def committed_text(machine: Machine, m: Memory, seat: int) -> str | None:
    """The text of the action that a seat has committed in a simultaneous choice; None if there is none."""
    choice = _open_choice(machine, m)
    committed = choice.records.committed(m, seat) if choice is not None else None
    if choice is None or committed is None:
        return None
    number, values = committed
    if not machine.redaction.all_apart:
        # The text of an action depends on the other legal actions.
        offered = machine.legal(m, seat)
        texts = dict(zip(offered, machine.redaction.action_texts(m, seat, choice, offered), strict=True))
        if committed in texts:
            return texts[committed]
    return machine.redaction.action_text(m, seat, choice.actions[number], values)


def _open_choice(machine: Machine, m: Memory) -> Choice | None:
    number = m[Header.CHOICE]
    return machine.program.choices[number - 1] if number else None


def _action(machine: Machine, m: Memory, seat: int, choice: Choice, offered: Offered, text: str) -> Action:
    number, values = offered
    action = choice.actions[number]
    args: dict[str, Argument] = {}
    words = machine.redaction.words(m, seat, action, values)
    for (slot, told), (_, part) in zip(words, action.arguments.parts(values), strict=True):
        args[slot.name] = told if slot.many else _argument(machine.space, slot.kind, told[0], part[0])
    return Action(
        name=action.decl.name,
        args=args,
        text=text,
        seat=seat,
        sentence=action.decl.text,
        value=_worth(machine, m, seat, choice, number, values),
        number=number,
        values=values,
    )


def _argument(space: Space, kind: Type, word: str, value: int) -> Argument:
    """A single argument: numbers, bools and seats as such, anything else as text."""
    words = isinstance(kind, ItemType | EnumType | ZoneType) or (isinstance(kind, OptionalType) and value >= 0)
    return word if words else names.plain_value(space, kind, value)


def _worth(machine: Machine, m: Memory, seat: int, choice: Choice, number: int, values: Values) -> int | None:
    """The value of an action's ``evaluate``, with the seat as its chooser."""
    frame = choice.frame
    kept, m[frame.you] = m[frame.you], seat
    try:
        return machine.offers[choice.number].actions[number].worth(m, values)
    finally:
        m[frame.you] = kept
