"""Typed expressions become closures ``f(memory) -> value``.

Values are integers (enum members, seats, cards and zones by number, nothing as -1), bools, fractions and
lists. A closure is chosen once, so that nothing is decided twice in play: constants fold, and arithmetic is
checked for overflow only where the declared bounds don't exclude it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from cardengine.diagnostics import Span
from cardengine.evaluation import functions
from cardengine.evaluation.compiled import Compiled, Function, Value, constant
from cardengine.evaluation.faults import Fault
from cardengine.evaluation.space import NOWHERE, WORD_MAX, WORD_MIN, Memory, Space
from cardengine.lang import tree as t
from cardengine.lang.types import BOOL, INT, EnumType, ListType, OptionalType, Type


class Compiler:
    """Compiles expressions for one game.

    Args:
        space: where everything lies.
        overrides: locals that are read from scratch instead of their registers, as parameters are while
            actions are listed.
    """

    def __init__(self, space: Space, overrides: dict[t.Local, int] | None = None) -> None:
        self.space = space
        self.overrides = overrides or {}
        self.possible: Callable[[str, str], Callable[[Memory], bool]] | None = None
        self._defines: dict[str, Compiled] = {}
        self._kept: dict[int, tuple[t.Expr, Compiled]] = {}

    def compile(self, expr: t.Expr) -> Compiled:
        """The closure of an expression."""
        if isinstance(expr, t.Constant | t.LocalValue):
            return self._leaf(expr)
        kept = self._kept.get(id(expr))
        if kept is not None:
            return kept[1]
        method = getattr(self, "_" + type(expr).__name__)
        compiled: Compiled = method(expr)
        # With the expression, so that its id stays its own.
        self._kept[id(expr)] = expr, compiled
        return compiled

    def _leaf(self, expr: t.Constant | t.LocalValue) -> Compiled:
        return self._Constant(expr) if isinstance(expr, t.Constant) else self._LocalValue(expr)

    def function(self, expr: t.Expr) -> Function:
        """Just the closure."""
        return self.compile(expr).call

    # Leaves ------------------------------------------------------------------------------------

    def _Constant(self, expr: t.Constant) -> Compiled:  # noqa: N802 - the methods are named for the nodes
        return constant(bool(expr.value) if expr.type is BOOL else expr.value)

    def _OptionValue(self, expr: t.OptionValue) -> Compiled:  # noqa: N802
        return constant(self.space.options[expr.name])

    def _LocalValue(self, expr: t.LocalValue) -> Compiled:  # noqa: N802
        local = expr.local
        low, high = self._range(local.type)
        if local in self.overrides:
            address = self.overrides[local]
            most = self.space.bound(local.type.item) if isinstance(local.type, ListType) else WORD_MAX
            return Compiled(lambda m: m[address], low, high, most=most)
        register = self.space.register(local)
        address = register.address
        if register.capacity is None:
            return Compiled(lambda m: m[address], low, high)
        start = address + 1
        return Compiled(lambda m: m[start : start + m[address]], low, high, most=register.capacity)

    def _range(self, kind: Type) -> tuple[int, int]:
        return self.space.range_of(kind.item if isinstance(kind, ListType) else kind)

    def _Variable(self, expr: t.Variable) -> Compiled:  # noqa: N802
        cells = self.space.variables[(expr.owner_kind, expr.name)]
        address = cells.address
        if expr.owner is None:
            return Compiled(lambda m: m[address], cells.low, cells.high)
        owner = self.present(expr.owner)
        return Compiled(lambda m: m[address + owner(m)], cells.low, cells.high)

    def present(self, expr: t.Expr) -> Function:
        """A closure for a value that must not be nothing."""
        inner = self.function(expr)
        if not isinstance(expr.type, OptionalType):
            return inner
        span = expr.span

        def checked(m: Memory) -> Value:
            value = inner(m)
            if value < 0:
                raise Fault("there is nothing here", span)
            return value

        return checked

    # Items and zones ---------------------------------------------------------------------------

    def _Attribute(self, expr: t.Attribute) -> Compiled:  # noqa: N802
        space = self.space.items[expr.kind]
        table = space.tables[expr.name]
        of = self.present(expr.of)
        low, high = (min(table), max(table)) if table else (0, 0)
        kind = expr.of.type.item if isinstance(expr.of.type, OptionalType) else expr.of.type
        if space.model and not isinstance(kind, EnumType):
            model = space.model
            return Compiled(lambda m: table[m[model + of(m)] - 1], low, high)
        inner = self.compile(expr.of)
        if inner.constant and inner.value >= 0:
            return constant(table[inner.value])
        return Compiled(lambda m: table[of(m)], low, high)

    def _IsFaceUp(self, expr: t.IsFaceUp) -> Compiled:  # noqa: N802
        face = self.item_space(expr.of).face
        of = self.present(expr.of)
        return Compiled(lambda m: m[face + of(m)] == 1, 0, 1)

    def item_space(self, expr: t.Expr) -> Any:
        """Where the items of an expression's kind have their cells."""
        kind = expr.type.item if isinstance(expr.type, OptionalType) else expr.type
        return self.space.items[kind.kind]  # type: ignore[union-attr]  # the checker has seen to it

    def _ZoneOf(self, expr: t.ZoneOf) -> Compiled:  # noqa: N802
        place = self.item_space(expr.of).place
        of = self.present(expr.of)
        span = expr.span

        def zone_of(m: Memory) -> int:
            found: int = m[place + of(m)]
            if found == NOWHERE:
                raise Fault("it lies in no zone", span)
            return found - 1

        return Compiled(zone_of, 0, len(self.space.cells))

    def _OwnerOf(self, expr: t.OwnerOf) -> Compiled:  # noqa: N802
        span = expr.span
        seats = [cell.seat for cell in self.space.cells]
        if isinstance(expr.of.type, OptionalType) or hasattr(expr.of.type, "kind"):
            place = self.item_space(expr.of).place
            of = self.present(expr.of)

            def owner(m: Memory) -> int:
                zone = m[place + of(m)]
                seat = seats[zone - 1] if zone else -1
                if seat < 0:
                    raise Fault("it belongs to no player", span)
                return seat

            return Compiled(owner, 0, self.space.players - 1)
        zone = self.function(expr.of)

        def zone_owner(m: Memory) -> int:
            seat = seats[zone(m)]
            if seat < 0:
                raise Fault("the zone belongs to no player", span)
            return seat

        return Compiled(zone_owner, 0, self.space.players - 1)

    def _AllPlayers(self, expr: t.AllPlayers) -> Compiled:  # noqa: N802
        return constant(list(range(self.space.players)))

    def _AllTeams(self, expr: t.AllTeams) -> Compiled:  # noqa: N802
        return constant(list(range(len(self.space.teams))))

    def _TeamOf(self, expr: t.TeamOf) -> Compiled:  # noqa: N802
        teams = self.space.teams
        table = [next(n for n, team in enumerate(teams) if seat in team) for seat in range(self.space.players)]
        of = self.present(expr.of)
        return Compiled(lambda m: table[of(m)], 0, len(teams) - 1)

    def _MembersOf(self, expr: t.MembersOf) -> Compiled:  # noqa: N802
        members = [sorted(team) for team in self.space.teams]
        of = self.present(expr.of)
        return Compiled(lambda m: members[of(m)], 0, self.space.players - 1, most=self.space.players)

    def _EveryItem(self, expr: t.EveryItem) -> Compiled:  # noqa: N802
        space = self.space.items[expr.kind]
        if not space.model:
            return constant(list(range(space.count)))
        model, count = space.model, space.count
        return Compiled(lambda m: [i for i in range(count) if m[model + i]], 0, count - 1, most=count)

    def _EveryMember(self, expr: t.EveryMember) -> Compiled:  # noqa: N802
        kind = expr.type.item if isinstance(expr.type, ListType) else None
        assert isinstance(kind, EnumType)
        return constant(list(range(len(kind.members))))

    def zone(self, expr: t.Expr) -> Compiled:
        """A closure for a zone's number."""
        return self.compile(expr)

    def _ZoneRef(self, expr: t.ZoneRef) -> Compiled:  # noqa: N802
        space = self.space.zones[expr.name]
        first, places = space.first, space.places
        last = first + space.owners * places - 1
        owner = self.present(expr.owner) if expr.owner is not None else None
        if expr.index is None:
            if owner is None:
                return constant(first)
            return Compiled(lambda m: first + owner(m) * places, first, last)
        index = self._family_index(expr.index, places, one_based=space.decl.each is None)
        if owner is None:
            return Compiled(lambda m: first + index(m), first, last)
        return Compiled(lambda m: first + owner(m) * places + index(m), first, last)

    def _family_index(self, expr: t.Expr, places: int, *, one_based: bool) -> Function:
        inner = self.present(expr)
        span = expr.span
        base = 1 if one_based else 0

        def index(m: Memory) -> int:
            place: int = inner(m) - base
            if not 0 <= place < places:
                raise Fault(f"there is no place {place + base}: there are {places}", span)
            return place

        return index

    def _ZoneFamily(self, expr: t.ZoneFamily) -> Compiled:  # noqa: N802
        space = self.space.zones[expr.name]
        first, places = space.first, space.places
        if expr.owner is None:
            return constant(list(range(first, first + places)))
        owner = self.present(expr.owner)

        def family(m: Memory) -> list[int]:
            start = first + owner(m) * places
            return list(range(start, start + places))

        return Compiled(family, first, first + space.owners * places - 1, most=places)

    def _EveryZone(self, expr: t.EveryZone) -> Compiled:  # noqa: N802
        space = self.space.zones[expr.name]
        return constant(list(range(space.first, space.first + space.owners * space.places)))

    def _ItemsOf(self, expr: t.ItemsOf) -> Compiled:  # noqa: N802
        zone = self.compile(expr.zone)
        low, high = self._range(expr.type)
        cells = self.space.cells
        if zone.constant:
            cell = cells[zone.value]
            a, start = cell.address, cell.address + 1
            if cell.decl.is_pile:
                return Compiled(lambda m: m[a + m[a] : a : -1], low, high, most=cell.capacity)
            return Compiled(lambda m: m[start : start + m[a]], low, high, most=cell.capacity)
        call = zone.call
        read = functions.zone_reader(cells)
        return Compiled(lambda m: read(m, call(m)), low, high, most=self.space.bound(expr.type.item))  # type: ignore[union-attr]  # items of a zone are a list

    def _Joined(self, expr: t.Joined) -> Compiled:  # noqa: N802
        parts = self.compile(expr.parts)
        low, high = self._range(expr.type)
        call = parts.call
        inner = expr.parts.type.item if isinstance(expr.parts.type, ListType) else None
        if isinstance(inner, ListType):
            return Compiled(lambda m: [x for part in call(m) for x in part], low, high)
        read = functions.zone_reader(self.space.cells)
        bound = self.space.bound(expr.type.item)  # type: ignore[union-attr]  # joined zones are a list
        return Compiled(lambda m: [x for zone in call(m) for x in read(m, zone)], low, high, most=bound)

    # Lists -------------------------------------------------------------------------------------

    def _it(self, local: t.Local) -> int:
        return self.space.register(local).address

    def _Each(self, expr: t.Each) -> Compiled:  # noqa: N802
        source = self.compile(expr.source)
        body = self.compile(expr.body)
        table = self._table(expr.body, expr.it)
        call = source.call
        if table is not None:
            return self._fold(
                Compiled(lambda m: [table[x] for x in call(m)], body.low, body.high, most=source.most), source
            )
        it, inner = self._it(expr.it), body.call

        def each(m: Memory) -> list[Value]:
            values = []
            for x in call(m):
                m[it] = x
                values.append(inner(m))
            return values

        return Compiled(each, body.low, body.high, most=source.most)

    def _fold(self, compiled: Compiled, *parts: Compiled) -> Compiled:
        """A list whose parts are constant is constant too."""
        return constant(compiled.value) if all(part.constant for part in parts) else compiled

    def _table(self, expr: t.Expr, it: t.Local) -> list[int] | None:
        """The table to look up when an expression is just a printed attribute of ``it``."""
        if isinstance(expr, t.Attribute) and isinstance(expr.of, t.LocalValue) and expr.of.local is it:
            space = self.space.items[expr.kind]
            if not space.model or isinstance(it.type, EnumType):
                return space.tables[expr.name]
        return None

    def _Filter(self, expr: t.Filter) -> Compiled:  # noqa: N802
        source = self.compile(expr.source)
        call = source.call
        condition = expr.condition
        if isinstance(condition, t.Equal):
            table = self._table(condition.left, expr.it)
            right = self.compile(condition.right) if table is not None else None
            if table is not None and right is not None and right.constant:
                wanted, negated = right.value, condition.negated
                found = Compiled(
                    (lambda m: [x for x in call(m) if table[x] != wanted])
                    if negated
                    else (lambda m: [x for x in call(m) if table[x] == wanted]),
                    source.low,
                    source.high,
                    most=source.most,
                )
                return self._fold(found, source)
        it, test = self._it(expr.it), self.compile(condition)
        if test.constant:
            return source if test.value else constant([])
        inner = test.call

        def keep(m: Memory) -> list[Value]:
            kept = []
            for x in call(m):
                m[it] = x
                if inner(m):
                    kept.append(x)
            return kept

        return Compiled(keep, source.low, source.high, most=source.most)

    def _Rotated(self, expr: t.Rotated) -> Compiled:  # noqa: N802
        source, start = self.function(expr.source), self.present(expr.start)
        players = self.space.players
        return Compiled(lambda m: functions.rotated(source(m), start(m), players), 0, players - 1, most=players)

    def _With(self, expr: t.With) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        first, second = left.call, right.call
        return Compiled(
            lambda m: [*first(m), *second(m)], min(left.low, right.low), max(left.high, right.high),
            most=min(WORD_MAX, left.most + right.most),
        )  # fmt: skip

    def _Without(self, expr: t.Without) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.function(expr.right)
        first = left.call

        def without(m: Memory) -> list[Value]:
            gone = right(m)
            return [x for x in first(m) if x not in gone]

        return Compiled(without, left.low, left.high, most=left.most)

    def _ListOf(self, expr: t.ListOf) -> Compiled:  # noqa: N802
        items = [self.compile(item) for item in expr.items]
        if all(item.constant for item in items):
            return constant([item.value for item in items])
        low, high = min(item.low for item in items), max(item.high for item in items)
        calls = [item.call for item in items]
        if len(calls) == 1:
            only = calls[0]
            return Compiled(lambda m: [only(m)], low, high, most=1)
        return Compiled(lambda m: [call(m) for call in calls], low, high, most=len(calls))

    def _Index(self, expr: t.Index) -> Compiled:  # noqa: N802
        source, index = self.compile(expr.source), self.function(expr.index)
        call, span = source.call, expr.span

        def at(m: Memory) -> Value:
            values, place = call(m), index(m)
            if not 1 <= place <= len(values):
                raise Fault(f"there is no item {place}: there are {len(values)}", span)
            return values[place - 1]

        return Compiled(at, source.low, source.high)

    # Logic -------------------------------------------------------------------------------------

    def _Conditional(self, expr: t.Conditional) -> Compiled:  # noqa: N802
        test = self.compile(expr.condition)
        then, otherwise = self.compile(expr.then), self.compile(expr.otherwise)
        if test.constant:
            return then if test.value else otherwise
        condition, yes, no = test.call, then.call, otherwise.call
        return Compiled(
            lambda m: yes(m) if condition(m) else no(m), min(then.low, otherwise.low), max(then.high, otherwise.high),
            most=max(then.most, otherwise.most),
        )  # fmt: skip

    def _And(self, expr: t.And) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        if left.constant:
            return right if left.value else constant(False)
        first, second = left.call, right.call
        if right.constant:
            return left if right.value else Compiled(lambda m: first(m) and False, 0, 1)
        return Compiled(lambda m: first(m) and second(m), 0, 1)

    def _Or(self, expr: t.Or) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        if left.constant:
            return constant(True) if left.value else right
        first, second = left.call, right.call
        if right.constant and not right.value:
            return left
        return Compiled(lambda m: first(m) or second(m), 0, 1)

    def _Not(self, expr: t.Not) -> Compiled:  # noqa: N802
        inner = self.compile(expr.of)
        if inner.constant:
            return constant(not inner.value)
        call = inner.call
        return Compiled(lambda m: not call(m), 0, 1)

    def _Equal(self, expr: t.Equal) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        if left.constant and right.constant:
            return constant((left.value == right.value) is not expr.negated)
        first, second = left.call, right.call
        if right.constant:
            value = right.value
            if expr.negated:
                return Compiled(lambda m: first(m) != value, 0, 1)
            return Compiled(lambda m: first(m) == value, 0, 1)
        if expr.negated:
            return Compiled(lambda m: first(m) != second(m), 0, 1)
        return Compiled(lambda m: first(m) == second(m), 0, 1)

    def _Compare(self, expr: t.Compare) -> Compiled:  # noqa: N802
        left, right = (self.measured(side) for side in (expr.left, expr.right))
        compare = _COMPARISONS[expr.operator]
        if left.constant and right.constant:
            return constant(compare(left.value, right.value))
        first, second = left.call, right.call
        match expr.operator:
            case t.Comparison.LESS:
                return Compiled(lambda m: first(m) < second(m), 0, 1)
            case t.Comparison.AT_MOST:
                return Compiled(lambda m: first(m) <= second(m), 0, 1)
            case t.Comparison.MORE:
                return Compiled(lambda m: first(m) > second(m), 0, 1)
            case t.Comparison.AT_LEAST:
                return Compiled(lambda m: first(m) >= second(m), 0, 1)

    def measured(self, expr: t.Expr) -> Compiled:
        """A number as it is; a member of an ordered enum as its strength."""
        inner = self.compile(expr)
        strengths = self.strengths(expr.type)
        if strengths is None:
            return inner
        call = inner.call
        if inner.constant:
            return constant(strengths[inner.value])
        return Compiled(lambda m: strengths[call(m)], 0, max(strengths))

    def strengths(self, kind: Type) -> Sequence[int] | None:
        """The declared order of an enum, when it differs from the order of its words."""
        if not isinstance(kind, EnumType):
            return None
        strengths = self.space.ruleset.strengths.get(kind.name)
        return None if strengths is None or list(strengths) == list(range(len(strengths))) else strengths

    def _Contains(self, expr: t.Contains) -> Compiled:  # noqa: N802
        item, source = self.function(expr.item), self.function(expr.source)
        if expr.negated:
            return Compiled(lambda m: item(m) not in source(m), 0, 1)
        return Compiled(lambda m: item(m) in source(m), 0, 1)

    # Arithmetic --------------------------------------------------------------------------------

    def _Arithmetic(self, expr: t.Arithmetic) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        first, second = left.call, right.call
        call: Function
        low, high = WORD_MIN, WORD_MAX
        match expr.operator:
            case t.Operator.PLUS:
                low, high = left.low + right.low, left.high + right.high
                call = lambda m: first(m) + second(m)  # noqa: E731 - one closure among many
            case t.Operator.MINUS:
                low, high = left.low - right.high, left.high - right.low
                call = lambda m: first(m) - second(m)  # noqa: E731
            case t.Operator.TIMES:
                corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
                low, high = min(corners), max(corners)
                call = lambda m: first(m) * second(m)  # noqa: E731
            case t.Operator.MODULO:
                return self._modulo(expr, first, right)
        return self._folded(self.bounded(expr, call, low, high), left, right)

    def _folded(self, compiled: Compiled, *parts: Compiled) -> Compiled:
        """What has only constant parts is constant, unless it is a fault."""
        if not all(part.constant for part in parts):
            return compiled
        try:
            return constant(compiled.value)
        except Fault:
            return compiled

    def _modulo(self, expr: t.Arithmetic, first: Function, right: Compiled) -> Compiled:
        second, span = right.call, expr.span

        def modulo(m: Memory) -> int:
            divisor = second(m)
            if divisor == 0:
                raise Fault("division by zero", span)
            result: int = first(m) % divisor
            return result

        return Compiled(modulo, min(right.low, 0), max(right.high, 0))

    def bounded(self, expr: t.Expr, call: Function, low: int, high: int) -> Compiled:
        """A number that the bounds keep within 64 bits, or a check that it is."""
        span = expr.span
        if expr.type is not INT:
            return Compiled(lambda m: _fraction(call(m), span))
        if low >= WORD_MIN and high <= WORD_MAX:
            return Compiled(call, low, high)

        def checked(m: Memory) -> int:
            value: int = call(m)
            if not WORD_MIN <= value <= WORD_MAX:
                raise Fault("the number leaves 64 bits", span)
            return value

        return Compiled(checked, max(low, WORD_MIN), min(high, WORD_MAX))

    def _Negated(self, expr: t.Negated) -> Compiled:  # noqa: N802
        inner = self.compile(expr.of)
        call = inner.call
        return self._folded(self.bounded(expr, lambda m: -call(m), -inner.high, -inner.low), inner)

    def _Quotient(self, expr: t.Quotient) -> Compiled:  # noqa: N802
        left, right = self.compile(expr.left), self.compile(expr.right)
        first, second, span = left.call, right.call, expr.span
        rounding = expr.rounding

        def quotient(m: Memory) -> Value:
            divisor = second(m)
            if divisor == 0:
                raise Fault("division by zero", span)
            if rounding is None:
                return Fraction(first(m)) / divisor
            if rounding is t.Rounding.DOWN:
                return first(m) // divisor
            return -(-first(m) // divisor)

        if left.constant and right.constant:
            return self._folded(self.bounded(expr, quotient, WORD_MIN - 1, WORD_MAX), left, right)
        if expr.type is not INT:
            return self.bounded(expr, quotient, WORD_MIN, WORD_MAX)
        edge = max(abs(left.low), abs(left.high))
        if right.low > 0:
            low = min(left.low // right.low, left.low // right.high)
            high = max(-(-left.high // right.low), -(-left.high // right.high))
            return self.bounded(expr, quotient, low, high)
        return self.bounded(expr, quotient, -edge - 1, edge + 1)

    def _Round(self, expr: t.Round) -> Compiled:  # noqa: N802
        source = self.compile(expr.of)
        inner = source.call
        down = expr.rounding is t.Rounding.DOWN
        rounded = self.bounded(
            expr,
            lambda m: (Fraction(inner(m)) // 1) if down else -(-Fraction(inner(m)) // 1),
            WORD_MIN - 1,
            WORD_MAX,
        )
        return self._folded(rounded, source)

    # Calls -------------------------------------------------------------------------------------

    def _DefineCall(self, expr: t.DefineCall) -> Compiled:  # noqa: N802
        define = self.space.ruleset.defines[expr.name]
        body = self._defines.get(expr.name)
        if body is None:
            body = self.compile(define.body)
            self._defines[expr.name] = body
        if not expr.arguments:
            return body
        addresses = [self.space.register(local).address for local in define.parameters]
        arguments = [self.function(argument) for argument in expr.arguments]
        inner = body.call
        if body.constant:
            return body
        if len(addresses) == 1:
            address, argument = addresses[0], arguments[0]

            def call_one(m: Memory) -> Value:
                m[address] = argument(m)
                return inner(m)

            return replace(body, call=call_one)

        def call_many(m: Memory) -> Value:
            values = [argument(m) for argument in arguments]
            for address, value in zip(addresses, values, strict=True):
                m[address] = value
            return inner(m)

        return replace(body, call=call_many)

    def _Possible(self, expr: t.Possible) -> Compiled:  # noqa: N802
        assert self.possible is not None
        return Compiled(self.possible(expr.choice, expr.action), 0, 1)

    def _Call(self, expr: t.Call) -> Compiled:  # noqa: N802
        return functions.compile_call(self, expr)


def _fraction(value: int | Fraction, span: Span) -> int | Fraction:
    """A fraction whose parts both have 64 bits; more is a fault, as with whole numbers."""
    if WORD_MIN <= value.numerator <= WORD_MAX and value.denominator <= WORD_MAX:
        return value
    raise Fault("the fraction leaves 64 bits", span)


_COMPARISONS = {
    t.Comparison.LESS: operator.lt,
    t.Comparison.AT_MOST: operator.le,
    t.Comparison.MORE: operator.gt,
    t.Comparison.AT_LEAST: operator.ge,
}
