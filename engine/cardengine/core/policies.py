"""Builds the policies of seats: choosing at random, or the action with the highest ``evaluate``.

If nobody needs the list of legal actions, a random choice records only what it needs. The actions are the same as in
``offers``, in the same order, and so are the draws. But arguments are recorded without their action, and actions that
are always legal aren't recorded at all: their number is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardengine.core.alike import alike
from cardengine.core.offers import (
    INLINE,
    Notes,
    each_way,
    every_value,
    fits,
    is_never,
    listing,
    record,
    take_arguments,
    when_legal,
)  # fmt: skip
from cardengine.ir import nodes as ir
from cardengine.ir.memory import Trouble
from cardengine.ir.nodes import Const, Expr, Get
from cardengine.ir.values import Array, Range, Seq, Tuple, Value, keep, sequence
from cardengine.layout.space import WORD_MAX
from cardengine.library.chance import drawn_below
from cardengine.model import program as p
from cardengine.model.codec import COUNT, HEAD
from cardengine.runtime.bounds import bound
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, ListType, element

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


@dataclass(frozen=True, slots=True)
class _Section:
    """The legal ways to take one action.

    Attributes:
        action: the action.
        count: their number.
        take: builds code that stores the arguments of one of them, counted from 0, in their registers.
    """

    action: p.Action
    count: Expr
    take: Callable[[Expr], None]


# Choosing --------------------------------------------------------------------------------------------


def choosing(low: Lowering, choice: p.Choice) -> ir.Function:
    """The function with which the chooser in the frame chooses.

    It stores the arguments in their registers, and returns the number of the action plus one; 0 if none is legal.
    """

    def build(inner: Lowering) -> None:
        b = inner.b
        inner = replace(inner, inline=INLINE)
        you = b.let(b.load(choice.frame.you))
        chance, worth = b.if_else(b.not_(b.load(you, inner.layout.policies)))
        with b.inside(chance):
            if fits(inner, choice):
                _at_random(inner, choice, you)
            else:
                _from_list(inner, choice, lambda offered: _draw(inner, you, offered))
        with b.inside(worth):
            _from_list(inner, choice, lambda _: _best(inner, choice))

    return low.shared(f"pick {choice.decl.name}", (), build, result=True)


def choose(low: Lowering, choice: p.Choice, seat: Expr, offered: Expr) -> Expr:
    """The record of the listed action that a seat chooses by its policy."""
    b, layout = low.b, low.layout
    place = b.new("picked")
    chance, worth = b.if_else(b.not_(b.load(seat, layout.policies)))
    with b.inside(chance):
        b.set(place, _draw(low, seat, offered))
    with b.inside(worth):
        b.set(place, _best(low, choice))
    b.put(layout.decisions, b.add(b.load(layout.decisions), 1))
    return b.let(b.load(place, layout.index))


def _from_list(low: Lowering, choice: p.Choice, pick: Callable[[Expr], Expr]) -> None:
    """Choose from the whole list."""
    b = low.b
    offered = b.let(b.calling(listing(low, choice)), "offered")
    _give_nothing(low, offered)
    chosen = b.let(b.load(pick(offered), low.layout.index))
    for action in choice.actions:
        with b.if_(b.eq(b.load(chosen), action.number)):
            take_arguments(low, action, chosen)
            b.give(action.number + 1)
    b.give(0)


def _give_nothing(low: Lowering, offered: Expr) -> None:
    """Return 0 if there is no legal action, or after a fault; otherwise count a decision."""
    b, layout = low.b, low.layout
    if b.faulty:
        with b.if_(b.load(layout.trouble)):
            b.give(0)
    with b.if_(b.not_(offered)):
        b.give(0)
    b.put(layout.decisions, b.add(b.load(layout.decisions), 1))


def _draw(low: Lowering, seat: Expr, offered: Expr) -> Expr:
    b = low.b
    return drawn_below(b, b.let(b.add(b.shl(seat, 1), low.layout.generators + 2)), offered)


def _at_random(low: Lowering, choice: p.Choice, you: Expr) -> None:
    """Choose at random."""
    b = low.b
    sections: list[_Section] = []
    before = 0
    for action in choice.actions:
        if not is_never(low, action):
            sections.append(_always(low, action) or _noted(low, choice, action, before))
        before += bound(low.facts, action.decl)
    total: Expr = Const(0)
    for section in sections:
        total = b.add(total, section.count)
    total = b.let(total, "offered")
    _give_nothing(low, total)
    left = b.var(_draw(low, you, total), "left")
    for section in sections:
        last = section is sections[-1]
        with b.if_(Const(1) if last else b.lt(left, section.count)):
            section.take(left)
            b.give(section.action.number + 1)
        if not last:
            b.set(left, b.sub(left, section.count))
    b.give(0)


def _always(low: Lowering, action: p.Action) -> _Section | None:
    """The ways to take an action without conditions, if they are known without a search; otherwise None."""
    if not all(low.known(condition.test).constant for condition in action.decl.conditions):
        return None
    values = _all_values(low, action)
    if values is None:
        return None
    address = action.arguments.start
    return _Section(
        action, low.b.let(values.count(low.b)), lambda place: low.b.put(address, values.number(low.b, place))
    )


def _all_values(low: Lowering, action: p.Action) -> Seq | None:
    """The values of an action's only argument, if they are known without a search; otherwise None."""
    b, parameters = low.b, action.decl.parameters
    if len(parameters) != 1:
        return None
    match parameters[0].domain:
        case t.SubsetDomain():
            return None
        case t.NumberDomain() as domain:
            least, most = low.known(domain.low).low, low.known(domain.high).high
            if domain.step is not None or most >= WORD_MAX:
                return None
            first, last = b.let(low.num(domain.low)), b.let(low.num(domain.high))
            beyond = b.let(b.choose(b.lt(last, first), first, b.add(last, 1)))
            return Range(INT, most - least + 1, first, beyond)
        case t.OneOfDomain() as domain:
            item = element(domain.source.type)
            if alike(low.space, domain.type) is not None or isinstance(item, ListType) or item is FRACTION:
                return None
            return sequence(keep(b, low.distinct(low.seq(domain.source))))
        case domain:
            return every_value(low, domain.type)


def _noted(low: Lowering, choice: p.Choice, action: p.Action, before: int) -> _Section:
    """Record the legal arguments of an action; ``before`` is the number of entries to leave free before them."""
    b, layout = low.b, low.layout
    area, index = layout.records + before * choice.records.size, layout.index + before
    notes = Notes(b.var(0, "number"), b.var(area, "at"), index, sure=True)
    sizes: set[int | None] = set()
    even = all(_is_even(low, parameter.domain) for parameter in action.decl.parameters)

    def leaf(inner: Lowering, values: list[Value]) -> None:
        flat = _flat(values) if even else None
        sizes.add(None if flat is None else len(flat))
        if flat is None:
            when_legal(inner, action, lambda: record(inner, action, values, notes))
        elif flat:
            _note_flat(inner, action, flat, notes.at, len(flat))
        else:
            _note_flat(inner, action, [], notes.number, 1)

    each_way(low, choice, action, leaf, guarded=True)
    size = sizes.pop() if sizes else 0
    if size is None:
        return _Section(action, notes.number, lambda at: take_arguments(low, action, b.let(b.load(at, index))))
    if size == 0:
        return _Section(action, notes.number, lambda _: None)
    cells = b.sub(notes.at, area)
    count = b.let(b.div(cells, size) if size > 1 else cells)
    return _Section(action, count, lambda at: _take_flat(low, action, b.let(b.add(b.mul(at, size), area))))


def _is_even(low: Lowering, domain: t.Domain) -> bool:
    """Whether all values of a domain take the same number of cells."""
    if not isinstance(domain, t.SubsetDomain):
        return True
    least, most = low.known(domain.low), low.known(domain.high) if domain.high is not None else None
    return least.constant and most is not None and most.constant and bool(least.value == most.value)


def _flat(values: list[Value]) -> list[Expr] | None:
    """The cells of arguments; None if their number isn't known."""
    cells: list[Expr] = []
    for value in values:
        if isinstance(value, Tuple):
            cells += value.items
        elif isinstance(value, Expr):
            cells.append(value)
        else:
            return None
    return cells


def _note_flat(low: Lowering, action: p.Action, cells: list[Expr], at: Get, step: int) -> None:
    """Append cells at ``at`` if the conditions hold."""
    b = low.b

    def note() -> None:
        for offset, cell in enumerate(cells):
            b.note(at, offset, cell)
        b.step(at, Const(step))

    when_legal(low, action, note)


def _take_flat(low: Lowering, action: p.Action, start: Expr) -> None:
    """Copy the cells of arguments to their registers."""
    b, offset = low.b, 0
    for slot in action.arguments.slots:
        address, domain = slot.register.address, slot.parameter.domain
        if not slot.many:
            b.put(address, b.load(start, offset))
            offset += 1
            continue
        assert isinstance(domain, t.SubsetDomain)
        size = int(low.known(domain.low).value)
        b.put(address, size)
        for place in range(size):
            b.put(address + COUNT + place, b.load(start, offset + place))
        offset += size


# Evaluation ------------------------------------------------------------------------------------------


def _best(low: Lowering, choice: p.Choice) -> Expr:
    """The index of the first legal action with the highest value."""
    if all(action.decl.evaluate is None for action in choice.actions):
        return Const(0)
    worth = low.shared(
        f"worth {choice.decl.name}", ("record",), lambda inner: _worth(inner, choice), result=True
    )  # fmt: skip

    def build(inner: Lowering) -> None:
        b, index = inner.b, inner.layout.index
        best, most = b.var(0, "best"), b.var(b.calling(worth, b.load(index)), "most")
        with b.count(1, b.load(inner.layout.offered)) as place:
            value = b.result(worth, b.load(place, index))
            with b.if_(b.gt(value, most)):
                b.set(most, value)
                b.set(best, place)
        b.give(best)

    return low.b.calling(low.shared(f"best {choice.decl.name}", (), build, result=True))


def _worth(low: Lowering, choice: p.Choice) -> None:
    """The value of a legal action, given its record."""
    b = low.b
    for action in choice.actions:
        if action.decl.evaluate is not None:
            with b.if_(b.eq(b.load(b.parameter(0)), action.number)):
                _worth_of(low, action, action.decl.evaluate)


def _worth_of(low: Lowering, action: p.Action, evaluate: t.Expr) -> None:
    b, trouble = low.b, low.layout.trouble
    at, offset = b.var(b.parameter(0)), HEAD
    for slot in action.arguments.slots:
        local = slot.parameter.local
        if not slot.many:
            low = low.bind(local, b.let(b.load(at, offset)))
            offset += 1
            continue
        size, start = b.let(b.load(at, offset)), b.let(b.add(at, offset + COUNT))
        low = low.bind(local, Array(slot.kind, slot.register.capacity or 0, start, size))
        b.set(at, b.add(start, size))
        offset = 0
    if evaluate.type is FRACTION:
        value = low.frac(evaluate)
        result = b.let(b.div(value.num, value.den))
    else:
        result = b.let(low.num(evaluate))
    # An evaluation with a fault counts as 0, and the game continues.
    with b.if_(b.and_(b.load(trouble), Trouble.FAULT)):
        b.put(trouble, b.and_(b.load(trouble), Trouble.BEYOND))
        b.give(0)
    b.give(result)
