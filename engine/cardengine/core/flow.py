"""Lowers instructions: all are parts of one function, which runs until the game waits or ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardengine.core.board import seats_of
from cardengine.core.effects import put, put_list, put_variable
from cardengine.ir import nodes as ir
from cardengine.ir.nodes import Const, Expr, Get
from cardengine.ir.values import Seq
from cardengine.layout.space import WORD_MAX
from cardengine.library.ordering import Keyed
from cardengine.model import program as p
from cardengine.model.program import Header
from cardengine.model.work import REFUND
from cardengine.runtime.outcome import Outcome
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.ir.builder import Builder


@dataclass(frozen=True, slots=True)
class Flow:
    """The position of an instruction in the function that runs.

    Attributes:
        low: the context.
        turns: the loop around all instructions.
        parts: the blocks of the instructions.
        pc: the local of the program counter.
        here: the number of the instruction.
    """

    low: Lowering
    turns: ir.Block
    parts: list[ir.Block]
    pc: Get
    here: int

    def go(self, target: int, condition: Expr | None = None) -> None:
        """Jump to an instruction."""
        b = self.low.b
        if target == self.here + 1 and condition is None:
            return
        if target > self.here:
            b.leave(self.parts[target], condition)
        elif condition is None:
            self.go_to(Const(target))
        else:
            with b.if_(condition):
                self.go_to(Const(target))

    def go_to(self, target: Expr) -> None:
        """Jump to an instruction that is computed."""
        self.low.b.set(self.pc, target)
        self.low.b.emit(ir.Again(self.turns))

    def finish(self, outcome: Outcome) -> None:
        """End the game."""
        if outcome is not Outcome.UNFINISHED:
            self.low.b.call(scoring(self.low))
            self.low.settle()
        close(self.low, outcome)

    def charge(self) -> None:
        """The work of the instruction counts before it is begun."""
        charge, b = self.low.unit.machine.charges[self.here], self.low.b
        if charge is None:
            return
        more: Expr = Const(charge.amount)
        if charge.table:
            held: Expr = Const(0)
            for count in charge.counts:
                length = b.let(b.load(count))
                held = b.let(b.choose(b.gt(length, held), length, held))
            more = b.load(held, self.low.layout.constant(list(charge.table)))
        work = b.let(b.add(b.load(Header.WORK), more))
        b.put(Header.WORK, work)
        with b.if_(b.gt(work, self.low.program.budget)):
            self.finish(Outcome.UNFINISHED)

    def count_turn(self) -> None:
        """Count a turn of a loop towards the step cap."""
        b = self.low.b
        steps = b.let(b.add(b.load(Header.STEPS), 1))
        b.put(Header.STEPS, steps)
        with b.if_(b.gt(steps, b.load(self.low.layout.cap))):
            self.finish(Outcome.UNFINISHED)


def count_choice(b: Builder) -> None:
    """A choice counts towards the step cap, and gives work back."""
    b.put(Header.STEPS, b.add(b.load(Header.STEPS), 1))
    work = b.let(b.sub(b.load(Header.WORK), REFUND))
    b.put(Header.WORK, b.choose(b.gt(work, 0), work, 0))


# The end ---------------------------------------------------------------------------------------------


def close(low: Lowering, outcome: Outcome) -> None:
    """Record how the game ended, and leave the function."""
    b = low.b
    b.put(Header.OUTCOME, outcome)
    for cell in (Header.CHOICE, Header.WAITING, Header.SECRET):
        b.put(cell, 0)
    b.give()


def scoring(low: Lowering) -> ir.Function:
    """The function that computes the scores; a fault if they can't be computed."""
    return low.shared("score", (), _score, export=True)


def _score(low: Lowering) -> None:
    b, result = low.b, low.program.ruleset.result
    with b.count(0, low.space.players) as seat:
        wins = b.let(b.has_bit(b.load(Header.WINNERS), seat))
        at = b.let(b.mul(seat, 2))
        num: Expr = wins
        den: Expr = Const(1)
        if result.score is not None:
            value = low.bind(result.you, seat).bind(result.won, wins).frac(result.score)
            num, den = value.num, value.den
        b.store(at, low.layout.scores, num)
        b.store(at, low.layout.scores + 1, den)
        if result.score is not None:
            with b.if_(b.load(low.layout.trouble)):
                b.give()


def finish(flow: Flow, i: p.Finish) -> None:
    """``win``, ``lose``, ``end the game``."""
    outcomes = {t.Verdict.WIN: Outcome.WON, t.Verdict.LOSE: Outcome.LOST, t.Verdict.END: Outcome.ENDED}
    if i.verdict is t.Verdict.WIN:
        flow.low.b.put(Header.WINNERS, flow.low.space.everyone)
    flow.finish(outcomes[i.verdict])


def crown(flow: Flow, i: p.Crown) -> None:
    """``PLAYERS win``."""
    low = flow.low
    mask = seats_of(low.b, lambda body: low.each_number(i.players, body))
    low.settle()
    low.b.put(Header.WINNERS, mask)
    flow.finish(Outcome.WON)


# Names, jumps, phases --------------------------------------------------------------------------------


def set_local(flow: Flow, i: p.SetLocal) -> None:
    """Store a value in a register."""
    value = flow.low.fixed(i.value)
    flow.low.settle()
    put(flow.low, i.register, value)


def jump(flow: Flow, i: p.Jump) -> None:
    """Jump."""
    flow.go(i.target)


def branch(flow: Flow, i: p.Branch) -> None:
    """Jump if a condition doesn't hold."""
    low = flow.low
    test = low.num(i.condition)
    if low.b.faulty:
        test = low.b.let(test)
        low.stop_at_fault()
    if not isinstance(test, Const):
        flow.go(i.otherwise, low.b.not_(test))
    elif not test.value:
        flow.go(i.otherwise)


def clear(flow: Flow, i: p.Clear) -> None:
    """Clear registers that go out of scope."""
    if not flow.low.lean:
        flow.low.b.fill(i.start, i.stop - i.start)


def enter_phase(flow: Flow, i: p.EnterPhase) -> None:
    """Enter a phase."""
    b = flow.low.b
    b.put(i.cell, b.load(Header.PHASE))
    b.put(Header.PHASE, i.number)


def leave_phase(flow: Flow, i: p.LeavePhase) -> None:
    """Leave a phase."""
    b = flow.low.b
    b.put(Header.PHASE, b.load(i.cell))
    b.put(i.cell, 0)


def call(flow: Flow, i: p.Call) -> None:
    """Call a procedure."""
    low, procedure = flow.low, flow.low.program.procedures[i.procedure]
    given = [low.fixed(argument) for argument in i.arguments]
    low.settle()
    for register, value in zip(procedure.parameters, given, strict=True):
        put(low, register, value)
    low.b.put(procedure.back, flow.here + 1)
    low.settle()
    flow.go(procedure.entry)


def return_(flow: Flow, i: p.Return) -> None:
    """Return from a procedure."""
    b = flow.low.b
    target = b.let(b.load(i.cell))
    b.put(i.cell, 0)
    if not flow.low.lean and i.stop > i.start:
        b.fill(i.start, i.stop - i.start)
    flow.go_to(target)


# Loops -----------------------------------------------------------------------------------------------


def turn(flow: Flow, _: p.Turn) -> None:
    """Begin a turn of a loop."""
    flow.count_turn()


def list_start(flow: Flow, i: p.ListStart) -> None:
    """Begin a loop over a list: store the list, and the zone in which each item lies."""
    low, b = flow.low, flow.low.b
    address, capacity = i.loop.address, i.loop.capacity
    found: Seq
    if i.keys:
        values = low.collected(i.source)
        order = None
        for key in reversed(i.keys):
            keyed = Keyed.of(low, values, i.it, key.key)
            order = keyed.order(highest=key.highest, order=order)
        assert order is not None
        found = keyed.in_order(order)
    else:
        found = low.seq(i.source)
    low.settle()
    put_list(low, address + 1, capacity, found)
    b.put(address, 0)
    if i.loop.kind is not None:
        place, zones = low.space.items[i.loop.kind].place, address + 2 + capacity
        with b.count(0, b.load(address + 1)) as number:
            b.store(number, zones, b.load(b.load(number, address + 2), place))


def list_next(flow: Flow, i: p.ListNext) -> None:
    """Continue a loop over a list, skipping items that have left their zones."""
    b = flow.low.b
    address = i.loop.address
    cursor = b.var(b.load(address))
    values, zones = address + 2, address + 2 + i.loop.capacity
    if i.loop.kind is None:
        flow.go(i.done, b.ge(cursor, b.load(address + 1)))
        b.put(i.register.address, b.load(cursor, values))
        b.put(address, b.add(cursor, 1))
    else:
        place = flow.low.space.items[i.loop.kind].place
        size = b.let(b.load(address + 1))
        with b.loop() as loop:
            flow.go(i.done, b.ge(cursor, size))
            item = b.let(b.load(cursor, values))
            b.step(cursor)
            with b.if_(b.eq(b.load(item, place), b.load(cursor, zones - 1))):
                b.put(address, cursor)
                b.put(i.register.address, item)
                b.leave(loop)
    flow.count_turn()


def count_start(flow: Flow, i: p.CountStart) -> None:
    """Begin a counting loop."""
    low, b = flow.low, flow.low.b
    first = b.let(low.num(i.low))
    left: Expr = Const(-1)
    if i.high is not None:
        span = b.let(b.add(b.sub(low.num(i.high), first), 1))
        left = b.choose(b.lt(span, 0), 0, span)
    low.settle()
    b.put(i.cell, left)
    b.put(i.cell + 1, first)


def count_next(flow: Flow, i: p.CountNext) -> None:
    """Continue a counting loop."""
    low, b = flow.low, flow.low.b
    left, value = b.let(b.load(i.cell)), b.let(b.load(i.cell + 1))
    flow.go(i.done, b.not_(left))
    flow.count_turn()
    cells = low.space.variables["game", i.counter.name] if isinstance(i.counter, t.Variable) else None
    with b.if_(b.and_(b.lt(left, 0), b.gt(value, WORD_MAX if cells is None else cells.high))):
        flow.finish(Outcome.UNFINISHED)
    with b.if_(b.gt(left, 0)):
        b.put(i.cell, b.sub(left, 1))
    b.put(i.cell + 1, b.add(value, 1))
    if cells is not None:
        put_variable(low, cells, Const(0), value, proven=False)
    else:
        assert isinstance(i.counter, t.LocalValue)
        b.put(low.space.register(i.counter.local).address, value)


def times_start(flow: Flow, i: p.TimesStart) -> None:
    """Begin a loop with a number of turns."""
    low, b = flow.low, flow.low.b
    amount = b.let(low.num(i.amount))
    low.settle()
    b.put(i.cell, b.choose(b.lt(amount, 0), 0, amount))


def times_next(flow: Flow, i: p.TimesNext) -> None:
    """Continue a loop with a number of turns."""
    b = flow.low.b
    left = b.let(b.load(i.cell))
    flow.go(i.done, b.not_(left))
    b.put(i.cell, b.sub(left, 1))
    flow.count_turn()
