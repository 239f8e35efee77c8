"""Constants are folded: an expression of constants is computed once, by the closure that its record has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardengine.constructs.base import Closure, Closures, Fact, constant
from cardengine.constructs.functions import FUNCTIONS
from cardengine.constructs.operators import OPERATORS
from cardengine.facts.places import printed_on
from cardengine.layout.faults import Fault
from cardengine.layout.space import Memory, Space
from cardengine.tree import nodes as t
from cardengine.tree.walk import children

if TYPE_CHECKING:
    from cardengine.facts.facts import Facts


class Folding:
    """Gives records the closures of constant parts, and of what is printed on one item.

    A closure takes that item in the place of the state: nothing else may be read.

    Args:
        facts: they know what is constant.
        it: the name that stands for the item, where there is one.
    """

    direct = True

    def __init__(self, facts: Facts, it: t.Local | None = None) -> None:
        self.facts = facts
        self.it = it

    @property
    def space(self) -> Space:
        """Where everything of the game lies."""
        return self.facts.space

    def knows(self, expr: t.Expr) -> bool:
        """Whether an expression has one value for each item."""
        if self.facts.of(expr).constant:
            return True
        if self.it is None:
            return False
        if isinstance(expr, t.LocalValue):
            return expr.local is self.it
        if isinstance(expr, t.Attribute):
            return printed_on(self.facts, expr, self.it) is not None
        return type(expr) in OPERATORS and all(self.knows(part) for part in children(expr))

    def known(self, expr: t.Expr) -> Fact:
        """What is known of a part."""
        return self.facts.of(expr)

    def function(self, expr: t.Expr) -> Closure:
        """The value of a part."""
        found = self.facts.of(expr)
        if found.constant:
            value = found.value
            return lambda _item: value
        if isinstance(expr, t.LocalValue):
            return lambda item: item
        if isinstance(expr, t.Attribute) and self.it is not None:
            table = printed_on(self.facts, expr, self.it)
            assert table is not None
            return lambda item: table[item]  # type: ignore[call-overload]  # the item stands for the state
        return OPERATORS[type(expr)].closure(self, expr, found)

    present = function

    def cell(self, expr: t.Expr) -> int | None:
        """None: there is no memory."""
        return None

    def measured(self, expr: t.Expr) -> Closure:
        """A number, or the strength of a member of an ordered enum."""
        strengths, call = self.space.strengths(expr.type), self.function(expr)
        return call if strengths is None else lambda item: strengths[call(item)]

    def key(self, it: t.Local, key: t.Expr) -> Callable[[Memory], Callable[[Any], Any]]:
        """The function that gives the key of a member."""
        call = Folding(self.facts, it).measured(key)
        return lambda _item: call


def folded(facts: Facts, expr: t.Expr, found: Fact) -> Fact:
    """What is known of a call or an operator whose parts may all be constant: then its value, unless it is a fault."""
    if found.constant or found.reads:
        return found
    if isinstance(expr, t.Call):
        closure: Callable[[Closures, Any, Fact], Closure] = FUNCTIONS[expr.function].closure
        parts = [part for part in (*expr.arguments, expr.default) if part is not None]
        if expr.key is not None and not Folding(facts, expr.it).knows(expr.key):
            return found
    else:
        closure, parts = OPERATORS[type(expr)].closure, children(expr)
    if not all(facts.of(part).constant for part in parts) or not facts.may_fold(found.cost):
        return found
    try:
        return constant(closure(Folding(facts), expr, found)([]))
    except Fault:
        return found


def kept(facts: Facts, expr: t.Filter, items: list[Any]) -> list[Any] | None:
    """Those of constant items for which a condition holds that reads only what is printed on them."""
    folding = Folding(facts, expr.it)
    if not folding.knows(expr.condition):
        return None
    test = folding.function(expr.condition)
    if not facts.may_fold(len(items) * facts.of(expr.condition).cost):
        return None
    try:
        return [item for item in items if test(item)]
    except Fault:
        return None
