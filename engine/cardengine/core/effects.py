"""Effects: the steps that move cards and set variables."""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.board import Spot
from cardengine.core.builder import ZERO, add, binary, compare, is_zero, load, sub
from cardengine.core.ir import Const, Expr, Op
from cardengine.core.picking import Picking
from cardengine.core.values import Array, Seq, Value
from cardengine.layout.space import ItemSpace, Register, VariableSpace
from cardengine.model import program as p
from cardengine.tree import nodes as t
from cardengine.tree.types import TEAM, ItemType, ListType, element


class Effects(Picking):
    """Lowers effects."""

    outer: ir.Block
    """What is left when something can't be computed."""

    def check(self) -> None:
        """Look whether something couldn't be computed."""
        self.b.leave(self.outer, load(None, self.layout.trouble))
        self.faulty = False

    # Registers ---------------------------------------------------------------------------------

    def put(self, register: Register, value: Value) -> None:
        """Write a value into a register; a list is cut off by nothing: more than fits is a fault."""
        if register.capacity is None:
            assert isinstance(value, Expr)
            self.b.store(None, register.address, value)
            return
        assert isinstance(value, Seq)
        self.put_list(register.address, register.capacity, value)

    def put_list(self, address: int, capacity: int, value: Seq) -> None:
        """Write a list into cells: its count, its values, zeros behind them."""
        b = self.b
        size = b.let(value.count(b))
        with b.block() as block:
            if value.most > capacity:
                with b.if_(compare(Op.GT, size, capacity)):
                    self.trouble()
                    b.leave(block)
            # A list may be read from the very register that it is written into: only its end changes then.
            place = b.var(ZERO)

            def one(x: Value) -> None:
                assert isinstance(x, Expr)
                b.store(place, address + 1, x)
                b.set(place, add(place, 1))

            value.each(b, one)
            b.store(None, address, size)
            if not self.lean:
                with b.loop() as loop:
                    b.leave(loop, compare(Op.GE, place, capacity))
                    b.store(place, address + 1, ZERO)
                    b.set(place, add(place, 1))

    def fixed(self, expr: t.Expr) -> Value:
        """A value that stays as it is while the state changes."""
        if isinstance(expr.type, ListType):
            return self.collected(expr) if not self.known(expr).constant else self.seq(expr)
        with self.repeated(expr):
            value = self.value(expr)
        return self.b.let(value) if isinstance(value, Expr) else value

    # Effects -----------------------------------------------------------------------------------

    def _do_Effect(self, i: p.Effect) -> None:  # noqa: N802
        getattr(self, "_effect_" + type(i.step).__name__)(i.step)

    def kind_of(self, expr: t.Expr) -> ItemSpace:
        """The kind of items that an expression gives."""
        item = element(expr.type) or expr.type
        assert isinstance(item, ItemType)
        return self.space.items[item.kind]

    def moved(self, expr: t.Expr) -> Expr | Array:
        """Items to be moved: one, or a list of which each is there once."""
        if isinstance(expr, t.ListOf) and len(expr.items) == 1:
            return self.b.let(self.num(expr.items[0]))
        b = self.b
        found = self.seq(expr)
        once = self.distinct(found)
        # What lies in a zone itself would change under the hands.
        apart = isinstance(found, Array) and isinstance(found.start, Const) and found.start.value >= self.space.size
        if once is found and not apart:
            return self.gather(found.item, found.most, lambda put: found.each(b, put), distinct=True)
        assert isinstance(once, Array)
        return once

    def _effect_Move(self, step: t.Move) -> None:  # noqa: N802
        kind = self.kind_of(step.items)
        items = self.moved(step.items)
        spot = self.spot(step.target.zone)
        if self.faulty:
            self.check()
        if isinstance(items, Expr):
            self.move_one(kind, items, spot, step.target.end, step.target.facing)
        else:
            self.move(kind, items, spot, step.target.end, step.target.facing)

    def _effect_MoveReplaced(self, step: t.MoveReplaced) -> None:  # noqa: N802
        kind = self.kind_of(step.item)
        item = self.b.let(self.present(step.item))
        spot = self.spot(step.target.zone)
        successor = self.b.let(self.present(step.successor))
        if self.faulty:
            self.check()
        self.replace(kind, item, spot, step.target.end, step.target.facing, successor)

    def _effect_Draw(self, step: t.Draw) -> None:  # noqa: N802
        b = self.b
        target = self.spot(step.target.zone)
        left = b.var(self.num(step.amount)) if step.amount is not None else None
        if step.limit is not None:
            limit = b.let(self.num(step.limit))
            room = b.let(ir.Choose(compare(Op.LT, limit, 0), ZERO, sub(limit, load(target.address))))
            if left is None:
                left = b.var(room)
            else:
                with b.if_(compare(Op.LT, room, left)):
                    b.set(left, room)
        source = self.spot(step.source)
        assert left is not None
        if self._could_be_more(step, source):
            b.set(left, self._at_most_all(left, source))
        if self.faulty:
            self.check()
        drawn = self.draw_one(source, target, step.target.end, step.target.facing)
        if isinstance(step.amount, t.Constant) and step.limit is None and step.amount.value == 1:
            assert isinstance(drawn, ir.Call)
            b.emit(ir.Do(drawn))
            return
        with b.loop() as loop:
            b.leave(loop, compare(Op.LE, left, 0))
            b.leave(loop, is_zero(drawn))
            b.set(left, sub(left, 1))

    def _could_be_more(self, step: t.Draw, source: Spot) -> bool:
        most = (expr for expr in (step.amount, step.limit) if expr is not None)
        return all(self.known(expr).high > self.space.items[source.kind].count for expr in most)

    def _at_most_all(self, amount: Expr, source: Spot) -> Expr:
        """No more than there are items: who draws from a zone into itself would never end."""
        count = Const(self.space.items[source.kind].count)
        return ir.Choose(compare(Op.GT, amount, count), count, amount)

    def _effect_Deal(self, step: t.Deal) -> None:  # noqa: N802
        b = self.b
        source = self.spot(step.source)
        targets = self.fixed(step.zones)
        assert isinstance(targets, Seq)
        size = b.let(targets.count(b))
        if step.amount is None:
            amount = b.let(load(source.address))
        else:
            amount = b.let(binary(Op.MUL, self._at_most_all(b.let(self.num(step.amount)), source), size))
        if self.faulty:
            self.check()
        name = step.zones.name if isinstance(step.zones, t.EveryZone | t.ZoneFamily) else None
        with b.if_(size):
            dealt, turn = b.var(ZERO), b.var(ZERO)
            with b.loop() as loop:
                b.leave(loop, compare(Op.GE, dealt, amount))
                number = targets.at(b, turn)
                assert isinstance(number, Expr)
                target = self.spot_of(b.let(number), name)
                b.leave(loop, is_zero(self.draw_one(source, target, t.End.NATURAL, None)))
                b.set(dealt, add(dealt, 1))
                b.set(turn, add(turn, 1))
                with b.if_(compare(Op.GE, turn, size)):
                    b.set(turn, ZERO)

    def _effect_Shuffle(self, step: t.Shuffle) -> None:  # noqa: N802
        items: Array | None = None
        spot = self.spot(step.zone)
        if step.items is not None and self._everything(step.items, spot):
            self.shuffle_all(self.space.items[spot.kind], spot)
            return
        if step.items is not None:
            found = self.moved(step.items)
            if isinstance(found, Expr):
                one = found
                found = self.gather(element(step.items.type) or TEAM, 1, lambda put: put(one))
            items = found
        if self.faulty:
            self.check()
        self.shuffle(self.space.items[spot.kind], items, spot)

    def _everything(self, items: t.Expr, spot: Spot) -> bool:
        """Whether all that there is of a kind comes into a zone that has room for it, and nobody looks."""
        found = self.known(items)
        everything = found.constant and list(found.value) == list(range(self.space.items[spot.kind].count))
        return everything and not self.tracks and not self._bounded(spot) and isinstance(spot.number, Const)

    def _effect_Turn(self, step: t.Turn) -> None:  # noqa: N802
        kind = self.kind_of(step.items)
        items = self.moved_list(step.items)
        if self.faulty:
            self.check()
        self.turn(kind, items, up=step.up)

    def moved_list(self, expr: t.Expr) -> Array:
        """Items as a list in scratch room, each once."""
        found = self.moved(expr)
        if isinstance(found, Expr):
            one = found
            return self.gather(element(expr.type) or TEAM, 1, lambda put: put(one))
        return found

    def _effect_Exchange(self, step: t.Exchange) -> None:  # noqa: N802
        kind = self.kind_of(step.first)
        first, second = self.b.let(self.present(step.first)), self.b.let(self.present(step.second))
        if self.faulty:
            self.check()
        self.exchange(kind, first, second)

    def _effect_Bring(self, step: t.Bring) -> None:  # noqa: N802
        model = self.b.let(self.present(step.model))
        spot = self.spot(step.zone)
        if self.faulty:
            self.check()
        self.bring(self.space.items[step.kind], model, spot)

    def _effect_Show(self, step: t.Show) -> None:  # noqa: N802
        kind = self.kind_of(step.items)
        items, players = self.moved_list(step.items), self.fixed(step.players)
        assert isinstance(players, Seq)
        if self.faulty:
            self.check()
        self.show(kind, items, players)

    # Variables ---------------------------------------------------------------------------------

    def store(self, cells: VariableSpace, place: Expr, value: Expr, *, proven: bool) -> None:
        """Give a variable a value within its bounds."""
        b = self.b
        if not proven:
            value = b.let(value)
            low, high = cells.low, cells.high
            wrong = binary(Op.OR, compare(Op.LT, value, low), compare(Op.GT, value, high))
            with b.if_(wrong):
                self.trouble()
                self.check()
        b.store(place, cells.address, value)

    def _effect_Assign(self, step: t.Assign) -> None:  # noqa: N802
        b = self.b
        if isinstance(step.target, t.LocalValue):
            self._assign_local(step, step.target)
            return
        assert isinstance(step.target, t.Variable)
        cells = self.space.variables[step.target.owner_kind, step.target.name]
        place = ZERO if step.target.owner is None else b.let(self.present(step.target.owner))
        known = self.known(step.value)
        value: Expr = b.let(self.num(step.value))
        low, high = known.low, known.high
        if step.sign:
            low, high = (cells.low + low, cells.high + high) if step.sign > 0 else (cells.low - high, cells.high - low)
            op = Op.ADD if step.sign > 0 else Op.SUB
            before = load(place, cells.address)
            if known.low > -(2**62) and known.high < 2**62 and cells.low > -(2**62) and cells.high < 2**62:
                value = binary(op, before, value)
            else:
                value = self.checked(op, before, value)
        if self.faulty:
            value = b.let(value)
            self.check()
        self.store(cells, place, value, proven=cells.low <= low and high <= cells.high)

    def _assign_local(self, step: t.Assign, target: t.LocalValue) -> None:
        register = self.space.register(target.local)
        if not step.sign:
            value = self.fixed(step.value)
            if self.faulty:
                self.check()
            self.put(register, value)
            return
        given = self.b.let(self.num(step.value))
        before = load(None, register.address)
        value = self.checked(Op.ADD if step.sign > 0 else Op.SUB, before, given)
        self.check()
        self.b.store(None, register.address, value)

    def _effect_Reset(self, step: t.Reset) -> None:  # noqa: N802
        b = self.b
        owner_kind = "game"
        owners: Value | None = None
        if step.owners is not None:
            item = element(step.owners.type)
            owner_kind = item.kind if isinstance(item, ItemType) else "team" if item == TEAM else "player"
            owners = self.fixed(step.owners)
            if self.faulty:
                self.check()
        for name in step.variables:
            cells = self.space.variables[owner_kind, name]
            if owners is None:
                b.store(None, cells.address, Const(cells.initial))
                continue
            assert isinstance(owners, Seq)

            def one(x: Value, cells: VariableSpace = cells) -> None:
                assert isinstance(x, Expr)
                b.store(x, cells.address, Const(cells.initial))

            owners.each(b, one)
