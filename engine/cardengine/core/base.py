"""What all parts of the lowering share: the function under construction, local names, faults, scratch room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cardengine.constructs.base import Fact
from cardengine.core import ir
from cardengine.core.builder import ONE, ZERO, Builder, add, binary, compare, load, truth
from cardengine.core.ir import Const, Expr, Get, Op
from cardengine.core.memory import Layout, TooLargeError
from cardengine.core.values import Array, Frac, Seq, Value, keep, width
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX, WORD_MIN, ItemSpace, Space
from cardengine.runtime.machine import Machine
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Audience, OwnerKind
from cardengine.tree.types import FRACTION, INT, ItemType, ListType, OptionalType, Type, element
from cardengine.tree.walk import walk

UNBOUNDED = 4096
"""Room for a list of which no bound is known; one that is longer is handed back to the interpreter."""

MAX_NODES = 100_000
"""The most parts of expressions that are lowered, definitions written out: more is too large."""

SMALL_FRACTION = 2**31
"""Fractions with larger parts are left to the interpreter: their products could leave 64 bits."""

INLINE = 30
"""A definition of at most so many parts is written out where it is used; a larger one is a function."""

FAULT, BEYOND = 1, 2

_PARTS = frozenset(("first", "last", "top", "reverse"))
"""Functions that give some of a list's values, each as often as it is there."""


@dataclass(slots=True)
class Memo:
    """An expression that is computed when it is first needed.

    Attributes:
        value: where its value is.
        known: whether it is there.
        home: the statements among which it was declared.
        asked: whether it may have been needed, and computed, in some case.
    """

    value: Get
    known: Get
    home: list[ir.Statement]
    asked: bool = False


@dataclass(slots=True)
class Body:
    """A function of the core that computes, and whether it may ask for something impossible."""

    function: ir.Function
    faulty: bool


class Base:
    """What all parts of the lowering share.

    Args:
        machine: the game.
        lean: whether to leave out what only views and the comparison of positions need.
    """

    def __init__(self, machine: Machine, *, lean: bool) -> None:
        self.machine = machine
        self.program = machine.program
        self.space: Space = machine.space
        self.lean = lean
        self.tracks = not lean or self._asks_who_knows()
        """Whether it is kept who has seen which cards."""
        self.layout = Layout.of(machine.space, machine.memory()[: machine.space.size])
        self.facts = machine.facts
        self.functions: list[ir.Function] = []
        self.b = Builder("none")
        self.faulty = False
        """Whether what has been lowered since this was reset may ask for something impossible."""
        self.names: dict[t.Local, Value] = {}
        self.zones: dict[t.Local, str] = {}
        """For names of zones: the declaration, where that is known."""
        self.nodes = 0
        self.subsets = frozenset(
            parameter.local
            for choice in self.space.ruleset.choices.values()
            for action in choice.actions
            for parameter in action.parameters
            if isinstance(parameter.domain, t.SubsetDomain)
        )
        """Names that stand for subsets: they have no value twice."""
        self._shared: dict[object, Body] = {}
        # With the expression, so that its id stays its own.
        self._weights: dict[int, tuple[t.Expr, int]] = {}
        self._risks: dict[int, tuple[t.Expr, bool]] = {}
        self._free: dict[int, tuple[t.Expr, frozenset[t.Local]]] = {}
        self.hoisted: dict[Hashable, Expr] = {}
        """The values of expressions that were computed before the loop in which they stand; see ``hoisting``."""
        self.lazy: dict[Hashable, Memo] = {}
        """Expressions that are computed when they are first needed."""
        self.signs: Counter[tuple[type, int]] = Counter()
        """Kinds and weights of both, so that most expressions need not be compared."""
        self.inline = INLINE
        self.foreseen: dict[tuple[int, ...], Get] = {}
        """The values of expressions by where they stand: the calls around them, and themselves; see ``foreseeing``."""
        self.listed: dict[Hashable, Array] = {}
        """Lists that have been put together already."""
        self.chain: tuple[int, ...] = ()
        """The calls of definitions that are being written out."""

    def _asks_who_knows(self) -> bool:
        """Whether the actions on offer depend on what the chooser knows: of cards alike he is offered one."""
        return any(
            self.alike(parameter.domain.type) is not None and not self.open_to(choice.you, parameter.domain)
            for choice in self.space.ruleset.choices.values()
            for action in choice.actions
            for parameter in action.parameters
        )

    def alike(self, kind: Type) -> ItemSpace | None:
        """The kind of items of which some are alike, when a type is such items, or lists of them."""
        inner = kind.item if isinstance(kind, ListType) else kind
        if not isinstance(inner, ItemType):
            return None
        items = self.space.items[inner.kind]
        return None if list(items.pack) == list(range(items.count)) else items

    def open_to(self, you: t.Local, domain: t.Domain) -> bool:
        """Whether a domain's items lie in a zone where the chooser sees them, in whatever way they lie there."""
        if not isinstance(domain, t.OneOfDomain | t.SubsetDomain):
            return False
        source = domain.source
        while isinstance(source, t.Filter):
            source = source.source
        if not isinstance(source, t.ItemsOf) or not isinstance(source.zone, t.ZoneRef):
            return False
        owner = source.zone.owner
        decl = self.space.zones[source.zone.name].decl
        if decl.seen_by is Audience.EVERYBODY:
            return decl.owner.kind is not OwnerKind.ITEM
        mine = isinstance(owner, t.LocalValue) and owner.local is you
        return mine and decl.owner.kind is OwnerKind.PLAYER and decl.seen_by is Audience.OWNER

    # Functions ---------------------------------------------------------------------------------

    @contextmanager
    def function(
        self, name: str, parameters: tuple[str, ...] = (), *, result: bool = False, export: bool = False
    ) -> Iterator[Builder]:
        """Build a function; what was built before goes on afterwards."""
        kept = (
            self.b, self.faulty, self.names, self.zones, self.hoisted, self.lazy, self.signs, self.inline,
            self.foreseen, self.chain, self.listed,
        )  # fmt: skip
        self.b, self.faulty, self.names, self.zones = Builder(name, parameters, result=result), False, {}, {}
        self.hoisted, self.lazy, self.signs, self.inline = {}, {}, Counter(), INLINE
        self.foreseen, self.chain, self.listed = {}, (), {}
        self.b.function.export = export
        self.functions.append(self.b.function)
        try:
            yield self.b
        finally:
            (
                self.b, self.faulty, self.names, self.zones, self.hoisted, self.lazy, self.signs, self.inline,
                self.foreseen, self.chain, self.listed,
            ) = kept  # fmt: skip

    def shared(self, key: object, make: Callable[[], Body]) -> ir.Function:
        """A function that is built when it is first needed; a call of it may be at fault."""
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = make()
        self.faulty |= found.faulty
        return found.function

    # Faults ------------------------------------------------------------------------------------

    def trouble(self, kind: int = FAULT) -> None:
        """Note that something can't be computed; what follows goes on with any number until the step looks."""
        self.faulty = True
        cell = self.layout.trouble
        self.b.store(None, cell, binary(Op.OR, load(None, cell), Const(kind)))

    def refuse(self, condition: Expr, kind: int = FAULT) -> None:
        """A fault when a condition holds."""
        with self.b.if_(condition):
            self.trouble(kind)

    # What is known -----------------------------------------------------------------------------

    def known(self, expr: t.Expr) -> Fact:
        """What is known of an expression: a constant, bounds."""
        return self.facts.of(expr)

    def written_out(self, expr: t.DefineCall) -> bool:
        """Whether a definition is written out where it is called; else it is a function."""
        define = self.space.ruleset.defines[expr.name]
        small = self.weight(define.body) <= self.inline
        return small or expr.type is FRACTION or not all(self._passes(local) for local in define.parameters)

    def _passes(self, local: t.Local) -> bool:
        """Whether a parameter can be passed to a function of the core."""
        if isinstance(local.type, ListType):
            return width(local.type.item) == 1
        return local.type is not FRACTION

    @contextmanager
    def within(self, call: t.DefineCall) -> Iterator[None]:
        """A call of a definition is written out meanwhile."""
        kept, self.chain = self.chain, (*self.chain, id(call))
        try:
            yield
        finally:
            self.chain = kept

    def weight(self, expr: t.Expr) -> int:
        """How many parts an expression has."""
        found = self._weights.get(id(expr))
        if found is None:
            found = self._weights[id(expr)] = expr, sum(1 for _ in walk(expr))
        return found[1]

    def risky(self, expr: t.Expr) -> bool:
        """Whether an expression might ask for something impossible: then no part of it is passed over."""
        found = self._risks.get(id(expr))
        if found is None:
            found = self._risks[id(expr)] = expr, any(self._risk(part) for part in walk(expr))
        return found[1]

    def _risk(self, expr: t.Expr) -> bool:
        match expr:
            case t.Arithmetic():
                found = self.known(expr)
                if expr.operator is t.Operator.MODULO:
                    right = self.known(expr.right)
                    return right.low <= 0 <= right.high
                return expr.type is not INT or found.low <= WORD_MIN or found.high >= WORD_MAX
            case t.Quotient() | t.Round() | t.Negated():
                found = self.known(expr)
                return not found.constant and (expr.type is not INT or isinstance(expr, t.Quotient))
            case t.DefineCall():
                return self.risky(self.space.ruleset.defines[expr.name].body)
            case t.Index() | t.ZoneOf() | t.OwnerOf() | t.Possible() | t.Joined():
                return True
            case t.ZoneRef():
                return expr.index is not None and not self._sure_index(expr)
            case t.Call():
                certain = ("count", "any", "all", "empty", "distinct", "same", "run", "sort", "highest", "lowest",
                           "reverse", "left", "next", "room")  # fmt: skip
                if expr.function in ("min", "max", "first", "last", "top") and expr.default is not None:
                    return False
                return expr.function not in certain
            case t.Variable() | t.Attribute() | t.IsFaceUp() | t.TeamOf() | t.MembersOf() | t.ZoneFamily():
                owner = expr.owner if isinstance(expr, t.Variable | t.ZoneFamily) else expr.of
                return owner is not None and isinstance(owner.type, OptionalType)
            case _:
                return False

    def _sure_index(self, expr: t.ZoneRef) -> bool:
        assert expr.index is not None
        space = self.space.zones[expr.name]
        found, base = self.known(expr.index), 1 if space.decl.each is None else 0
        return found.low >= base and found.high < space.places + base

    def most(self, expr: t.Expr) -> int:
        """The most values that a list can have."""
        match expr:
            case t.LocalValue() if expr.local in self.names:
                value = self.names[expr.local]
                assert isinstance(value, Seq)
                return value.most
            case t.Each() | t.Filter():
                return self.most(expr.source)
            case t.With():
                return min(self.most(expr.left) + self.most(expr.right), UNBOUNDED)
            case t.Without():
                return self.most(expr.left)
            case t.Conditional():
                return max(self.most(expr.then), self.most(expr.otherwise))
            case t.Call() if expr.function in ("sort", "highest", "lowest", "distinct", "reverse", "partition"):
                return self.most(expr.arguments[0])
            case t.Call() if expr.function in ("first", "last", "top") and len(expr.arguments) == 2:
                return self.most(expr.arguments[0])
            case _:
                return min(self.known(expr).most, UNBOUNDED)

    # Numbers -----------------------------------------------------------------------------------

    def value(self, expr: t.Expr) -> Value:
        """An expression of any type."""
        if expr.type is FRACTION:
            return self.frac(expr)
        if element(expr.type) is not None and isinstance(expr.type, ListType):
            return self.seq(expr)
        return self.num(expr)

    def num(self, expr: t.Expr) -> Expr:
        """An expression that is one integer."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TooLargeError(f"its expressions have more than {MAX_NODES:,} parts when definitions are written out")
        found = self.known(expr)
        if found.constant:
            try:
                return Const(int(found.value))
            except Fault:
                pass
        result: Expr = getattr(self, "_" + type(expr).__name__)(expr)
        return result

    def frac(self, expr: t.Expr) -> Frac:
        """An expression that is a fraction, or a number taken as one."""
        found = self.known(expr)
        if found.constant:
            try:
                value = found.value
                return Frac(Const(int(value.numerator)), Const(int(value.denominator)))
            except Fault:
                pass
        if expr.type is not FRACTION:
            return Frac(self.num(expr), ONE)
        result: Value = getattr(self, "_" + type(expr).__name__)(expr)
        return self.as_frac(result)

    def seq(self, expr: t.Expr) -> Seq:
        """A list that can be walked again and again."""
        raise NotImplementedError

    def each(self, expr: t.Expr, body: Callable[[Value], None]) -> None:
        """Build what is done with each value of a list."""
        raise NotImplementedError

    def present(self, expr: t.Expr) -> Expr:
        """A value that must not be nothing."""
        value = self.num(expr)
        if not isinstance(expr.type, OptionalType) or (isinstance(value, Const) and value.value >= 0):
            return value
        kept = self.b.var(value)
        with self.b.if_(compare(Op.LT, kept, 0)):
            self.trouble()
            self.b.set(kept, ZERO)
        return kept

    @contextmanager
    def named(self, local: t.Local, value: Value) -> Iterator[None]:
        """A local name has a value meanwhile."""
        before = self.names.get(local)
        self.names[local] = value
        try:
            yield
        finally:
            if before is None:
                self.names.pop(local, None)  # an interrupt may have left it out already
            else:
                self.names[local] = before

    # Lists -------------------------------------------------------------------------------------

    def gather(
        self, item: Type, most: int, fill: Callable[[Callable[[Value], None]], None], *, inner: int = 0,
        distinct: bool = False,
    ) -> Array:  # fmt: skip
        """A list in scratch room, filled by ``fill``, which is given what takes a value."""
        b, cells = self.b, width(item)
        bounded = most < UNBOUNDED
        start = self.layout.take(max(most, 1) * cells)
        size = b.var(ZERO, "n")
        pool = self.layout.take(min(max(most, 1) * max(inner, 1), 4 * UNBOUNDED)) if isinstance(item, ListType) else 0
        room = min(max(most, 1) * max(inner, 1), 4 * UNBOUNDED)
        used = b.var(ZERO, "used") if isinstance(item, ListType) else None

        def put(value: Value) -> None:
            value = keep(b, value)
            with b.block() as block:
                if not bounded:
                    full = compare(Op.GE, size, most)
                    with b.if_(full):
                        self.trouble(BEYOND)
                        b.leave(block)
                at = size if cells == 1 else binary(Op.MUL, size, Const(cells))
                if isinstance(value, Frac):
                    b.store(at, start, value.num)
                    b.store(at, start + 1, value.den)
                elif isinstance(value, Seq):
                    assert used is not None
                    count = b.let(value.count(b))
                    with b.if_(compare(Op.GT, add(used, count), room)):
                        self.trouble(BEYOND)
                        b.leave(block)
                    b.store(at, start, add(used, pool))
                    b.store(at, start + 1, count)

                    def copy(x: Value) -> None:
                        assert isinstance(x, Expr)
                        b.store(used, pool, x)
                        b.set(used, add(used, 1))

                    value.each(b, copy)
                else:
                    b.store(at, start, value)
                b.set(size, add(size, 1))

        fill(put)
        return Array(Const(start), size, item, most, inner=inner, distinct=distinct)

    def collected(self, expr: t.Expr) -> Array:
        """A list's values, in scratch room."""
        assert isinstance(expr.type, ListType)
        item = expr.type.item
        inner = UNBOUNDED if isinstance(item, ListType) else 0
        return self.gather(
            item, self.most(expr), lambda put: self.each(expr, put), inner=self.inner(expr) or inner,
            distinct=self.is_distinct(expr),
        )  # fmt: skip

    def is_distinct(self, expr: t.Expr) -> bool:
        """Whether a list has each value once, as it is made."""
        match expr:
            case t.Filter():
                return self.is_distinct(expr.source)
            case t.Without():
                return self.is_distinct(expr.left)
            case t.LocalValue():
                value = self.names.get(expr.local)
                return value.distinct if isinstance(value, Seq) else expr.local in self.subsets
            case t.Joined():
                return self._apart(expr.parts)
            case t.With():
                left, right = self._homes(expr.left), self._homes(expr.right)
                apart = left is not None and right is not None and left.isdisjoint(right)
                return apart and self.is_distinct(expr.left) and self.is_distinct(expr.right)
            case t.Call() if expr.function in _PARTS:
                return self.is_distinct(expr.arguments[0])
            case t.DefineCall():
                return not expr.arguments and self.is_distinct(self.space.ruleset.defines[expr.name].body)
            case _:
                return isinstance(expr, t.ItemsOf | t.AllPlayers | t.EveryItem | t.EveryMember | t.ZoneFamily)

    def _homes(self, expr: t.Expr) -> frozenset[str] | None:
        """The names of the zones in which a list's items lie, if that is known."""
        match expr:
            case t.Filter() | t.Each(body=t.LocalValue()):
                return self._homes(expr.source)
            case t.ItemsOf(zone=t.ZoneRef() as zone):
                return frozenset((zone.name,))
            case t.Joined(parts=t.EveryZone() | t.ZoneFamily() as zones):
                return frozenset((zones.name,))
            case t.Joined(parts=t.Each(source=t.EveryZone() | t.ZoneFamily() as zones)) if self._apart(expr.parts):
                return frozenset((zones.name,))
            case t.Call() if expr.function in _PARTS:
                return self._homes(expr.arguments[0])
            case t.DefineCall() if not expr.arguments:
                return self._homes(self.space.ruleset.defines[expr.name].body)
            case _:
                return None

    def _apart(self, zones: t.Expr) -> bool:
        """Whether it is known of a list of zones, or of lists, that no item is there twice."""
        match zones:
            case t.EveryZone() | t.ZoneFamily():
                return True
            case t.ListOf():
                names = [zone.name for zone in zones.items if isinstance(zone, t.ZoneRef)]
                return len(set(names)) == len(zones.items)
            case t.Each(body=t.ZoneRef() as zone):
                mine = isinstance(zone.owner, t.LocalValue) and zone.owner.local == zones.it
                return mine and self.is_distinct(zones.source)
            case t.Each(body=t.Call(arguments=(t.ItemsOf(zone=t.LocalValue() as zone), *_)) as part):
                return part.function in _PARTS and zone.local == zones.it and self._apart(zones.source)
            case _:
                return False

    def inner(self, expr: t.Expr) -> int:
        """The most values that a list within a list can have; 0 when it isn't known."""
        match expr:
            case t.Filter():
                return self.inner(expr.source)
            case t.Call() if expr.function == "subsets":
                return min(self.most(expr.arguments[0]), max(self.known(expr.arguments[-1]).high, 0))
            case t.Call() if expr.function == "partition":
                return self.most(expr.arguments[0])
            case t.Call() if expr.arguments and isinstance(expr.type, ListType):
                return self.inner(expr.arguments[0])
            case t.Each():
                return self.most(expr.body) if isinstance(expr.body.type, ListType) else 0
            case t.ListOf() if isinstance(element(expr.type), ListType):
                return max((self.most(item) for item in expr.items), default=0)
            case _:
                return 0

    def same(self, left: Value, right: Value) -> Expr:
        """Whether two values are equal."""
        b = self.b
        if isinstance(left, Frac) or isinstance(right, Frac):
            first, second = self.as_frac(left), self.as_frac(right)
            return binary(Op.AND, compare(Op.EQ, first.num, second.num), compare(Op.EQ, first.den, second.den))
        if isinstance(left, Seq) and isinstance(right, Seq):
            size = b.let(left.count(b))
            equal = b.var(compare(Op.EQ, size, right.count(b)))
            with (
                b.if_(equal),
                b.count(ZERO, size) as place,
                b.if_(truth(ir.IsZero(self.same(left.at(b, place), right.at(b, place))))),
            ):
                b.set(equal, ZERO)
            return equal
        assert isinstance(left, Expr)
        assert isinstance(right, Expr)
        return compare(Op.EQ, left, right)

    def as_frac(self, value: Value) -> Frac:
        """A number as a fraction."""
        if isinstance(value, Frac):
            return value
        assert isinstance(value, Expr)
        return Frac(value, ONE)

    # Leaves ------------------------------------------------------------------------------------

    def _Constant(self, expr: t.Constant) -> Expr:  # noqa: N802 - the methods are named for the nodes
        return Const(int(expr.value))

    def _LocalValue(self, expr: t.LocalValue) -> Value:  # noqa: N802
        value = self.names.get(expr.local)
        if value is not None:
            return value
        assert expr.local.storage is t.Storage.STATE, expr.local.name
        register = self.space.register(expr.local)
        if register.capacity is None:
            return load(None, register.address)
        item = element(expr.type)
        assert item is not None
        start, size = Const(register.address + 1), load(None, register.address)
        return Array(start, size, item, register.capacity, distinct=expr.local in self.subsets)
