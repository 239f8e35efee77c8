"""What a game's instructions cost: a bound of its work, as the step cap is a bound of its turns.

An instruction is charged before it is done, and what it is charged follows from its facts and from how many items
zones hold: never from what an execution happens to look at. So all executions end a game that runs away at the same
place. Choices give back: only work without end between decisions runs away.

Most instructions cost little, and the step cap bounds how often a loop or a choice comes to them. They aren't charged
one by one: the calls of their procedure carry them, and the turns of their loop where they are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

from cardengine.constructs.base import Part
from cardengine.facts import Facts
from cardengine.layout.space import Space
from cardengine.model import program as p
from cardengine.tree import nodes as t
from cardengine.tree.types import ItemType, ListType, ZoneType
from cardengine.tree.walk import children, walk

BUDGET: Final = 20_000_000
"""How much work may be done, what choices have given back aside, before a game counts as unfinished."""

REFUND: Final = 1_000_000
"""What a choice gives back."""

CHEAP: Final = 256
"""What costs no more than that isn't charged by itself: within the step cap it comes to the budget at most."""

DOUBTFUL: Final = 100_000
"""A cost beyond that supposes full zones: it is charged by what the zones hold instead."""

MOST_COUNTS: Final = 64
"""If the lists are more of which a cost depends, full ones are supposed all the same."""

MOVE: Final = 24
"""What it costs to move an item, in the units of ``Fact.cost``."""

BASE: Final = 8
"""What an instruction costs before its expressions."""


def charges(program: p.Program) -> tuple[p.Charge | None, ...]:
    """What each instruction is charged; None for those that others carry.

    Args:
        program: the game's instructions.
    """
    costs = _Costs(program)
    own = [costs.of(instruction) for instruction in program.code]
    charged: list[p.Charge | None] = [charge if charge.amount > CHEAP else None for charge in own]
    for body in _bodies(program):
        carried = sum(own[place].amount for place in body.places if own[place].amount <= CHEAP)
        for carrier in body.carriers:
            if carried > CHEAP or isinstance(program.code[carrier], p.Call):
                charged[carrier] = (charged[carrier] or p.Charge(0)).plus(carried)
    return tuple(charged)


@dataclass(frozen=True, slots=True)
class _Body:
    """A stretch of instructions, without those of bodies inside it, and the instructions that are charged for it."""

    places: Sequence[int]
    carriers: Sequence[int]


def _bodies(program: p.Program) -> list[_Body]:
    stretches = _loops(program.code) + _procedures(program)
    innermost: dict[int, int] = {}
    # Outer ones first, so that the inner ones have the last word.
    order = sorted(range(len(stretches)), key=lambda number: (stretches[number][0], -stretches[number][1]))
    for number in order:
        start, stop, _ = stretches[number]
        innermost.update(dict.fromkeys(range(start, stop), number))
    places: dict[int, list[int]] = {}
    for place, number in innermost.items():
        places.setdefault(number, []).append(place)
    return [_Body(places.get(number, ()), carriers) for number, (_, _, carriers) in enumerate(stretches)]


_Stretch = tuple[int, int, Sequence[int]]


def _loops(code: Sequence[p.Instruction]) -> list[_Stretch]:
    ends: dict[int, int] = {}
    for place, instruction in enumerate(code):
        if isinstance(instruction, p.Jump) and instruction.target < place:
            ends[instruction.target] = place
    return [(start, end + 1, (start,)) for start, end in ends.items()]


def _procedures(program: p.Program) -> list[_Stretch]:
    code = program.code
    calls: dict[str, list[int]] = {}
    for place, instruction in enumerate(code):
        if isinstance(instruction, p.Call):
            calls.setdefault(instruction.procedure, []).append(place)
    return [
        (procedure.entry, _returns(code, procedure.entry) + 1, calls.get(name, ()))
        for name, procedure in program.procedures.items()
    ]


def _returns(code: Sequence[p.Instruction], entry: int) -> int:
    return next(place for place in range(entry, len(code)) if isinstance(code[place], p.Return))


# What one instruction costs --------------------------------------------------------------------------


class _Costs:
    """Costs with full zones, and with zones that hold no more than some number."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        # Of its own: what others have asked before, and what constant folding has spent on it, must not matter.
        self._facts = Facts(program.space)
        self._thin: dict[int, Facts] = {}

    def of(self, instruction: p.Instruction) -> p.Charge:
        """What an instruction is charged."""
        full = self._cost(self._facts, instruction)
        if full <= DOUBTFUL:
            # What a choice gives back pays for the listing of its actions.
            return p.Charge(0 if isinstance(instruction, p.Offer | p.Together) else full)
        counts = self._counts(instruction)
        if not 0 < len(counts) <= MOST_COUNTS:
            return p.Charge(full)
        most = max(counts.values())
        table: list[int] = []
        held = 1
        while len(table) <= most:
            cost = full if held >= most else min(full, self._cost(self._holding(held), instruction))
            table += [cost] * (min(held, most) + 1 - len(table))
            held *= 2
        return p.Charge(full, tuple(counts), tuple(table))

    def _counts(self, instruction: p.Instruction) -> dict[int, int]:
        """The cells with the lengths of all lists that an instruction reads, each with its greatest length."""
        facts, space = self._facts, self.program.space
        read = {read for expr in self._parts(instruction) for read in facts.of(expr).reads}
        zones = {one.name for one in read if one.part is Part.ZONE}
        counts = {cell.address: cell.capacity for cell in space.cells if cell.decl.name in zones}
        asked = self._asked(instruction)
        for part in (part for expr in self._parts(instruction) for part in walk(expr)):
            # What a choice asks for isn't chosen yet when its actions are listed.
            if isinstance(part, t.LocalValue) and part.local not in asked:
                register = space.registers.get(part.local)
                if register is not None and register.capacity is not None:
                    counts[register.address] = register.capacity
        return counts

    def _asked(self, instruction: p.Instruction) -> set[t.Local]:
        if not isinstance(instruction, p.Offer | p.Together):
            return set()
        actions = self.program.choices[instruction.choice].actions
        return {parameter.local for action in actions for parameter in action.decl.parameters}

    def _holding(self, most: int) -> Facts:
        """The facts of the same game when no zone and no list that is kept holds more items than that."""
        if most not in self._thin:
            self._thin[most] = Facts(_thinned(self.program.space, most))
        return self._thin[most]

    def _parts(self, instruction: p.Instruction) -> list[t.Expr]:
        """The expressions that belong to an instruction: its own, and what listing its actions looks at."""
        parts = list(_expressions(instruction))
        if isinstance(instruction, p.Offer | p.Together):
            for action in self.program.choices[instruction.choice].actions:
                for parameter in action.decl.parameters:
                    parts += children(parameter.domain)
                # How many ways there are to choose has a bound of its own.
                parts += [condition.test for condition in action.decl.conditions]
        return parts

    def _cost(self, facts: Facts, instruction: p.Instruction) -> int:
        cost = BASE + sum(facts.of(expr).cost for expr in self._parts(instruction))
        match instruction:
            case p.Effect(step=step):
                return cost + MOVE * _moved(facts, step)
            case p.Together():
                return cost * self.program.players
            case _:
                return cost


def _thinned(space: Space, most: int) -> Space:
    """The same game with less room in its zones and lists."""
    registers = {
        local: register if register.capacity is None else replace(register, capacity=min(register.capacity, most))
        for local, register in space.registers.items()
    }
    cells = [replace(cell, capacity=min(cell.capacity, most)) for cell in space.cells]
    return replace(space, cells=cells, registers=registers)


def _moved(facts: Facts, step: t.Step) -> int:
    """How many items a step may move, turn or show."""
    # Of where they go nothing has to be moved.
    sources = [getattr(step, field.name) for field in fields(step)]
    most = sum(
        _items(facts, expr) for source in sources if not isinstance(source, t.Target) for expr in _expressions(source)
    )
    match step:
        case t.Draw(amount=t.Expr() as amount):
            return min(most, max(0, facts.of(amount).high))
        case t.Deal(amount=t.Expr() as amount, zones=zones):
            return min(most, max(0, facts.of(amount).high) * facts.of(zones).most)
        case _:
            return most


def _items(facts: Facts, expr: t.Expr) -> int:
    """How many items may be moved from or to what an expression names."""
    if isinstance(expr.type, ZoneType):
        found = facts.of(expr)
        cells = facts.space.cells[max(found.low, 0) : max(found.high, 0) + 1]
        return max((cell.capacity for cell in cells), default=0)
    if isinstance(expr.type, ListType) and isinstance(expr.type.item, ItemType):
        return min(facts.of(expr).most, facts.space.items[expr.type.item.kind].count)
    return 0


def _expressions(part: object) -> Iterator[t.Expr]:
    """The expressions right under an instruction or a step."""
    if isinstance(part, t.Expr):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from _expressions(item)
    elif isinstance(part, p.Instruction | t.Step | t.Target | t.SortKey):
        for field in fields(part):
            yield from _expressions(getattr(part, field.name))
