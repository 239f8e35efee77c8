"""How actions are written, and what is told of them to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardengine.constructs.verbs.asking import CHOSEN
from cardengine.layout.space import ItemSpace, Memory, Space
from cardengine.model.codec import Offered, Slot, Values
from cardengine.model.program import Action, Choice
from cardengine.runtime.board import Board
from cardengine.runtime.context import Context
from cardengine.runtime.events import Card, Event, Told
from cardengine.runtime.names import place_text, seat_text, value_text
from cardengine.tree.types import ItemType, OptionalType, Type


class Teller:
    """Writes actions for one game."""

    def __init__(self, space: Space, board: Board) -> None:
        self.space = space
        self.board = board
        self.all_apart = all(len(set(items.pack)) == items.count for items in space.items.values())

    def words(self, m: Memory, seat: int, action: Action, values: Values) -> Iterator[tuple[Slot, tuple[str, ...]]]:
        """The words of each argument (of a subset several); an item that the chooser can't see by its place."""
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
        """Whether a seat sees what an item is, or has seen it lie where it is."""
        return bool((m[items.seen + item] | self.board.sees(m, items, item)) >> seat & 1)

    def action_text(self, m: Memory, seat: int, action: Action, values: Values) -> str:
        """An action: its name, then its arguments in declared order."""
        words = [action.decl.name]
        for _, part in self.words(m, seat, action, values):
            words += part
        return " ".join(words)

    def action_texts(self, m: Memory, seat: int, choice: Choice, offered: Sequence[Offered]) -> list[str]:
        """The texts of a seat's legal actions, no two the same.

        Where the same words, in whatever order, would stand for several actions, as items that are alike lie in
        several places, each of these actions names such items by their place.
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
                told = (self._place(m, word) if word.text in unclear else word.text for word in rows[place])
                texts[place] = " ".join([actions[offered[place][0]].decl.name, *told])
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
        """The place of an item; the name of one that lies nowhere."""
        if word.items is None or not word.lies(m)[0]:
            return word.text
        return place_text(self.space, m, word.items.decl.name, word.item)

    def tell(self, m: Memory, context: Context, action: Action, seat: int, values: Values) -> None:
        """Log that an action is taken; who may read which items in it is settled once its effects are done."""
        assert context.log is not None
        arguments = [
            self._argument(m, seat, slot.kind, value) for slot, part in action.arguments.parts(values) for value in part
        ]
        data = (
            ("player", seat_text(seat)),
            ("action", action.decl.name),
            ("arguments", tuple(argument.told for argument in arguments)),
        )
        place = len(context.log)
        context.log.append(Event(CHOSEN, self.board.audience(m), data))
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


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of an action's text, and, of an item, which it is."""

    parameter: str
    text: str
    items: ItemSpace | None
    item: int

    def lies(self, m: Memory) -> tuple[int, int]:
        """Where it lies, and which side up; the same for all that is no item."""
        return (m[self.items.place + self.item], m[self.items.face + self.item]) if self.items is not None else (0, 0)


def _unclear(m: Memory, rows: Sequence[Sequence[_Word]]) -> set[str]:
    """Of actions with the same words, the words whose items don't lie alike in all of them."""
    lying = [Counter((word.parameter, word.text, word.lies(m)) for word in row) for row in rows]
    return {text for found in lying for (_, text, _) in (found - lying[0]) + (lying[0] - found)}
