"""The values that a ruleset has shown beside things, such as the initiative of a ship, as far as a seat may see them.

They are computed by closures that check, for every printed attribute that they read, whether the viewer sees the item,
and give up otherwise. So a value is shown only if the viewer could compute it, too.
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
    """The viewer doesn't see something that the value depends on."""


def redacted_closures(program: Program, board: Board, viewer: int) -> Closures:
    """Closures that raise ``HiddenError`` when they read something that the viewer can't see.

    Args:
        program: the game.
        board: knows which seats see an item.
        viewer: the scratch cell that holds the viewer's seat.
    """

    def check(call: Closure, of: Closure, items: ItemSpace) -> Closure:
        def checked_call(m: Memory) -> Any:
            found = of(m)
            if found >= 0 and not board.sees(m, items, found) >> m[viewer] & 1:
                raise HiddenError
            return call(m)

        return checked_call

    def checked(call: Closure, closures: Closures, *parts: t.Expr) -> Closure:
        """A closure that first checks whether the viewer sees the items that are the values of parts."""
        for part in parts:
            kind = _inner(part.type)
            if isinstance(kind, ItemType):
                call = check(call, closures.function(part), program.space.items[kind.kind])
        return call

    def attribute(closures: Closures, expr: t.Attribute, fact: Fact) -> Closure:
        return checked(TABLE[t.Attribute](closures, expr, fact), closures, expr.of)

    def equal(closures: Closures, expr: t.Equal, fact: Fact) -> Closure:
        return checked(TABLE[t.Equal](closures, expr, fact), closures, expr.left, expr.right)

    def contains(closures: Closures, expr: t.Contains, fact: Fact) -> Closure:
        return checked(TABLE[t.Contains](closures, expr, fact), closures, expr.item)

    def items_of(closures: Closures, expr: t.ItemsOf, fact: Fact) -> Closure:
        """The items of a zone: if it hides its count, only viewers who see all of them may read it."""
        call, zone = TABLE[t.ItemsOf](closures, expr, fact), closures.function(expr.zone)

        def checked_call(m: Memory) -> Any:
            number = zone(m)
            if board.hides[number] and not board.masks[number] >> m[viewer] & 1:
                kind = board.kinds[number]
                if any(not board.sees(m, kind, item) >> m[viewer] & 1 for item in board.items(m, number)):
                    raise HiddenError
            return call(m)

        return checked_call

    table: dict[type[t.Expr], Maker] = {
        **TABLE,
        t.Attribute: attribute,
        t.Equal: equal,
        t.Contains: contains,
        t.ItemsOf: items_of,
    }
    # Not direct: the closure of the items has to check who sees them.
    return Closures(program.facts, table=table, direct=False)


def _inner(kind: Type) -> Type:
    return kind.item if isinstance(kind, OptionalType | ListType) else kind


class ShownValues:
    """Computes the values listed under ``show`` in a ruleset's presentation."""

    def __init__(self, program: Program, board: Board) -> None:
        self.program = program
        self.board = board
        self.viewer = program.space.take_scratch()
        closures = redacted_closures(program, board, self.viewer)
        self.values: list[tuple[str, str, int | None, Type, Any]] = []
        for owner, name in program.ruleset.presentation.show:
            define = program.ruleset.defines[name]
            cell = program.space.register(define.parameters[0]).address if define.parameters else None
            self.values.append((owner, name, cell, define.body.type, closures.function(define.body)))

    def visible_to(self, m: Memory, seat: int) -> Mapping[str, Any]:
        """The values that a seat may see, by kind of owner, owner and name."""
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
