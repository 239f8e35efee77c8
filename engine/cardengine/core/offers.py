"""Builds the functions that list legal actions, in the canonical order of ``runtime.offers``.

A record has the number of the action, then its arguments, each a number, or a count and numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardengine.constructs.domains import record_of
from cardengine.core.alike import alike, earlier_ones, first_of_each, open_to
from cardengine.core.motion import moved, moved_guarded
from cardengine.ir import nodes as ir
from cardengine.ir.memory import MAX_OFFERS, MAX_RECORDS, Trouble
from cardengine.ir.nodes import Const, Expr, Get
from cardengine.ir.values import Array, Consumer, Range, Seq, Value, number
from cardengine.library.subsets import each_subset, plain_subsets
from cardengine.model import program as p
from cardengine.model.codec import COUNT, HEAD
from cardengine.runtime.bounds import MAX_ACTIONS, bound
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, INT, ListType, OptionalType, Type, element
from cardengine.tree.walk import children

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

Leaf = Callable[["Lowering", list[Value]], None]
"""Builds the code for one list of arguments: gets the context in which they are bound, and their values."""

INLINE = 150
"""While listing actions, larger definitions are inlined, so that loop-invariant parts are computed once."""

UNROLLED = 3
"""Subsets of at most so many items are listed with nested loops."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The list of legal actions under construction.

    Attributes:
        number: their number.
        at: the cell after their records.
        index: the first of the cells with the address of each record.
        sure: whether there is certainly enough room.
    """

    number: Get
    at: Get
    index: int
    sure: bool


def listing(low: Lowering, choice: p.Choice) -> ir.Function:
    """The function that lists the legal actions of the chooser in the frame, and returns their number."""

    def build(inner: Lowering) -> None:
        b, layout = inner.b, inner.layout
        inner = replace(inner, inline=INLINE)
        notes = Notes(b.var(0, "number"), b.var(layout.records, "at"), layout.index, fits(inner, choice))
        for action in choice.actions:
            if not is_never(inner, action):
                each_way(inner, choice, action, lambda low, values: _note(low, action, values, notes))  # noqa: B023 - called at once
        b.put(layout.offered, notes.number)
        b.put(layout.used, b.sub(notes.at, layout.records))
        b.give(notes.number)

    return low.shared(f"list {choice.decl.name}", (), build, result=True)


def possible(low: Lowering, choice: p.Choice, action: p.Action) -> ir.Function:
    """The function that tells whether the chooser could take an action."""

    def build(inner: Lowering) -> None:
        if not is_never(inner, action):
            _domains(
                inner, choice, action, [], lambda low, _: when_legal(low, action, lambda: low.b.give(1))
            )  # fmt: skip

    return low.shared(
        f"possible {action.decl.name}", (), build, key=("possible", choice.number, action.number), result=True
    )


def fits(low: Lowering, choice: p.Choice) -> bool:
    """Whether all actions that can ever be legal at once fit into the list."""
    ways = sum(bound(low.facts, action.decl) for action in choice.actions)
    return ways <= MAX_OFFERS and ways * choice.records.size <= MAX_RECORDS


def is_never(low: Lowering, action: p.Action) -> bool:
    """Whether an action is certainly never legal."""
    tests = [low.known(condition.test) for condition in action.decl.conditions]
    return any(test.constant and not test.value for test in tests)


def each_way(low: Lowering, choice: p.Choice, action: p.Action, leaf: Leaf, *, guarded: bool = False) -> None:
    """Build nested loops over all possible arguments of an action.

    Args:
        low: the context.
        choice: the choice.
        action: the action.
        leaf: builds the code for each list of arguments.
        guarded: whether to remove branches from the loops, at the price of longer code.
    """
    tests = [condition.test for condition in action.decl.conditions]
    names = frozenset(parameter.local for parameter in action.decl.parameters)
    if guarded and names:
        moved_guarded(low, tests, names, lambda inner: _domains(inner, choice, action, [], leaf))
    else:
        _domains(low, choice, action, [], leaf)


# Recording -------------------------------------------------------------------------------------------


def _note(low: Lowering, action: p.Action, values: list[Value], notes: Notes) -> None:
    """Record an action if its conditions hold."""
    when_legal(low, action, lambda: record(low, action, values, notes))


def when_legal(low: Lowering, action: p.Action, then: Callable[[], None], place: int = 0) -> None:
    """Build code to execute if the conditions hold, which are tested one after another."""
    conditions = action.decl.conditions
    if place == len(conditions):
        then()
    elif low.known(conditions[place].test).constant:
        when_legal(low, action, then, place + 1)
    else:
        with low.b.if_(low.num(conditions[place].test)):
            when_legal(low, action, then, place + 1)


def record(low: Lowering, action: p.Action, values: list[Value], notes: Notes) -> None:
    """Append a record."""
    b, count, at = low.b, notes.number, notes.at

    def put(x: Expr) -> None:
        b.note(at, 0, x)
        b.step(at)

    with b.block() as block:
        if not notes.sure:
            cells: Expr = Const(HEAD)
            for value in values:
                cells = b.add(cells, b.add(value.count(b), COUNT) if isinstance(value, Seq) else 1)
            end = low.layout.records + MAX_RECORDS
            with b.if_(b.or_(b.ge(count, MAX_OFFERS), b.gt(b.add(at, cells), end))):
                low.trouble(Trouble.BEYOND)
                b.leave(block)
        b.note(count, notes.index, at)
        b.step(count)
        put(Const(action.number))
        for value in values:
            if isinstance(value, Seq):
                put(value.count(b))
                value.each_number(b, put)
            else:
                put(number(value))


# Domains ---------------------------------------------------------------------------------------------


def _domains(low: Lowering, choice: p.Choice, action: p.Action, values: list[Value], leaf: Leaf) -> None:
    """Build the loops over the parameters that follow those with ``values``."""
    place, parameters = len(values), action.decl.parameters
    if place == len(parameters):
        leaf(low, values)
        return
    parameter, later = parameters[place], parameters[place + 1 :]
    zone = low.zones_in(parameter.domain.source) if isinstance(parameter.domain, t.OneOfDomain) else None
    computed = [condition.test for condition in action.decl.conditions]
    computed += [part for other in later for part in children(other.domain)]
    inner = moved(low, computed, frozenset(other.local for other in parameters[place:]))

    def one(value: Value) -> None:
        _domains(inner.bind(parameter.local, value, zone), choice, action, [*values, value], leaf)

    record_of(parameter.domain).lower(inner, choice, parameter.domain, one)


def every_value(low: Lowering, kind: Type) -> Seq:
    """All values of a finite type."""
    inner = kind.item if isinstance(kind, OptionalType) else kind
    least, most = low.space.range_of(inner)
    if inner is not BOOL and inner is kind:
        return Range(INT, most - least + 1, Const(least), Const(most + 1))
    values = [1, 0] if inner is BOOL else list(range(least, most + 1))
    if inner is not kind:
        values.append(-1)
    return Array(inner, len(values), Const(low.column(values)), Const(len(values)))


def one_of(low: Lowering, choice: p.Choice, domain: t.OneOfDomain, body: Consumer) -> None:
    """Build code for each member of a list; of several between which the chooser sees no difference for the first."""
    b, source = low.b, domain.source
    items = alike(low.space, domain.type)
    item = element(source.type)
    if items is not None:
        found = low.distinct(low.seq(source))
        if open_to(low.space, choice.decl.you, domain):
            first_of_each(low, items, found, body)
            return
        made = low.copied(found)
        earlier = earlier_ones(low, items, made, choice, domain)
        with b.count(0, made.size) as place, b.if_(b.lt(b.load(place, earlier), 0)):
            body(b.let(made.number(b, place)))
    elif low.is_distinct(source):
        low.each(source, body)
    elif isinstance(item, ListType) or item is FRACTION:
        low.each(t.Call(source.type, source.span, "distinct", (source,)), body)
    else:
        low.distinct(low.seq(source)).each(b, body)


def subset_of(low: Lowering, choice: p.Choice, domain: t.SubsetDomain, body: Consumer) -> None:
    """Build code for each subset of a list; of several between which the chooser sees no difference for the first."""
    b = low.b
    items = alike(low.space, domain.type)
    fewest, greatest = low.known(domain.low), low.known(domain.high) if domain.high is not None else None
    source = low.distinct(low.seq(domain.source))
    if items is None and fewest.constant and greatest is not None and greatest.constant:
        sizes = int(fewest.value), int(greatest.value)
        few = 1 <= sizes[0] <= sizes[1] <= UNROLLED
        if few and plain_subsets(low, source, Const(sizes[0]), Const(sizes[1]), body, MAX_ACTIONS):
            return
    made = low.copied(source)
    earlier = None if items is None else earlier_ones(low, items, made, choice, domain)
    least = b.let(low.num(domain.low))
    least = b.let(b.choose(b.lt(least, 0), 0, least))
    most = b.var(made.size)
    largest = made.most
    if domain.high is not None and greatest is not None:
        high = b.let(low.num(domain.high))
        with b.if_(b.lt(high, most)):
            b.set(most, high)
        largest = min(largest, max(greatest.high, 0))

    def one(part: Array, places: int) -> None:
        if earlier is None:
            body(part)
            return
        with b.if_(_is_first(low, part, places, earlier)):
            body(part)

    each_subset(low, made, least, most, largest, one)


def _is_first(low: Lowering, part: Array, places: int, earlier: int) -> Expr:
    """Whether a subset is the first of the equal ones: for each of its items it contains the earlier identical ones."""
    b = low.b
    whole = b.var(1, "whole")
    with b.count(0, part.size) as place:
        before = b.let(b.load(b.load(place, places), earlier))
        with b.if_(b.ge(before, 0)):
            there = b.var(0)
            with b.count(0, part.size) as other, b.if_(b.eq(b.load(other, places), before)):
                b.set(there, 1)
            with b.if_(b.not_(there)):
                b.set(whole, 0)
    return whole


# Applying --------------------------------------------------------------------------------------------


def take_arguments(low: Lowering, action: p.Action, record: Expr, commit: Expr | None = None) -> None:
    """Copy the arguments of a packed record to their registers, or to a commit, which has a fixed layout."""
    b = low.b
    at, offset = b.var(record), HEAD
    for slot in action.arguments.slots:
        to = slot.register.address if commit is None else HEAD + slot.offset
        if slot.register.capacity is None:
            b.store(commit, to, b.load(at, offset))
            offset += 1
            continue
        size = b.let(b.load(at, offset))
        b.store(commit, to, size)
        start = b.let(b.add(at, offset + COUNT))
        with b.count(0, size) as place:
            b.store(place if commit is None else b.add(commit, place), to + COUNT, b.load(b.add(start, place)))
        if not low.lean:
            with b.count(size, slot.register.capacity) as place:
                b.store(place if commit is None else b.add(commit, place), to + COUNT, 0)
        b.set(at, b.add(start, size))
        offset = 0
