"""Evaluates conditions of the ruleset language that a test expects to hold in a state."""

from __future__ import annotations

from dataclasses import replace

from cardengine.diagnostics import Diagnostic
from cardengine.evaluation import Closures
from cardengine.facts import Facts
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import Entry, parse
from cardengine.lang.world import Names, World
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory
from cardengine.runtime.machine import Machine
from cardengine.runtime.names import json_number, value_text
from cardengine.runtime.state import State
from cardengine.source import ScalarNode
from cardengine.testing.results import failure
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Ruleset
from cardengine.tree.types import BOOL, ItemType, ListType, Type, ZoneType


def check_condition(machine: Machine, state: State, scalar: ScalarNode, report: list[Diagnostic]) -> None:
    """Report a condition that doesn't hold, can't be read, or can't be evaluated.

    A condition may use the names of the ruleset and, while a choice is open, the names that its actions may read.
    """
    names = _names(machine, state)
    tree = parse(Entry.EXPRESSION, scalar, report)
    if tree is None:
        return
    before = len(report)
    expr = ExpressionChecker(_world(machine.program.ruleset, report), scalar).typed(tree, names, BOOL)
    if len(report) > before:
        return
    evaluate = _Evaluation(machine, state)
    try:
        if evaluate.value(expr):
            return
        got = evaluate.explain(expr)
    except Fault as fault:
        got = f"a fault: {fault.message}"
    report.append(failure(scalar.span, f"`{scalar.text}`", "yes", got))


def _names(machine: Machine, state: State) -> Names:
    choice = next((c.decl for c in machine.program.choices if c.decl.name == state.choice), None)
    if choice is None:
        return Names()
    you = choice.you if len(state.players) == 1 else None
    return Names({local.name: local for local in choice.captures}, you=you, choice=choice.name)


def _world(ruleset: Ruleset, report: list[Diagnostic]) -> World:
    """The declarations of a checked ruleset, in the form that the expression checker takes."""
    return World(
        report,
        kinds=dict(ruleset.kinds),
        enums=dict(ruleset.enums),
        ordered=set(ruleset.strengths),
        options=dict(ruleset.options),
        zones=dict(ruleset.zones),
        variables=dict(ruleset.variables),
        choices=dict(ruleset.choices),
        action_names={
            name: tuple(action.name for action in choice.actions) for name, choice in ruleset.choices.items()
        },
        define_parameters={name: define.parameters for name, define in ruleset.defines.items()},
        checked_defines=dict(ruleset.defines),
        check_define=lambda name, _span: ruleset.defines.get(name),
    )


class _Evaluation:
    """Evaluates expressions on a copy of a state, with its own scratch cells."""

    def __init__(self, machine: Machine, state: State) -> None:
        self.machine = machine
        self.vector = state.vector
        self.space = replace(machine.space, registers=dict(machine.space.registers))
        self.closures = Closures(
            Facts(self.space), lambda choice, action: lambda m: self._possible(choice, action, m)
        )  # fmt: skip

    def _possible(self, choice: str, action: str, m: Memory) -> bool:
        found = self.machine.program.choice(choice)
        number = next(a.number for a in found.actions if a.decl.name == action)
        return self.machine.offers[found.number].actions[number].possible(m)

    def value(self, expr: t.Expr) -> object:
        """The value of an expression."""
        function = self.closures.function(expr)
        return function([*self.vector, *([0] * (self.space.size - len(self.vector) + self.space.scratch))])

    def explain(self, expr: t.Expr) -> str:
        """Why a condition is false: the values of both sides if it is a comparison, otherwise just `no`."""
        if isinstance(expr, t.Equal | t.Compare):
            left, right = (self._text(side) for side in (expr.left, expr.right))
            return f"no: {left} on the left, {right} on the right"
        if isinstance(expr, t.And):
            part = expr.right if self.value(expr.left) else expr.left
            return self.explain(part)
        return "no"

    def _text(self, expr: t.Expr) -> str:
        return self._render(expr.type, self.value(expr))

    def _render(self, kind: Type, value: object) -> str:
        if isinstance(kind, ListType) and isinstance(value, list | tuple):
            return " ".join(self._render(kind.item, item) for item in value) or "nothing"
        if (isinstance(value, int) and not isinstance(kind, ItemType | ZoneType)) or (
            isinstance(value, int) and value >= 0
        ):
            return value_text(self.space, kind, value)
        return "nothing" if isinstance(value, int) else str(json_number(value))  # type: ignore[arg-type]  # a fraction
