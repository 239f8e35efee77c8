"""Lowers the instructions of choices. Lean code makes choices inside the function that runs the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.core.effects import put
from cardengine.core.flow import Flow, count_choice
from cardengine.core.offers import listing
from cardengine.core.policies import choosing
from cardengine.ir.nodes import Const, Expr
from cardengine.ir.values import Seq, sequence
from cardengine.layout.space import Register
from cardengine.model import program as p
from cardengine.model.codec import COUNT, HEAD
from cardengine.model.program import Header
from cardengine.runtime.outcome import Outcome
from cardengine.tree import nodes as t
from cardengine.tree.symbols import IfNone

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


def prepare(flow: Flow, i: p.Prepare) -> None:
    """Fill the frame of a choice: the chooser and the captures."""
    low, b = flow.low, flow.low.b
    frame = low.program.choices[i.choice].frame
    seat = b.let(low.present(i.player))
    _capture(low, i.captures)
    b.put(frame.you, seat)
    b.put(frame.taken, 0)
    if i.secret:
        b.put(Header.SECRET, b.add(seat, 1))


def _capture(low: Lowering, captures: tuple[tuple[Register, t.Expr], ...]) -> None:
    values = [(register, low.fixed(value)) for register, value in captures]
    low.settle()
    for register, value in values:
        put(low, register, value)


def _clear_frame(low: Lowering, frame: p.Frame) -> None:
    b = low.b
    for cell in (frame.you, frame.back, frame.taken):
        b.put(cell, 0)
    if not low.lean and frame.stop > frame.captures:
        b.fill(frame.captures, frame.stop - frame.captures)


def _is_secret(program: p.Program, offer: int) -> bool:
    before = program.code[offer - 1]
    return isinstance(before, p.Prepare) and before.secret


def offer(flow: Flow, i: p.Offer) -> None:
    """Ask a choice, repeatedly if it has an ``until``."""
    low, b = flow.low, flow.low.b
    choice = low.program.choices[i.choice]
    frame = choice.frame
    direct = _asked_once(low, i.choice) is not None
    with b.block() as done:
        # Left when the choice is over; the code after the block clears its frame.
        if not direct:
            taken = b.let(b.load(frame.taken))
            b.leave(done, taken if i.until is None else b.eq(taken, i.until + 1))
        with b.if_(b.ge(b.load(Header.STEPS), b.load(low.layout.cap))):
            flow.finish(Outcome.UNFINISHED)
        if not direct:
            b.put(frame.taken, 0)
            b.put(frame.back, flow.here)
        if not low.lean:
            b.put(Header.PC, flow.here)
        found = b.result(choosing(low, choice) if low.lean else listing(low, choice))
        low.settle()
        with b.if_(b.not_(found)):
            if choice.decl.if_none is IfNone.FAULT:
                low.trouble()
                low.stop_at_fault()
            b.leave(done)
        if low.lean:
            # Run the action without leaving the function.
            count_choice(b)
            for action in choice.actions[:-1]:
                flow.go(action.entry, b.eq(found, action.number + 1))
            flow.go(choice.actions[-1].entry)
        else:
            b.put(Header.CHOICE, i.choice + 1)
            b.put(Header.WAITING, b.bit(b.load(frame.you)))
            b.give()
    _clear_frame(low, frame)
    if _is_secret(low.program, flow.here):
        b.put(Header.SECRET, 0)


def _asked_once(low: Lowering, choice: int) -> tuple[int, p.Offer] | None:
    """The single instruction that asks a choice, if there is only one and its state needn't be kept."""
    asking = [
        (number, other)
        for number, other in enumerate(low.program.code)
        if isinstance(other, p.Offer | p.Committed) and other.choice == choice
    ]
    if not low.lean or len(asking) != 1:
        return None
    [(number, found)] = asking
    return (number, found) if isinstance(found, p.Offer) and not _is_secret(low.program, number) else None


def end_action(flow: Flow, i: p.EndAction) -> None:
    """End an action: return to the instruction that asked."""
    low, b = flow.low, flow.low.b
    frame = low.program.choices[i.choice].frame
    if not low.lean and frame.stop > frame.parameters:
        b.fill(frame.parameters, frame.stop - frame.parameters)
    asking = _asked_once(low, i.choice)
    if asking is not None:
        number, found = asking
        again = found.until is not None and found.until != i.action
        flow.go_to(Const(number if again else number + 1))
        return
    b.put(frame.taken, i.action + 1)
    flow.go_to(b.load(frame.back))


# Several at once -------------------------------------------------------------------------------------


def together(flow: Flow, i: p.Together) -> None:
    """Ask several seats at once."""
    low, b = flow.low, flow.low.b
    choice = low.program.choices[i.choice]
    frame = choice.frame
    _capture(low, i.captures)
    players = sequence(low.fixed(i.players))
    low.settle()
    if low.lean:
        _commit_all(low, choice, players)
        b.put(frame.you, 0)
        return
    waiting = b.var(0, "waiting")
    function = listing(low, choice)
    faulty = b.faulty

    def one(seat: Expr) -> None:
        b.put(frame.you, seat)
        offered = b.result(function)
        if faulty:
            low.stop_at_fault()
        with b.if_(offered):
            b.set(waiting, b.or_(waiting, b.bit(seat)))
        if choice.decl.if_none is IfNone.FAULT:
            with b.if_(b.not_(offered)):
                low.trouble()
                low.stop_at_fault()

    players.each_number(b, one)
    b.put(frame.you, 0)
    flow.go(flow.here + 1, b.not_(waiting))
    b.put(frame.back, -1)
    b.put(Header.PC, flow.here)
    b.put(Header.CHOICE, i.choice + 1)
    b.put(Header.WAITING, waiting)
    b.give()


def _commit_all(low: Lowering, choice: p.Choice, players: Seq) -> None:
    """Let some players choose, without leaving the function; their actions are recorded, and carried out afterwards."""
    b, layout = low.b, low.layout
    decided, steps = b.let(b.load(layout.decisions)), b.let(b.load(Header.STEPS))
    asked = b.var(0, "asked")
    function = choosing(low, choice)
    faulty = b.faulty

    def as_before() -> None:
        """Restore the counters, since faults occur before anybody has chosen."""
        b.put(layout.decisions, decided)
        b.put(Header.STEPS, steps)

    def one(seat: Expr) -> None:
        with b.if_(b.not_(b.and_(asked, b.bit(seat)))):
            b.set(asked, b.or_(asked, b.bit(seat)))
            b.put(choice.frame.you, seat)
            taken = b.result(function)
            if faulty:
                with b.if_(b.load(layout.trouble)):
                    as_before()
                low.stop_at_fault()
            if choice.decl.if_none is IfNone.FAULT:
                with b.if_(b.not_(taken)):
                    as_before()
                    low.trouble()
                    low.stop_at_fault()
            with b.if_(taken):
                count_choice(b)
                _commit_one(low, choice, seat, taken)

    players.each_number(b, one)


def _commit_one(low: Lowering, choice: p.Choice, seat: Expr, taken: Expr) -> None:
    b = low.b
    base = b.let(b.add(b.mul(seat, choice.records.size), choice.records.commits))
    b.store(base, 0, taken)
    for action in choice.actions:
        with b.if_(Const(1) if len(choice.actions) == 1 else b.eq(taken, action.number + 1)):
            for slot in action.arguments.slots:
                address, target = slot.register.address, HEAD + slot.offset
                if not slot.many:
                    b.store(base, target, b.load(address))
                    continue
                with b.count(0, b.add(b.load(address), COUNT)) as cell:
                    b.store(b.add(base, cell), target, b.load(cell, address))


def committed(flow: Flow, i: p.Committed) -> None:
    """Carry out what several seats have chosen, one after another."""
    low, b = flow.low, flow.low.b
    choice = low.program.choices[i.choice]
    frame, records = choice.frame, choice.records
    with b.count(0, low.space.players) as seat:
        at = b.let(b.add(b.mul(seat, records.size), records.commits))
        taken = b.let(b.load(at))
        with b.if_(taken):
            b.put(frame.you, seat)
            b.put(frame.back, flow.here)
            for action in choice.actions:
                with b.if_(b.eq(taken, action.number + 1)):
                    _enter(flow, action, at, records.size)
    _clear_frame(low, frame)


def _enter(flow: Flow, action: p.Action, at: Expr, size: int) -> None:
    """Load the arguments of a committed action, and run it."""
    b = flow.low.b
    for cell in range(action.arguments.size):
        b.put(action.arguments.start + cell, b.load(at, HEAD + cell))
    for cell in range(size):
        b.store(at, cell, 0)
    if not flow.low.lean:
        b.put(Header.PC, action.entry)
    flow.go_to(Const(action.entry))
