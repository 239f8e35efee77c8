"""The machine: runs a program's instructions on a memory up to a choice or the end.

Each instruction becomes a closure ``f(memory, context) -> next instruction``; ``STOP`` means that the game waits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from cardengine.constructs.verbs.asking import SKIPPED
from cardengine.constructs.verbs.ending import ENDED
from cardengine.constructs.verbs.flow import PHASE_BEGAN
from cardengine.evaluation import Closures
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory, Register
from cardengine.model import program as p
from cardengine.model.codec import Offered, Values, put, put_list
from cardengine.model.program import Header
from cardengine.model.work import REFUND, charges
from cardengine.runtime.board import Board
from cardengine.runtime.context import Context
from cardengine.runtime.effects import Effects
from cardengine.runtime.events import Event
from cardengine.runtime.names import seat_text
from cardengine.runtime.offers import Offers
from cardengine.runtime.outcome import Outcome, Scorer
from cardengine.runtime.recipe import Recipe
from cardengine.runtime.redaction import Redaction
from cardengine.runtime.shown_values import ShownValues
from cardengine.tree import nodes as t
from cardengine.tree.dispatch import exhaustive
from cardengine.tree.symbols import IfNone
from cardengine.tree.types import BOOL

STOP = -1
DEFAULT_STEP_CAP = 100_000
"""The default number of choices and loop turns after which a game ends as unfinished."""

Operation = Callable[[Memory, Context], int]


class Machine:
    """A program compiled for the interpreter. It holds no state of a game."""

    def __init__(self, program: p.Program, recipe: Recipe) -> None:
        self.program = program
        self.recipe = recipe
        self.space = program.space
        self.step_cap = recipe.step_cap
        self.board = Board(program.space)
        self.redaction = Redaction(program.space, self.board)
        self.facts = program.facts
        self.closures = Closures(program.facts, self._possible)
        self.effects = Effects(program.space, self.closures, self.board)
        self.scorer = Scorer.of(program, self.closures)
        self.shown_values = ShownValues(program, self.board)
        parameters = {
            parameter.local: program.space.take_scratch()
            for choice in program.choices
            for action in choice.actions
            for parameter in action.decl.parameters
        }
        listing = Closures(program.facts, self._possible, parameters)
        self.offers = [Offers(listing, choice, self.redaction.knows) for choice in program.choices]
        for local in program.ruleset.scratch:
            program.space.register(local)
        self.scratch = program.space.scratch
        self.code = [self._first(number) for number in range(len(program.code))]

    @cached_property
    def charges(self) -> tuple[p.Charge | None, ...]:
        """The work that each instruction is charged before it is done; None for those that others carry."""
        return charges(self.program)

    def _first(self, number: int) -> Operation:
        """An instruction whose closure is made on first use."""

        def first(m: Memory, context: Context) -> int:
            operation = self.code[number] = self._compile(number, self.program.code[number])
            # Memories exist already, without room for more cells.
            assert self.space.scratch == self.scratch
            return operation(m, context)

        return first

    def _possible(self, choice: str, action: str) -> Callable[[Memory], bool]:
        found = self.program.choice(choice)
        number = next(a.number for a in found.actions if a.decl.name == action)
        return lambda m: self.offers[found.number].actions[number].possible(m)  # noqa: PLW0108 - the offers come later

    # Starting and running ----------------------------------------------------------------------

    def memory(self) -> Memory:
        """The initial memory: variables at their initial values, everything else 0."""
        m: Memory = [0] * (self.space.size + self.space.scratch)
        for cells in self.space.variables.values():
            for owner in range(cells.owners):
                m[cells.address + owner] = cells.initial
        return m

    def run(self, m: Memory, context: Context) -> Fault | None:
        """Run from the program counter to the next choice or the end; returns the fault that ended the game, if any."""
        code = self.code
        pc: int = m[Header.PC]
        try:
            while pc >= 0:
                pc = code[pc](m, context)
        except Fault as fault:
            self.finish(m, context, Outcome.FAULT)
            return fault
        return None

    def finish(self, m: Memory, context: Context, outcome: Outcome) -> int:
        """End the game; raises a fault if the scores can't be computed."""
        if outcome is Outcome.FAULT:
            m[Header.WINNERS] = 0
        elif outcome is not Outcome.UNFINISHED:
            self.scorer.check(m)
        m[Header.OUTCOME] = outcome
        m[Header.CHOICE] = m[Header.WAITING] = m[Header.SECRET] = 0
        context.veil = None
        if context.log is not None:
            self.redaction.settle(m, context)
            context.log.append(Event(ENDED, self.space.everyone, (("outcome", outcome.name.lower()),)))
        return STOP

    def legal(self, m: Memory, seat: int) -> list[Offered]:
        """The legal actions of a seat that is to choose."""
        number = m[Header.CHOICE] - 1
        frame = self.program.choices[number].frame
        kept = m[frame.you]
        m[frame.you] = seat
        try:
            found: list[Offered] = self.offers[number].legal(m)
            return found
        finally:
            m[frame.you] = kept

    def take(self, m: Memory, context: Context, seat: int, action: int, values: Values) -> Fault | None:
        """Apply a legal action of a seat, and run."""
        try:
            waits = self._taken(m, context, seat, action, values)
        except Fault as fault:
            self.finish(m, context, Outcome.FAULT)
            return fault
        return None if waits else self.run(m, context)

    def _taken(self, m: Memory, context: Context, seat: int, action: int, values: Values) -> bool:
        """Record an action; returns whether others have still to choose before it takes effect."""
        choice = self.program.choices[m[Header.CHOICE] - 1]
        m[Header.STEPS] += 1
        if m[Header.WORK]:
            m[Header.WORK] = max(0, m[Header.WORK] - REFUND)
        if choice.records.commits and m[choice.frame.back] < 0:
            choice.records.commit(m, seat, (action, values), choice.decl.span)
            m[Header.WAITING] &= ~(1 << seat)
            if m[Header.WAITING]:
                return True
            m[Header.CHOICE] = 0
            m[Header.PC] += 1
            return False
        m[Header.CHOICE] = m[Header.WAITING] = 0
        self._enter(m, context, choice.actions[action], seat, values)
        return False

    def _enter(self, m: Memory, context: Context, action: p.Action, seat: int, values: Values) -> None:
        action.arguments.enter(m, values, action.decl.span)
        m[Header.PC] = action.entry
        if context.log is not None:
            self.redaction.log_action(m, context, action, seat, values)

    # Instructions ------------------------------------------------------------------------------

    def _compile(self, number: int, instruction: p.Instruction) -> Operation:
        operation: Operation = _OPERATIONS[type(instruction)](self, number, instruction)
        charge = self.charges[number]
        return operation if charge is None else self._charged(operation, charge)

    def _charged(self, operation: Operation, charge: p.Charge) -> Operation:
        """An instruction that isn't begun when the work of the game would go beyond its budget."""
        amount, counts, table, budget = charge.amount, charge.counts, charge.table, self.program.budget

        def charged(m: Memory, context: Context) -> int:
            work = m[Header.WORK] = m[Header.WORK] + amount
            return operation(m, context) if work <= budget else self.finish(m, context, Outcome.UNFINISHED)

        def charged_by_counts(m: Memory, context: Context) -> int:
            work = m[Header.WORK] = m[Header.WORK] + table[max([m[count] for count in counts])]
            return operation(m, context) if work <= budget else self.finish(m, context, Outcome.UNFINISHED)

        return charged_by_counts if table else charged

    def _effect(self, number: int, i: p.Effect) -> Operation:
        act = self.effects.compile(i.step)
        following = number + 1

        def effect(m: Memory, context: Context) -> int:
            act(m, context)
            return following

        return effect

    def _set_local(self, number: int, i: p.SetLocal) -> Operation:
        value = self.closures.function(i.value)
        address, capacity, span = i.register.address, i.register.capacity, i.span
        following = number + 1
        convert = int if i.value.type is BOOL else None

        def set_local(m: Memory, context: Context) -> int:
            if capacity is None:
                m[address] = value(m) if convert is None else convert(value(m))
            else:
                put_list(m, address, capacity, value(m), span)
            return following

        return set_local

    def _jump(self, number: int, i: p.Jump) -> Operation:
        target = i.target
        return lambda m, context: target

    def _branch(self, number: int, i: p.Branch) -> Operation:
        test = self.facts.of(i.condition)
        following, otherwise = number + 1, i.otherwise
        if test.constant:
            target = following if test.value else otherwise
            return lambda m, context: target
        condition = self.closures.function(i.condition)
        return lambda m, context: following if condition(m) else otherwise

    def _turn(self, number: int, i: p.Turn) -> Operation:
        following, cap = number + 1, self.step_cap

        def turn(m: Memory, context: Context) -> int:
            m[Header.STEPS] += 1
            return following if m[Header.STEPS] <= cap else self.finish(m, context, Outcome.UNFINISHED)

        return turn

    def _list_start(self, number: int, i: p.ListStart) -> Operation:
        source = self.closures.function(i.source)
        keys = [(self.closures.key(i.it, key.key), key.highest) for key in reversed(i.keys)]
        address, capacity, span = i.loop.address, i.loop.capacity, i.span
        place = self.space.items[i.loop.kind].place if i.loop.kind else 0
        following = number + 1

        def start(m: Memory, context: Context) -> int:
            values = source(m)
            for key, highest in keys:
                # The last key first: sorting is stable, also in reverse, so ties keep the order of the list.
                values = sorted(values, key=key(m), reverse=highest)
            m[address] = 0
            put_list(m, address + 1, capacity, values, span)
            if place:
                zones = address + 2 + capacity
                m[zones : zones + len(values)] = [m[place + item] for item in values]
            return following

        return start

    def _list_next(self, number: int, i: p.ListNext) -> Operation:
        address, target, done = i.loop.address, i.register.address, i.done
        place = self.space.items[i.loop.kind].place if i.loop.kind else 0
        values, zones = address + 2, address + 2 + i.loop.capacity
        following, cap = number + 1, self.step_cap

        def forward(m: Memory, context: Context) -> int:
            cursor, count = m[address], m[address + 1]
            while cursor < count:
                item = m[values + cursor]
                cursor += 1
                if place and m[place + item] != m[zones + cursor - 1]:
                    continue
                m[address] = cursor
                m[target] = item
                m[Header.STEPS] += 1
                return following if m[Header.STEPS] <= cap else self.finish(m, context, Outcome.UNFINISHED)
            return done

        return forward

    def _count_start(self, number: int, i: p.CountStart) -> Operation:
        low = self.closures.function(i.low)
        high = self.closures.function(i.high) if i.high is not None else None
        cell, following = i.cell, number + 1

        def start(m: Memory, context: Context) -> int:
            first = low(m)
            m[cell] = -1 if high is None else max(0, high(m) - first + 1)
            m[cell + 1] = first
            return following

        return start

    def _counter_cell(self, counter: t.Expr) -> int:
        if isinstance(counter, t.LocalValue):
            return self.space.register(counter.local).address
        assert isinstance(counter, t.Variable)
        return self.space.variables[("game", counter.name)].address

    def _count_next(self, number: int, i: p.CountNext) -> Operation:
        cell, done, following, cap = i.cell, i.done, number + 1, self.step_cap
        address = self._counter_cell(i.counter)
        store = None
        high = 2**63 - 1
        if isinstance(i.counter, t.Variable):
            cells = self.space.variables[("game", i.counter.name)]
            store = self.effects.store(cells, i.span, proven=False)
            high = cells.high

        def forward(m: Memory, context: Context) -> int:
            left, value = m[cell], m[cell + 1]
            if left == 0:
                return done
            m[Header.STEPS] += 1
            if m[Header.STEPS] > cap or (left < 0 and value > high):
                return self.finish(m, context, Outcome.UNFINISHED)
            if left > 0:
                m[cell] = left - 1
            m[cell + 1] = value + 1
            if store is not None:
                store(m, context, address, value)
            else:
                m[address] = value
            return following

        return forward

    def _times_start(self, number: int, i: p.TimesStart) -> Operation:
        amount, cell, following = self.closures.function(i.amount), i.cell, number + 1

        def start(m: Memory, context: Context) -> int:
            m[cell] = max(0, amount(m))
            return following

        return start

    def _times_next(self, number: int, i: p.TimesNext) -> Operation:
        cell, done, following, cap = i.cell, i.done, number + 1, self.step_cap

        def forward(m: Memory, context: Context) -> int:
            if m[cell] == 0:
                return done
            m[cell] -= 1
            m[Header.STEPS] += 1
            return following if m[Header.STEPS] <= cap else self.finish(m, context, Outcome.UNFINISHED)

        return forward

    def _clear(self, number: int, i: p.Clear) -> Operation:
        start, stop, following = i.start, i.stop, number + 1
        zeros = [0] * (stop - start)

        def clear(m: Memory, context: Context) -> int:
            m[start:stop] = zeros
            return following

        return clear

    def _enter_phase(self, number: int, i: p.EnterPhase) -> Operation:
        phase, cell, following = i.number, i.cell, number + 1
        name = self.program.ruleset.phases[phase - 1]

        def enter(m: Memory, context: Context) -> int:
            m[cell] = m[Header.PHASE]
            m[Header.PHASE] = phase
            if context.log is not None:
                context.log.append(Event(PHASE_BEGAN, self.board.audience(m), (("phase", name),)))
            return following

        return enter

    def _leave_phase(self, number: int, i: p.LeavePhase) -> Operation:
        cell, following = i.cell, number + 1

        def leave(m: Memory, context: Context) -> int:
            m[Header.PHASE] = m[cell]
            m[cell] = 0
            return following

        return leave

    def _call(self, number: int, i: p.Call) -> Operation:
        procedure = self.program.procedures[i.procedure]
        following = number + 1
        arguments = [
            (register, self.closures.function(argument), argument.span)
            for register, argument in zip(procedure.parameters, i.arguments, strict=True)
        ]
        entry, back = procedure.entry, procedure.back

        def call(m: Memory, context: Context) -> int:
            given = [(register, value(m), span) for register, value, span in arguments]
            for register, value, span in given:
                put(m, register, value, span)
            m[back] = following
            return entry

        return call

    def _return(self, number: int, i: p.Return) -> Operation:
        cell, start, stop = i.cell, i.start, i.stop
        zeros = [0] * (stop - start)

        def back(m: Memory, context: Context) -> int:
            target: int = m[cell]
            m[cell] = 0
            m[start:stop] = zeros
            return target

        return back

    # Choices -----------------------------------------------------------------------------------

    def _capture(self, captures: tuple[tuple[Register, t.Expr], ...]) -> Callable[[Memory], None]:
        parts = [(register, self.closures.function(value), value.span) for register, value in captures]

        def capture(m: Memory) -> None:
            for register, value, span in parts:
                put(m, register, value(m), span)

        return capture

    def _skip(self, m: Memory, context: Context, choice: p.Choice, seat: int) -> None:
        """Skip a choice without a legal action, and log it; a fault if the ruleset says that this can't happen."""
        if choice.decl.if_none is IfNone.FAULT:
            raise Fault(f"{seat_text(seat)} has no legal action in `{choice.decl.name}`", choice.decl.span)
        if context.log is not None:
            data = (("player", seat_text(seat)), ("choice", choice.decl.name))
            context.log.append(Event(SKIPPED, self.board.audience(m), data))

    def _prepare(self, number: int, i: p.Prepare) -> Operation:
        frame = self.program.choices[i.choice].frame
        player = self.closures.present(i.player)
        capture, secret, following = self._capture(i.captures), i.secret, number + 1

        def prepare(m: Memory, context: Context) -> int:
            seat = player(m)
            capture(m)
            m[frame.you] = seat
            m[frame.taken] = 0
            if secret:
                m[Header.SECRET] = seat + 1
                context.veil = m[:]
            return following

        return prepare

    def _offer(self, number: int, i: p.Offer) -> Operation:
        choice = self.program.choices[i.choice]
        frame, until, cap, following = choice.frame, i.until, self.step_cap, number + 1
        offers = self.offers[i.choice]
        prepare = self.program.code[number - 1]
        secret = isinstance(prepare, p.Prepare) and prepare.secret

        def done(m: Memory, context: Context) -> int:
            m[frame.you] = m[frame.back] = m[frame.taken] = 0
            m[frame.captures : frame.stop] = [0] * (frame.stop - frame.captures)
            if secret:
                m[Header.SECRET] = 0
                context.veil = None
            return following

        def offer(m: Memory, context: Context) -> int:
            taken = m[frame.taken]
            if taken and (until is None or taken - 1 == until):
                return done(m, context)
            if m[Header.STEPS] >= cap:
                return self.finish(m, context, Outcome.UNFINISHED)
            m[frame.taken] = 0
            m[frame.back] = number
            m[Header.PC] = number
            found = offers.legal(m)
            if not found:
                self._skip(m, context, choice, m[frame.you])
                return done(m, context)
            context.offered = {m[frame.you]: found}
            m[Header.CHOICE] = i.choice + 1
            m[Header.WAITING] = 1 << m[frame.you]
            if context.log is not None:
                self.redaction.settle(m, context)
            return STOP

        return offer

    def _end_action(self, number: int, i: p.EndAction) -> Operation:
        frame, taken = self.program.choices[i.choice].frame, i.action + 1
        zeros = [0] * (frame.stop - frame.parameters)

        def end(m: Memory, context: Context) -> int:
            if context.pending:
                self.redaction.settle(m, context)
            m[frame.parameters : frame.stop] = zeros
            m[frame.taken] = taken
            target: int = m[frame.back]
            return target

        return end

    def _together(self, number: int, i: p.Together) -> Operation:
        choice = self.program.choices[i.choice]
        frame, following = choice.frame, number + 1
        players, capture = self.closures.function(i.players), self._capture(i.captures)
        offers = self.offers[i.choice]

        def together(m: Memory, context: Context) -> int:
            capture(m)
            waiting = 0
            context.offered = {}
            for seat in dict.fromkeys(players(m)):
                m[frame.you] = seat
                found = offers.legal(m)
                if found:
                    waiting |= 1 << seat
                    context.offered[seat] = found
                else:
                    self._skip(m, context, choice, seat)
            m[frame.you] = 0
            if not waiting:
                return following
            m[frame.back] = -1
            m[Header.PC] = number
            m[Header.CHOICE] = i.choice + 1
            m[Header.WAITING] = waiting
            if context.log is not None:
                self.redaction.settle(m, context)
            return STOP

        return together

    def _committed(self, number: int, i: p.Committed) -> Operation:
        choice = self.program.choices[i.choice]
        frame, records, players, following = choice.frame, choice.records, self.space.players, number + 1

        def committed(m: Memory, context: Context) -> int:
            for seat in range(players):
                offered = records.committed(m, seat)
                if offered is None:
                    continue
                action, values = offered
                records.uncommit(m, seat)
                m[frame.you] = seat
                m[frame.back] = number
                self._enter(m, context, choice.actions[action], seat, values)
                entry: int = m[Header.PC]
                return entry
            m[frame.you] = m[frame.back] = m[frame.taken] = 0
            m[frame.captures : frame.stop] = [0] * (frame.stop - frame.captures)
            return following

        return committed

    # Ends --------------------------------------------------------------------------------------

    def _finish(self, number: int, i: p.Finish) -> Operation:
        everyone = self.space.everyone
        outcome = {
            t.Verdict.WIN: Outcome.WON, t.Verdict.LOSE: Outcome.LOST, t.Verdict.END: Outcome.ENDED,
        }[i.verdict]  # fmt: skip

        def finish(m: Memory, context: Context) -> int:
            if outcome is Outcome.WON:
                m[Header.WINNERS] = everyone
            return self.finish(m, context, outcome)

        return finish

    def _crown(self, number: int, i: p.Crown) -> Operation:
        players = self.closures.function(i.players)

        def crown(m: Memory, context: Context) -> int:
            m[Header.WINNERS] = sum(1 << seat for seat in set(players(m)))
            return self.finish(m, context, Outcome.WON)

        return crown


_OPERATIONS: dict[type[p.Instruction], Callable[[Machine, int, Any], Operation]] = exhaustive(
    {
        p.Effect: Machine._effect,
        p.SetLocal: Machine._set_local,
        p.Jump: Machine._jump,
        p.Branch: Machine._branch,
        p.Turn: Machine._turn,
        p.ListStart: Machine._list_start,
        p.ListNext: Machine._list_next,
        p.CountStart: Machine._count_start,
        p.CountNext: Machine._count_next,
        p.TimesStart: Machine._times_start,
        p.TimesNext: Machine._times_next,
        p.Clear: Machine._clear,
        p.EnterPhase: Machine._enter_phase,
        p.LeavePhase: Machine._leave_phase,
        p.Call: Machine._call,
        p.Return: Machine._return,
        p.Prepare: Machine._prepare,
        p.Offer: Machine._offer,
        p.EndAction: Machine._end_action,
        p.Together: Machine._together,
        p.Committed: Machine._committed,
        p.Finish: Machine._finish,
        p.Crown: Machine._crown,
    },
    p,
    p.Instruction,
)
