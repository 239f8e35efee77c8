"""Lists: walked without being made where that will do, made in scratch room where it won't."""

from __future__ import annotations

from collections.abc import Callable

from cardengine.core.base import UNBOUNDED
from cardengine.core.builder import ONE, ZERO, add, binary, compare, is_zero, load, mul, sub, truth
from cardengine.core.ir import Choose, Const, Expr, Get, Op
from cardengine.core.memory import TooLargeError
from cardengine.core.sorting import Consumer, Sorting, item_of
from cardengine.core.values import Array, Range, Seq, Strided, Value, Zone, keep
from cardengine.facts.places import kind_of
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, INT, ListType, Type, element


class Lists(Sorting):
    """Lowers lists."""

    def seq(self, expr: t.Expr) -> Seq:  # noqa: C901, PLR0911, PLR0912 - a line an expression
        """As ``Base.seq``."""
        _check_depth(expr)
        found = self.known(expr)
        if found.constant:
            try:
                return self.constant_list(found.value, expr)
            except Fault:
                pass
        match expr:
            case t.LocalValue():
                value = self._LocalValue(expr)
                assert isinstance(value, Seq)
                return value
            case t.ItemsOf():
                return self.items_of(expr)
            case t.ZoneFamily():
                space = self.space.zones[expr.name]
                assert expr.owner is not None
                start = self.b.let(add(mul(self.present(expr.owner), space.places), space.first))
                return Range(start, add(start, space.places), item_of(expr), space.places)
            case t.MembersOf():
                tables = [sorted(team) for team in self.space.teams]
                longest = max(map(len, tables))
                flat = [seat for team in tables for seat in team + [0] * (longest - len(team))]
                team = self.b.let(self.present(expr.of))
                start = add(mul(team, longest), self.layout.constant(flat))
                sizes = self.layout.constant([len(team) for team in tables])
                return Array(self.b.let(start), load(team, sizes), item_of(expr), longest, distinct=True)
            case t.Call() if expr.function in ("first", "last", "top") and len(expr.arguments) == 1:
                return self.one_list(expr)
            case t.Index():
                return self.one_list(expr)
            case t.Call() if expr.function == "partition":
                return self.partition(expr)
            case t.Call() if expr.function == "reverse":
                inner = self.seq(expr.arguments[0])
                return self._reversed(inner)
            case t.Call() if expr.function in ("first", "top", "last") and len(expr.arguments) == 2:
                return self._some(expr)
            case t.Call() if expr.function == "onward":
                return self._onward(expr)
            case t.Call() if expr.function == "sort":
                return self._sorted(expr)
            case t.DefineCall():
                define = self.space.ruleset.defines[expr.name]
                bound = self.bind(expr)
                return self._within(bound, lambda: self.seq(define.body))
            case t.Conditional():
                test = self.num(expr.condition)
                if isinstance(test, Const):
                    return self.seq(expr.then if test.value else expr.otherwise)
                return self._either(expr, test)
            case t.With() if self.listed and self._shape(expr, {}) in self.listed:
                return self.listed[self._shape(expr, {})]
            case _:
                return self.made(expr) or self.collected(expr)

    def _within(self, bound: list[tuple[t.Local, Value]], make: Callable[[], Seq]) -> Seq:
        if not bound:
            return make()
        (local, value), rest = bound[0], bound[1:]
        with self.named(local, value):
            return self._within(rest, make)

    def constant_list(self, values: object, expr: t.Expr) -> Seq:
        """A list that is always the same."""
        assert isinstance(values, list | tuple)
        item = item_of(expr)
        if isinstance(item, ListType):
            inner = max((len(value) for value in values), default=0)
            cells: list[int] = []
            for value in values:
                cells += [self.layout.constant([int(x) for x in value] or [0]), len(value)]
            return Array(Const(self.layout.constant(cells or [0])), Const(len(values)), item, len(values), inner=inner)
        if item is FRACTION:
            cells = [part for value in values for part in (int(value.numerator), int(value.denominator))]
            return Array(Const(self.layout.constant(cells)), Const(len(values)), item, len(values))
        numbers = [int(value) for value in values]
        if numbers and numbers[-1] < WORD_MAX and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return Range(Const(numbers[0]), Const(numbers[0] + len(numbers)), item, len(numbers))
        return Array(
            Const(self.layout.constant(numbers or [0])), Const(len(numbers)), item, len(numbers),
            distinct=len(set(numbers)) == len(numbers),
        )  # fmt: skip

    # Zones -------------------------------------------------------------------------------------

    def zone_address(self, expr: t.Expr) -> tuple[Expr, bool | None, int]:
        """The cell of a zone's count, whether it is a pile (None: that depends), and the most items that it takes."""
        cells = self.space.cells
        name = self.zone_name(expr)
        if name is not None:
            space = self.space.zones[name]
            first = cells[space.first]
            stride = cells[space.first + 1].address - first.address if space.owners * space.places > 1 else 0
            number = self.num(expr)
            address = (
                Const(cells[number.value].address) if isinstance(number, Const)
                else self.b.let(add(mul(sub(number, space.first), stride), first.address))
            )  # fmt: skip
            return address, space.decl.is_pile, first.capacity
        number = self.num(expr)
        if isinstance(number, Const):
            cell = cells[number.value]
            return Const(cell.address), cell.decl.is_pile, cell.capacity
        found = self.known(expr)
        several = cells[max(found.low, 0) : min(found.high, len(cells) - 1) + 1] or cells
        piles = {cell.decl.is_pile for cell in several}
        address = self.b.let(load(number, self.zone_table))
        return address, piles.pop() if len(piles) == 1 else None, max(cell.capacity for cell in several)

    def zone_name(self, expr: t.Expr) -> str | None:
        """The declaration of a zone, when it is known."""
        if isinstance(expr, t.ZoneRef):
            return expr.name
        return self.zones.get(expr.local) if isinstance(expr, t.LocalValue) else None

    def zones_in(self, source: t.Expr) -> str | None:
        """The declaration of all zones of a list, when it is known."""
        while isinstance(source, t.Filter):
            source = source.source
        return source.name if isinstance(source, t.ZoneFamily | t.EveryZone) else None

    @property
    def zone_table(self) -> int:
        """The table of the zones' addresses."""
        return self.layout.constant([cell.address for cell in self.space.cells])

    @property
    def pile_table(self) -> int:
        """The table of which zones are piles."""
        return self.layout.constant([int(cell.decl.is_pile) for cell in self.space.cells])

    def items_of(self, expr: t.ItemsOf) -> Seq:
        """The items of a zone."""
        if self.zone_name(expr.zone) is None:
            number = self.b.let(self.num(expr.zone))
            return self.items_in(number, item_of(expr), expr.zone)
        address, pile, most = self.zone_address(expr.zone)
        assert pile is not None
        return Zone(address, item_of(expr), most, pile=pile)

    def items_in(self, number: Expr, item: Type, expr: t.Expr | None = None) -> Seq:
        """The items of a zone of which the number is known only in play."""
        cells = self.space.cells
        several = cells
        if isinstance(number, Const):
            cell = cells[number.value]
            return Zone(Const(cell.address), item, cell.capacity, pile=cell.decl.is_pile)
        if expr is not None:
            found = self.known(expr)
            several = cells[max(found.low, 0) : min(found.high, len(cells) - 1) + 1] or cells
        most = max(cell.capacity for cell in several)
        b = self.b
        address = b.let(load(number, self.zone_table))
        piles = {cell.decl.is_pile for cell in several}
        if len(piles) == 1:
            return Zone(address, item, most, pile=piles.pop())
        pile = b.let(load(number, self.pile_table))
        size = b.let(load(address))
        first = b.let(Choose(pile, add(address, size), add(address, 1)))
        return Strided(first, b.let(Choose(pile, Const(-1), ONE)), size, item, most, distinct=True)

    # Walking -----------------------------------------------------------------------------------

    def each(self, expr: t.Expr, body: Consumer) -> None:
        """As ``Base.each``."""
        _check_depth(expr)
        self.nodes += 1
        found = self.known(expr)
        if found.constant:
            self.constant_list(found.value, expr).each(self.b, body)
            return
        match expr:
            case t.Each():
                self._mapped(expr, body)
            case t.Filter():
                self._filtered(expr, body)
            case t.Without():
                self._without(expr, body)
            case t.ListOf() if len(expr.items) == 1:
                body(keep(self.b, self.value_as(expr.items[0], item_of(expr))))
            case t.Conditional():
                test = self.num(expr.condition)
                if isinstance(test, Const):
                    self.each(expr.then if test.value else expr.otherwise, body)
                else:
                    self._either(expr, test).each(self.b, body)
            case t.Joined():
                self._joined(expr, body)
            case t.EveryItem():
                self._every_piece(expr, body)
            case t.Rotated():
                self._rotated(expr, body)
            case t.DefineCall():
                define = self.space.ruleset.defines[expr.name]
                self._defined(self.bind(expr), define.body, body)
            case t.Call() if expr.function in ("highest", "lowest"):
                self._best(expr, body)
            case t.Call() if expr.function == "subsets":
                self._subsets(expr, body)
            case _:
                self.seq(expr).each(self.b, body)

    def _defined(self, bound: list[tuple[t.Local, Value]], inner: t.Expr, body: Consumer) -> None:
        if not bound:
            self.each(inner, body)
            return
        (local, value), rest = bound[0], bound[1:]
        with self.named(local, value):
            self._defined(rest, inner, body)

    def _mapped(self, expr: t.Each, body: Consumer) -> None:
        self._note_zones(expr.it, expr.source)

        def one(x: Value) -> None:
            with self.named(expr.it, x):
                value = keep(self.b, self.value(expr.body))
            body(value)

        with self.hoisting([expr.body], frozenset((expr.it,))):
            self.each(expr.source, one)

    def _note_zones(self, it: t.Local, source: t.Expr) -> None:
        name = self.zones_in(source)
        if name is not None:
            self.zones[it] = name

    def _filtered(self, expr: t.Filter, body: Consumer) -> None:
        def one(x: Value, test: Expr) -> None:
            with self.b.if_(test):
                body(x)

        self.tested(expr, one)

    def tested(self, expr: t.Filter, body: Callable[[Value, Expr], None]) -> None:
        """Walk over what a list is filtered from; ``body`` is given each value, and whether it fits."""
        self._note_zones(expr.it, expr.source)

        def one(x: Value) -> None:
            with self.named(expr.it, x):
                test = self.num(expr.condition)
            body(x, test)

        with self.hoisting([expr.condition], frozenset((expr.it,))):
            self.each(expr.source, one)

    def made(self, expr: t.Expr) -> Array | None:
        """A list that is made before it is walked: else what is done with a value would be written several times."""
        match expr:
            case t.With():

                def both(put: Consumer) -> None:
                    self.each(expr.left, put)
                    self.each(expr.right, put)

                return self._gathered(expr, both)
            case t.ListOf() if len(expr.items) > 1:

                def all_(put: Consumer) -> None:
                    for part in expr.items:
                        put(self.value_as(part, item_of(expr)))

                return self._gathered(expr, all_)
            case t.Call() if expr.function == "distinct":
                source = expr.arguments[0]
                inner = self.inner(expr) or UNBOUNDED
                return self._once_each(item_of(expr), self.most(expr), lambda put: self.each(source, put), inner)
            case _:
                return None

    def _gathered(self, expr: t.Expr, fill: Callable[[Consumer], None]) -> Array:
        inner = (self.inner(expr) or UNBOUNDED) if isinstance(item_of(expr), ListType) else 0
        return self.gather(item_of(expr), self.most(expr), fill, inner=inner)

    def value_as(self, expr: t.Expr, item: Type) -> Value:
        """A value in a list of this type of values: a number may stand among fractions."""
        return self.frac(expr) if item is FRACTION else self.value(expr)

    def _either(self, expr: t.Conditional, test: Expr) -> Array:
        def fill(put: Consumer) -> None:
            then, otherwise = self.b.if_else(test)
            with self.b.inside(then):
                self.each(expr.then, put)
            with self.b.inside(otherwise):
                self.each(expr.otherwise, put)

        return self._gathered(expr, fill)

    def _without(self, expr: t.Without, body: Consumer) -> None:
        gone = self.seq(expr.right)

        def one(x: Value) -> None:
            there = self.holds(gone, x)
            with self.b.if_(is_zero(there)):
                body(x)

        self.each(expr.left, one)

    def holds(self, seq: Seq, item: Value) -> Expr:
        """Whether a list has a value."""
        b = self.b
        if isinstance(seq, Range) and isinstance(item, Expr):
            return binary(Op.AND, compare(Op.GE, item, seq.low), compare(Op.LT, item, seq.beyond))
        if isinstance(seq, Array) and isinstance(seq.size, Const) and seq.size.value == 1:
            return self.same(item, seq.at(b, ZERO))
        found = b.var(ZERO, "found")
        with b.block() as block:

            def look(x: Value) -> None:
                with b.if_(self.same(item, x)):
                    b.set(found, ONE)
                    b.leave(block)

            seq.each(b, look)
        return found

    def _joined(self, expr: t.Joined, body: Consumer) -> None:
        parts = expr.parts
        inner = parts.type.item if isinstance(parts.type, ListType) else None
        if isinstance(inner, ListType):

            def one(x: Value) -> None:
                assert isinstance(x, Seq)
                x.each(self.b, body)

            self.each(parts, one)
            return

        def zone(x: Value) -> None:
            assert isinstance(x, Expr)
            self.items_in(x, item_of(expr), parts if isinstance(parts, t.EveryZone | t.ZoneFamily) else None).each(
                self.b, body
            )

        self.each(parts, zone)

    def _every_piece(self, expr: t.EveryItem, body: Consumer) -> None:
        space = self.space.items[expr.kind]
        with self.b.count(ZERO, Const(space.count)) as number, self.b.if_(load(number, space.model)):
            body(number)

    def _rotated(self, expr: t.Rotated, body: Consumer) -> None:
        b, seats = self.b, self.space.players
        start = b.let(self.present(expr.start))
        source = self.seq(expr.source)
        everyone = isinstance(source, Range) and source.low == ZERO and source.beyond == Const(seats)
        with b.count(ZERO, Const(seats)) as turn:
            seat = b.var(add(start, turn))
            with b.if_(compare(Op.GE, seat, seats)):
                b.set(seat, sub(seat, seats))
            if everyone or source.distinct:
                with b.if_(ONE if everyone else self.holds(source, seat)):
                    body(seat)
            else:
                source.each(b, lambda x: self._when(x, seat, body))

    def _when(self, x: Value, seat: Expr, body: Consumer) -> None:
        assert isinstance(x, Expr)
        with self.b.if_(compare(Op.EQ, x, seat)):
            body(seat)

    # Lists that have to be made ----------------------------------------------------------------

    def _reversed(self, inner: Seq) -> Seq:
        b = self.b
        if isinstance(inner, Zone):
            size = b.let(inner.count(b))
            if inner.pile:
                return Array(b.let(add(inner.address, 1)), size, inner.item, inner.most, distinct=True)
            return Strided(b.let(add(inner.address, size)), Const(-1), size, inner.item, inner.most, distinct=True)
        size = b.let(inner.count(b))

        def fill(put: Consumer) -> None:
            with b.count(ZERO, size, down=True) as place:
                put(inner.at(b, place))

        room = inner.inner if isinstance(inner, Array) else 0
        return self.gather(inner.item, inner.most, fill, inner=room, distinct=inner.distinct)

    def _some(self, expr: t.Call) -> Seq:
        """The first or last so many of a list."""
        b = self.b
        source = self.seq(expr.arguments[0])
        size = b.let(source.count(b))
        wanted = b.var(self.num(expr.arguments[1]))
        with b.if_(compare(Op.LT, wanted, 0)):
            b.set(wanted, ZERO)
        with b.if_(compare(Op.GT, wanted, size)):
            b.set(wanted, size)
        start = b.let(sub(size, wanted)) if expr.function == "last" else ZERO
        most = source.most
        limit = self.known(expr.arguments[1]).high
        if 0 <= limit < most:
            most = limit
        if isinstance(source, Zone):
            if source.pile:
                first = b.let(add(source.address, sub(size, start)))
                return Strided(first, Const(-1), wanted, source.item, most, distinct=True)
            return Array(b.let(add(add(source.address, start), 1)), wanted, source.item, most, distinct=True)

        def fill(put: Consumer) -> None:
            with b.count(start, add(start, wanted)) as place:
                put(source.at(b, place))

        room = source.inner if isinstance(source, Array) else 0
        return self.gather(source.item, most, fill, inner=room, distinct=source.distinct)

    def _onward(self, expr: t.Call) -> Seq:
        b = self.b
        kind = self.space.items[kind_of(expr.arguments[0])]
        most = max((cell.capacity for cell in self.space.cells), default=1)
        item = self.present(expr.arguments[0])
        spot = b.spots.get(item.local) if isinstance(item, Get) else None
        if spot is not None:
            address, number, is_pile = spot
            size = b.let(load(address))
            count = add(sub(size, number), 1)
            start = b.let(add(address, size if is_pile else number))
            return Strided(start, Const(-1) if is_pile else ONE, count, item_of(expr), most, distinct=True)
        item = b.let(item)
        place = b.var(load(item, kind.place))
        with b.if_(is_zero(place)):
            self.trouble()
        address = b.let(load(sub(Choose(truth(place), place, ONE), 1), self.zone_table))
        size = b.let(Choose(truth(place), load(address), ZERO))
        at = b.let(self._found(address, size, item))
        pile = b.let(load(sub(Choose(truth(place), place, ONE), 1), self.pile_table))
        # A pile's items above it and itself, from the top; of a row itself and those behind it.
        start = b.let(Choose(pile, add(address, size), add(address, at)))
        step = b.let(Choose(pile, Const(-1), ONE))
        count = b.let(Choose(truth(place), add(sub(size, at), 1), ZERO))
        return Strided(start, step, count, item_of(expr), most, distinct=True)

    def _found(self, address: Expr, size: Expr, item: Expr) -> Expr:
        """Which of a zone's cells, counted from 1, has an item; 1 when none has."""
        b = self.b
        at = b.var(size)
        with b.loop() as loop:
            b.leave(loop, compare(Op.LE, at, 1))
            b.leave(loop, compare(Op.EQ, load(add(address, at)), item))
            b.set(at, sub(at, 1))
        return at

    def distinct(self, seq: Seq) -> Seq:
        """A list's values, each once."""
        if seq.distinct or seq.most <= 1:
            return seq
        return self._once_each(seq.item, seq.most, lambda put: seq.each(self.b, put), 0)

    def _once_each(self, item: Type, most: int, source: Callable[[Consumer], None], inner: int) -> Array:
        """A list of the values that ``source`` gives, those left out that are there already."""
        low, high = self.space.range_of(item)
        if item is not INT and not isinstance(item, ListType) and item is not FRACTION and high - low < UNBOUNDED:
            return self.gather(item, most, lambda put: source(self._new_only(low, high, put)), distinct=True)
        size = self.b.var(ZERO, "n")
        # What has been taken so far lies at the beginning of the room that ``gather`` sets apart next.
        taken = Array(Const(self.layout.top), size, item, most, inner=inner)

        def fill(put: Consumer) -> None:
            def one(x: Value) -> None:
                with self.b.if_(is_zero(self.holds(taken, x))):
                    put(x)
                    self.b.set(size, add(size, 1))

            source(one)

        return self.gather(item, most, fill, inner=inner, distinct=True)

    def _new_only(self, low: int, high: int, put: Consumer) -> Consumer:
        """Takes values of a small range, and passes each on once: it is noted for each in which walk it came."""
        b = self.b
        noted, walk = self.layout.take(high - low + 1), self.layout.take(1)
        now = b.let(add(load(None, walk), 1))
        b.store(None, walk, now)

        def one(x: Value) -> None:
            assert isinstance(x, Expr)
            key = b.let(sub(x, low))
            with b.if_(compare(Op.NE, load(key, noted), now)):
                b.store(key, noted, now)
                put(x)

        return one


def _check_depth(expr: t.Expr) -> None:
    """Refuse what lists in lists have no cells for: fractions, and lists again.

    Raises:
        TooLargeError: the expression is a list of such lists.
    """
    inner = element(element(expr.type) or INT)
    if inner is FRACTION or isinstance(inner, ListType):
        raise TooLargeError("it has fractions, or lists, in lists of lists")
