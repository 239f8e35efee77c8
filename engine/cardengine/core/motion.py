"""Loop-invariant code motion: expressions that a loop doesn't change are computed before it.

While actions are listed, and within one expression, the state doesn't change, so an expression that reads no local set
by the loop has the same value in all its iterations. While actions are listed, it is computed under the same conditions
as in the loop, which leaves fewer branches in the loop: for ``leading or card.suit is led``, ``led`` is computed before
the loop if ``leading`` is false.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from cardengine.ir import nodes as ir
from cardengine.ir.nodes import Expr, Get
from cardengine.ir.values import Place, Value
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ListType
from cardengine.tree.walk import children, parts_of

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

Path = frozenset[tuple[int, bool]]
"""The conditions under which something is computed: the locals of tests, with the required truth values."""


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """The value of an expression that has been computed.

    Attributes:
        value: its value.
        body: the body with the statements that compute it.
        low: the context, which keeps the values of its locals alive.
    """

    value: Value
    body: list[ir.Statement]
    low: Lowering


def moved(low: Lowering, exprs: Sequence[t.Expr], bound: frozenset[t.Local]) -> Lowering:
    """Compute invariant expressions before a loop if they are cheap and can't have faults.

    Args:
        low: the context around the loop.
        exprs: the expressions computed in each iteration.
        bound: the locals that the loop sets.

    Returns:
        The context for the body of the loop.
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
    """Build a loop, and before it its invariant expressions, computed under the same conditions as in the loop.

    An invariant expression may have a fault that the loop wouldn't have reached. In this case a second version of the
    loop runs, which computes everything itself.

    Args:
        low: the context around the loop.
        exprs: the expressions computed in each iteration, each only if those before it are true.
        bound: the locals that the loop sets.
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
    """The state of moving the invariant expressions of one loop.

    Attributes:
        low: the context around the loop.
        guarded: whether expressions are computed under the same conditions as in the loop.
        places: the values, by the occurrence of the expression.
        shapes: by meaning, the value and the conditions under which it was computed.
        path: the conditions around the current statement.
        risky: whether any of the expressions can have a fault.
    """

    low: Lowering
    guarded: bool
    places: dict[Place, Get] = field(default_factory=dict)
    shapes: dict[Hashable, tuple[Get, list[Path]]] = field(default_factory=dict)
    path: Path = frozenset()
    risky: bool = False

    def over(self, before: list[ir.Statement]) -> Lowering:
        """Add the statements before the loop, and return the context for the loop."""
        low, b = self.low, self.low.b
        if self.guarded:
            for local, _ in self.shapes.values():
                b.set(local, 0)
        b.body.extend(before)
        return replace(low, invariants={**low.invariants, **self.places}) if self.places else low

    # Visiting expressions ----------------------------------------------------------------------

    def visit_all(self, low: Lowering, exprs: Sequence[t.Expr], bound: frozenset[t.Local], *, likely: bool) -> None:
        """Compute the invariant parts of expressions, each of which is evaluated only if those before it are true."""
        if exprs:
            self.visit(low, exprs[0], bound, likely=likely)
            self.under(low, exprs[0], lambda whole: self.visit_all(low, exprs[1:], bound, likely=likely and whole))

    def visit(self, low: Lowering, expr: t.Expr, bound: frozenset[t.Local], *, likely: bool) -> None:
        """Compute the invariant parts of an expression.

        Args:
            low: the context, with the inlined calls around the expression.
            expr: the expression.
            bound: the locals that are set by the loop, or inside it.
            likely: whether the first iteration computes it.
        """
        if isinstance(expr, t.Constant | t.OptionValue) or low.known(expr).constant:
            return
        if (*low.chain, id(expr)) in low.invariants:
            return
        fixed = low.inspection.free(expr).isdisjoint(bound) and self._is_number(expr)
        # If the parts have been computed already, combining them is enough.
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
        """Build code for the case that a test has the truth value ``when``.

        ``body`` builds it, given whether this is completely decided before the loop.
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
        """Collect the invariant conditions for a test to have the truth value ``when``.

        Returns whether they are sufficient.
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
        """Whether an expression is one number, and all its locals have values before the loop."""
        if isinstance(expr.type, ListType) or expr.type is FRACTION:
            return False
        names = self.low.names
        if isinstance(expr, t.LocalValue):
            return expr.local not in names and expr.local.storage is t.Storage.STATE
        return all(local.storage is t.Storage.STATE or local in names for local in self.low.inspection.free(expr))

    def _compute(self, low: Lowering, expr: t.Expr, *, likely: bool) -> None:
        """Compute an expression now, unless it is expensive and may not be needed."""
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
        """The context that knows the values computed under the same tests."""
        b, low = self.low.b, self.low
        known = {
            key: Made(local, b.body, low)
            for key, (local, paths) in self.shapes.items()
            if any(path <= self.path for path in paths)
        }
        return replace(low, made={**low.made, **known})


def shape(expr: t.Expr, low: Lowering, depth: Mapping[t.Local, int] | None = None) -> Hashable:
    """The meaning of an expression: equal for expressions with the same value as long as the state doesn't change.

    Args:
        expr: the expression.
        low: the context.
        depth: for each local bound around it, the number of locals bound before.
    """
    depth = depth or {}
    match expr:
        case t.LocalValue(_, _, local):
            if local in depth:
                return "it", depth[local]
            # The context keeps the value alive, so its id isn't reused.
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
