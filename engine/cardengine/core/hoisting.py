"""What doesn't change while a loop runs, computed once before it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from cardengine.core.base import Base, Memo
from cardengine.core.builder import ONE, ZERO, is_zero
from cardengine.core.ir import Expr
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ListType
from cardengine.tree.walk import children, parts_of, walk

_LOOPS = (t.Each, t.Filter, t.Call, t.DefineCall, t.Contains, t.Joined, t.Rotated, t.Possible)
"""What takes more than a moment to compute, or may do."""

_SHORT = frozenset(("all", "any", "count", "empty", "first", "last", "max", "min", "same", "sum"))
"""Functions that walk over a list once, at most."""

_COUNTS = frozenset(("any", "count", "empty"))
"""Functions of a list that need only know how long it is."""

Locals = frozenset[t.Local]
Sign = tuple[type, int]


class Hoisting(Base):
    """Finds the parts of expressions that a loop doesn't change.

    While actions are listed, and within one expression, the state stays as it is: so what doesn't read a name that the
    loop sets has one value for all its turns.
    """

    def free(self, expr: t.Expr) -> Locals:
        """The names that an expression reads and doesn't bind itself."""
        found = self._free.get(id(expr))
        if found is None:
            found = self._free[id(expr)] = expr, self._free_of(expr)
        return found[1]

    def _free_of(self, expr: t.Expr) -> Locals:
        if isinstance(expr, t.LocalValue):
            return frozenset((expr.local,))
        if isinstance(expr, t.Each):
            return self.free(expr.source) | (self.free(expr.body) - {expr.it})
        if isinstance(expr, t.Filter):
            return self.free(expr.source) | (self.free(expr.condition) - {expr.it})
        found: Locals = frozenset()
        for child in children(expr):
            inner = self.free(child)
            if isinstance(expr, t.Call) and child is expr.key:
                inner -= {expr.it}
            found |= inner
        return found

    @contextmanager
    def hoisting(self, exprs: Sequence[t.Expr], bound: Locals) -> Iterator[None]:
        """Compute once what a loop over some expressions doesn't change.

        What is quickly computed is so before the loop; the rest when it is first needed, if ever.

        Args:
            exprs: what is computed in each turn.
            bound: the names that the loop sets.
        """
        found: list[t.Expr] = []
        for expr in exprs:
            self._fixed_parts(expr, bound, found)
        kept: list[tuple[Hashable, Sign]] = []
        for expr in found:
            key = self._shape(expr, {})
            if key not in self.hoisted and key not in self.lazy:
                now = self._quick(expr) or (not self.risky(expr) and self._short(expr))
                kept.append(self._keep(key, expr, now=now))
        with self._keeping(kept):
            yield

    def _keep(self, key: Hashable, expr: t.Expr, *, now: bool) -> tuple[Hashable, Sign]:
        """Compute an expression now, or when it is first needed; gives what ``_keeping`` has to forget."""
        b = self.b
        if now:
            self.hoisted[key] = b.let(self.num(expr))
        else:
            self.lazy[key] = Memo(b.new("memo"), b.var(ZERO, "known"), b.body)
        sign = type(expr), self.weight(expr)
        self.signs[sign] += 1
        return key, sign

    @contextmanager
    def _keeping(self, kept: Sequence[tuple[Hashable, Sign]]) -> Iterator[None]:
        # What names stand for is told apart by identity, so it has to live as long as the keys do.
        alive = list(self.names.values())
        try:
            yield
        finally:
            for key, sign in kept:
                self.hoisted.pop(key, None)
                self.lazy.pop(key, None)
                self.signs[sign] -= 1
            alive.clear()

    @contextmanager
    def repeated(self, expr: t.Expr) -> Iterator[None]:
        """Compute once what an expression asks of a definition, or which list it puts together, more than once."""
        shapes: dict[Hashable, list[t.Expr]] = {}
        lists: dict[Hashable, list[t.With]] = {}
        for part in walk(expr):
            if isinstance(part, t.DefineCall) and part is not expr and self._may_be_fixed(part):
                shapes.setdefault(self._shape(part, {}), []).append(part)
            elif isinstance(part, t.With) and not self.risky(part) and self._is_known(part):
                lists.setdefault(self._shape(part, {}), []).append(part)
        before = self.listed
        made = {key: self.collected(parts[0]) for key, parts in lists.items() if len(parts) > 1 and key not in before}
        self.listed = before | made
        kept = [
            self._keep(key, parts[0], now=False)
            for key, parts in shapes.items()
            if len(parts) > 1 and key not in self.hoisted and key not in self.lazy and self._loops(parts[0])
        ]
        try:
            with self._keeping(kept):
                yield
        finally:
            self.listed = before

    def num(self, expr: t.Expr) -> Expr:
        """As ``Base.num``, but what a loop doesn't change is computed only once."""
        if not self.signs[type(expr), self.weight(expr)]:
            return super().num(expr)
        key = self._shape(expr, {})
        held = self.hoisted.get(key)
        if held is not None:
            return held
        memo = self.lazy.pop(key, None)
        if memo is None:
            return super().num(expr)
        b = self.b
        if memo.home is b.body and not memo.asked:
            b.set(memo.value, super().num(expr))
        else:
            memo.asked = True
            with b.if_(is_zero(memo.known)):
                b.set(memo.value, super().num(expr))
                b.set(memo.known, ONE)
        if memo.home is b.body:
            # Whatever is built from now on comes after this.
            self.hoisted[key] = memo.value
        else:
            self.lazy[key] = memo
        return memo.value

    def _shape(self, expr: t.Expr, depth: Mapping[t.Local, int]) -> Hashable:
        """What an expression says, wherever it stands: equal for two that have the same value while the state stays.

        Args:
            expr: the expression.
            depth: for the names that are bound around it, how many were bound before.
        """
        match expr:
            case t.LocalValue(_, _, local):
                if local in depth:
                    return "it", depth[local]
                return ("name", id(self.names[local])) if local in self.names else ("local", id(local))
            case t.Constant():
                return "constant", expr.type, expr.value
            case t.Each():
                inner = {**depth, expr.it: len(depth)}
                return "each", self._shape(expr.source, depth), self._shape(expr.body, inner)
            case t.Filter():
                inner = {**depth, expr.it: len(depth)}
                return "filter", self._shape(expr.source, depth), self._shape(expr.condition, inner)
            case t.Call():
                inner = {**depth, expr.it: len(depth)} if expr.it is not None else dict(depth)
                parts = tuple(self._shape(argument, depth) for argument in expr.arguments)
                key = self._shape(expr.key, inner) if expr.key is not None else None
                default = self._shape(expr.default, depth) if expr.default is not None else None
                return expr.function, parts, key, default
            case _:
                return type(expr), *(self._shape_of(getattr(expr, name), depth) for name in parts_of(expr))

    def _shape_of(self, value: object, depth: Mapping[t.Local, int]) -> Hashable:
        if isinstance(value, t.Expr):
            return self._shape(value, depth)
        if isinstance(value, tuple):
            return tuple(self._shape_of(part, depth) for part in value)
        assert isinstance(value, Hashable)
        return value

    def _fixed_parts(self, expr: t.Expr, bound: Locals, found: list[t.Expr]) -> None:
        """The largest parts of an expression that don't read the names."""
        if isinstance(expr, t.Constant | t.OptionValue) or self.known(expr).constant:
            return
        if self.foreseen and (*self.chain, id(expr)) in self.foreseen:
            return
        joins = self.foreseen and isinstance(expr, t.And | t.Or | t.Not)  # of what has its values already
        if not joins and self.free(expr).isdisjoint(bound) and self._may_be_fixed(expr):
            found.append(expr)
            return
        if isinstance(expr, t.DefineCall):
            define = self.space.ruleset.defines[expr.name]
            for argument in expr.arguments:
                self._fixed_parts(argument, bound, found)
            if self.weight(define.body) <= self.inline or isinstance(define.body.type, ListType):
                with self.within(expr):
                    self._fixed_parts(define.body, bound | frozenset(define.parameters), found)
            return
        inner = bound
        if isinstance(expr, t.Each | t.Filter) or (isinstance(expr, t.Call) and expr.it is not None):
            assert expr.it is not None
            inner = bound | {expr.it}
        for child in children(expr):
            self._fixed_parts(child, inner, found)

    def _may_be_fixed(self, expr: t.Expr) -> bool:
        """Whether an expression is one number, all of whose names have values before the loop."""
        if isinstance(expr.type, ListType) or expr.type is FRACTION:
            return False
        if isinstance(expr, t.LocalValue):
            return expr.local not in self.names and expr.local.storage is t.Storage.STATE
        return self._is_known(expr)

    def _is_known(self, expr: t.Expr) -> bool:
        """Whether all names that an expression reads have values here."""
        return all(local.storage is t.Storage.STATE or local in self.names for local in self.free(expr))

    def _quick(self, expr: t.Expr) -> bool:
        """Whether an expression is quickly computed, and can't be at fault."""
        return not self.risky(expr) and not any(isinstance(part, _LOOPS) for part in walk(expr))

    def _loops(self, expr: t.Expr) -> bool:
        """Whether a list is walked over to compute an expression."""
        if isinstance(expr, t.DefineCall) and self._loops(self.space.ruleset.defines[expr.name].body):
            return True
        return any(isinstance(part.type, ListType) or self._loops(part) for part in children(expr))

    def _short(self, expr: t.Expr) -> bool:
        """Whether an expression is computed by a walk over a zone, at most."""
        if isinstance(expr, t.EveryItem | t.Possible | t.Joined | t.Rotated):
            return False
        if isinstance(expr, t.Call):
            if expr.function not in _SHORT or expr.key is not None:
                return False
            if expr.function in _COUNTS and isinstance(expr.arguments[0], t.Joined):
                return isinstance(expr.arguments[0].parts, t.EveryZone | t.ZoneFamily)
        if isinstance(expr, t.DefineCall) and not self._short(self.space.ruleset.defines[expr.name].body):
            return False
        return all(self._short(child) for child in children(expr))

    # Leaving a loop early ----------------------------------------------------------------------

    def early(self, source: t.Expr) -> bool:
        """Whether a walk over a list may stop early: no value that is passed over could have been a fault."""
        match source:
            case t.Filter():
                return self.early(source.source) and not self._varies(source.condition, frozenset((source.it,)))
            case t.Each():
                return self.early(source.source) and not self._varies(source.body, frozenset((source.it,)))
            case t.DefineCall():
                return self.early(self.space.ruleset.defines[source.name].body)
            case t.Joined():
                return not isinstance(source.parts.type, ListType) or self.early(source.parts)
            case t.ItemsOf() | t.LocalValue() | t.EveryItem() | t.EveryZone() | t.ZoneFamily() | t.With() | t.Without():
                # What there is to compute is computed before the walk begins.
                return not isinstance(source, t.Without) or self.early(source.left)
            case _:
                return not self.risky(source)

    def _varies(self, expr: t.Expr, bound: Locals) -> bool:
        """Whether an expression may be at fault for one value of the names and not for another."""
        if not self.risky(expr) or self.free(expr).isdisjoint(bound):
            return False
        if isinstance(expr, t.DefineCall):
            define = self.space.ruleset.defines[expr.name]
            pairs = list(zip(define.parameters, expr.arguments, strict=True))
            if any(self._varies(argument, bound) for _, argument in pairs):
                return True
            changing = frozenset(local for local, argument in pairs if not self.free(argument).isdisjoint(bound))
            return self._varies(define.body, changing)
        return self._risk(expr) or any(self._varies(child, bound) for child in children(expr))
