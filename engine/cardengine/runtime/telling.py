"""How actions are written, and what is told of them to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardengine.evaluation import ItemSpace, Memory, Space
from cardengine.lang.symbols import Parameter
from cardengine.lang.types import ItemType, ListType, OptionalType, Type
from cardengine.model.program import Action
from cardengine.runtime.board import Board, Context
from cardengine.runtime.events import Card, Event, EventKind, Told
from cardengine.runtime.names import place_text, seat_text, value_text
from cardengine.runtime.offers import Values


class Teller:
    """Writes actions for one game."""

    def __init__(self, space: Space, board: Board) -> None:
        self.space = space
        self.board = board

    def argument_text(self, m: Memory, seat: int, parameter: Parameter, value: Any) -> str:
        """An argument in one word (a subset: several); an item that the chooser can't see by its place."""
        kind = parameter.domain.type
        if isinstance(kind, ListType):
            return " ".join(self._one_text(m, seat, kind.item, item) for item in value)
        return self._one_text(m, seat, kind, value)

    def _one_text(self, m: Memory, seat: int, kind: Type, value: int) -> str:
        items = self._items(kind)
        if items is not None and value >= 0 and not self.knows(m, seat, items, value):
            return place_text(self.space, m, items.decl.name, value)
        return value_text(self.space, kind, value)

    def _items(self, kind: Type) -> ItemSpace | None:
        inner = kind.item if isinstance(kind, OptionalType) else kind
        return self.space.items[inner.kind] if isinstance(inner, ItemType) else None

    def knows(self, m: Memory, seat: int, items: ItemSpace, item: int) -> bool:
        """Whether a seat sees what an item is, or has seen it lie where it is."""
        return bool((m[items.seen + item] | self.board.sees(m, items, item)) >> seat & 1)

    def action_text(self, m: Memory, seat: int, action: Action, values: Values) -> str:
        """An action: its name, then its arguments in declared order."""
        words = [action.decl.name]
        for parameter, value in zip(action.decl.parameters, values, strict=True):
            words.append(self.argument_text(m, seat, parameter, value))
        return " ".join(word for word in words if word)

    def tell(self, m: Memory, context: Context, action: Action, seat: int, values: Values) -> None:
        """Log that an action is taken; who may read which items in it is settled once its effects are done."""
        assert context.log is not None
        arguments: list[_Argument] = []
        for parameter, value in zip(action.decl.parameters, values, strict=True):
            kind = parameter.domain.type
            if isinstance(kind, ListType):
                arguments += [self._argument(m, seat, kind.item, item) for item in value]
            else:
                arguments.append(self._argument(m, seat, kind, value))
        data = (
            ("player", seat_text(seat)),
            ("action", action.decl.name),
            ("arguments", tuple(argument.told for argument in arguments)),
        )
        place = len(context.log)
        context.log.append(Event(EventKind.CHOSEN, self.board.audience(m), data))
        if len(context.log) > place:
            context.pending.append((place, arguments))

    def _argument(self, m: Memory, seat: int, kind: Type, value: int) -> _Argument:
        text = self._one_text(m, seat, kind, value)
        items = self._items(kind)
        if items is None or value < 0:
            return _Argument(text, None, value)
        return _Argument(Card(text, self.board.sees(m, items, value) | 1 << seat), items, value)

    def settle(self, m: Memory, context: Context) -> None:
        """Fix who may read the items in the actions told: whoever sees them now, too."""
        log = context.log
        for place, arguments in context.pending if log is not None else ():
            assert log is not None
            told = tuple(self._settled(m, argument) for argument in arguments)
            event = log[place]
            data = tuple((key, told if key == "arguments" else value) for key, value in event.data)
            log[place] = Event(event.kind, event.audience, data, event.trace)
        context.pending.clear()

    def _settled(self, m: Memory, argument: _Argument) -> Told:
        told, items = argument.told, argument.items
        if items is None or not isinstance(told, Card):
            return told
        return Card(told.text, told.mask | self.board.sees(m, items, argument.item) | m[items.seen + argument.item])


@dataclass(frozen=True, slots=True)
class _Argument:
    """An argument of an action in the log: what is told of it, and, of an item, which it is."""

    told: Told
    items: ItemSpace | None
    item: int
