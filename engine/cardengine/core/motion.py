"""Loop-invariant code motion: what a loop doesn't change is computed before it.

While actions are listed, and within one expression, the state stays as it is: so what doesn't read a name that the loop
sets has one value for all its turns. Where actions are listed it is computed under the same conditions under which the
loop would compute it, so that in the loop there is nothing left to branch on: the right side of ``leading or card.suit
is led`` is prepared by computing ``led`` if ``leading`` is false.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cardengine.core import ir
from cardengine.core.ir import Expr, Get
from cardengine.core.values import Place, Value
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ListType
from cardengine.tree.walk import children, parts_of

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

Path = frozenset[tuple[int, bool]]
"""The tests under which something is computed: the locals that hold them, and what they have to be."""


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """What has been made of an expression.

    Attributes:
        value: its value.
        body: the statements that compute it are in these.
        low: the context, which keeps alive what its names stand for.
    """

    value: Value
    body: list[ir.Statement]
    low: Lowering


def moved(low: Lowering, exprs: Sequence[t.Expr], bound: frozenset[t.Local]) -> Lowering:
    """Compute before a loop what is quickly computed and never at fault.

    Args:
        low: the context around the loop.
        exprs: what is computed in each turn.
        bound: the names that the loop sets.

    Returns:
        The context for what is in the loop.
    """
    motion = _Motion(low, guarded=False)
    before: list[ir.Statement] = []
    with low.b.inside(before):
        for expr in exprs:
            motion.visit(low, expr, bound, likely=False)
    return motion.over(before)


def moved_guarded(
    low: Lowering, exprs: Sequence[t.Expr], bound: frozenset[t.Local], build: Callable[[Lowering], None]
) -> None:
    """Build a loop, and before it what it doesn't change, under the conditions under which it needs it.

    What is computed before it may turn out to be a fault to which the loop wouldn't have come: then the loop is run
    without it.

    Args:
        low: the context around the loop.
        exprs: what is computed in each turn, each only if those before it are true.
        bound: the names that the loop sets.
        build: builds the loop.
    """
    b = low.b
    motion = _Motion(low, guarded=True)
    before: list[ir.Statement] = []
    with b.inside(before):
        motion.visit_all(low, exprs, bound, likely=True)
    if not motion.risky:
        build(motion.over(before))
        return
    cell = low.layout.trouble
    kept = b.let(b.load(cell))
    quick = motion.over(before)
    bad = b.let(b.ne(b.load(cell), kept))
    b.put(cell, kept)
    slowly, quickly = b.if_else(bad)
    with b.inside(slowly):
        build(low)
    with b.inside(quickly):
        build(quick)


@dataclass(slots=True)
class _Motion:
    """What has been computed before a loop.

    Attributes:
        low: the context around the loop.
        guarded: whether it is computed under the conditions under which the loop needs it.
        places: the values, by where they are needed.
        shapes: for what may be needed at several places: the value, and under which tests it was computed.
        path: the tests under which statements are built now.
        risky: whether anything of it may be at fault.
    """

    low: Lowering
    guarded: bool
    places: dict[Place, Get] = field(default_factory=dict)
    shapes: dict[Hashable, tuple[Get, list[Path]]] = field(default_factory=dict)
    path: Path = frozenset()
    risky: bool = False

    def over(self, before: list[ir.Statement]) -> Lowering:
        """The context for the loop, after what was built before it."""
        low, b = self.low, self.low.b
        if self.guarded:
            for local, _ in self.shapes.values():
                b.set(local, 0)
        b.body.extend(before)
        return replace(low, invariants={**low.invariants, **self.places}) if self.places else low

    # Going through what will be computed -------------------------------------------------------

    def visit_all(self, low: Lowering, exprs: Sequence[t.Expr], bound: frozenset[t.Local], *, likely: bool) -> None:
        """Compute the parts of some expressions, each of which is computed only if those before it are true."""
        if exprs:
            self.visit(low, exprs[0], bound, likely=likely)
            self.under(low, exprs[0], lambda whole: self.visit_all(low, exprs[1:], bound, likely=likely and whole))

    def visit(self, low: Lowering, expr: t.Expr, bound: frozenset[t.Local], *, likely: bool) -> None:
        """Compute those parts of an expression that the loop doesn't change.

        Args:
            low: the context, with the calls that are written out around the expression.
            expr: the expression.
            bound: the names that the loop sets, or that are set within it.
            likely: whether it is computed in the loop's first turn.
        """
        if isinstance(expr, t.Constant | t.OptionValue) or low.known(expr).constant:
            return
        if (*low.chain, id(expr)) in low.invariants:
            return
        fixed = low.inspection.free(expr).isdisjoint(bound) and self._is_number(expr)
        # Where parts have values already it is enough to join them.
        joins = (self.guarded or low.invariants) and isinstance(expr, t.And | t.Or | t.Not)
        if fixed and not joins:
            self._compute(low, expr, likely=likely)
            return

        def then(part: t.Expr) -> Callable[[bool], None]:
            return lambda whole: self.visit(low, part, bound, likely=likely and whole)

        match expr:
            case t.And() | t.Or():
                self.visit(low, expr.left, bound, likely=likely)
                self.under(low, expr.left, then(expr.right), when=isinstance(expr, t.And))
            case t.Not():
                self.visit(low, expr.of, bound, likely=likely)
            case t.Conditional():
                self.visit(low, expr.condition, bound, likely=likely)
                self.under(low, expr.condition, then(expr.then))
                self.under(low, expr.condition, then(expr.otherwise), when=False)
            case t.DefineCall():
                self._visit_call(low, expr, bound, likely=likely)
            case t.Equal() | t.Compare():
                for child in children(expr):
                    self.visit(low, child, bound, likely=likely)
            case _:
                if isinstance(expr, t.Each | t.Filter | t.Call) and expr.it is not None:
                    bound |= {expr.it}
                for child in children(expr):
                    self.visit(low, child, bound, likely=False)

    def _visit_call(self, low: Lowering, expr: t.DefineCall, bound: frozenset[t.Local], *, likely: bool) -> None:
        for argument in expr.arguments:
            self.visit(low, argument, bound, likely=likely)
        if not isinstance(expr.type, ListType) and low.written_out(expr):
            define = low.space.ruleset.defines[expr.name]
            inner = replace(low, chain=(*low.chain, id(expr)))
            self.visit(inner, define.body, bound | frozenset(define.parameters), likely=likely)

    def under(self, low: Lowering, test: t.Expr, body: Callable[[bool], None], *, when: bool = True) -> None:
        """Build what counts only when a test is as ``when`` says.

        ``body`` builds it; it is told whether that is decided by what is known before the loop.
        """
        known = low.known(test)
        if known.constant:
            if bool(known.value) is when:
                body(True)
            return
        if not self.guarded:
            body(False)
            return
        b = self.low.b
        tests: dict[tuple[int, bool], Expr] = {}
        whole = self._tests(low, test, tests, when=when)
        news = [value for key, value in tests.items() if key not in self.path]
        kept, self.path = self.path, self.path | frozenset(tests)
        then: list[ir.Statement] = []
        with b.inside(then):
            body(whole)
        self.path = kept
        if not news:
            b.body.extend(then)
        elif then:
            b.emit(ir.If(b.both(*news), then, []))

    def _tests(self, low: Lowering, test: t.Expr, tests: dict[tuple[int, bool], Expr], *, when: bool) -> bool:
        """Find what must hold for a test to be as ``when`` says, as far as it is known before the loop.

        Gives whether that is all.
        """
        match test:
            case t.Not():
                return self._tests(low, test.of, tests, when=not when)
            case t.And() | t.Or() if when is isinstance(test, t.And):
                parts = [self._tests(low, part, tests, when=when) for part in (test.left, test.right)]
                return all(parts)
            case _:
                known = low.known(test)
                if known.constant:
                    return bool(known.value) is when
                place = (*low.chain, id(test))
                local = self.places.get(place) or low.invariants.get(place)
                if local is None:
                    return False
                tests[local.local, when] = local if when else self.low.b.not_(local)
                return True

    def _is_number(self, expr: t.Expr) -> bool:
        """Whether an expression is one number, all of whose names have values before the loop."""
        if isinstance(expr.type, ListType) or expr.type is FRACTION:
            return False
        names = self.low.names
        if isinstance(expr, t.LocalValue):
            return expr.local not in names and expr.local.storage is t.Storage.STATE
        return all(local.storage is t.Storage.STATE or local in names for local in self.low.inspection.free(expr))

    def _compute(self, low: Lowering, expr: t.Expr, *, likely: bool) -> None:
        """Compute a part now, unless that takes long and it may not be needed."""
        inspection, b = low.inspection, low.b
        key = shape(expr, low)
        local, paths = self.shapes.get(key, (None, []))
        if local is None or not any(path <= self.path for path in paths):
            if self.guarded:
                if not (likely or self.path or inspection.short(expr)):
                    return
            elif inspection.risky(expr) or not inspection.short(expr):
                return
            value = self._knowing().num(expr)
            if local is None:
                local = b.new("known")
                self.shapes[key] = local, paths
            b.set(local, value)
            paths.append(self.path)
            self.risky |= inspection.risky(expr)
        self.places[*low.chain, id(expr)] = local

    def _knowing(self) -> Lowering:
        """The context in which what has been computed under the same tests is known."""
        b, low = self.low.b, self.low
        known = {
            key: Made(local, b.body, low)
            for key, (local, paths) in self.shapes.items()
            if any(path <= self.path for path in paths)
        }
        return replace(low, made={**low.made, **known})


def shape(expr: t.Expr, low: Lowering, depth: Mapping[t.Local, int] | None = None) -> Hashable:
    """What an expression says, wherever it stands: equal for two that have the same value while the state stays.

    Args:
        expr: the expression.
        low: the context.
        depth: for the names that are bound around it, how many were bound before.
    """
    depth = depth or {}
    match expr:
        case t.LocalValue(_, _, local):
            if local in depth:
                return "it", depth[local]
            # The context keeps what a name stands for alive, so its identity stays its own.
            return ("name", id(low.names[local])) if local in low.names else ("local", id(local))
        case t.Constant():
            return "constant", expr.type, expr.value
        case _:
            inner = depth
            if isinstance(expr, t.Each | t.Filter | t.Call) and expr.it is not None:
                inner = {**depth, expr.it: len(depth)}
            parts = (getattr(expr, name) for name in parts_of(expr))
            return type(expr), *(_shape_of(part, low, inner) for part in parts)


def _shape_of(value: object, low: Lowering, depth: Mapping[t.Local, int]) -> Hashable:
    if isinstance(value, t.Expr):
        return shape(value, low, depth)
    if isinstance(value, t.Local):
        return "it"
    if isinstance(value, tuple):
        return tuple(_shape_of(part, low, depth) for part in value)
    assert isinstance(value, Hashable)
    return value
