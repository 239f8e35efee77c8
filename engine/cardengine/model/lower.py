"""Lowers typed steps to instructions: flow becomes jumps, locals become registers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardengine.constructs.verbs import FLOW, effect
from cardengine.diagnostics import Span
from cardengine.facts import Facts
from cardengine.layout.space import Register
from cardengine.model import program as p
from cardengine.model.codec import HEAD, Arguments, Records
from cardengine.model.link import OptionValue, check_size, link
from cardengine.model.work import BUDGET
from cardengine.tree import nodes as t
from cardengine.tree.symbols import ChoiceDecl, Ruleset
from cardengine.tree.types import ItemType, ListType, element
from cardengine.tree.walk import steps_under

MAX_LIST = 10_000
"""The most values for which a list register is allocated."""


def build(
    ruleset: Ruleset, options: Mapping[str, OptionValue], players: int, budget: int = BUDGET
) -> p.Program:  # fmt: skip
    """Build the program of a ruleset with these options and number of players.

    Args:
        ruleset: the checked ruleset.
        options: the values of options that differ from their defaults.
        players: the number of players.
        budget: how much work may be done; see ``model.work``.

    Raises:
        DiagnosticError: see ``link``.
    """
    facts = link(ruleset, options, players)
    program = _Lowering(ruleset, facts).run()
    check_size(facts.space)
    return replace(program, budget=budget)


@dataclass(slots=True)
class _Loop:
    """An open loop: the jumps of its ``stop`` and ``skip`` steps, whose targets are filled in later."""

    phases: int
    """The number of phases open around the loop."""
    stops: list[int] = field(default_factory=list)
    skips: list[int] = field(default_factory=list)


class _Lowering:
    def __init__(self, ruleset: Ruleset, facts: Facts) -> None:
        self.ruleset = ruleset
        self.facts = facts
        self.space = facts.space
        self.code: list[p.Instruction] = []
        self.loops: list[_Loop] = []
        self.phases: list[int] = []
        self.together = {step.choice for step in steps_under(ruleset) if isinstance(step, t.AskTogether)}
        self.numbers = {name: number for number, name in enumerate(ruleset.choices)}
        self.frames: dict[str, p.Frame] = {}
        self.records: dict[str, Records] = {}
        for name, choice in ruleset.choices.items():
            self.frames[name] = self._frame(choice)
            self.records[name] = self._records(choice)

    def run(self) -> p.Program:
        self.steps(self.ruleset.setup)
        self.steps(self.ruleset.play)
        self.emit(p.Finish(self.ruleset.span, t.Verdict.END))
        procedures: dict[str, p.Procedure] = {}
        for name, decl in self.ruleset.procedures.items():
            back = self.space.take(1)
            start = self.space.size
            parameters = tuple(self.space.register(local) for local in decl.parameters)
            entry = len(self.code)
            self.steps(decl.steps)
            self.emit(p.Return(decl.span, back, start, self.space.size))
            procedures[name] = p.Procedure(entry, parameters, back)
        choices = [self._choice(name, decl) for name, decl in self.ruleset.choices.items()]
        return p.Program(
            self.ruleset,
            self.space.options,
            self.space.players,
            self.space,
            self.facts,
            tuple(self.code),
            tuple(choices),
            procedures,
        )

    # Choices -----------------------------------------------------------------------------------

    def _frame(self, choice: ChoiceDecl) -> p.Frame:
        you = self.space.register(choice.you).address
        back, taken = self.space.take(1), self.space.take(1)
        captures = self.space.size
        for local in choice.captures:
            self.space.register(local)
        parameters = self.space.size
        for action in choice.actions:
            for parameter in action.parameters:
                self.space.register(parameter.local)
        return p.Frame(you, back, taken, captures, parameters, self.space.size)

    def _records(self, choice: ChoiceDecl) -> Records:
        """The records of a choice's actions, with room for commits if it is asked of several players together."""
        actions = tuple(
            Arguments.of(action.parameters, [self.space.register(parameter.local) for parameter in action.parameters])
            for action in choice.actions
        )
        size = HEAD + max((arguments.size for arguments in actions), default=0)
        together = choice.name in self.together
        return Records(actions, self.space.take(size * self.space.players) if together else 0, size)

    def _choice(self, name: str, decl: ChoiceDecl) -> p.Choice:
        actions: list[p.Action] = []
        for number, action in enumerate(decl.actions):
            entry = len(self.code)
            before = self.space.size
            self.steps(action.steps)
            if self.space.size > before:
                self.emit(p.Clear(action.span, before, self.space.size))
            self.emit(p.EndAction(action.span, self.numbers[name], number))
            actions.append(p.Action(action, number, entry, self.records[name].actions[number]))
        return p.Choice(decl, self.numbers[name], tuple(actions), self.frames[name], self.records[name])

    def _captures(self, choice: str, scope: t.Scope) -> tuple[tuple[Register, t.Expr], ...]:
        captures = []
        for local in self.ruleset.choices[choice].captures:
            outer = scope.find(local.name)
            assert outer is not None
            value = t.LocalValue(outer.type, outer.span or self.ruleset.span, outer)
            captures.append((self.space.register(local), value))
        return tuple(captures)

    # Emitting ----------------------------------------------------------------------------------

    def emit(self, instruction: p.Instruction) -> int:
        self.code.append(instruction)
        return len(self.code) - 1

    def aim(self, place: int, target: int) -> None:
        """Fill in the target of a jump."""
        instruction = self.code[place]
        match instruction:
            case p.Jump():
                self.code[place] = replace(instruction, target=target)
            case p.Branch():
                self.code[place] = replace(instruction, otherwise=target)
            case p.ListNext() | p.CountNext() | p.TimesNext():
                self.code[place] = replace(instruction, done=target)

    def steps(self, steps: t.Steps) -> None:
        for step in steps:
            self.step(step)

    def step(self, step: t.Step) -> None:
        if effect(step) is not None:
            self.emit(p.Effect(step.span, step))
        else:
            _FLOW[type(step)](self, step)

    def _let(self, step: t.Let) -> None:
        most = self._most(step.value, 0) if isinstance(step.local.type, ListType) else 0
        self.emit(p.SetLocal(step.span, self.space.register(step.local, most), step.value))

    def _run(self, step: t.Run) -> None:
        self.emit(p.Call(step.span, step.name, step.arguments))

    def _ask(self, step: t.Ask) -> None:
        captures = self._captures(step.choice, step.scope)
        number = self.numbers[step.choice]
        self.emit(p.Prepare(step.span, number, step.player, captures, step.secret))
        self.emit(p.Offer(step.span, number, self._action_number(step)))

    def _ask_together(self, step: t.AskTogether) -> None:
        captures = self._captures(step.choice, step.scope)
        number = self.numbers[step.choice]
        self.emit(p.Together(step.span, number, step.players, captures))
        self.emit(p.Committed(step.span, number))

    def _end_game(self, step: t.EndGame) -> None:
        self.emit(p.Finish(step.span, step.verdict))

    def _wins(self, step: t.Wins) -> None:
        self.emit(p.Crown(step.span, step.players))

    def _stop(self, step: t.Stop) -> None:
        self._leave_phases(step.span)
        self.loops[-1].stops.append(self.emit(p.Jump(step.span, 0)))

    def _skip(self, step: t.Skip) -> None:
        self._leave_phases(step.span)
        self.loops[-1].skips.append(self.emit(p.Jump(step.span, 0)))

    def _leave_phases(self, span: Span) -> None:
        """Before a jump out of phases, restore the phase of the loop."""
        inner = self.phases[self.loops[-1].phases :]
        if inner:
            self.emit(p.LeavePhase(span, inner[0]))

    def _action_number(self, step: t.Ask) -> int | None:
        names = [action.name for action in self.ruleset.choices[step.choice].actions]
        return names.index(step.until) if step.until is not None else None

    def _if(self, step: t.If) -> None:
        ends: list[int] = []
        for branch in step.branches:
            test = None
            if branch.condition is not None:
                test = self.emit(p.Branch(branch.condition.span, branch.condition, 0))
            self.steps(branch.steps)
            if branch is not step.branches[-1]:
                ends.append(self.emit(p.Jump(step.span, 0)))
            if test is not None:
                self.aim(test, len(self.code))
        for end in ends:
            self.aim(end, len(self.code))

    def _phase(self, step: t.Phase) -> None:
        cell = self.space.take(1)
        self.phases.append(cell)
        self.emit(p.EnterPhase(step.span, self.ruleset.phases.index(step.name) + 1, cell))
        self.steps(step.steps)
        self.phases.pop()
        self.emit(p.LeavePhase(step.span, cell))

    # Loops -------------------------------------------------------------------------------------

    def _body(self, steps: t.Steps, again: int, exit_: int | None, span: Span, start: int) -> None:
        """Emit a loop's steps, the jump back, and the end, which clears its registers."""
        loop = _Loop(len(self.phases))
        self.loops.append(loop)
        self.steps(steps)
        self.loops.pop()
        self.emit(p.Jump(span, again))
        end = len(self.code)
        if exit_ is not None:
            self.aim(exit_, end)
        for place in loop.stops:
            self.aim(place, end)
        for place in loop.skips:
            self.aim(place, again)
        if self.space.size > start:
            self.emit(p.Clear(span, start, self.space.size))

    def _most(self, source: t.Expr, otherwise: int) -> int:
        """The most values that a list can have, if that is known; otherwise the given number."""
        most = self.facts.of(source).most
        return most if most <= MAX_LIST else otherwise

    def _for_each(self, step: t.ForEach) -> None:
        start = self.space.size
        register = self.space.register(step.local)
        item = element(step.source.type)
        assert item is not None
        capacity = self._most(step.source, self.space.bound(item))
        kind = item.kind if isinstance(item, ItemType) else None
        cells = 2 + capacity * (2 if kind else 1)
        loop = p.ListLoop(self.space.take(cells), capacity, kind)
        self.emit(p.ListStart(step.source.span, loop, step.source, step.it, step.keys))
        again = self.emit(p.ListNext(step.span, loop, register, 0))
        self._body(step.steps, again, again, step.span, start)

    def _count(self, step: t.CountFrom) -> None:
        start = self.space.size
        if isinstance(step.counter, t.LocalValue):
            self.space.register(step.counter.local)
        cell = self.space.take(2)
        self.emit(p.CountStart(step.span, step.counter, step.low, step.high, cell))
        again = self.emit(p.CountNext(step.span, step.counter, cell, 0))
        self._body(step.steps, again, again, step.span, start)

    def _while(self, step: t.While) -> None:
        start = self.space.size
        again = self.emit(p.Turn(step.span))
        exit_ = None
        if step.condition is not None:
            exit_ = self.emit(p.Branch(step.condition.span, step.condition, 0))
        self._body(step.steps, again, exit_, step.span, start)

    def _times(self, step: t.Times) -> None:
        start = self.space.size
        cell = self.space.take(1)
        self.emit(p.TimesStart(step.span, step.amount, cell))
        again = self.emit(p.TimesNext(step.span, cell, 0))
        self._body(step.steps, again, again, step.span, start)


_FLOW: dict[type[t.Step], Callable[[_Lowering, Any], None]] = {
    t.Let: _Lowering._let,
    t.Run: _Lowering._run,
    t.Ask: _Lowering._ask,
    t.AskTogether: _Lowering._ask_together,
    t.EndGame: _Lowering._end_game,
    t.Wins: _Lowering._wins,
    t.Stop: _Lowering._stop,
    t.Skip: _Lowering._skip,
    t.If: _Lowering._if,
    t.ForEach: _Lowering._for_each,
    t.CountFrom: _Lowering._count,
    t.While: _Lowering._while,
    t.Times: _Lowering._times,
    t.Phase: _Lowering._phase,
}
if set(_FLOW) != FLOW:
    raise TypeError("flow that can't be lowered")
