"""What the conditions of a listing need, computed before its loops: so that in them there is nothing to branch on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, reduce

from cardengine.core import ir
from cardengine.core.builder import ZERO, binary, compare, is_zero, load
from cardengine.core.hoisting import Hoisting, Locals
from cardengine.core.ir import Expr, Get, Op
from cardengine.tree import nodes as t
from cardengine.tree.types import ListType
from cardengine.tree.walk import children

Place = tuple[int, ...]
"""Where an expression stands: the calls of definitions around it, and itself."""

Path = frozenset[tuple[int, bool]]
"""The tests under which something is computed: the locals that hold them, and what they have to be."""


@dataclass(slots=True)
class _Foreseen:
    """What has been computed before a loop.

    Attributes:
        bound: the names that the loop sets.
        places: the values, by where they are needed.
        shapes: for what may be needed at several places: under which tests it was computed, and the value.
        path: the tests under which statements are built now.
        risky: whether anything of it may be at fault.
    """

    bound: Locals
    places: dict[Place, Get] = field(default_factory=dict)
    shapes: dict[Hashable, tuple[Get, list[Path], t.Expr]] = field(default_factory=dict)
    path: Path = frozenset()
    risky: bool = False


class Foreseeing(Hoisting):
    """Computes what a loop doesn't change under the same conditions as the loop would.

    ``Hoisting`` does the same when a value is first needed; then each turn has to ask whether it is there, and a card
    is legal or not on a branch that no processor can predict. Here the right side of ``leading or card.suit is led``
    is prepared by computing ``led`` if ``leading`` is false; in the loop both sides are a few operations.
    """

    foresees = False
    """Whether it is worth the longer code."""

    def foreseeing(self, exprs: Sequence[t.Expr], bound: Locals, build: Callable[[], None]) -> None:
        """Build a loop.

        What is computed before it may turn out to be a fault to which the loop wouldn't have come: then the loop is
        run without it.

        Args:
            exprs: what is computed in each turn, each only if those before it are true.
            bound: the names that the loop sets.
            build: builds the loop.
        """
        b = self.b
        seen = _Foreseen(bound)
        before: list[ir.Statement] = []
        with b.inside(before):
            self._foresee_all(exprs, seen, likely=True)
        for local, _, _ in seen.shapes.values():
            b.set(local, ZERO)
        if not seen.risky:
            b.body.extend(before)
            with self._held(seen):
                build()
            return
        cell = self.layout.trouble
        kept = b.let(load(None, cell))
        b.body.extend(before)
        bad = b.let(compare(Op.NE, load(None, cell), kept))
        b.store(None, cell, kept)
        slow, quick = b.if_else(bad)
        with b.inside(slow):
            build()
        with b.inside(quick), self._held(seen):
            build()

    @contextmanager
    def _held(self, seen: _Foreseen) -> Iterator[None]:
        kept = self.foreseen
        self.foreseen = kept | seen.places
        try:
            yield
        finally:
            self.foreseen = kept

    def num(self, expr: t.Expr) -> Expr:
        """As ``Base.num``, but what was foreseen has its value already."""
        if self.foreseen:
            held = self.foreseen.get((*self.chain, id(expr)))
            if held is not None:
                return held
        return super().num(expr)

    # Going through what will be computed -------------------------------------------------------

    def _foresee_all(self, exprs: Sequence[t.Expr], seen: _Foreseen, *, likely: bool) -> None:
        if exprs:
            self._foresee(exprs[0], seen, likely=likely)
            self._under(exprs[0], seen, likely, lambda still: self._foresee_all(exprs[1:], seen, likely=still))

    def _foresee(self, expr: t.Expr, seen: _Foreseen, *, likely: bool) -> None:
        """Compute those parts of an expression that the loop doesn't change.

        Args:
            expr: the expression.
            seen: what has been computed.
            likely: whether it is computed in the loop's first turn.
        """
        if isinstance(expr, t.Constant | t.OptionValue) or self.known(expr).constant:
            return
        match expr:
            case t.And() | t.Or():
                self._foresee(expr.left, seen, likely=likely)
                self._under(
                    expr.left, seen, likely, lambda still: self._foresee(expr.right, seen, likely=still),
                    when=isinstance(expr, t.And),
                )  # fmt: skip
                return
            case t.Not():
                self._foresee(expr.of, seen, likely=likely)
                return
        if self.free(expr).isdisjoint(seen.bound) and self._may_be_fixed(expr):
            self._compute(expr, seen, likely=likely)
            return
        match expr:
            case t.Conditional():
                self._foresee(expr.condition, seen, likely=likely)
                self._under(expr.condition, seen, likely, lambda still: self._foresee(expr.then, seen, likely=still))
                self._under(
                    expr.condition, seen, likely, lambda still: self._foresee(expr.otherwise, seen, likely=still),
                    when=False,
                )  # fmt: skip
            case t.DefineCall():
                self._foresee_call(expr, seen, likely=likely)
            case t.Equal() | t.Compare():
                for child in children(expr):
                    self._foresee(child, seen, likely=likely)
            case _:
                names = (expr.it,) if isinstance(expr, t.Each | t.Filter | t.Call) and expr.it is not None else ()
                kept, seen.bound = seen.bound, seen.bound | frozenset(names)
                for child in children(expr):
                    self._foresee(child, seen, likely=False)
                seen.bound = kept

    def _foresee_call(self, expr: t.DefineCall, seen: _Foreseen, *, likely: bool) -> None:
        for argument in expr.arguments:
            self._foresee(argument, seen, likely=likely)
        if isinstance(expr.type, ListType) or not self.written_out(expr):
            return
        define = self.space.ruleset.defines[expr.name]
        kept, seen.bound = seen.bound, seen.bound | frozenset(define.parameters)
        with self.within(expr):
            self._foresee(define.body, seen, likely=likely)
        seen.bound = kept

    def _under(
        self, test: t.Expr, seen: _Foreseen, likely: bool, body: Callable[[bool], None], *, when: bool = True
    ) -> None:
        """Build what counts only when a test is as ``when`` says; ``body`` is told whether that is still likely."""
        known = self.known(test)
        if known.constant:
            if bool(known.value) is when:
                body(likely)
            return
        tests: dict[tuple[int, bool], Expr] = {}
        whole = self._needed(test, seen, tests, when=when)
        news = [value for key, value in tests.items() if key not in seen.path]
        kept = seen.path
        seen.path |= frozenset(tests)
        then: list[ir.Statement] = []
        with self.b.inside(then):
            body(likely and whole)
        seen.path = kept
        if not news:
            self.b.body.extend(then)
        elif then:
            self.b.emit(ir.If(reduce(partial(binary, Op.AND), news), then, []))

    def _needed(self, test: t.Expr, seen: _Foreseen, tests: dict[tuple[int, bool], Expr], *, when: bool) -> bool:
        """Find what must hold for a test to be as ``when`` says, as far as it is known before the loop.

        Gives whether that is all.
        """
        match test:
            case t.Not():
                return self._needed(test.of, seen, tests, when=not when)
            case t.And() if when:
                left, right = (self._needed(part, seen, tests, when=True) for part in (test.left, test.right))
                return left and right
            case t.Or() if not when:
                left, right = (self._needed(part, seen, tests, when=False) for part in (test.left, test.right))
                return left and right
            case _:
                known = self.known(test)
                if known.constant:
                    return bool(known.value) is when
                local = seen.places.get((*self.chain, id(test)))
                if local is None:
                    return False
                tests[local.local, when] = local if when else is_zero(local)
                return True

    def _compute(self, expr: t.Expr, seen: _Foreseen, *, likely: bool) -> None:
        """Compute a part now, unless that takes long and it may not be needed."""
        place, shape = (*self.chain, id(expr)), self._shape(expr, {})
        local, paths, _ = seen.shapes.get(shape, (None, [], expr))
        if local is None or not any(path <= seen.path for path in paths):
            if not (likely or seen.path or self._short(expr)):
                return
            with self._visible(seen):
                value = super().num(expr)
            if local is None:
                local = self.b.new("known")
                seen.shapes[shape] = local, paths, expr
            self.b.set(local, value)
            paths.append(seen.path)
            seen.risky |= self.risky(expr)
        seen.places[place] = local

    @contextmanager
    def _visible(self, seen: _Foreseen) -> Iterator[None]:
        """What has been computed under the same tests is used to compute more."""
        added = []
        for shape, (local, paths, expr) in seen.shapes.items():
            if shape not in self.hoisted and any(path <= seen.path for path in paths):
                self.hoisted[shape] = local
                sign = type(expr), self.weight(expr)
                self.signs[sign] += 1
                added.append((shape, sign))
        try:
            yield
        finally:
            for shape, sign in added:
                self.hoisted.pop(shape, None)
                self.signs[sign] -= 1
