"""The values that a ruleset has shown beside things, such as the initiative of a ship, as far as a seat may see them.

They are computed by closures that check, for every printed attribute that they read, whether the viewer sees the item,
and give up otherwise. So a value is shown only if the viewer could compute it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from cardengine.constructs.base import Closure, Fact, Reveals
from cardengine.constructs.functions import FUNCTIONS
from cardengine.constructs.operators import OPERATORS
from cardengine.evaluation import Closures
from cardengine.evaluation.table import TABLE, Maker
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.model.program import Program
from cardengine.runtime.board import Board
from cardengine.runtime.names import ByRuleset, python_value
from cardengine.tree import nodes as t
from cardengine.tree.types import ItemType, ListType, OptionalType, Type, ZoneType
from cardengine.tree.walk import children


class HiddenError(Exception):
    """The viewer doesn't see something that the value depends on."""


def redacted_closures(program: Program, board: Board, viewer: int) -> Closures:
    """Closures that raise ``HiddenError`` when they read something that the viewer can't see.

    Args:
        program: the game.
        board: knows which seats see an item.
        viewer: the scratch cell that holds the viewer's seat.
    """

    def look(m: Memory, kind: Type, value: int) -> None:
        """Give up at an item that the viewer doesn't see, and at a zone with a hidden count."""
        if isinstance(kind, ItemType):
            if value >= 0 and not board.sees(m, program.space.items[kind.kind], value) >> m[viewer] & 1:
                raise HiddenError
        elif isinstance(kind, ZoneType) and board.hides[value] and not board.masks[value] >> m[viewer] & 1:
            items = board.items(m, value)
            if not items:
                raise HiddenError
            for item in items:
                look(m, program.space.cells[value].decl.item, item)

    def checking(node: type[t.Expr], parts: Callable[[Any], Sequence[t.Expr]]) -> Maker:
        """The function that makes the closures of a node, which first check the values of some of its parts."""

        def make(closures: Closures, expr: Any, fact: Fact) -> Closure:
            call = TABLE[node](closures, expr, fact)
            looked_at = [(_member(part.type), closures.function(part)) for part in parts(expr)]

            def checked_call(m: Memory) -> ByRuleset:
                for kind, value in looked_at:
                    for one in _each(value(m)):
                        look(m, kind, one)
                return call(m)

            return checked_call if looked_at else call

        return make

    table: dict[type[t.Expr], Maker] = {
        **TABLE,
        # What makes something else of items tells what they are.
        **{node: checking(node, _read_by_operator) for node in OPERATORS},
        t.Attribute: checking(t.Attribute, lambda expr: _with_items(expr.of)),
        t.OwnerOf: checking(t.OwnerOf, lambda expr: [expr.of]),
        t.ZoneOf: checking(t.ZoneOf, lambda expr: [expr.of]),
        t.Equal: checking(t.Equal, lambda expr: _with_items(expr.left, expr.right)),
        t.Contains: checking(t.Contains, lambda expr: _with_items(expr.item)),
        t.Without: checking(t.Without, lambda expr: _with_items(expr.left, expr.right)),
        t.ItemsOf: checking(t.ItemsOf, lambda expr: [expr.zone]),
        t.Joined: checking(t.Joined, lambda expr: [expr.parts]),
        t.Call: checking(t.Call, _read_by),
    }
    # Not direct: the closure of the items has to check who sees them.
    return Closures(program.facts, table=table, direct=False)


def _member(kind: Type) -> Type:
    """The type of the innermost members of a (nested) list; of anything else the type itself."""
    return _member(kind.item) if isinstance(kind, OptionalType | ListType) else kind


def _each(value: ByRuleset) -> Iterator[int]:
    """The numbers in a value: the value itself, or the members of a (nested) list."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from _each(part)
    else:
        yield value


def _with_items(*parts: t.Expr) -> list[t.Expr]:
    return [part for part in parts if isinstance(_member(part.type), ItemType)]


def _read_by_operator(expr: t.Expr) -> list[t.Expr]:
    """The items that an operator reads, unless it only passes them on."""
    return [] if isinstance(_member(expr.type), ItemType) else _with_items(*children(expr))


def _read_by(call: t.Call) -> list[t.Expr]:
    """What a function reads: the count of a zone, and the items, unless it only passes them on."""
    zones = [part for part in call.arguments if isinstance(part.type, ZoneType)]
    hands_on = isinstance(_member(call.type), ItemType) or FUNCTIONS[call.function].reveals is not Reveals.MEMBERS
    return zones if hands_on else [*zones, *_with_items(*call.arguments)]


class ShownValues:
    """Computes the values listed under ``show`` in a ruleset's presentation."""

    def __init__(self, program: Program, board: Board) -> None:
        self.program = program
        self.board = board
        self.viewer = program.space.take_scratch()

    @cached_property
    def values(self) -> list[tuple[str, str, int | None, Type, Closure]]:
        """For each value: its owner, its name, the cell of its parameter, its type and its closure."""
        space, ruleset = self.program.space, self.program.ruleset
        closures = redacted_closures(self.program, self.board, self.viewer)
        found: list[tuple[str, str, int | None, Type, Closure]] = []
        for owner, name in ruleset.presentation.show:
            define = ruleset.defines[name]
            cell = space.register(define.parameters[0]).address if define.parameters else None
            found.append((owner, name, cell, define.body.type, closures.function(define.body)))
        return found

    def visible_to(self, m: Memory, seat: int) -> dict[str, ByRuleset]:
        """The values that a seat may see, by kind of owner, owner and name."""
        found: dict[str, ByRuleset] = {}
        m[self.viewer] = seat
        for owner, name, cell, kind, call in self.values:
            for number, word in self._owners(m, owner, seat):
                if cell is not None:
                    m[cell] = number
                try:
                    value = call(m)
                    if any(not self._named(m, kind, one, seat) for one in _each(value)):
                        continue
                    shown = python_value(self.program.space, kind, value)
                except (HiddenError, Fault):
                    continue
                group = found.setdefault(owner, {})
                (group if word is None else group.setdefault(word, {}))[name] = shown
        return found

    def _named(self, m: Memory, kind: Type, value: int, seat: int) -> bool:
        """Whether a seat may know a value; for an item, what it is."""
        inner = _member(kind)
        if not isinstance(inner, ItemType) or value < 0:
            return True
        return bool(self.board.sees(m, self.program.space.items[inner.kind], value) >> seat & 1)

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
