"""The flow of a game: its instructions, each a part of one function that goes on until the game waits or is over."""

from __future__ import annotations

from collections.abc import Callable

from cardengine.core import ir
from cardengine.core.base import Body
from cardengine.core.builder import ONE, ZERO, add, binary, bit, compare, is_zero, load, sub
from cardengine.core.ir import Binary, Const, Expr, Op
from cardengine.core.offers import Offers
from cardengine.core.values import Array, Seq, Value
from cardengine.evaluation import ItemSpace, Register, VariableSpace
from cardengine.evaluation.space import WORD_MAX
from cardengine.lang import tree as t
from cardengine.lang.symbols import IfNone
from cardengine.lang.types import TEAM, ItemType, ListType, element
from cardengine.model import program as p
from cardengine.model.program import Header
from cardengine.runtime.outcome import Outcome


class Flow(Offers):
    """Lowers instructions."""

    outer: ir.Block
    turns: ir.Block
    parts: list[ir.Block]
    here: int
    pc: Expr

    # The function that runs --------------------------------------------------------------------

    def running(self) -> ir.Function:
        """Goes on from the program counter to the next choice or the end."""
        code = self.program.code
        for choice in self.program.choices:
            self.listing(choice)
        self.finishing()
        with self.function("run", export=True) as b:
            self.pc = b.var(load(None, Header.PC), "pc")
            b.keep_all()
            with b.block() as self.outer, b.loop() as self.turns:
                self.parts = [ir.Block() for _ in code]
                dispatch = ir.Dispatch(self.pc, self.parts)
                b.emit(dispatch)
                for number, instruction in enumerate(code):
                    self.here = number
                    with b.inside(self.parts[number].body):
                        self.faulty = False
                        getattr(self, "_do_" + type(instruction).__name__)(instruction)
                        if self.faulty:
                            self.check()
                    b.release()
            # Something can't be computed: the game is at fault, or goes back to the interpreter.
            b.store(None, Header.WINNERS, ZERO)
            self._close(Const(Outcome.FAULT))
            return b.function

    def check(self) -> None:
        """Look whether something couldn't be computed."""
        self.b.leave(self.outer, load(None, self.layout.trouble))
        self.faulty = False

    def go(self, target: int, condition: Expr | None = None) -> None:
        """Go on at an instruction."""
        b = self.b
        if target == self.here + 1 and condition is None:
            return
        if target > self.here:
            b.leave(self.parts[target], condition)
            return
        if condition is None:
            b.emit(ir.Set(self.pc.local, Const(target)))  # type: ignore[attr-defined]  # a local
            b.emit(ir.Again(self.turns))
            return
        with b.if_(condition):
            b.emit(ir.Set(self.pc.local, Const(target)))  # type: ignore[attr-defined]  # a local
            b.emit(ir.Again(self.turns))

    def go_to(self, target: Expr) -> None:
        """Go on at an instruction that is known only in play."""
        self.b.emit(ir.Set(self.pc.local, target))  # type: ignore[attr-defined]  # a local
        self.b.emit(ir.Again(self.turns))

    # The end -----------------------------------------------------------------------------------

    def finishing(self) -> ir.Function:
        """Computes the scores; a score that can't be computed is a fault."""

        def make() -> Body:
            with self.function("score", export=True) as b:
                result = self.program.ruleset.result
                if result.score is None:
                    with b.count(ZERO, Const(self.space.players)) as seat:
                        wins = binary(Op.AND, Binary(Op.SHR_U, load(None, Header.WINNERS), seat), ONE)
                        self._put_score(seat, wins, ONE)
                    return Body(b.function, faulty=False)
                with b.count(ZERO, Const(self.space.players)) as seat:
                    wins = b.let(binary(Op.AND, Binary(Op.SHR_U, load(None, Header.WINNERS), seat), ONE))
                    with self.named(result.you, seat), self.named(result.won, wins):
                        value = self.frac(result.score)
                        self._put_score(seat, value.num, value.den)
                    b.emit(ir.If(load(None, self.layout.trouble), [ir.Return(None)], []))
                return Body(b.function, self.faulty)

        return self.shared("score", make)

    def _put_score(self, seat: Expr, num: Expr, den: Expr) -> None:
        at = self.b.let(binary(Op.MUL, seat, Const(2)))
        self.b.store(at, self.layout.scores, num)
        self.b.store(at, self.layout.scores + 1, den)

    def finish(self, outcome: Outcome) -> None:
        """End the game."""
        if outcome is not Outcome.UNFINISHED:
            function = self.finishing()
            self.b.call(function)
            self.check()
        self._close(Const(outcome))

    def _close(self, outcome: Expr) -> None:
        b = self.b
        b.store(None, Header.OUTCOME, outcome)
        for cell in (Header.CHOICE, Header.WAITING, Header.SECRET):
            b.store(None, cell, ZERO)
        b.give()

    def turn_counts(self) -> None:
        """A turn of a loop counts towards the step cap."""
        b = self.b
        steps = b.let(add(load(None, Header.STEPS), 1))
        b.store(None, Header.STEPS, steps)
        with b.if_(compare(Op.GT, steps, load(None, self.layout.cap))):
            self.finish(Outcome.UNFINISHED)

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
        value = self.value(expr)
        return self.b.let(value) if isinstance(value, Expr) else value

    # Instructions ------------------------------------------------------------------------------

    def _do_SetLocal(self, i: p.SetLocal) -> None:  # noqa: N802 - the methods are named for the instructions
        value = self.fixed(i.value)
        if self.faulty:
            self.check()
        self.put(i.register, value)

    def _do_Jump(self, i: p.Jump) -> None:  # noqa: N802
        self.go(i.target)

    def _do_Branch(self, i: p.Branch) -> None:  # noqa: N802
        test = self.num(i.condition)
        if self.faulty:
            test = self.b.let(test)
            self.check()
        if isinstance(test, Const):
            if not test.value:
                self.go(i.otherwise)
            return
        self.go(i.otherwise, is_zero(test))

    def _do_Turn(self, i: p.Turn) -> None:  # noqa: N802
        self.turn_counts()

    def _do_ListStart(self, i: p.ListStart) -> None:  # noqa: N802
        b = self.b
        address, capacity = i.loop.address, i.loop.capacity
        if i.keys:
            values = self.collected(i.source)
            order = None
            for key in reversed(i.keys):
                keys, cells = self.keys_of(values, i.it, key.key)
                order = self.order_by(values.size, values.most, keys, cells, highest=key.highest, order=order)
            assert order is not None
            found: Seq = self.gather(values.item, values.most, lambda put: self._in_order(values, order, put))
        else:
            found = self.seq(i.source)
        if self.faulty:
            self.check()
        self.put_list(address + 1, capacity, found)
        b.store(None, address, ZERO)
        if i.loop.kind is not None:
            place = self.space.items[i.loop.kind].place
            zones = address + 2 + capacity
            with b.count(ZERO, load(None, address + 1)) as number:
                b.store(number, zones, load(load(number, address + 2), place))

    def _in_order(self, values: Array, order: int, put: Callable[[Value], None]) -> None:
        b = self.b
        with b.count(ZERO, values.size) as place:
            put(values.at(b, load(place, order)))

    def _do_ListNext(self, i: p.ListNext) -> None:  # noqa: N802
        b = self.b
        address = i.loop.address
        cursor = b.var(load(None, address))
        values, zones = address + 2, address + 2 + i.loop.capacity
        if i.loop.kind is None:
            self.go(i.done, compare(Op.GE, cursor, load(None, address + 1)))
            b.store(None, i.register.address, load(cursor, values))
            b.store(None, address, add(cursor, 1))
        else:
            place = self.space.items[i.loop.kind].place
            size = b.let(load(None, address + 1))
            with b.loop() as loop:
                self.go(i.done, compare(Op.GE, cursor, size))
                item = b.let(load(cursor, values))
                b.set(cursor, add(cursor, 1))
                stays = compare(Op.EQ, load(item, place), load(cursor, zones - 1))
                with b.if_(stays):
                    b.store(None, address, cursor)
                    b.store(None, i.register.address, item)
                    b.leave(loop)
        self.turn_counts()

    def _do_CountStart(self, i: p.CountStart) -> None:  # noqa: N802
        b = self.b
        low = b.let(self.num(i.low))
        left: Expr = Const(-1)
        if i.high is not None:
            span = b.let(add(sub(self.num(i.high), low), 1))
            left = ir.Choose(compare(Op.LT, span, 0), ZERO, span)
        if self.faulty:
            self.check()
        b.store(None, i.cell, left)
        b.store(None, i.cell + 1, low)

    def _do_CountNext(self, i: p.CountNext) -> None:  # noqa: N802
        b = self.b
        left, value = b.let(load(None, i.cell)), b.let(load(None, i.cell + 1))
        self.go(i.done, is_zero(left))
        self.turn_counts()
        high = WORD_MAX
        cells = None
        if isinstance(i.counter, t.Variable):
            cells = self.space.variables["game", i.counter.name]
            high = cells.high
        with b.if_(binary(Op.AND, compare(Op.LT, left, 0), compare(Op.GT, value, high))):
            self.finish(Outcome.UNFINISHED)
        with b.if_(compare(Op.GT, left, 0)):
            b.store(None, i.cell, sub(left, 1))
        b.store(None, i.cell + 1, add(value, 1))
        if cells is not None:
            self.store(cells, ZERO, value, proven=False)
        else:
            assert isinstance(i.counter, t.LocalValue)
            b.store(None, self.space.register(i.counter.local).address, value)

    def _do_TimesStart(self, i: p.TimesStart) -> None:  # noqa: N802
        amount = self.b.let(self.num(i.amount))
        if self.faulty:
            self.check()
        self.b.store(None, i.cell, ir.Choose(compare(Op.LT, amount, 0), ZERO, amount))

    def _do_TimesNext(self, i: p.TimesNext) -> None:  # noqa: N802
        left = self.b.let(load(None, i.cell))
        self.go(i.done, is_zero(left))
        self.b.store(None, i.cell, sub(left, 1))
        self.turn_counts()

    def _do_Clear(self, i: p.Clear) -> None:  # noqa: N802
        if not self.lean:
            self.b.emit(ir.Fill(i.start, i.stop - i.start))

    def _do_EnterPhase(self, i: p.EnterPhase) -> None:  # noqa: N802
        self.b.store(None, i.cell, load(None, Header.PHASE))
        self.b.store(None, Header.PHASE, Const(i.number))

    def _do_LeavePhase(self, i: p.LeavePhase) -> None:  # noqa: N802
        self.b.store(None, Header.PHASE, load(None, i.cell))
        self.b.store(None, i.cell, ZERO)

    def _do_Call(self, i: p.Call) -> None:  # noqa: N802
        procedure = self.program.procedures[i.procedure]
        given = [self.fixed(argument) for argument in i.arguments]
        if self.faulty:
            self.check()
        for register, value in zip(procedure.parameters, given, strict=True):
            self.put(register, value)
        self.b.store(None, procedure.back, Const(self.here + 1))
        if self.faulty:
            self.check()
        self.go(procedure.entry)

    def _do_Return(self, i: p.Return) -> None:  # noqa: N802
        target = self.b.let(load(None, i.cell))
        self.b.store(None, i.cell, ZERO)
        if not self.lean and i.stop > i.start:
            self.b.emit(ir.Fill(i.start, i.stop - i.start))
        self.go_to(target)

    # Choices -----------------------------------------------------------------------------------

    def _capture(self, captures: tuple[tuple[Register, t.Expr], ...]) -> None:
        values = [(register, self.fixed(value)) for register, value in captures]
        if self.faulty:
            self.check()
        for register, value in values:
            self.put(register, value)

    def _do_Prepare(self, i: p.Prepare) -> None:  # noqa: N802
        b = self.b
        frame = self.program.choices[i.choice].frame
        seat = b.let(self.present(i.player))
        self._capture(i.captures)
        b.store(None, frame.you, seat)
        b.store(None, frame.taken, ZERO)
        if i.secret:
            b.store(None, Header.SECRET, add(seat, 1))

    def _clear_frame(self, frame: p.Frame) -> None:
        b = self.b
        for cell in (frame.you, frame.back, frame.taken):
            b.store(None, cell, ZERO)
        if not self.lean and frame.stop > frame.captures:
            b.emit(ir.Fill(frame.captures, frame.stop - frame.captures))

    def _do_Offer(self, i: p.Offer) -> None:  # noqa: N802
        b = self.b
        choice = self.program.choices[i.choice]
        frame = choice.frame
        prepare = self.program.code[self.here - 1]
        secret = isinstance(prepare, p.Prepare) and prepare.secret
        taken = b.let(load(None, frame.taken))
        with b.block() as done:
            # Left when the asking is over; what follows the block clears up.
            if i.until is None:
                b.leave(done, taken)
            else:
                b.leave(done, compare(Op.EQ, taken, i.until + 1))
            with b.if_(compare(Op.GE, load(None, Header.STEPS), load(None, self.layout.cap))):
                self.finish(Outcome.UNFINISHED)
            b.store(None, frame.taken, ZERO)
            b.store(None, frame.back, Const(self.here))
            b.store(None, Header.PC, Const(self.here))
            b.call(self.listing(choice))
            if self.faulty:
                self.check()
            with b.if_(is_zero(load(None, self.layout.offered))):
                if choice.decl.if_none is IfNone.FAULT:
                    self.trouble()
                    self.check()
                b.leave(done)
            b.store(None, Header.CHOICE, Const(i.choice + 1))
            b.store(None, Header.WAITING, bit(load(None, frame.you)))
            b.store(None, self.layout.listed, ONE)
            b.give()
        self._clear_frame(frame)
        if secret:
            b.store(None, Header.SECRET, ZERO)

    def _do_EndAction(self, i: p.EndAction) -> None:  # noqa: N802
        b = self.b
        frame = self.program.choices[i.choice].frame
        if not self.lean and frame.stop > frame.parameters:
            b.emit(ir.Fill(frame.parameters, frame.stop - frame.parameters))
        b.store(None, frame.taken, Const(i.action + 1))
        self.go_to(load(None, frame.back))

    def _do_Together(self, i: p.Together) -> None:  # noqa: N802
        b = self.b
        choice = self.program.choices[i.choice]
        frame = choice.frame
        self._capture(i.captures)
        players = self.fixed(i.players)
        assert isinstance(players, Seq)
        if self.faulty:
            self.check()
        waiting = b.var(ZERO, "waiting")
        b.store(None, self.layout.listed, ZERO)

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            b.store(None, frame.you, x)
            b.call(self.listing(choice))
            if self.faulty:
                self.check()
                self.faulty = True
            with b.if_(load(None, self.layout.offered)):
                b.set(waiting, binary(Op.OR, waiting, bit(x)))
            if choice.decl.if_none is IfNone.FAULT:
                with b.if_(is_zero(load(None, self.layout.offered))):
                    self.trouble()
                    self.check()

        players.each(b, one)
        b.store(None, frame.you, ZERO)
        self.go(self.here + 1, is_zero(waiting))
        b.store(None, frame.back, Const(-1))
        b.store(None, Header.PC, Const(self.here))
        b.store(None, Header.CHOICE, Const(i.choice + 1))
        b.store(None, Header.WAITING, waiting)
        b.give()

    def _do_Committed(self, i: p.Committed) -> None:  # noqa: N802
        b = self.b
        choice = self.program.choices[i.choice]
        frame, size = choice.frame, choice.frame.commit_size
        with b.count(ZERO, Const(self.space.players)) as seat:
            at = b.let(add(binary(Op.MUL, seat, Const(size)), frame.commits))
            action = b.let(load(at))
            with b.if_(action):
                b.store(None, frame.you, seat)
                b.store(None, frame.back, Const(self.here))
                for candidate in choice.actions:
                    with b.if_(compare(Op.EQ, action, candidate.number + 1)):
                        self._enter(candidate, at, frame)
        self._clear_frame(frame)

    def _enter(self, action: p.Action, at: Expr, frame: p.Frame) -> None:
        """Take a committed action from its record, and run it."""
        b = self.b
        offset = 1
        for register in action.parameters:
            cells = 1 if register.capacity is None else 1 + register.capacity
            for cell in range(cells):
                b.store(None, register.address + cell, load(at, offset + cell))
            offset += cells
        for cell in range(frame.commit_size):
            b.store(at, cell, ZERO)
        b.store(None, Header.PC, Const(action.entry))
        self.go_to(Const(action.entry))

    def _do_Finish(self, i: p.Finish) -> None:  # noqa: N802
        outcome = {
            t.Verdict.WIN: Outcome.WON, t.Verdict.LOSE: Outcome.LOST, t.Verdict.END: Outcome.ENDED,
        }[i.verdict]  # fmt: skip
        if outcome is Outcome.WON:
            self.b.store(None, Header.WINNERS, Const(self.space.everyone))
        self.finish(outcome)

    def _do_Crown(self, i: p.Crown) -> None:  # noqa: N802
        b = self.b
        mask = b.var(ZERO, "mask")

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            b.set(mask, binary(Op.OR, mask, bit(x)))

        self.each(i.players, one)
        if self.faulty:
            self.check()
        b.store(None, Header.WINNERS, mask)
        self.finish(Outcome.WON)

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
        if once is found:
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
            room = b.let(sub(self.num(step.limit), load(target.address)))
            if left is None:
                left = b.var(room)
            else:
                with b.if_(compare(Op.LT, room, left)):
                    b.set(left, room)
        source = self.spot(step.source)
        assert left is not None
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

    def _effect_Deal(self, step: t.Deal) -> None:  # noqa: N802
        b = self.b
        source = self.spot(step.source)
        targets = self.fixed(step.zones)
        assert isinstance(targets, Seq)
        size = b.let(targets.count(b))
        amount = (
            b.let(load(source.address)) if step.amount is None
            else b.let(binary(Op.MUL, self.num(step.amount), size))
        )  # fmt: skip
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
        if step.items is not None:
            found = self.moved(step.items)
            if isinstance(found, Expr):
                one = found
                found = self.gather(element(step.items.type) or TEAM, 1, lambda put: put(one))
            items = found
        spot = self.spot(step.zone)
        if self.faulty:
            self.check()
        self.shuffle(self.space.items[spot.kind], items, spot)

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
