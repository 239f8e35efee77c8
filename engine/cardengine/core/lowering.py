"""The context of lowering, which each part gets, and through which it uses the others.

A context is immutable. ``low.bind(local, value)`` returns one with another binding, ``low.function(...)`` one for a new
function, so nothing has to be restored. The mutable parts are the builder and what the whole module shares: its
functions and its memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from cardengine.constructs.base import Fact, Failure
from cardengine.core.arithmetic import Arithmetic
from cardengine.core.board import BoardLowering
from cardengine.core.counting import few, length, occupied, search
from cardengine.core.definitions import spread_call
from cardengine.core.effects import Effects
from cardengine.core.gathering import constant_list, gather, once_each
from cardengine.core.inspection import Inspection
from cardengine.core.lists import end, reversed_, some
from cardengine.core.logic import conditional, contains, lazily
from cardengine.core.motion import Made, shape
from cardengine.core.offers import every_value, one_of, subset_of
from cardengine.core.tables import SCALARS, SEQUENCES, WALKS
from cardengine.facts import Facts
from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.memory import MAX_NODES, UNBOUNDED, Layout, TooLargeError, Trouble
from cardengine.ir.nodes import Const, Expr, Get
from cardengine.ir.values import (
    Array,
    Consumer,
    Frac,
    Place,
    Seq,
    Strided,
    Value,
    fraction,
    item_of,
    number,
    same,
    width,
)
from cardengine.layout.space import WORD_MAX, WORD_MIN, ItemSpace, Space
from cardengine.library.melds import unmelded
from cardengine.library.ordering import Keyed
from cardengine.library.poker import poker_rank
from cardengine.library.subsets import every_subset
from cardengine.model import program as p
from cardengine.model.program import Program
from cardengine.runtime.machine import Machine
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, INT, ItemType, ListType, OptionalType, Type, element

INLINE = 30
"""Calls of definitions of at most so many nodes are inlined; a larger definition becomes a function."""

KEPT = 12
"""Calls that cost more than this are reused where their value is known."""

V = TypeVar("V", bound=Value)


@dataclass(slots=True, eq=False)
class Unit:
    """What all functions of a module share.

    Attributes:
        machine: the game.
        lean: whether to leave out what only views and comparisons of positions need.
        tracks: whether to track which seats have seen which cards.
        layout: the layout of the memory.
        inspection: what lowering needs to know about expressions in addition to their facts.
        functions: the functions so far.
        shared: the functions that are built on first use, by key.
        nodes: the number of nodes of expressions lowered so far.
    """

    machine: Machine
    lean: bool
    tracks: bool
    layout: Layout
    inspection: Inspection
    functions: list[ir.Function] = field(default_factory=list)
    shared: dict[object, Builder] = field(default_factory=dict)
    nodes: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Lowering:
    """The context of lowering.

    Attributes:
        unit: what all functions of the module share.
        b: the builder of the current function.
        names: the values of locals that have no register in the state.
        zones: for locals that are zones the name of the declaration, if known.
        invariants: the values of loop-invariant expressions, computed before their loop.
        chain: the calls of definitions that are being inlined.
        inline: the most nodes of a definition that is inlined.
        exit: the block to leave after a fault; None in functions that return a value all the same.
        made: the values of expressions computed so far, by meaning.
    """

    unit: Unit
    b: Builder
    names: Mapping[t.Local, Value] = field(default_factory=dict)
    zones: Mapping[t.Local, str] = field(default_factory=dict)
    invariants: Mapping[Place, Get] = field(default_factory=dict)
    chain: tuple[int, ...] = ()
    inline: int = INLINE
    exit: ir.Block | None = None
    made: dict[Hashable, Made] = field(default_factory=dict)

    # The game ----------------------------------------------------------------------------------

    @property
    def space(self) -> Space:
        """The layout of the state."""
        return self.unit.machine.space

    @property
    def program(self) -> Program:
        """The game's instructions and choices."""
        return self.unit.machine.program

    @property
    def layout(self) -> Layout:
        """The layout of the memory."""
        return self.unit.layout

    @property
    def facts(self) -> Facts:
        """The facts of expressions."""
        return self.unit.inspection.facts

    @property
    def inspection(self) -> Inspection:
        """What lowering needs to know about expressions in addition to their facts."""
        return self.unit.inspection

    @property
    def lean(self) -> bool:
        """Whether to leave out what only views and comparisons of positions need."""
        return self.unit.lean

    @property
    def tracks(self) -> bool:
        """Whether to track which seats have seen which cards."""
        return self.unit.tracks

    def items(self, kind: Type) -> ItemSpace:
        """The cells of the items of a type, which may be optional or a list."""
        inner = kind.item if isinstance(kind, OptionalType | ListType) else kind
        assert isinstance(inner, ItemType)
        return self.space.items[inner.kind]

    @property
    def arithmetic(self) -> Arithmetic:
        """Operations on numbers and fractions that may exceed the limits of the core."""
        return Arithmetic(self)

    @property
    def effects(self) -> Effects:
        """The operations of verbs on items."""
        return Effects(self)

    @property
    def board(self) -> BoardLowering:
        """Operations that move items."""
        return BoardLowering(self)

    def column(self, values: Sequence[int]) -> int:
        """The address of a table of constants."""
        return self.layout.constant(list(values))

    @property
    def addresses(self) -> int:
        """The address of the table of the zones' addresses."""
        return self.column([cell.address for cell in self.space.cells])

    @property
    def piles(self) -> int:
        """The address of the table that tells which zones are piles."""
        return self.column([int(cell.decl.is_pile) for cell in self.space.cells])

    @property
    def capacities(self) -> int:
        """The address of the table of the zones' capacities."""
        return self.column([cell.capacity for cell in self.space.cells])

    def strengths(self, kind: Type | None) -> int | None:
        """The address of the table of strengths of an ordered enum; None for other types."""
        strengths = self.space.strengths(kind or BOOL)
        return None if strengths is None else self.column(strengths)

    # Functions ---------------------------------------------------------------------------------

    def function(
        self, name: str, parameters: tuple[str, ...] = (), *, result: bool = False, export: bool = False
    ) -> Lowering:
        """The context for a new function."""
        b = Builder(name, parameters, result=result, export=export)
        self.unit.functions.append(b.function)
        return Lowering(self.unit, b)

    def shared(
        self, name: str, parameters: tuple[str, ...], build: Callable[[Lowering], None], *, key: object = None,
        result: bool = False, export: bool = False,
    ) -> ir.Function:  # fmt: skip
        """A function that is built on first use; calls of it can have a fault if it can.

        Args:
            name: its name.
            parameters: the names of its parameters.
            build: builds it.
            key: its key, if other functions have the same name.
            result: whether it returns a number.
            export: whether it can be called from outside.
        """
        found = self.unit.shared.get(key or name)
        if found is None:
            inner = self.function(name, parameters, result=result, export=export)
            found = self.unit.shared[key or name] = inner.b
            build(inner)
        self.b.faulty |= found.faulty
        return found.function

    # Faults ------------------------------------------------------------------------------------

    def trouble(self, kind: Trouble = Trouble.FAULT) -> None:
        """Record that something can't be computed; the code continues with arbitrary values until ``settle``."""
        self.b.faulty = True
        self.b.put(self.layout.trouble, self.b.or_(self.b.load(self.layout.trouble), kind))

    def fault_if(self, condition: Expr, kind: Trouble = Trouble.FAULT) -> None:
        """Record a fault if a condition holds."""
        with self.b.if_(condition):
            self.trouble(kind)

    def settle(self) -> None:
        """Leave the step if something couldn't be computed, if that is possible at all."""
        if self.b.faulty:
            self.stop_at_fault()

    def stop_at_fault(self) -> None:
        """Leave the step if something couldn't be computed."""
        assert self.exit is not None
        self.b.leave(self.exit, self.b.load(self.layout.trouble))
        self.b.faulty = False

    # Names -------------------------------------------------------------------------------------

    def bind(self, local: t.Local, value: Value, zone: str | None = None) -> Lowering:
        """The context in which a local has a value; ``zone`` is the name of its declaration if it is a known zone."""
        zones = self.zones
        if zone is not None:
            zones = {**zones, local: zone}
        elif local in zones:
            zones = {other: name for other, name in zones.items() if other is not local}
        return replace(self, names={**self.names, local: value}, zones=zones)

    def bind_all(self, pairs: Sequence[tuple[t.Local, Value, str | None]]) -> Lowering:
        """The context in which several locals have values."""
        low = self
        for local, value, zone in pairs:
            low = low.bind(local, value, zone)
        return low

    def zone_name(self, expr: t.Expr) -> str | None:
        """The name of the declaration of a zone, if known."""
        if isinstance(expr, t.ZoneRef):
            return expr.name
        return self.zones.get(expr.local) if isinstance(expr, t.LocalValue) else None

    def zones_in(self, source: t.Expr) -> str | None:
        """The name of the declaration of all zones in a list, if known."""
        while isinstance(source, t.Filter):
            source = source.source
        return source.name if isinstance(source, t.ZoneFamily | t.EveryZone) else None

    # Facts -------------------------------------------------------------------------------------

    def known(self, expr: t.Expr) -> Fact:
        """The facts of an expression."""
        return self.facts.of(expr)

    def fits_word(self, expr: t.Expr) -> bool:
        """Whether a number certainly fits into 64 bits."""
        return Failure.OVERFLOW not in self.facts.of(expr).raises

    def between(self, expr: t.Expr) -> tuple[int, int]:
        """The range of a number, which holds even for the arbitrary values after a fault."""
        found = self.facts.of(expr)
        return (WORD_MIN, WORD_MAX) if found.faults else (found.low, found.high)

    def most(self, expr: t.Expr) -> int:
        """The most values that a list can have."""
        return min(self.facts.of(expr).most, UNBOUNDED)

    def is_distinct(self, expr: t.Expr) -> bool:
        """Whether a list certainly has no value twice."""
        value = self.names.get(expr.local) if isinstance(expr, t.LocalValue) else None
        return value.distinct if isinstance(value, Seq) else self.facts.of(expr).distinct

    def written_out(self, call: t.DefineCall) -> bool:
        """Whether a call of a definition is inlined."""
        define = self.space.ruleset.defines[call.name]
        small = self.inspection.weight(define.body) <= self.inline
        return small or call.type is FRACTION or not all(map(_can_be_passed, define.parameters))

    def once(self, expr: t.Expr, make: Callable[[], V]) -> V:
        """What has been made of an expression that says the same, where it is done already; else what ``make`` makes.

        The state stays as it is while one instruction's expressions are computed.
        """
        key = shape(expr, self)
        found = self.made.get(key)
        if found is not None and self.b.is_done(found.body):
            return cast("V", found.value)
        value = make()
        self.made[key] = Made(value, self.b.body, self)
        return value

    # Expressions -------------------------------------------------------------------------------

    def value(self, expr: t.Expr) -> Value:
        """An expression of any type."""
        if expr.type is FRACTION:
            return self.frac(expr)
        return self.seq(expr) if isinstance(expr.type, ListType) else self.num(expr)

    def value_as(self, expr: t.Expr, item: Type) -> Value:
        """A value as a member of a list of a type: a number is converted for a list of fractions."""
        return self.frac(expr) if item is FRACTION else self.value(expr)

    def num(self, expr: t.Expr) -> Expr:
        """The value of an expression that is one integer."""
        if self.invariants:
            held = self.invariants.get((*self.chain, id(expr)))
            if held is not None:
                return held
        self._count_node()
        found = self.known(expr)
        if found.constant:
            return Const(int(found.value))
        if isinstance(expr, t.Call | t.DefineCall) and found.cost > KEPT:
            return self.once(expr, lambda: self.b.let(number(SCALARS.lower(self, expr))))
        return number(SCALARS.lower(self, expr))

    def frac(self, expr: t.Expr) -> Frac:
        """The value of an expression as a fraction."""
        found = self.known(expr)
        if found.constant:
            return Frac(Const(int(found.value.numerator)), Const(int(found.value.denominator)))
        return fraction(SCALARS.lower(self, expr) if expr.type is FRACTION else self.num(expr))

    def present(self, expr: t.Expr) -> Expr:
        """A value that must not be nothing."""
        value = self.num(expr)
        if not isinstance(expr.type, OptionalType) or (isinstance(value, Const) and value.value >= 0):
            return value
        kept = self.b.var(value)
        with self.b.if_(self.b.lt(kept, 0)):
            self.trouble()
            self.b.set(kept, 0)
        return kept

    def measured(self, expr: t.Expr) -> Expr:
        """A number, or the strength of a member of an ordered enum."""
        value, table = self.num(expr), self.strengths(expr.type)
        if table is None:
            return value
        if isinstance(value, Const):
            return Const((self.space.strengths(expr.type) or ())[value.value])
        return self.b.load(value, table)

    # Lists -------------------------------------------------------------------------------------

    def seq(self, expr: t.Expr) -> Seq:
        """A list that can be iterated over repeatedly."""
        _check_depth(expr)
        found = self.known(expr)
        if found.constant:
            return self.constant_list(found.value, item_of(expr))
        return SEQUENCES.lower(self, expr) if type(expr) in SEQUENCES.rows else self.collected(expr)

    def each(self, expr: t.Expr, body: Consumer) -> None:
        """Build code for each value of a list."""
        _check_depth(expr)
        self._count_node()
        found = self.known(expr)
        if found.constant:
            self.constant_list(found.value, item_of(expr)).each(self.b, body)
        else:
            self._walk(expr, body)

    def _walk(self, expr: t.Expr, body: Consumer) -> None:
        walk = WALKS.get(type(expr))
        if walk is None:
            self.seq(expr).each(self.b, body)
        else:
            cast("Callable[[Lowering, t.Expr, Consumer], None]", walk)(self, expr, body)

    def each_number(self, expr: t.Expr, body: Callable[[Expr], None]) -> None:
        """Build code for each value of a list of numbers."""
        self.each(expr, lambda x: body(number(x)))

    def constant_list(self, values: Sequence[object], item: Type) -> Seq:
        """A constant list."""
        return constant_list(self, values, item)

    def gather(
        self, item: Type, most: int, fill: Callable[[Consumer], None], *, inner: int = 0, distinct: bool = False
    ) -> Array:
        """A list in scratch cells; ``fill`` gets a function that appends a value."""
        return gather(self, item, most, fill, inner=inner, distinct=distinct)

    def length(self, expr: t.Expr) -> Expr:
        """The number of values of a list, without building the list."""
        return length(self, expr)

    def occupied(self, expr: t.Expr) -> Expr:
        """Whether a list has a value."""
        return occupied(self, expr)

    def search(self, expr: t.Expr, test: Callable[[Expr], Expr]) -> Expr:
        """Whether a list has a value that passes a test."""
        return search(self, expr, test)

    def few(self, expr: t.Expr) -> list[Expr] | None:
        """The values of a list, if their number is known and small."""
        return few(self, expr)

    def end(self, call: t.Call, *, last: bool) -> Value:
        """The first or last value of a list, or several of them."""
        return some(self, call, last=last) if len(call.arguments) == 2 else end(self, call, last=last)

    def reversed(self, seq: Seq) -> Seq:
        """A list in reverse."""
        return reversed_(self, seq)

    def strided(self, item: Type, most: int, first: Expr, step: Expr, size: Expr) -> Seq:
        """Different values in cells that lie ``step`` apart, such as those of a zone that may be a pile."""
        return Strided(item, most, first, step, size, distinct=True)

    def every_value(self, kind: Type) -> Seq:
        """All values of a finite type."""
        return every_value(self, kind)

    def one_of(self, choice: p.Choice, domain: t.OneOfDomain, body: Consumer) -> None:
        """Build code for each value that is one member of a list."""
        one_of(self, choice, domain, body)

    def subset_of(self, choice: p.Choice, domain: t.SubsetDomain, body: Consumer) -> None:
        """Build code for each value that is a subset of a list."""
        subset_of(self, choice, domain, body)

    def lazily(self, first: t.Expr, second: t.Expr, *, when: bool) -> Expr:
        """Two conditions, of which the second is evaluated only if the first has the truth value ``when``."""
        return lazily(self, first, second, when=when)

    def conditional(self, expr: t.Conditional) -> Value:
        """One of two values that aren't lists."""
        return conditional(self, expr)

    def contains(self, member: t.Expr, source: t.Expr) -> Expr:
        """Whether a list contains a value."""
        return contains(self, member, source)

    def equal(self, left: Value, right: Value) -> Expr:
        """Whether two values are equal."""
        return same(self.b, left, right)

    def subsets(self, source: t.Expr, sizes: tuple[t.Expr, t.Expr], limit: int, body: Consumer) -> None:
        """Build code for each subset of a list with so many values; more than ``limit`` subsets are a fault."""
        least, most = sizes
        largest = max(0, self.known(most).high)
        every_subset(
            self, self.seq(source), (self.b.let(self.num(least)), self.b.let(self.num(most))), largest, limit, body
        )

    def poker_rank(self, cards: t.Expr) -> Expr:
        """The value of the best five of some cards."""
        return spread_call(self, poker_rank(self), self.seq(cards))

    def unmelded(self, found: Keyed) -> Expr:
        """The least total of the keys of cards outside of melds."""
        if found.cells != 1:
            self.trouble(Trouble.BEYOND)
            return Const(0)
        return self.b.result(unmelded(self), found.values.start, found.values.size, found.keys)

    def keyed(self, values: Array, it: t.Local, key: t.Expr) -> Keyed:
        """A list with a key for each value."""
        return Keyed.of(self, values, it, key)

    def copied(self, seq: Seq) -> Array:
        """A copy of a list of numbers in scratch cells."""
        return self.gather(seq.item, seq.most, lambda put: seq.each(self.b, put), distinct=seq.distinct)

    def collected(self, expr: t.Expr) -> Array:
        """The values of a list, in scratch cells."""
        return self.gathered(expr, lambda put: self.each(expr, put), distinct=self.is_distinct(expr))

    def gathered(self, expr: t.Expr, fill: Callable[[Consumer], None], *, distinct: bool = False) -> Array:
        """A list in scratch cells with room for the values of an expression."""
        item = item_of(expr)
        inner = min(self.facts.of(expr).inner, UNBOUNDED) if isinstance(item, ListType) else 0
        return self.gather(item, self.most(expr), fill, inner=inner, distinct=distinct)

    def fixed(self, expr: t.Expr) -> Value:
        """A value that stays the same while the state changes."""
        if isinstance(expr.type, ListType):
            return self.seq(expr) if self.known(expr).constant else self.collected(expr)
        value = self.value(expr)
        return self.b.let(value) if isinstance(value, Expr) else value

    def distinct(self, seq: Seq) -> Seq:
        """The values of a list without repetitions."""
        if seq.distinct or seq.most <= 1:
            return seq
        return self.once_each(seq.item, seq.most, lambda put: seq.each(self.b, put), 0)

    def once_each(self, item: Type, most: int, source: Callable[[Consumer], None], inner: int) -> Array:
        """The values that ``source`` yields, without repetitions."""
        return once_each(self, item, most, source, inner)

    def _count_node(self) -> None:
        unit = self.unit
        unit.nodes += 1
        if unit.nodes > MAX_NODES:
            raise TooLargeError(f"its expressions have more than {MAX_NODES:,} parts when definitions are written out")


def _can_be_passed(parameter: t.Local) -> bool:
    """Whether a parameter can be passed to a function of the core."""
    if isinstance(parameter.type, ListType):
        return width(parameter.type.item) == 1
    return parameter.type is not FRACTION


def _check_depth(expr: t.Expr) -> None:
    """Refuse lists of lists of fractions, and lists of lists of lists, for which there is no layout.

    Raises:
        TooLargeError: the expression is such a list.
    """
    inner = element(element(expr.type) or INT)
    if inner is FRACTION or isinstance(inner, ListType):
        raise TooLargeError("it has fractions, or lists, in lists of lists")
