"""Effects: the steps that move cards and set variables, compiled to closures ``f(memory, context)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardengine.diagnostics import Span
from cardengine.evaluation import Compiler
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory, Space, VariableSpace
from cardengine.runtime.board import Board
from cardengine.runtime.context import Context
from cardengine.runtime.events import Event, EventKind
from cardengine.runtime.names import seat_text, team_text, value_text
from cardengine.tree import nodes as t
from cardengine.tree.symbols import OwnerKind
from cardengine.tree.types import BOOL, TEAM, ItemType, element

Act = Callable[[Memory, Context], None]


class Effects:
    """Compiles effects for one game."""

    def __init__(self, space: Space, compiler: Compiler, board: Board) -> None:
        self.space = space
        self.compiler = compiler
        self.board = board

    def compile(self, step: t.Step) -> Act:
        """The closure of a step."""
        act: Act = getattr(self, "_" + type(step).__name__)(step)
        return act

    def _kind(self, expr: t.Expr) -> Any:
        item = element(expr.type)
        if item is None:
            item = expr.type
        assert isinstance(item, ItemType)
        return self.space.items[item.kind]

    def _Move(self, step: t.Move) -> Act:  # noqa: N802 - the methods are named for the nodes
        kind, board, span = self._kind(step.items), self.board, step.span
        items, zone = self.compiler.function(step.items), self.compiler.function(step.target.zone)
        end, facing = step.target.end, step.target.facing

        def move(m: Memory, context: Context) -> None:
            board.move(m, context, kind, items(m), zone(m), end, facing, span)

        return move

    def _MoveReplaced(self, step: t.MoveReplaced) -> Act:  # noqa: N802
        kind, board, span = self._kind(step.item), self.board, step.span
        item, successor = self.compiler.present(step.item), self.compiler.present(step.successor)
        zone = self.compiler.function(step.target.zone)
        end, facing = step.target.end, step.target.facing

        def replace(m: Memory, context: Context) -> None:
            board.replace(m, context, kind, item(m), zone(m), end, facing, successor(m), span)

        return replace

    def _Draw(self, step: t.Draw) -> Act:  # noqa: N802
        board, span = self.board, step.span
        source, zone = self.compiler.function(step.source), self.compiler.function(step.target.zone)
        amount = self.compiler.function(step.amount) if step.amount is not None else None
        limit = self.compiler.function(step.limit) if step.limit is not None else None
        end, facing = step.target.end, step.target.facing
        addresses = board.addresses

        def draw(m: Memory, context: Context) -> None:
            target = zone(m)
            left = amount(m) if amount is not None else None
            if limit is not None:
                room = limit(m) - m[addresses[target]]
                left = room if left is None else min(left, room)
            pile = source(m)
            # No more than there are items: who draws from a zone into itself would never end.
            for _ in range(min(left or 0, board.kinds[pile].count)):
                if not board.draw_one(m, context, pile, target, end, facing, span):
                    break

        return draw

    def _Deal(self, step: t.Deal) -> Act:  # noqa: N802
        board, span = self.board, step.span
        source, zones = self.compiler.function(step.source), self.compiler.function(step.zones)
        amount = self.compiler.function(step.amount) if step.amount is not None else None
        addresses = board.addresses

        def deal(m: Memory, context: Context) -> None:
            pile, targets = source(m), zones(m)
            if not targets:
                return
            # As for `draw`: no more rounds than there are items.
            cards = m[addresses[pile]] if amount is None else min(amount(m), board.kinds[pile].count) * len(targets)
            for number in range(cards):
                if not board.draw_one(m, context, pile, targets[number % len(targets)], t.End.NATURAL, None, span):
                    break

        return deal

    def _Shuffle(self, step: t.Shuffle) -> Act:  # noqa: N802
        board, span = self.board, step.span
        zone = self.compiler.function(step.zone)
        items = self.compiler.function(step.items) if step.items is not None else None

        def shuffle(m: Memory, context: Context) -> None:
            board.shuffle(m, context, items(m) if items is not None else None, zone(m), span)

        return shuffle

    def _Turn(self, step: t.Turn) -> Act:  # noqa: N802
        kind, board, up = self._kind(step.items), self.board, step.up
        items = self.compiler.function(step.items)
        return lambda m, context: board.turn(m, context, kind, items(m), up=up)

    def _Exchange(self, step: t.Exchange) -> Act:  # noqa: N802
        kind, board, span = self._kind(step.first), self.board, step.span
        first, second = self.compiler.present(step.first), self.compiler.present(step.second)
        return lambda m, context: board.exchange(m, context, kind, first(m), second(m), span)

    def _Bring(self, step: t.Bring) -> Act:  # noqa: N802
        kind, board, span = self.space.items[step.kind], self.board, step.span
        model, zone = self.compiler.present(step.model), self.compiler.function(step.zone)
        return lambda m, context: board.bring(m, context, kind, model(m), zone(m), span)

    def _Show(self, step: t.Show) -> Act:  # noqa: N802
        kind, board = self._kind(step.items), self.board
        items, players = self.compiler.function(step.items), self.compiler.function(step.players)
        return lambda m, context: board.show(m, context, kind, items(m), players(m))

    # Variables ---------------------------------------------------------------------------------

    def _Assign(self, step: t.Assign) -> Act:  # noqa: N802
        if isinstance(step.target, t.LocalValue):
            return self._assign_local(step, step.target)
        target = step.target
        assert isinstance(target, t.Variable)
        cells = self.space.variables[(target.owner_kind, target.name)]
        address = cells.address
        owner = self.compiler.present(target.owner) if target.owner is not None else None
        compiled = self.compiler.compile(step.value)
        value, span, sign = compiled.call, step.span, step.sign
        store = self.store(cells, span, proven=sign == 0 and compiled.low >= cells.low and compiled.high <= cells.high)
        to_int = target.type is BOOL

        def assign(m: Memory, context: Context) -> None:
            place = address + owner(m) if owner is not None else address
            given = value(m)
            if sign:
                given = m[place] + given * sign
            elif to_int:
                given = int(given)
            store(m, context, place, given)

        return assign

    def store(self, cells: VariableSpace, span: Span, *, proven: bool) -> Callable[[Memory, Context, int, int], None]:
        """A function that puts a value into a variable's cell, within its bounds, and tells of it."""
        low, high, decl = cells.low, cells.high, cells.decl
        space, board = self.space, self.board

        def store(m: Memory, context: Context, place: int, value: int) -> None:
            if not proven and not low <= value <= high:
                raise Fault(f"`{decl.name}` would be {value}; it must be from {low} to {high}", span)
            if m[place] == value:
                return
            m[place] = value
            if context.log is not None:
                data = [("name", decl.name), ("value", value_text(space, decl.type, value))]
                audience = board.audience(m)
                number = place - cells.address
                if decl.owner.item is not None:
                    kind = space.items[decl.owner.item]
                    data.insert(1, ("of", kind.texts[number]))
                    if kind.model:
                        audience &= board.sees(m, kind, number)
                elif decl.owner.kind is not OwnerKind.TABLE:
                    text = seat_text(number) if decl.owner.kind is OwnerKind.PLAYER else team_text(number)
                    data.insert(1, ("of", text))
                context.log.append(Event(EventKind.CHANGED, audience, tuple(data)))

        return store

    def _assign_local(self, step: t.Assign, target: t.LocalValue) -> Act:
        write = self.write_local(target.local, step.value)
        if not step.sign:
            return write
        address = self.space.register(target.local).address
        value, sign, span = self.compiler.function(step.value), step.sign, step.span

        def change(m: Memory, context: Context) -> None:
            given = m[address] + sign * value(m)
            if not -(2**63) <= given < 2**63:
                raise Fault("the number leaves 64 bits", span)
            m[address] = given

        return change

    def write_local(self, local: t.Local, expr: t.Expr) -> Act:
        """A closure that puts an expression's value into a local's register."""
        register = self.space.register(local)
        address, capacity = register.address, register.capacity
        value = self.compiler.function(expr)
        span = expr.span
        if capacity is None:
            if local.type is BOOL:
                return lambda m, _context: m.__setitem__(address, int(value(m)))
            return lambda m, _context: m.__setitem__(address, value(m))

        def write(m: Memory, _context: Context) -> None:
            put_list(m, address, capacity, value(m), span)

        return write

    def _Reset(self, step: t.Reset) -> Act:  # noqa: N802
        owner_kind = "game"
        owners = None
        if step.owners is not None:
            item = element(step.owners.type)
            owner_kind = item.kind if isinstance(item, ItemType) else "team" if item == TEAM else "player"
            owners = self.compiler.function(step.owners)
        parts = []
        for name in step.variables:
            cells = self.space.variables[(owner_kind, name)]
            parts.append((cells.address, cells.initial, self.store(cells, step.span, proven=True)))

        def reset(m: Memory, context: Context) -> None:
            numbers = owners(m) if owners is not None else (0,)
            for address, initial, store in parts:
                for number in numbers:
                    store(m, context, address + number, initial)

        return reset


def put_list(m: Memory, address: int, capacity: int, values: list[int], span: Span) -> None:
    """Write a list into a register: its count, its values, zeros behind them."""
    count = len(values)
    if count > capacity:
        raise Fault(f"the list has {count} values; there is room for {capacity}", span)
    m[address] = count
    start = address + 1
    m[start : start + capacity] = [*map(int, values), *([0] * (capacity - count))]
