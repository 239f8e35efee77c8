"""Values that a ruleset wants shown beside things, such as a ship's initiative: each only to whom it lies open.

They are computed by closures that look, at every printed attribute that they read, whether the viewer sees that
item, and give up when he doesn't. So a value that is shown tells nothing that its reader couldn't work out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardengine.constructs.base import Closure, Fact
from cardengine.evaluation import Closures
from cardengine.evaluation.table import TABLE, Maker
from cardengine.layout.faults import Fault
from cardengine.layout.space import ItemSpace, Memory
from cardengine.model.program import Program
from cardengine.runtime.board import Board
from cardengine.runtime.names import python_value
from cardengine.tree import nodes as t
from cardengine.tree.types import ItemType, ListType, OptionalType, Type


class HiddenError(Exception):
    """The viewer doesn't see what a value is computed from."""


def open_closures(program: Program, board: Board, viewer: int) -> Closures:
    """Closures that raise ``HiddenError`` where they read what a viewer can't see.

    Args:
        program: the game.
        board: tells who sees what.
        viewer: the scratch cell in which the viewer's seat stands.
    """

    def looking(call: Closure, of: Closure, items: ItemSpace) -> Closure:
        def look(m: Memory) -> Any:
            found = of(m)
            if found >= 0 and not board.sees(m, items, found) >> m[viewer] & 1:
                raise HiddenError
            return call(m)

        return look

    def looked_at(call: Closure, closures: Closures, *parts: t.Expr) -> Closure:
        """A closure that first looks whether the viewer sees the items that parts give."""
        for part in parts:
            kind = _inner(part.type)
            if isinstance(kind, ItemType):
                call = looking(call, closures.function(part), program.space.items[kind.kind])
        return call

    def attribute(closures: Closures, expr: t.Attribute, fact: Fact) -> Closure:
        return looked_at(TABLE[t.Attribute](closures, expr, fact), closures, expr.of)

    def equal(closures: Closures, expr: t.Equal, fact: Fact) -> Closure:
        return looked_at(TABLE[t.Equal](closures, expr, fact), closures, expr.left, expr.right)

    def contains(closures: Closures, expr: t.Contains, fact: Fact) -> Closure:
        return looked_at(TABLE[t.Contains](closures, expr, fact), closures, expr.item)

    def items_of(closures: Closures, expr: t.ItemsOf, fact: Fact) -> Closure:
        """A zone that hides its count tells it to nobody who doesn't see all that lies in it."""
        call, zone = TABLE[t.ItemsOf](closures, expr, fact), closures.function(expr.zone)

        def look(m: Memory) -> Any:
            number = zone(m)
            if board.hides[number] and not board.masks[number] >> m[viewer] & 1:
                kind = board.kinds[number]
                if any(not board.sees(m, kind, item) >> m[viewer] & 1 for item in board.items(m, number)):
                    raise HiddenError
            return call(m)

        return look

    table: dict[type[t.Expr], Maker] = {
        **TABLE,
        t.Attribute: attribute,
        t.Equal: equal,
        t.Contains: contains,
        t.ItemsOf: items_of,
    }
    # No short cut: each item has to be looked at.
    return Closures(program.facts, table=table, direct=False)


def _inner(kind: Type) -> Type:
    return kind.item if isinstance(kind, OptionalType | ListType) else kind


class Showing:
    """The values that a ruleset's presentation asks for."""

    def __init__(self, program: Program, board: Board) -> None:
        self.program = program
        self.board = board
        self.viewer = program.space.take_scratch()
        closures = open_closures(program, board, self.viewer)
        self.values: list[tuple[str, str, int | None, Type, Any]] = []
        for owner, name in program.ruleset.presentation.show:
            define = program.ruleset.defines[name]
            cell = program.space.register(define.parameters[0]).address if define.parameters else None
            self.values.append((owner, name, cell, define.body.type, closures.function(define.body)))

    def shown(self, m: Memory, seat: int) -> Mapping[str, Any]:
        """By owner's kind, owner and name: the values that lie open to a seat."""
        found: dict[str, Any] = {}
        m[self.viewer] = seat
        for owner, name, cell, kind, call in self.values:
            for number, word in self._owners(m, owner, seat):
                if cell is not None:
                    m[cell] = number
                try:
                    value = python_value(self.program.space, kind, call(m))
                except (HiddenError, Fault):
                    continue
                group = found.setdefault(owner, {})
                (group if word is None else group.setdefault(word, {}))[name] = value
        return found

    def _owners(self, m: Memory, owner: str, seat: int) -> list[tuple[int, str | None]]:
        if owner == "game":
            return [(0, None)]
        if owner == "player":
            return [(number, str(number)) for number in range(self.program.players)]
        items = self.program.space.items[owner]
        return [
            (item, items.texts[item])
            for item in range(items.count)
            if m[items.place + item] and self.board.sees(m, items, item) >> seat & 1
        ]
