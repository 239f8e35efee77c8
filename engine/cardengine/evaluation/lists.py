"""Lists: mapped, filtered, joined, indexed."""

from __future__ import annotations

from cardengine.evaluation import functions
from cardengine.evaluation.base import Base
from cardengine.evaluation.compiled import Compiled, Value, constant
from cardengine.layout.faults import Fault
from cardengine.layout.space import WORD_MAX, Memory
from cardengine.tree import nodes as t
from cardengine.tree.types import EnumType
from cardengine.tree.walk import children


class Lists(Base):
    """Compiles what makes lists of lists."""

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

        if source.constant and self._is_printed(condition, expr.it):
            return constant(keep([0] * (abs(it) + 1)))  # scratch room lies at the end, counted from there
        return Compiled(keep, source.low, source.high, most=source.most)

    def _is_printed(self, expr: t.Expr, it: t.Local) -> bool:
        """Whether an expression reads only what is printed on ``it``, and constants: it has one value for ever."""
        if isinstance(expr, t.LocalValue):
            return expr.local is it
        if isinstance(expr, t.Attribute):
            return self._table(expr, it) is not None
        if isinstance(expr, t.And | t.Or | t.Not | t.Equal | t.Compare | t.Contains):
            return all(self._is_printed(part, it) for part in children(expr))
        return self.compile(expr).constant

    def _Rotated(self, expr: t.Rotated) -> Compiled:  # noqa: N802
        source, start = self.compile(expr.source), self.present(expr.start)
        call, players = source.call, self.space.players
        return Compiled(lambda m: functions.rotated(call(m), start(m), players), 0, players - 1, most=source.most)

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
