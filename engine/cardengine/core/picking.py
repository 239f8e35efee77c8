"""How a seat of a batch chooses: the random one draws from as little of a list as will do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardengine.core import ir
from cardengine.core.base import Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, mul, sub
from cardengine.core.ir import Choose, Const, Expr, Get, Op
from cardengine.core.offers import INLINE_HERE
from cardengine.core.values import Range, Seq, Tuple, Value, keep
from cardengine.core.weighing import Weighing
from cardengine.layout.space import WORD_MAX
from cardengine.model import program as p
from cardengine.model.codec import COUNT
from cardengine.runtime.bounds import bound
from cardengine.runtime.offers import MAX_CANDIDATES
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, ListType, element

BRANCHLESS = 2
"""Actions of at most so many cells are noted before it is known whether they are legal."""


@dataclass(slots=True)
class Section:
    """The legal actions that differ only in their arguments.

    Attributes:
        action: what they are.
        count: how many there are.
        take: builds what puts the arguments of one, counted from 0, into its registers.
    """

    action: p.Action
    count: Expr
    take: Callable[[Expr], None]


class Picking(Weighing):
    """Lowers how a seat chooses where nobody needs the list of what it could choose.

    The actions are those of ``Offers``, in the same order, and so are the draws. But the arguments are noted without
    the action that they belong to, and what is always legal isn't noted at all: it is enough to know how many.
    """

    def picking(self, choice: p.Choice) -> ir.Function:
        """The function by which the chooser in the frame chooses.

        It puts the arguments into their registers and gives the action's number and 1 more; 0 if none is legal.
        """

        def make() -> Body:
            with self.function(f"pick {choice.decl.name}", result=True) as b:
                self.inline = INLINE_HERE
                you = b.let(load(None, choice.frame.you))
                chance, value = b.if_else(is_zero(load(you, self.layout.policies)))
                with b.inside(chance):
                    if self._fits(choice):
                        self._at_random(choice, you)
                    else:
                        self._listed(choice, lambda offered: self._draw(you, offered))
                with b.inside(value):
                    self._listed(choice, lambda _: self.best(choice))
                return Body(b.function, self.faulty)

        return self.shared(("pick", choice.number), make)

    def _listed(self, choice: p.Choice, pick: Callable[[Expr], Expr]) -> None:
        """Choose from the whole list."""
        b = self.b
        offered = b.let(ir.Call(self.listing(choice), ()), "offered")
        self._ready(offered)
        record = b.let(load(pick(offered), self.layout.index))
        for action in choice.actions:
            with b.if_(compare(Op.EQ, load(record), action.number)):
                self.arguments(action, record, None)
                b.give(Const(action.number + 1))
        b.give(ZERO)

    def _ready(self, offered: Expr) -> None:
        """Give 0 when there is none, or something couldn't be computed; else it is a decision."""
        b, layout = self.b, self.layout
        if self.faulty:
            with b.if_(load(None, layout.trouble)):
                b.give(ZERO)
        with b.if_(is_zero(offered)):
            b.give(ZERO)
        b.store(None, layout.decisions, add(load(None, layout.decisions), 1))

    def _draw(self, seat: Expr, offered: Expr) -> Expr:
        return self.drawn_below(self.b.let(add(binary(Op.SHL, seat, ONE), self.layout.generators + 2)), offered)

    def _at_random(self, choice: p.Choice, you: Expr) -> None:
        """Choose at random."""
        b = self.b
        sections: list[Section] = []
        ways = 0
        self.foresees = True
        for action in choice.actions:
            section = self._section(choice, action, ways)
            if section is not None:
                sections.append(section)
            ways += bound(self.facts, action.decl)
        self.foresees = False
        total: Expr = ZERO
        for section in sections:
            total = add(total, section.count)
        total = b.let(total, "offered")
        self._ready(total)
        left = b.var(self._draw(you, total), "left")
        for section in sections:
            here = ONE if section is sections[-1] else compare(Op.LT, left, section.count)
            with b.if_(here):
                section.take(left)
                b.give(Const(section.action.number + 1))
            if here is not ONE:
                b.set(left, sub(left, section.count))
        b.give(ZERO)

    def choose(self, choice: p.Choice, seat: Expr, offered: Expr) -> Expr:
        """The record of the action that a seat chooses by its policy, of those that are listed."""
        b, layout = self.b, self.layout
        picked = b.new("picked")
        chance, value = b.if_else(is_zero(load(seat, layout.policies)))
        with b.inside(chance):
            b.set(picked, self._draw(seat, offered))
        with b.inside(value):
            b.set(picked, self.best(choice))
        b.store(None, layout.decisions, add(load(None, layout.decisions), 1))
        return b.let(load(picked, layout.index))

    # What there is to draw from ----------------------------------------------------------------

    def _section(self, choice: p.Choice, action: p.Action, ways: int) -> Section | None:
        """Build what finds an action's legal arguments; ``ways`` is how many may lie before them.

        None when it is known that there are none.
        """
        tests = [self.known(condition.test) for condition in action.decl.conditions]
        if any(test.constant and not test.value for test in tests):
            return None
        if all(test.constant for test in tests):
            values = self._all_ways(action)
            if values is not None:
                return Section(
                    action, self.b.let(values.count(self.b)), lambda place: self._take_only(action, values, place)
                )
        return self._noted(choice, action, ways)

    def _all_ways(self, action: p.Action) -> Seq | None:
        """The values of an action's only argument, if it has one and they are there without a search."""
        b, parameters = self.b, action.decl.parameters
        if len(parameters) != 1:
            return None
        domain = parameters[0].domain
        match domain:
            case t.SubsetDomain():
                return None
            case t.NumberDomain():
                least, most = self.known(domain.low).low, self.known(domain.high).high
                span = most - least
                if domain.step is not None or span >= MAX_CANDIDATES or most >= WORD_MAX:
                    return None
                low, high = b.let(self.num(domain.low)), b.let(self.num(domain.high))
                beyond = b.let(Choose(compare(Op.LT, high, low), low, add(high, 1)))
                return Range(low, beyond, INT, span + 1)
            case t.OneOfDomain():
                kind = element(domain.source.type)
                if self.alike(domain.type) is not None or isinstance(kind, ListType) or kind is FRACTION:
                    return None
                found = keep(b, self.distinct(self.seq(domain.source)))
                assert isinstance(found, Seq)
                return found
            case _:
                return self._all(domain.type)

    def _take_only(self, action: p.Action, values: Seq, place: Expr) -> None:
        value = values.at(self.b, place)
        assert isinstance(value, Expr)
        self.b.store(None, action.arguments.start, value)

    def _noted(self, choice: p.Choice, action: p.Action, ways: int) -> Section:
        """Build what notes the arguments of an action that are legal."""
        b = self.b
        area, index = self.layout.records + ways * choice.records.size, self.layout.index + ways
        number, at = b.var(ZERO, "number"), b.var(Const(area), "at")
        self._number, self._at, self._index, self._sure = number, at, index, True
        sizes: set[int | None] = set()
        even = all(self._is_even(parameter.domain) for parameter in action.decl.parameters)

        def leaf(values: list[Value]) -> None:
            flat = _flat(values) if even else None
            sizes.add(None if flat is None else len(flat))
            if flat is None:
                self._tested(action, 0, lambda: self._record(action, values))
            elif not flat:
                self._noted_if(action, [], number, 1)
            else:
                self._noted_if(action, flat, at, len(flat))

        self._each_way(action, choice, leaf)
        size = sizes.pop() if sizes else 0
        if size is None:
            return Section(action, number, lambda place: self.arguments(action, b.let(load(place, index)), None))
        if not size:
            return Section(action, number, lambda _: None)
        count = b.let(binary(Op.DIV, sub(at, area), Const(size)) if size > 1 else sub(at, area))
        return Section(action, count, lambda place: self._take_flat(action, add(mul(place, size), area)))

    def _is_even(self, domain: t.Domain) -> bool:
        """Whether all values of a domain take as many cells."""
        if not isinstance(domain, t.SubsetDomain):
            return True
        low, high = self.known(domain.low), self.known(domain.high) if domain.high is not None else None
        return low.constant and high is not None and high.constant and low.value == high.value

    def _noted_if(self, action: p.Action, cells: list[Expr], at: Get, step: int) -> None:
        """Note cells where ``at`` points if the conditions hold, and move it on."""
        b = self.b

        def note() -> None:
            for offset, cell in enumerate(cells):
                b.store(at, offset, cell)

        legal = self._quick_test(action) if len(cells) <= BRANCHLESS else None
        if legal is not None:
            # Noted first, and counted when it is legal: no branch that can't be foreseen.
            note()
            b.set(at, add(at, mul(legal, step)))
            return

        def count() -> None:
            note()
            b.set(at, add(at, step))

        self._tested(action, 0, count)

    def _take_flat(self, action: p.Action, address: Expr) -> None:
        """Put arguments that lie side by side into their registers."""
        b = self.b
        start = b.let(address)
        offset = 0
        for slot in action.arguments.slots:
            to = slot.register.address
            if not slot.many:
                b.store(None, to, load(start, offset))
                offset += 1
                continue
            domain = slot.parameter.domain
            assert isinstance(domain, t.SubsetDomain)
            size = int(self.known(domain.low).value)
            b.store(None, to, Const(size))
            for place in range(size):
                b.store(None, to + COUNT + place, load(start, offset + place))
            offset += size


def _flat(values: list[Value]) -> list[Expr] | None:
    """Arguments side by side; None when it isn't known how many cells they take."""
    cells: list[Expr] = []
    for value in values:
        if isinstance(value, Tuple):
            cells += value.items
        elif isinstance(value, Expr):
            cells.append(value)
        else:
            return None
    return cells
