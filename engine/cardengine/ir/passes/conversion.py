"""If-conversion: replaces short branches by computing both sides and choosing without a branch.

Whether a card is legal is as good as random to a processor: a branch that it can't predict costs it some twenty
operations. So in loops an ``if`` that only gives names to what is quickly computed becomes a few choices. Cells that
are spare are written in any case, and counted only where the condition holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from cardengine.ir import nodes as ir
from cardengine.ir.nodes import COMPARISONS, TRAPPING, Binary, Choose, Const, Expr, Get, IsZero, Op, Set, Store
from cardengine.ir.walk import bodies, everything, parts, reads, rebuilt, references

MOST_OPERATIONS = 24
"""The longest branch that is computed speculatively."""

MOST_STORES = 3
"""The most cells that are stored speculatively."""


def conversion(module: ir.Module) -> ir.Module:
    """Replace the short branches in loops by choices."""
    for function in module.functions:
        every = everything(function.body)
        if any(isinstance(s, ir.Block) and s.again for s in every):
            left = frozenset(id(s.block) for s in every if isinstance(s, ir.Leave | ir.Again))
            _Conversion(function, left).scope(function.body)
    return module


@dataclass(slots=True)
class _Conversion:
    """One function's conversion.

    Attributes:
        function: the function.
        left: the blocks that are left from inside, by identity.
        body: the scope, outside of which its locals are not read: the function, or one part of a ``Dispatch``.
        counted: how often each local is read or set in the scope; counted when it is first asked for.
        known: the locals that are never anything but 0 or 1; found when they are first asked for.
    """

    function: ir.Function
    left: frozenset[int]
    body: list[ir.Statement] = field(default_factory=list)
    counted: Counter[int] | None = None
    known: set[int] | None = None

    def scope(self, body: list[ir.Statement]) -> None:
        """Convert the statements of a scope."""
        kept = self.body, self.counted
        self.body, self.counted = body, None
        self.within(body, looped=False)
        self.body, self.counted = kept

    @property
    def total(self) -> Counter[int]:
        """The number of times that each local is read or set in the scope."""
        if self.counted is None:
            self.counted = references(self.body)
        return self.counted

    @property
    def truths(self) -> set[int]:
        """The locals that are always 0 or 1."""
        if self.known is None:
            self.known = _truths(self.function)
        return self.known

    def within(self, body: list[ir.Statement], *, looped: bool) -> None:
        """Convert statements, the inner ones first."""
        made: list[ir.Statement] = []
        for s in body:
            if isinstance(s, ir.Dispatch):
                for part in s.parts:
                    self.scope(part.body)
            else:
                for inner in bodies(s):
                    self.within(inner, looped=looped or (isinstance(s, ir.Block) and s.again))
            if isinstance(s, ir.Block) and not s.again and id(s) not in self.left:
                made += s.body
            elif looped and isinstance(s, ir.If) and self.fits(s):
                self.convert(s, made)
            else:
                made.append(s)
        body[:] = made

    def fits(self, s: ir.If) -> bool:
        """Whether a branch is short, and can be executed speculatively."""
        stores = [one for one in (*s.then, *s.otherwise) if isinstance(one, Store)]
        values = [one.value for one in (*s.then, *s.otherwise) if isinstance(one, Set)]
        if len(stores) + len(values) < len(s.then) + len(s.otherwise) or len(stores) > MOST_STORES:
            return False
        if not all(one.spare for one in stores):
            return False
        for one in stores:
            # An address that is read from memory may be any number where the branch is not taken.
            if one.base is not None and _loads(one.base):
                return False
            values += [one.value] if one.base is None else [one.value, one.base]
        left = MOST_OPERATIONS
        for value in (s.condition, *values):
            left = _paid(value, left)
        return left >= 0

    def convert(self, s: ir.If, made: list[ir.Statement]) -> None:
        """Append the converted form of a branch."""
        total, inside = self.total, references([s])
        start, last = len(made), made[-1] if made else None
        sets = {one.local for one in (*s.then, *s.otherwise) if isinstance(one, Set)}
        test = s.condition
        if not _is_name(test) or not sets.isdisjoint(reads(test)):
            test = self.named("test", test, made)
        ends: list[Mapping[int, Expr]] = []
        for body, taken in ((s.then, True), (s.otherwise, False)):
            names: dict[int, int] = {}
            end: dict[int, Expr] = {}
            for place, one in enumerate(body):
                if isinstance(one, Set):
                    value = _guarded(_renamed(one.value, names), test, taken=taken)
                    if total[one.local] == inside[one.local]:
                        made.append(Set(one.local, value))
                    elif (
                        place == len(body) - 1 and not ends and not s.otherwise and one.local not in names and not names
                    ):
                        end[one.local] = value
                    else:
                        held = self.named("then", value, made)
                        names[one.local], end[one.local] = held.local, held
                elif isinstance(one, Store):
                    base = None if one.base is None else _renamed(one.base, names)
                    value = _guarded(_renamed(one.value, names), test, taken=taken)
                    made.append(Store(base, one.offset, value, one.spare))
            ends.append(end)
        for local in {**ends[0], **ends[1]}:
            then, otherwise = (end.get(local, Get(local)) for end in ends)
            made.append(Set(local, self.chosen(local, test, then, otherwise, made)))
        if last is not None and made[start - 1] is not last:
            # It was joined to the branch.
            start -= 1
            inside.update(references([last]))
        total.subtract(inside)
        total.update(references(made[start:]))

    def named(self, name: str, value: Expr, made: list[ir.Statement]) -> Get:
        """A value in a new local."""
        names = self.function.names
        local = len(names)
        names.append(f"{name}{local}")
        if _is_truth(value, self.truths):
            self.truths.add(local)
        made.append(Set(local, value))
        return Get(local)

    def chosen(self, local: int, test: Expr, then: Expr, otherwise: Expr, made: list[ir.Statement]) -> Expr:
        """The value of a local after the branch: one or the other."""
        old = Get(local)
        if otherwise == old and _is_truth(test, self.truths):
            # Add one if the test holds.
            if isinstance(then, Binary) and then.op is Op.ADD and then.left == old and isinstance(then.right, Const):
                return Binary(Op.ADD, old, test if then.right.value == 1 else Binary(Op.MUL, test, then.right))
            # `c = l`, and if l then `c = e`, is `c = l and e`; if not, it is `or`.
            before = made[-1] if made else None
            of, op = (test.of, Op.OR) if isinstance(test, IsZero) else (test, Op.AND)
            copied = isinstance(before, Set) and before.local == local and before.value == of
            if copied and _is_truth(then, self.truths) and local not in reads(then):
                made.pop()
                return Binary(op, of, then)
        return Choose(test, then, otherwise)


def _is_name(e: Expr) -> bool:
    return isinstance(e, Get) or (isinstance(e, IsZero) and isinstance(e.of, Get))


def _paid(e: Expr, left: int) -> int:
    """The operations left after computing an expression; negative if it can't be computed speculatively."""
    if isinstance(e, ir.Call | ir.Place) or (isinstance(e, Binary) and e.op in TRAPPING):
        return -1
    if not isinstance(e, Get | Const):
        left -= 1
        for part in parts(e):
            if left >= 0:
                left = _paid(part, left)
    return left


def _loads(e: Expr) -> bool:
    return isinstance(e, ir.Load) or any(_loads(part) for part in parts(e))


def _guarded(e: Expr, test: Expr, *, taken: bool) -> Expr:
    """An expression whose loads stay within the memory where the branch isn't taken: they read its first cells then.

    An index may be -1, for nothing, or any number at all, where the branch would have seen to it that it isn't used.
    """
    operands = parts(e)
    if not operands:
        return e
    new = [_guarded(part, test, taken=taken) for part in operands]
    if isinstance(e, ir.Load):
        new = [Choose(test, new[0], Const(0)) if taken else Choose(test, Const(0), new[0])]
    return rebuilt(e, new)


def _renamed(e: Expr, names: Mapping[int, int]) -> Expr:
    """An expression with some locals replaced by others."""
    if not names:
        return e
    if isinstance(e, Get):
        return Get(names[e.local]) if e.local in names else e
    return rebuilt(e, [_renamed(part, names) for part in parts(e)])


def _is_truth(e: Expr, truths: set[int]) -> bool:
    """Whether an expression is always 0 or 1."""
    match e:
        case Const():
            return e.value in (0, 1)
        case Get():
            return e.local in truths
        case IsZero():
            return True
        case Binary():
            joins = e.op in (Op.AND, Op.OR, Op.XOR)
            return e.op in COMPARISONS or (joins and _is_truth(e.left, truths) and _is_truth(e.right, truths))
        case Choose():
            return _is_truth(e.then, truths) and _is_truth(e.otherwise, truths)
        case _:
            return False


def _truths(function: ir.Function) -> set[int]:
    """The locals of a function that are always 0 or 1."""
    values: dict[int, list[Expr]] = {}
    for s in everything(function.body):
        if isinstance(s, Set):
            values.setdefault(s.local, []).append(s.value)
    found = {local for local in values if local >= function.parameters}
    while True:
        kept = {local for local in found if all(_is_truth(e, found) for e in values[local])}
        if kept == found:
            return found
        found = kept
