"""The flow of a game: its instructions, each a part of one function that goes on until the game waits or is over."""

from __future__ import annotations

from collections.abc import Callable

from cardengine.core import ir
from cardengine.core.base import Body
from cardengine.core.builder import ONE, ZERO, add, binary, bit, compare, is_zero, load, sub
from cardengine.core.effects import Effects
from cardengine.core.ir import Binary, Const, Expr, Get, Op
from cardengine.core.outlining import outline
from cardengine.core.values import Array, Seq, Value
from cardengine.layout.space import WORD_MAX, Register
from cardengine.model import program as p
from cardengine.model.codec import COUNT, HEAD
from cardengine.model.program import Header
from cardengine.runtime.outcome import Outcome
from cardengine.tree import nodes as t
from cardengine.tree.symbols import IfNone


class Flow(Effects):
    """Lowers instructions."""

    turns: ir.Block
    parts: list[ir.Block]
    here: int
    pc: Get

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
                    part = self.parts[number].body
                    self.functions += outline(part, b.function, self.pc.local, f"step {number}", self.layout.take)
                    b.release()
            # Something can't be computed: the game is at fault, or goes back to the interpreter.
            b.store(None, Header.WINNERS, ZERO)
            self._close(Const(Outcome.FAULT))
            return b.function

    def go(self, target: int, condition: Expr | None = None) -> None:
        """Go on at an instruction."""
        b = self.b
        if target == self.here + 1 and condition is None:
            return
        if target > self.here:
            b.leave(self.parts[target], condition)
            return
        if condition is None:
            b.emit(ir.Set(self.pc.local, Const(target)))
            b.emit(ir.Again(self.turns))
            return
        with b.if_(condition):
            b.emit(ir.Set(self.pc.local, Const(target)))
            b.emit(ir.Again(self.turns))

    def go_to(self, target: Expr) -> None:
        """Go on at an instruction that is known only in play."""
        self.b.emit(ir.Set(self.pc.local, target))
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
        direct = self._asked_at(i.choice) is not None
        with b.block() as done:
            # Left when the asking is over; what follows the block clears up.
            if not direct:
                taken = b.let(load(None, frame.taken))
                b.leave(done, taken if i.until is None else compare(Op.EQ, taken, i.until + 1))
            with b.if_(compare(Op.GE, load(None, Header.STEPS), load(None, self.layout.cap))):
                self.finish(Outcome.UNFINISHED)
            if not direct:
                b.store(None, frame.taken, ZERO)
                b.store(None, frame.back, Const(self.here))
            if not self.lean:
                b.store(None, Header.PC, Const(self.here))
            function = self.picking(choice) if self.lean else self.listing(choice)
            found = b.let(ir.Call(function, ()), "taken" if self.lean else "offered")
            if self.faulty:
                self.check()
            with b.if_(is_zero(found)):
                if choice.decl.if_none is IfNone.FAULT:
                    self.trouble()
                    self.check()
                b.leave(done)
            if self.lean:
                self._go_on(choice, found)
            else:
                b.store(None, Header.CHOICE, Const(i.choice + 1))
                b.store(None, Header.WAITING, bit(load(None, frame.you)))
                b.give()
        self._clear_frame(frame)
        if secret:
            b.store(None, Header.SECRET, ZERO)

    def _go_on(self, choice: p.Choice, taken: Expr) -> None:
        """Run the action that a seat has chosen, without leaving the function."""
        b = self.b
        b.store(None, Header.STEPS, add(load(None, Header.STEPS), 1))
        for action in choice.actions[:-1]:
            self.go(action.entry, compare(Op.EQ, taken, action.number + 1))
        self.go(choice.actions[-1].entry)

    def _do_EndAction(self, i: p.EndAction) -> None:  # noqa: N802
        b = self.b
        frame = self.program.choices[i.choice].frame
        if not self.lean and frame.stop > frame.parameters:
            b.emit(ir.Fill(frame.parameters, frame.stop - frame.parameters))
        asking = self._asked_at(i.choice)
        if asking is not None:
            number, offer = asking
            again = offer.until is not None and offer.until != i.action
            self.go_to(Const(number if again else number + 1))
            return
        b.store(None, frame.taken, Const(i.action + 1))
        self.go_to(load(None, frame.back))

    def _asked_at(self, choice: int) -> tuple[int, p.Offer] | None:
        """Where a choice is asked, if there is one place only and nobody has to be able to come back there."""
        asking = [
            (number, other)
            for number, other in enumerate(self.program.code)
            if isinstance(other, p.Offer | p.Committed) and other.choice == choice
        ]
        if not self.lean or len(asking) != 1:
            return None
        number, offer = asking[0]
        prepare = self.program.code[number - 1]
        secret = isinstance(prepare, p.Prepare) and prepare.secret
        return (number, offer) if isinstance(offer, p.Offer) and not secret else None

    def _do_Together(self, i: p.Together) -> None:  # noqa: N802
        b = self.b
        choice = self.program.choices[i.choice]
        frame = choice.frame
        self._capture(i.captures)
        players = self.fixed(i.players)
        assert isinstance(players, Seq)
        if self.faulty:
            self.check()
        if self.lean:
            self._commit_all(choice, players)
            b.store(None, frame.you, ZERO)
            return
        waiting = b.var(ZERO, "waiting")

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            b.store(None, frame.you, x)
            offered = b.let(ir.Call(self.listing(choice), ()), "offered")
            if self.faulty:
                self.check()
                self.faulty = True
            with b.if_(offered):
                b.set(waiting, binary(Op.OR, waiting, bit(x)))
            if choice.decl.if_none is IfNone.FAULT:
                with b.if_(is_zero(offered)):
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

    def _commit_all(self, choice: p.Choice, players: Seq) -> None:
        """Let some players choose, without leaving the function: what they choose is noted, and done afterwards."""
        b = self.b
        frame = choice.frame
        decided, steps = b.let(load(None, self.layout.decisions)), b.let(load(None, Header.STEPS))
        asked = b.var(ZERO, "asked")

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            with b.if_(is_zero(binary(Op.AND, asked, bit(x)))):
                b.set(asked, binary(Op.OR, asked, bit(x)))
                b.store(None, frame.you, x)
                taken = b.let(ir.Call(self.picking(choice), ()), "taken")
                if self.faulty:
                    # A fault comes to light before anybody has chosen.
                    with b.if_(load(None, self.layout.trouble)):
                        b.store(None, self.layout.decisions, decided)
                        b.store(None, Header.STEPS, steps)
                    self.check()
                    self.faulty = True
                if choice.decl.if_none is IfNone.FAULT:
                    with b.if_(is_zero(taken)):
                        b.store(None, self.layout.decisions, decided)
                        b.store(None, Header.STEPS, steps)
                        self.trouble()
                        self.check()
                with b.if_(taken):
                    b.store(None, Header.STEPS, add(load(None, Header.STEPS), 1))
                    self._commit_one(choice, x, taken)

        players.each(b, one)

    def _commit_one(self, choice: p.Choice, seat: Expr, taken: Expr) -> None:
        b = self.b
        records = choice.records
        base = b.let(add(binary(Op.MUL, seat, Const(records.size)), records.commits))
        b.store(base, 0, taken)
        for action in choice.actions:
            with b.if_(ONE if len(choice.actions) == 1 else compare(Op.EQ, taken, action.number + 1)):
                for slot in action.arguments.slots:
                    address, target = slot.register.address, HEAD + slot.offset
                    if not slot.many:
                        b.store(base, target, load(None, address))
                    else:
                        with b.count(ZERO, add(load(None, address), COUNT)) as cell:
                            b.store(add(base, cell), target, load(cell, address))

    def _do_Committed(self, i: p.Committed) -> None:  # noqa: N802
        b = self.b
        choice = self.program.choices[i.choice]
        frame, records = choice.frame, choice.records
        with b.count(ZERO, Const(self.space.players)) as seat:
            at = b.let(add(binary(Op.MUL, seat, Const(records.size)), records.commits))
            action = b.let(load(at))
            with b.if_(action):
                b.store(None, frame.you, seat)
                b.store(None, frame.back, Const(self.here))
                for candidate in choice.actions:
                    with b.if_(compare(Op.EQ, action, candidate.number + 1)):
                        self._enter(candidate, at, records.size)
        self._clear_frame(frame)

    def _enter(self, action: p.Action, at: Expr, size: int) -> None:
        """Take a committed action from its record, and run it."""
        b = self.b
        arguments = action.arguments
        for cell in range(arguments.size):
            b.store(None, arguments.start + cell, load(at, HEAD + cell))
        for cell in range(size):
            b.store(at, cell, ZERO)
        if not self.lean:
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
