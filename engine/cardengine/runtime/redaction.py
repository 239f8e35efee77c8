"""Redaction of actions: their texts as a seat may read them, and which seats may read a logged action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardengine.constructs.verbs.asking import CHOSEN
from cardengine.layout.space import ItemSpace, Memory, Space
from cardengine.model.codec import Offered, Slot, Values
from cardengine.model.program import Action, Choice
from cardengine.runtime.board import Board
from cardengine.runtime.context import Context, LoggedArgument
from cardengine.runtime.events import Card, Event, EventWord
from cardengine.runtime.names import place_text, seat_text, value_text
from cardengine.tree.types import ItemType, OptionalType, Type


class Redaction:
    """Writes and logs the actions of one game."""

    def __init__(self, space: Space, board: Board) -> None:
        self.space = space
        self.board = board
        self.all_apart = all(len(set(items.pack)) == items.count for items in space.items.values())

    def words(self, m: Memory, seat: int, action: Action, values: Values) -> Iterator[tuple[Slot, tuple[str, ...]]]:
        """The words of each argument, several for a subset; an item that the seat can't see is named by its place."""
        for slot, part in action.arguments.parts(values):
            yield slot, tuple(self._one_text(m, seat, slot.kind, value) for value in part)

    def _one_text(self, m: Memory, seat: int, kind: Type, value: int) -> str:
        items = self._items(kind)
        if items is not None and value >= 0 and not self.knows(m, seat, items, value):
            return place_text(self.space, m, items.decl.name, value)
        return value_text(self.space, kind, value)

    def _items(self, kind: Type) -> ItemSpace | None:
        inner = kind.item if isinstance(kind, OptionalType) else kind
        return self.space.items[inner.kind] if isinstance(inner, ItemType) else None

    def knows(self, m: Memory, seat: int, items: ItemSpace, item: int) -> bool:
        """Whether a seat sees an item, or has seen it where it lies now."""
        return bool((m[items.seen + item] | self.board.sees(m, items, item)) >> seat & 1)

    def action_text(self, m: Memory, seat: int, action: Action, values: Values) -> str:
        """The text of an action: its name, then its arguments in declared order."""
        words = [action.decl.name]
        for _, part in self.words(m, seat, action, values):
            words += part
        return " ".join(words)

    def action_texts(self, m: Memory, seat: int, choice: Choice, offered: Sequence[Offered]) -> list[str]:
        """The texts of a seat's legal actions, all different.

        If the same words, in any order, would mean several actions, because identical items lie in several places,
        these actions name such items by their place.
        """
        actions = choice.actions
        if self.all_apart:
            return [self.action_text(m, seat, actions[number], values) for number, values in offered]
        rows = [self._words(m, seat, actions[number], values) for number, values in offered]
        same: dict[tuple[int, tuple[tuple[str, str], ...]], list[int]] = {}
        for place, ((number, _), row) in enumerate(zip(offered, rows, strict=True)):
            words = tuple(sorted((word.parameter, word.text) for word in row))
            same.setdefault((number, words), []).append(place)
        texts = [""] * len(rows)
        for places in same.values():
            unclear = _unclear(m, [rows[place] for place in places]) if len(places) > 1 else ()
            for place in places:
                arguments = (self._place(m, word) if word.text in unclear else word.text for word in rows[place])
                texts[place] = " ".join([actions[offered[place][0]].decl.name, *arguments])
        return texts

    def _words(self, m: Memory, seat: int, action: Action, values: Values) -> list[_Word]:
        found: list[_Word] = []
        for slot, part in action.arguments.parts(values):
            items = self._items(slot.kind)
            for value in part:
                text = self._one_text(m, seat, slot.kind, value)
                found.append(_Word(slot.name, text, items if value >= 0 else None, value))
        return found

    def _place(self, m: Memory, word: _Word) -> str:
        """The text of an item's place; of an item that lies nowhere, its name."""
        if word.items is None or not word.lies(m)[0]:
            return word.text
        return place_text(self.space, m, word.items.decl.name, word.item)

    def log_action(self, m: Memory, context: Context, action: Action, seat: int, values: Values) -> None:
        """Log an action; which seats may read the items in it is settled after its effects."""
        assert context.log is not None
        arguments = [
            self._argument(m, seat, slot.kind, value) for slot, part in action.arguments.parts(values) for value in part
        ]
        data = (
            ("player", seat_text(seat)),
            ("action", action.decl.name),
            ("arguments", tuple(argument.word for argument in arguments)),
        )
        place = len(context.log)
        context.log.append(Event(CHOSEN, self.board.audience(m), data))
        if len(context.log) > place:
            context.pending.append((place, arguments))

    def _argument(self, m: Memory, seat: int, kind: Type, value: int) -> LoggedArgument:
        text = self._one_text(m, seat, kind, value)
        items = self._items(kind)
        if items is None or value < 0:
            return LoggedArgument(text, None, value)
        return LoggedArgument(Card(text, self.board.sees(m, items, value) | 1 << seat), items, value)

    def settle(self, m: Memory, context: Context) -> None:
        """Settle which seats may read the items in logged actions: those that see them now are added."""
        log = context.log
        for place, arguments in context.pending if log is not None else ():
            assert log is not None
            settled = tuple(self._settled(m, argument) for argument in arguments)
            event = log[place]
            data = tuple((key, settled if key == "arguments" else value) for key, value in event.data)
            log[place] = Event(event.kind, event.audience, data, event.trace)
        context.pending.clear()

    def _settled(self, m: Memory, argument: LoggedArgument) -> EventWord:
        word, items = argument.word, argument.items
        if items is None or not isinstance(word, Card):
            return word
        return Card(word.text, word.mask | self.board.sees(m, items, argument.item) | m[items.seen + argument.item])


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of an action's text, and for an item its number."""

    parameter: str
    text: str
    items: ItemSpace | None
    item: int

    def lies(self, m: Memory) -> tuple[int, int]:
        """Zone and facing of an item; zeros for anything else."""
        return (m[self.items.place + self.item], m[self.items.face + self.item]) if self.items is not None else (0, 0)


def _unclear(m: Memory, rows: Sequence[Sequence[_Word]]) -> set[str]:
    """Given actions with the same words, the words whose items lie differently in some of them."""
    lying = [Counter((word.parameter, word.text, word.lies(m)) for word in row) for row in rows]
    return {text for found in lying for (_, text, _) in (found - lying[0]) + (lying[0] - found)}
