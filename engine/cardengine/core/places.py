"""Players, cards, pieces, zones and variables: the expressions that read the state."""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.base import Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, mul, sub
from cardengine.core.calls import Calls
from cardengine.core.ir import Const, Expr, Op
from cardengine.core.values import Array, Seq, Strided, Value, Zone
from cardengine.facts.places import kind_of
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, EnumType, ListType, OptionalType, element


class Places(Calls):
    """Lowers what reads the state."""

    def _Variable(self, expr: t.Variable) -> Expr:  # noqa: N802
        cells = self.space.variables[(expr.owner_kind, expr.name)]
        if expr.owner is None:
            return load(None, cells.address)
        return load(self.present(expr.owner), cells.address)

    def _Attribute(self, expr: t.Attribute) -> Expr:  # noqa: N802
        space = self.space.items[expr.kind]
        values = space.tables[expr.name]
        kind = expr.of.type.item if isinstance(expr.of.type, OptionalType) else expr.of.type
        of = self.present(expr.of)
        if space.model and not isinstance(kind, EnumType):
            # A piece that isn't in being has no class; the interpreter reads the last row then.
            table = self.layout.constant([values[-1], *values] if values else [0])
            return load(load(of, space.model), table)
        if values == list(range(len(values))):
            return of
        return self.b.of_item(of, self.layout.constant(list(values)))

    def _IsFaceUp(self, expr: t.IsFaceUp) -> Expr:  # noqa: N802
        return load(self.present(expr.of), self.space.items[kind_of(expr.of)].face)

    def _ZoneOf(self, expr: t.ZoneOf) -> Expr:  # noqa: N802
        b = self.b
        place = b.var(load(self.present(expr.of), self.space.items[kind_of(expr.of)].place))
        with b.if_(is_zero(place)):
            self.trouble()
            b.set(place, ONE)
        return sub(place, 1)

    def _OwnerOf(self, expr: t.OwnerOf) -> Expr:  # noqa: N802
        b = self.b
        seats = [cell.seat for cell in self.space.cells]
        if isinstance(expr.of.type, OptionalType) or hasattr(expr.of.type, "kind"):
            table = self.layout.constant([-1, *seats])
            seat = b.var(load(load(self.present(expr.of), self.space.items[kind_of(expr.of)].place), table))
        else:
            seat = b.var(load(self.num(expr.of), self.layout.constant(seats)))
        with b.if_(compare(Op.LT, seat, 0)):
            self.trouble()
            b.set(seat, ZERO)
        return seat

    def _TeamOf(self, expr: t.TeamOf) -> Expr:  # noqa: N802
        teams = self.space.teams
        table = [next(n for n, team in enumerate(teams) if seat in team) for seat in range(self.space.players)]
        if table == list(range(len(table))):
            return self.present(expr.of)
        return load(self.present(expr.of), self.layout.constant(table))

    def _ZoneRef(self, expr: t.ZoneRef) -> Expr:  # noqa: N802
        space = self.space.zones[expr.name]
        number: Expr = Const(space.first)
        if expr.owner is not None:
            number = add(mul(self.present(expr.owner), space.places), number)
        if expr.index is not None:
            base = 1 if space.decl.each is None else 0
            index = self.present(expr.index)
            if self._sure_index(expr) and not isinstance(expr.index.type, OptionalType):
                number = add(sub(index, base), number)
            else:
                b = self.b
                place = b.var(sub(index, base))
                wrong = binary(Op.OR, compare(Op.LT, place, 0), compare(Op.GE, place, space.places))
                with b.if_(wrong):
                    self.trouble()
                    b.set(place, ZERO)
                number = add(place, number)
        return number

    # Calls of definitions ----------------------------------------------------------------------

    def _DefineCall(self, expr: t.DefineCall) -> Value:  # noqa: N802
        define = self.space.ruleset.defines[expr.name]
        body = define.body
        assert not isinstance(body.type, ListType)
        if self.written_out(expr):
            return self._inlined(self.bind(expr), body, expr)
        arguments: list[Expr] = []
        for local, value in self.bind(expr):
            if isinstance(local.type, ListType):
                assert isinstance(value, Seq)
                arguments += self.spread(value)
            else:
                assert isinstance(value, Expr)
                arguments.append(value)
        key = ("define", expr.name)
        function = self.shared(key, lambda: self._define(expr.name))
        # The result is kept: the function may be called again before it is read.
        return self.b.let(ir.Call(function, tuple(arguments)))

    def _inlined(self, bound: list[tuple[t.Local, Value]], body: t.Expr, expr: t.DefineCall) -> Value:
        if not bound:
            with self.within(expr), self.repeated(body):
                return self.frac(body) if expr.type is FRACTION else self.num(body)
        (local, value), rest = bound[0], bound[1:]
        with self.named(local, value):
            return self._inlined(rest, body, expr)

    def spread(self, seq: Seq) -> list[Expr]:
        """A list as three numbers: its first cell, the step to the next, how many there are."""
        b = self.b
        if isinstance(seq, Array):
            return [seq.start, ONE, seq.size]
        if isinstance(seq, Zone):
            if seq.pile:
                return [add(seq.address, load(seq.address)), Const(-1), load(seq.address)]
            return [add(seq.address, 1), ONE, load(seq.address)]
        if isinstance(seq, Strided):
            return [seq.first, seq.step, seq.size]
        made = self.gather(seq.item, seq.most, lambda put: seq.each(b, put))
        return [made.start, ONE, made.size]

    def _define(self, name: str) -> Body:
        define = self.space.ruleset.defines[name]
        words: list[str] = []
        for local in define.parameters:
            words += (
                [f"{local.name}.{part}" for part in ("first", "step", "count")]
                if isinstance(local.type, ListType)
                else [local.name]
            )
        with self.function(f"define {name}", tuple(words), result=True) as b:
            number = 0
            for local in define.parameters:
                if isinstance(local.type, ListType):
                    item = element(local.type)
                    assert item is not None
                    most = self.space.bound(item)
                    first, step, size = (b.parameter(number + part) for part in range(3))
                    self.names[local] = Strided(first, step, size, item, most)
                    # A longer list than any of its kind can be has values twice; that is left to the interpreter.
                    self.refuse(compare(Op.GT, size, most), kind=2)
                    number += 3
                else:
                    self.names[local] = b.parameter(number)
                    number += 1
            b.give(self.num(define.body))
            return Body(b.function, self.faulty)

    def _Possible(self, expr: t.Possible) -> Expr:  # noqa: N802
        found = self.program.choice(expr.choice)
        number = next(action.number for action in found.actions if action.decl.name == expr.action)
        return self.b.let(ir.Call(self.possible(found.number, number), ()))

    def possible(self, choice: int, action: int) -> ir.Function:
        """The function that says whether the chooser could take an action."""
        raise NotImplementedError
