"""Values that a ruleset wants shown beside things, such as a ship's initiative: each only to whom it lies open.

They are computed with a compiler that looks, at every printed attribute that it reads, whether the viewer sees
that item, and gives up when he doesn't. So a value that is shown tells nothing that its reader couldn't work out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardengine.evaluation import Compiled, Compiler
from cardengine.layout.faults import Fault
from cardengine.layout.space import ItemSpace, Memory
from cardengine.model.program import Program
from cardengine.runtime.board import Board
from cardengine.runtime.names import python_value
from cardengine.tree import nodes as t
from cardengine.tree.types import EnumType, ItemType, ListType, OptionalType, Type


class HiddenError(Exception):
    """The viewer doesn't see what a value is computed from."""


class OpenCompiler(Compiler):
    """Compiles expressions that raise ``HiddenError`` where they read what a viewer can't see.

    Args:
        program: the game.
        board: tells who sees what.
        viewer: the scratch cell in which the viewer's seat stands.
    """

    def __init__(self, program: Program, board: Board, viewer: int) -> None:
        super().__init__(program.space)
        self.board = board
        self.viewer = viewer

    def _table(self, expr: t.Expr, it: t.Local) -> list[int] | None:
        """No short cut: each item has to be looked at."""
        return None

    def _Attribute(self, expr: t.Attribute) -> Compiled:  # noqa: N802 - named for the node
        plain = super()._Attribute(expr)
        if isinstance(_inner(expr.of.type), EnumType):
            return plain
        return self._looked_at(plain, expr.of)

    def _Equal(self, expr: t.Equal) -> Compiled:  # noqa: N802
        plain = super()._Equal(expr)
        for side in (expr.left, expr.right):
            if isinstance(_inner(side.type), ItemType):
                plain = self._looked_at(plain, side)
        return plain

    def _Contains(self, expr: t.Contains) -> Compiled:  # noqa: N802
        plain = super()._Contains(expr)
        return self._looked_at(plain, expr.item) if isinstance(_inner(expr.item.type), ItemType) else plain

    def _looked_at(self, plain: Compiled, of: t.Expr) -> Compiled:
        kind = _inner(of.type)
        assert isinstance(kind, ItemType)
        items: ItemSpace = self.space.items[kind.kind]
        item, call, viewer, board = self.function(of), plain.call, self.viewer, self.board

        def look(m: Memory) -> Any:
            found = item(m)
            if found >= 0 and not board.sees(m, items, found) >> m[viewer] & 1:
                raise HiddenError
            return call(m)

        return Compiled(look, plain.low, plain.high, most=plain.most)

    def _ItemsOf(self, expr: t.ItemsOf) -> Compiled:  # noqa: N802
        """A zone that hides its count tells it to nobody who doesn't see all that lies in it."""
        plain = super()._ItemsOf(expr)
        zone, call, viewer, board = self.function(expr.zone), plain.call, self.viewer, self.board

        def look(m: Memory) -> Any:
            number = zone(m)
            if board.hides[number] and not board.masks[number] >> m[viewer] & 1:
                kind = board.kinds[number]
                if any(not board.sees(m, kind, item) >> m[viewer] & 1 for item in board.items(m, number)):
                    raise HiddenError
            return call(m)

        return Compiled(look, plain.low, plain.high, most=plain.most)


def _inner(kind: Type) -> Type:
    return kind.item if isinstance(kind, OptionalType | ListType) else kind


class Showing:
    """The values that a ruleset's presentation asks for."""

    def __init__(self, program: Program, board: Board) -> None:
        self.program = program
        self.board = board
        self.viewer = program.space.take_scratch()
        compiler = OpenCompiler(program, board, self.viewer)
        self.values: list[tuple[str, str, int | None, Type, Any]] = []
        for owner, name in program.ruleset.presentation.show:
            define = program.ruleset.defines[name]
            cell = program.space.register(define.parameters[0]).address if define.parameters else None
            self.values.append((owner, name, cell, define.body.type, compiler.compile(define.body).call))

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
