"""What actions are worth by their ``evaluate:``, for those who choose the best."""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.base import BEYOND, Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, load
from cardengine.core.ir import Binary, Const, Expr, Op
from cardengine.core.offers import Offers
from cardengine.core.values import Array, Value
from cardengine.model import program as p
from cardengine.model.codec import COUNT, HEAD
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION


class Weighing(Offers):
    """Lowers evaluations."""

    def worth(self, choice: p.Choice) -> ir.Function | None:
        """The function that gives the value of an action on offer, by its record; None without evaluations."""
        if all(action.decl.evaluate is None for action in choice.actions):
            return None

        def make() -> Body:
            with self.function(f"worth {choice.decl.name}", ("record",), result=True) as b:
                record = b.parameter(0)
                for action in choice.actions:
                    if action.decl.evaluate is None:
                        continue
                    with b.if_(compare(Op.EQ, load(record), action.number)):
                        self._worth_of(action, record)
                return Body(b.function, faulty=True)

        return self.shared(("worth", choice.number), make)

    def _worth_of(self, action: p.Action, record: Expr) -> None:
        b = self.b
        evaluate = action.decl.evaluate
        assert evaluate is not None
        at = b.var(record)
        offset = HEAD
        names: list[tuple[t.Local, Value]] = []
        for slot in action.arguments.slots:
            local = slot.parameter.local
            if slot.many:
                size = b.let(load(at, offset))
                start = b.let(add(at, offset + COUNT))
                names.append((local, Array(start, size, slot.kind, slot.register.capacity or 0)))
                b.set(at, add(start, size))
                offset = 0
            else:
                names.append((local, b.let(load(at, offset))))
                offset += 1
        self._valued(names, evaluate)

    def _valued(self, names: list[tuple[t.Local, Value]], evaluate: t.Expr) -> None:
        if names:
            with self.named(*names[0]):
                self._valued(names[1:], evaluate)
            return
        b = self.b
        if evaluate.type is FRACTION:
            value = self.frac(evaluate)
            result = b.let(Binary(Op.DIV, value.num, value.den))
        else:
            result = b.let(self.num(evaluate))
        # What can't be computed counts as 0, and the game goes on.
        cell = self.layout.trouble
        with b.if_(binary(Op.AND, load(None, cell), ONE)):
            b.store(None, cell, binary(Op.AND, load(None, cell), Const(BEYOND)))
            b.give(ZERO)
        b.give(result)

    def best(self, choice: p.Choice) -> Expr:
        """The place of the action on offer with the highest value, of several the first."""
        worth = self.worth(choice)
        if worth is None:
            return ZERO
        function = self.shared(("best", choice.number), lambda: self._best_function(choice, worth))
        return ir.Call(function, ())

    def _best_function(self, choice: p.Choice, worth: ir.Function) -> Body:
        with self.function(f"best {choice.decl.name}", result=True) as b:
            best, most = b.var(ZERO, "best"), b.var(ir.Call(worth, (load(None, self.layout.index),)), "most")
            with b.count(ONE, load(None, self.layout.offered)) as place:
                value = b.let(ir.Call(worth, (load(place, self.layout.index),)))
                with b.if_(compare(Op.GT, value, most)):
                    b.set(most, value)
                    b.set(best, place)
            b.give(best)
            return Body(b.function, faulty=True)
