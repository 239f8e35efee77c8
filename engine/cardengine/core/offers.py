"""Offers: the legal actions of each choice, listed in the canonical order of ``runtime.offers``."""

from __future__ import annotations

from collections.abc import Callable

from cardengine.core import ir
from cardengine.core.base import BEYOND, FAULT, Body
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, sub
from cardengine.core.ir import Binary, Choose, Const, Expr, Get, Op
from cardengine.core.memory import MAX_OFFERS, MAX_RECORDS
from cardengine.core.numbers import cheap, free
from cardengine.core.piles import Piles
from cardengine.core.values import Array, Range, Seq, Tuple, Value
from cardengine.layout.space import ItemSpace
from cardengine.model import program as p
from cardengine.model.codec import COUNT, HEAD
from cardengine.runtime.bounds import bound
from cardengine.runtime.offers import MAX_CANDIDATES
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, FRACTION, INT, ListType, OptionalType, element
from cardengine.tree.walk import children

Leaf = Callable[[list[Value]], None]

INLINE_HERE = 150
"""Where actions are listed larger definitions are written out: what doesn't change is computed once then."""

SMALL = 3
"""Subsets of at most so many items are listed by plain loops."""


class Offers(Piles):
    """Lowers choices. A record is an action's number, then its arguments: a number, or a count and numbers."""

    _number: Get
    _at: Get
    _index: int
    _sure: bool

    def listing(self, choice: p.Choice) -> ir.Function:
        """The function that lists the legal actions for the chooser in the frame."""

        def make() -> Body:
            with self.function(f"list {choice.decl.name}", result=True) as b:
                self.inline = INLINE_HERE
                self._number, self._at = b.var(ZERO, "number"), b.var(Const(self.layout.records), "at")
                self._index, self._sure = self.layout.index, self._fits(choice)
                for action in choice.actions:
                    self._list(choice, action)
                b.store(None, self.layout.offered, self._number)
                b.store(None, self.layout.used, sub(self._at, self.layout.records))
                b.give(self._number)
                return Body(b.function, self.faulty)

        return self.shared(("list", choice.number), make)

    def _fits(self, choice: p.Choice) -> bool:
        """Whether all actions that can ever be on offer fit where they are noted."""
        ways = [bound(self.facts, action.decl) for action in choice.actions]
        return sum(ways) <= MAX_OFFERS and sum(ways) * choice.records.size <= MAX_RECORDS

    def _list(self, choice: p.Choice, action: p.Action) -> None:
        tests = [self.known(condition.test) for condition in action.decl.conditions]
        if not any(test.constant and not test.value for test in tests):
            self._each_way(action, choice, lambda values: self._checked(action, values))

    def _each_way(self, action: p.Action, choice: p.Choice, body: Leaf) -> None:
        """Build loops over all the ways to give an action its arguments."""
        room: Get | None = None
        if len(action.arguments.slots) > 1 and bound(self.facts, action.decl) > MAX_CANDIDATES:
            room = self.b.var(Const(MAX_CANDIDATES), "room")

        def leaf(values: list[Value]) -> None:
            b = self.b
            if room is not None:
                b.set(room, sub(room, 1))
                with b.if_(compare(Op.LT, room, 0)):
                    self.trouble()
            body(values)

        conditions = [condition.test for condition in action.decl.conditions]
        bound_here = frozenset(parameter.local for parameter in action.decl.parameters)

        def loops() -> None:
            with self.hoisting(conditions, bound_here):
                self._domains(choice, action, [], leaf)

        if not action.arguments.slots:
            self._domains(choice, action, [], leaf)
        elif self.foresees:
            self.foreseeing(conditions, bound_here, loops)
        else:
            loops()

    def _checked(self, action: p.Action, values: list[Value]) -> None:
        """Note an action when its conditions hold."""
        if self._sure and all(isinstance(value, Expr) for value in values) and len(values) == 1:
            legal = self._quick_test(action)
            if legal is not None:
                # Noted first, and counted when it is legal: no branch that can't be foreseen.
                b = self.b
                self._write(action, values)
                b.set(self._number, add(self._number, legal))
                b.set(self._at, add(self._at, binary(Op.SHL, legal, ONE)))
                return
        self._tested(action, 0, lambda: self._record(action, values))

    def _quick_test(self, action: p.Action) -> Expr | None:
        """Whether the conditions hold, 0 or 1, if there are some and they are computed without a branch."""
        b = self.b
        tests = [condition.test for condition in action.decl.conditions if not self.known(condition.test).constant]
        if not tests:
            return None
        legal: Expr = ONE
        body: list[ir.Statement] = []
        with b.inside(body):
            for test in tests:
                legal = binary(Op.AND, legal, self.num(test)) if legal is not ONE else self.num(test)
        if not (cheap(legal) and free(body)):
            return None
        b.body.extend(body)
        return b.let(legal)

    def _write(self, action: p.Action, values: list[Value]) -> None:
        """Write a record of single values behind the others, without counting it."""
        b = self.b
        b.store(self._number, self._index, self._at)
        b.store(self._at, 0, Const(action.number))
        for offset, value in enumerate(values, HEAD):
            assert isinstance(value, Expr)
            b.store(self._at, offset, value)

    def _tested(self, action: p.Action, place: int, then: Callable[[], None]) -> None:
        """Look at the conditions one after another."""
        conditions = action.decl.conditions
        if place == len(conditions):
            then()
            return
        test = conditions[place].test
        if self.known(test).constant:
            self._tested(action, place + 1, then)
            return
        with self.b.if_(self.num(test)):
            self._tested(action, place + 1, then)

    def _record(self, action: p.Action, values: list[Value]) -> None:
        b = self.b
        number, at = self._number, self._at
        with b.block() as block:
            if not self._sure:
                cells: Expr = Const(HEAD)
                for value in values:
                    cells = add(cells, add(value.count(b), COUNT) if isinstance(value, Seq) else 1)
                end = self.layout.records + MAX_RECORDS
                full = binary(Op.OR, compare(Op.GE, number, MAX_OFFERS), compare(Op.GT, add(at, cells), end))
                with b.if_(full):
                    self.trouble(BEYOND)
                    b.leave(block)
            b.store(number, self._index, at)
            b.set(number, add(number, 1))
            b.store(at, 0, Const(action.number))
            offset = HEAD
            for value in values:
                if isinstance(value, Tuple):
                    b.store(at, offset, Const(len(value.items)))
                    offset += COUNT
                    for item in value.items:
                        b.store(at, offset, item)
                        offset += 1
                elif isinstance(value, Seq):
                    b.store(at, offset, value.count(b))
                    b.set(at, add(at, offset + COUNT))

                    def put(x: Value) -> None:
                        assert isinstance(x, Expr)
                        b.store(at, 0, x)
                        b.set(at, add(at, 1))

                    value.each(b, put)
                    offset = 0
                else:
                    assert isinstance(value, Expr)
                    b.store(at, offset, value)
                    offset += 1
            b.set(at, add(at, offset))

    # Domains -----------------------------------------------------------------------------------

    def _domains(self, choice: p.Choice, action: p.Action, values: list[Value], leaf: Leaf) -> None:
        """Build the loops over the parameters from the one after ``values`` on."""
        place = len(values)
        if place == len(action.decl.parameters):
            leaf(values)
            return
        parameter = action.decl.parameters[place]

        def one(value: Value) -> None:
            with self.named(parameter.local, value):
                self._domains(choice, action, [*values, value], leaf)

        name = self.zones_in(parameter.domain.source) if isinstance(parameter.domain, t.OneOfDomain) else None
        if name is not None:
            self.zones[parameter.local] = name
        later = action.decl.parameters[place:]
        computed = [condition.test for condition in action.decl.conditions]
        computed += [part for other in later[1:] for part in _parts(other.domain)]
        with self.hoisting(computed, frozenset(other.local for other in later)):
            self._domain(choice, parameter.domain, one)

    def _domain(self, choice: p.Choice, domain: t.Domain, body: Callable[[Value], None]) -> None:
        match domain:
            case t.NumberDomain():
                self._numbers(domain, body)
            case t.OneOfDomain():
                self._one_of(choice, domain, body)
            case t.SubsetDomain():
                self._subset(choice, domain, body)
            case _:
                self._all(domain.type).each(self.b, body)

    def _all(self, kind: object) -> Seq:
        if kind is BOOL:
            return Array(Const(self.layout.constant([1, 0])), Const(2), BOOL, 2)
        if isinstance(kind, OptionalType):
            low, high = self.space.range_of(kind.item)
            values = [1, 0, -1] if kind.item is BOOL else [*range(low, high + 1), -1]
            return Array(Const(self.layout.constant(values)), Const(len(values)), INT, len(values))
        low, high = self.space.range_of(kind)  # type: ignore[arg-type]  # a type
        return Range(Const(low), Const(high + 1), INT, high - low + 1)

    def _numbers(self, domain: t.NumberDomain, body: Callable[[Value], None]) -> None:
        b = self.b
        step = b.var(self.num(domain.step) if domain.step is not None else ONE)
        low, high = b.let(self.num(domain.low)), b.let(self.num(domain.high))
        with b.block() as block:
            if domain.step is not None:
                with b.if_(compare(Op.LT, step, 1)):
                    self.trouble()
                    b.leave(block)
            found = self.known(domain.high).high - self.known(domain.low).low
            if found >= MAX_CANDIDATES:
                span = Binary(Op.DIV, sub(high, low), step)
                some = compare(Op.LE, low, high)
                with b.if_(binary(Op.AND, some, compare(Op.GE, span, MAX_CANDIDATES))):
                    self.trouble()
                    b.leave(block)
            number = b.var(low)
            with b.loop() as loop:
                b.leave(loop, compare(Op.GT, number, high))
                body(b.let(number))
                b.set(number, add(number, step))

    def _one_of(self, choice: p.Choice, domain: t.OneOfDomain, body: Callable[[Value], None]) -> None:
        b = self.b
        items = self.alike(domain.type)
        if items is None:
            source = domain.source
            if self.is_distinct(source):
                self.each(source, body)
            elif isinstance(element(source.type), ListType) or element(source.type) is FRACTION:
                call = t.Call(source.type, source.span, "distinct", (source,))
                self.each(call, body)
            else:
                self.distinct(self.seq(source)).each(b, body)
            return
        if self.open_to(choice.decl.you, domain):
            self._first_of_each(items, self.distinct(self.seq(domain.source)), body)
            return
        values = self._classed(choice, items, domain)
        with b.count(ZERO, values.size) as place, b.if_(compare(Op.LT, load(place, self._earlier), 0)):
            value = values.at(b, place)
            assert isinstance(value, Expr)
            body(b.let(value))

    def _subset(self, choice: p.Choice, domain: t.SubsetDomain, body: Callable[[Value], None]) -> None:
        b = self.b
        assert isinstance(domain.type, ListType)
        items = self.alike(domain.type.item)
        if items is None and self._few(domain, body):
            return
        classed = self._classed(choice, items, domain) if items is not None else None
        earlier = self._earlier if classed is not None else 0
        source: Seq = classed if classed is not None else self.distinct(self.seq(domain.source))
        made = self.gather(source.item, source.most, lambda put: source.each(b, put)) if classed is None else classed
        low = b.let(self.num(domain.low))
        least = b.let(Choose(compare(Op.LT, low, 0), ZERO, low))
        most = b.var(made.size)
        if domain.high is not None:
            high = b.let(self.num(domain.high))
            with b.if_(compare(Op.LT, high, most)):
                b.set(most, high)
        top = made.most
        if domain.high is not None:
            top = min(top, max(self.known(domain.high).high, 0))
        with b.block() as block:
            ways = self.ways()
            with b.if_(compare(Op.GT, ir.Call(ways, (made.size, least, most)), MAX_CANDIDATES)):
                self.trouble(FAULT)
                b.leave(block)
            places = self.layout.take(top + 1)

            def one(part: Array) -> None:
                if classed is None:
                    body(part)
                    return
                # Of items alike the earlier ones come first: a part that leaves one out is the same as another.
                whole = b.var(ONE, "whole")
                with b.count(ZERO, part.size) as number:
                    before = b.let(load(load(number, places), earlier))
                    with b.if_(compare(Op.GE, before, 0)):
                        there = b.var(ZERO)
                        with b.count(ZERO, part.size) as other, b.if_(compare(Op.EQ, load(other, places), before)):
                            b.set(there, ONE)
                        with b.if_(is_zero(there)):
                            b.set(whole, ZERO)
                with b.if_(whole):
                    body(part)

            self.subsets_of(made, made.size, least, most, top, one, None, places)

    def _few(self, domain: t.SubsetDomain, body: Callable[[Value], None]) -> bool:
        """Build plain loops, one in the other, for subsets of a few items; False when they aren't few."""
        if domain.high is None:
            return False
        low, high = self.known(domain.low), self.known(domain.high)
        if not (low.constant and high.constant and 1 <= low.value <= high.value <= SMALL):
            return False
        source = self.distinct(self.seq(domain.source))
        return self.plain_loops(source, Const(int(low.value)), Const(int(high.value)), body, MAX_CANDIDATES)

    # Items alike -------------------------------------------------------------------------------

    def _classed(self, choice: p.Choice, items: ItemSpace, domain: t.OneOfDomain | t.SubsetDomain) -> Array:
        """A list's values; and in ``self._earlier`` for each the last place before it of one that is alike, or -1."""
        b = self.b
        found = self.distinct(self.seq(domain.source))
        made = self.gather(found.item, found.most, lambda put: found.each(b, put))
        self._earlier = self.layout.take(max(made.most, 1))
        if self.open_to(choice.decl.you, domain):
            self._alike_in_a_zone(items, made)
        else:
            self._alike_anywhere(choice, items, made)
        return made

    def _first_of_each(self, items: ItemSpace, found: Seq, body: Callable[[Value], None]) -> None:
        """Walk over a zone's items, all of which the chooser knows, without those that are like an earlier one."""
        b = self.b
        classes = self.layout.constant(list(items.pack))
        # By class and facing: in which listing there was one.
        listed, listing = self.layout.take(2 * items.count), self.layout.take(1)
        now = b.let(add(load(None, listing), 1))
        b.store(None, listing, now)

        def one(x: Value) -> None:
            item = self._plain(x)
            key = b.let(add(binary(Op.SHL, b.of_item(item, classes), ONE), load(item, items.face)))
            new = b.let(compare(Op.NE, load(key, listed), now))
            b.store(key, listed, now)
            with b.if_(new):
                body(x)

        found.each(b, one)

    def _alike_in_a_zone(self, items: ItemSpace, made: Array) -> None:
        """Note for each of a zone's items, all of which the chooser knows, the last one before it that is alike."""
        b = self.b
        classes = self.layout.constant(list(items.pack))
        # By class and facing: in which listing there was one, and where.
        listed, last, listing = (self.layout.take(size) for size in (2 * items.count, 2 * items.count, 1))
        now = b.let(add(load(None, listing), 1))
        b.store(None, listing, now)
        with b.count(ZERO, made.size) as place:
            x = b.let(self._plain(made.at(b, place)))
            key = b.let(add(binary(Op.SHL, load(x, classes), ONE), load(x, items.face)))
            there = compare(Op.EQ, load(key, listed), now)
            b.store(place, self._earlier, Choose(there, load(key, last), Const(-1)))
            b.store(key, listed, now)
            b.store(key, last, place)

    def _alike_anywhere(self, choice: p.Choice, items: ItemSpace, made: Array) -> None:
        """Note for each item the last one before it that is alike for all that the chooser knows."""
        b = self.b
        known = self.layout.take(max(made.most, 1))
        classes = self.layout.constant(list(items.pack))
        you = b.let(load(None, choice.frame.you))
        with b.count(ZERO, made.size) as place:
            x = b.let(self._plain(made.at(b, place)))
            seen = binary(Op.OR, load(x, items.seen), self.sees(items, x))
            b.store(place, known, binary(Op.AND, Binary(Op.SHR_U, seen, you), ONE))
            b.store(place, self._earlier, Const(-1))
            with b.if_(load(place, known)), b.count(ZERO, place) as other, b.if_(load(other, known)):
                y = b.let(self._plain(made.at(b, other)))
                alike = binary(Op.AND, compare(Op.EQ, load(x, classes), load(y, classes)), binary(
                    Op.AND, compare(Op.EQ, load(x, items.place), load(y, items.place)),
                    compare(Op.EQ, load(x, items.face), load(y, items.face)),
                ))  # fmt: skip
                with b.if_(alike):
                    b.store(place, self._earlier, other)

    def _plain(self, value: Value) -> Expr:
        assert isinstance(value, Expr)
        return value

    # Whether one is possible -------------------------------------------------------------------

    def possible(self, choice: int, action: int) -> ir.Function:
        """As ``Places.possible``."""
        found = self.program.choices[choice]

        def make() -> Body:
            with self.function(f"possible {found.actions[action].decl.name}", result=True) as b:
                tests = [self.known(condition.test) for condition in found.actions[action].decl.conditions]
                if not any(test.constant and not test.value for test in tests):
                    self._domains(
                        found, found.actions[action], [],
                        lambda _: self._tested(found.actions[action], 0, lambda: b.give(ONE)),
                    )  # fmt: skip
                return Body(b.function, self.faulty)

        return self.shared(("possible", choice, action), make)

    # Taking one --------------------------------------------------------------------------------

    def arguments(self, action: p.Action, record: Expr, commit: Expr | None) -> None:
        """Copy a packed record's arguments into their registers, or into the fixed record that is a commit."""
        b = self.b
        at = b.var(record)
        offset = HEAD
        for slot in action.arguments.slots:
            to = slot.register.address if commit is None else HEAD + slot.offset
            if slot.register.capacity is None:
                b.store(commit, to, load(at, offset))
                offset += 1
                continue
            size = b.let(load(at, offset))
            b.store(commit, to, size)
            start = b.let(add(at, offset + COUNT))
            with b.count(ZERO, size) as place:
                b.store(place if commit is None else add(commit, place), to + COUNT, load(add(start, place)))
            if not self.lean:
                with b.count(size, Const(slot.register.capacity)) as place:
                    b.store(place if commit is None else add(commit, place), to + COUNT, ZERO)
            b.set(at, add(start, size))
            offset = 0


def _parts(domain: t.Domain) -> list[t.Expr]:
    """The expressions of a domain."""
    return list(children(domain))
