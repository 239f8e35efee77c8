"""Expressions are computed on random memories, and every value is held against what was known of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from cardengine.constructs.base import Closure, Fact, Part
from cardengine.evaluation import Closures
from cardengine.evaluation.table import TABLE
from cardengine.facts import Facts
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory, Register, Space
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Ruleset
from cardengine.tree.types import ListType

ALWAYS = (t.Constant, t.OptionValue, t.AllPlayers, t.AllTeams, t.EveryMember, t.EveryZone)
"""What has no closure but that of a constant."""


class UnsoundError(AssertionError):
    """Something isn't as it was known to be."""


class Traced(list[Any]):
    """A memory that notes which cells of the state are read."""

    def __init__(self, cells: list[Any], size: int) -> None:
        super().__init__(cells)
        self.size = size
        self.read: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            self.read.update(range(*at.indices(len(self))))
        elif 0 <= at < self.size:
            self.read.add(at)
        return super().__getitem__(at)


@dataclass
class Checking:
    """Closures that hold each value against its facts.

    Attributes:
        facts: what is known.
        seen: what has been computed, by kind of node and name of function.
        work: how many parts have been computed.
        made: the checked closures.
    """

    facts: Facts
    seen: Counter[str] = field(default_factory=Counter)
    work: int = 0
    made: set[Closure] = field(default_factory=set)

    def closures(self, possible: Callable[[str, str], Closure]) -> Closures:
        """Checked closures."""
        return _Checked(self, possible)

    def checked(self, expr: t.Expr, call: Closure) -> Closure:
        """A closure that checks its value."""
        if call in self.made:  # it passes a part's value on
            return call
        fact = self.facts.of(expr)
        name = expr.function if isinstance(expr, t.Call) else type(expr).__name__

        def check(m: Memory) -> Any:
            assert isinstance(m, Traced)
            self.seen[name] += 1
            outside, m.read = m.read, set()
            work, self.work = self.work, 1
            try:
                value = call(m)
                held(expr, fact, value)
            except Fault as fault:
                if not fact.faults:
                    raise UnsoundError(f"`{expr.span.text}` is at fault: {fault}") from None
                raise
            finally:
                if fact.constant and isinstance(expr, t.DefineCall):
                    m.read = set()  # in play its arguments are not computed
                if not m.read <= (cells := covered(self.facts.space, fact)):
                    raise UnsoundError(f"`{expr.span.text}` reads {sorted(m.read - cells)}")
                if fact.constant:
                    self.work = 1  # in play it is not computed
                if self.work > fact.cost:
                    raise UnsoundError(f"`{expr.span.text}` costs {self.work}, not {fact.cost}")
                m.read |= outside
                self.work += work
            return value

        self.made.add(check)
        return check


class _Checked(Closures):
    def __init__(self, checking: Checking, possible: Callable[[str, str], Closure]) -> None:
        super().__init__(checking.facts, possible)
        self.checking = checking

    def function(self, expr: t.Expr) -> Closure:
        # What is constant is computed all the same, to see that it is.
        if isinstance(expr, ALWAYS) or (isinstance(expr, t.ZoneRef | t.ZoneFamily) and self.known(expr).constant):
            value = self.known(expr).value
            return self.checking.checked(expr, lambda _m: value)
        if isinstance(expr, t.EveryItem) and not self.space.items[expr.kind].model:
            return self.checking.checked(expr, lambda _m: list(range(self.space.items[expr.kind].count)))
        return self.checking.checked(expr, TABLE[type(expr)](self, expr, self.known(expr)))


def held(expr: t.Expr, fact: Fact, value: Any) -> None:
    """Check a value against what is known of it."""
    wrong = []
    if fact.constant and value != fact.value:
        wrong.append(f"it isn't always {fact.value}")
    if isinstance(expr.type, ListType):
        if len(value) > fact.most:
            wrong.append(f"more than {fact.most} members")
        if isinstance(expr.type.item, ListType) and any(len(part) > fact.inner for part in value):
            wrong.append(f"a list of more than {fact.inner} members")
        if fact.distinct and len(set(map(hashable, value))) < len(value):
            wrong.append("a value twice")
    if any(not fact.low <= x <= fact.high for x in single(value)):
        wrong.append(f"not from {fact.low} to {fact.high}")
    if wrong:
        raise UnsoundError(f"`{expr.span.text}` ({type(expr).__name__}) is {value}: {', '.join(wrong)}")


def single(value: Any) -> Iterator[Any]:
    """The single values of a value."""
    if isinstance(value, list | tuple | range):
        for x in value:
            yield from single(x)
    else:
        yield value


def hashable(value: Any) -> Any:
    """A value that may stand in a set."""
    return tuple(map(hashable, value)) if isinstance(value, list) else value


def covered(space: Space, fact: Fact) -> set[int]:
    """The cells of the state that an expression may read."""
    cells: set[int] = set()
    for read in fact.reads:
        match read.part:
            case Part.ZONE | Part.COUNT:
                for cell in space.cells:
                    if cell.decl.name == read.name:
                        extra = cell.capacity if read.part is Part.ZONE else 0
                        cells.update(range(cell.address, cell.address + 1 + extra))
            case Part.VARIABLE:
                variable = space.variables[read.owner, read.name]
                cells.update(range(variable.address, variable.address + variable.owners))
            case Part.LOCAL:
                for local, register in space.registers.items():
                    if local.name == read.name and not register.scratch:
                        cells.update(range(register.address, register.address + 1 + (register.capacity or 0)))
            case Part.PLACE | Part.FACE | Part.CLASS:
                items = space.items[read.name]
                first = {Part.PLACE: items.place, Part.FACE: items.face, Part.CLASS: items.model}[read.part]
                cells.update(range(first, first + items.count))
    return cells


# Random memories -------------------------------------------------------------------------------------


def random_memory(facts: Facts, rng: random.Random, empty: Memory) -> Traced:
    """A state that nobody has to have reached: items anywhere, variables and names with any value they may have."""
    space, m = facts.space, list(empty)
    for items in space.items.values():
        for item in range(items.count):
            if items.model:
                m[items.model + item] = rng.randint(0, len(items.tables[next(iter(items.tables))]))
            m[items.face + item] = rng.randint(0, 1)
    fill = rng.choice((0.0, 0.3, 1.0))
    for cell in space.cells:
        m[cell.address] = 0
    for items in space.items.values():
        homes = [n for n, cell in enumerate(space.cells) if cell.decl.item.kind == items.decl.name]
        for item in rng.sample(range(items.count), items.count):
            m[items.place + item] = 0
            if not homes or rng.random() >= fill:
                continue
            home = rng.choice(homes)
            cell = space.cells[home]
            if m[cell.address] < cell.capacity:
                m[cell.address] += 1
                m[cell.address + m[cell.address]] = item
                m[items.place + item] = home + 1
    for variable in space.variables.values():
        for owner in range(variable.owners):
            m[variable.address + owner] = number_within(rng, variable.low, variable.high)
    for local, register in space.registers.items():
        fill_register(facts, rng, m, local, register)
    return Traced(m, space.size)


def fill_register(facts: Facts, rng: random.Random, m: Memory, local: t.Local, register: Register) -> None:
    """Give a name any value that it may have."""
    low, high = facts.range_of(local.type)
    fact = facts.of(t.LocalValue(local.type, SPAN, local))
    low, high = max(low, fact.low), min(high, fact.high)
    if not isinstance(local.type, ListType):
        m[register.address] = number_within(rng, low, high)
        return
    size = rng.randint(0, min(register.capacity if register.capacity is not None else 5, 5))
    inner = local.type.item
    values = [
        [number_within(rng, low, high) for _ in range(rng.randint(0, 3))]
        if isinstance(inner, ListType)
        else number_within(rng, low, high)
        for _ in range(size)
    ]
    if fact.distinct:
        values = list(dict.fromkeys(values))
    if register.capacity is None:
        m[register.address] = values
    else:
        m[register.address] = len(values)
        m[register.address + 1 : register.address + 1 + len(values)] = values


SPAN: Any = None
"""Names that tests make up stand nowhere."""


def number_within(rng: random.Random, low: int, high: int) -> int:
    """A number in a range: mostly a small one, now and then one at an edge."""
    if rng.random() < 0.2:
        return rng.choice((low, high))
    return rng.randint(max(low, -9), min(high, 60)) if low <= 60 and high >= -9 else low


def expressions(node: object) -> Iterator[t.Expr]:
    """All outermost expressions in a ruleset, or in a part of it."""
    if isinstance(node, t.Expr):
        yield node
    elif isinstance(node, tuple | list):
        for part in node:
            yield from expressions(part)
    elif isinstance(node, Mapping):
        yield from expressions(list(node.values()))
    elif is_dataclass(node) and not isinstance(node, type | Enum):
        for part in fields(node):
            value = getattr(node, part.name)
            if not isinstance(value, t.Local | Fraction | t.Scope):
                yield from expressions(value)


def in_play(ruleset: Ruleset) -> list[t.Expr]:
    """The expressions that are computed in play."""
    parts: tuple[object, ...] = (
        ruleset.defines,
        ruleset.procedures,
        ruleset.choices,
        ruleset.setup,
        ruleset.play,
        ruleset.result,
    )
    return list(expressions(parts))
