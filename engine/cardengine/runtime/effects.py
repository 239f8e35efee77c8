"""Effects: compiles the steps that move cards and set variables to closures ``f(memory, context)``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardengine.constructs.base import Closure
from cardengine.constructs.verbs import effect
from cardengine.constructs.verbs.variables import CHANGED
from cardengine.diagnostics import Span
from cardengine.evaluation import Closures
from cardengine.layout.faults import Fault
from cardengine.layout.space import ItemSpace, Memory, Space, VariableSpace
from cardengine.model.codec import put_list
from cardengine.runtime.board import Board
from cardengine.runtime.context import Context
from cardengine.runtime.events import Event
from cardengine.runtime.names import seat_text, team_text, value_text
from cardengine.tree import nodes as t
from cardengine.tree.symbols import OwnerKind
from cardengine.tree.types import BOOL, ItemType, element

Act = Callable[[Memory, Context], None]


@dataclass(frozen=True, slots=True)
class Effects:
    """The service with which the records of verbs make their closures, for one game."""

    space: Space
    closures: Closures
    board: Board

    def compile(self, step: t.Step) -> Act:
        """The closure of a step without flow."""
        verb = effect(step)
        assert verb is not None
        return verb.closure(self, step)

    # Expressions -------------------------------------------------------------------------------

    def function(self, expr: t.Expr) -> Closure:
        """The closure of an expression."""
        return self.closures.function(expr)

    def present(self, expr: t.Expr) -> Closure:
        """The closure of an expression whose value must not be nothing; otherwise a fault."""
        return self.closures.present(expr)

    def within(self, expr: t.Expr, low: int, high: int) -> bool:
        """Whether the value certainly lies in a range."""
        known = self.closures.known(expr)
        return low <= known.low and known.high <= high

    def kind(self, expr: t.Expr) -> ItemSpace:
        """The kind of the items in the value of an expression."""
        item = element(expr.type) or expr.type
        assert isinstance(item, ItemType)
        return self.space.items[item.kind]

    # Variables ---------------------------------------------------------------------------------

    def store(self, cells: VariableSpace, span: Span, *, proven: bool) -> Callable[[Memory, Context, int, int], None]:
        """A function that stores a value in a variable's cell, checks its bounds unless proven, and logs the change."""
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
                context.log.append(Event(CHANGED, audience, tuple(data)))

        return store

    def word(self, span: Span) -> Callable[[int], int]:
        """A function that returns its number, or raises a fault if it doesn't fit into 64 bits."""

        def word(value: int) -> int:
            if not -(2**63) <= value < 2**63:
                raise Fault("the number leaves 64 bits", span)
            return value

        return word

    def write_local(self, local: t.Local, expr: t.Expr) -> Act:
        """A closure that stores an expression's value in a local's register."""
        register = self.space.register(local)
        address, capacity = register.address, register.capacity
        value = self.closures.function(expr)
        span = expr.span
        if capacity is None:
            if local.type is BOOL:
                return lambda m, _context: m.__setitem__(address, int(value(m)))
            return lambda m, _context: m.__setitem__(address, value(m))

        def write(m: Memory, _context: Context) -> None:
            put_list(m, address, capacity, value(m), span)

        return write
