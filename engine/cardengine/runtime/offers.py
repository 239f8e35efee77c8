"""Offers: lists the legal actions of a choice in canonical order, and gives the reason why an action isn't legal.

Canonical order: actions as declared; parameters as nested loops, the first one outermost; items in the order of
their list; subsets by size, then by position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cardengine.constructs.base import Closure
from cardengine.constructs.domains import record_of
from cardengine.constructs.domains.base import Key
from cardengine.evaluation import Closures
from cardengine.layout.faults import Fault
from cardengine.layout.space import ItemSpace, Memory
from cardengine.model.codec import Offered, Values
from cardengine.model.program import Action, Choice
from cardengine.runtime.bounds import check_bound
from cardengine.runtime.domain_text import domain_text
from cardengine.tree import nodes as t
from cardengine.tree.types import BOOL, ItemType, OptionalType, Type

Knows = Callable[[Memory, int, ItemSpace, int], bool]
"""Whether a seat knows what an item is."""


class Offers:
    """Lists the legal actions of one choice for the chooser in its frame."""

    def __init__(self, closures: Closures, choice: Choice, knows: Knows) -> None:
        self.closures = closures
        self.choice = choice
        self.knows = knows
        for action in choice.actions:
            check_bound(closures.facts, action.decl)

    @cached_property
    def actions(self) -> list[ActionOffers]:
        """The offers of each action, whose closures are made on first use."""
        you = self.choice.frame.you
        return [ActionOffers(self.closures, action, self.knows, you) for action in self.choice.actions]

    def legal(self, m: Memory) -> list[Offered]:
        """All legal actions."""
        return [(number, values) for number, action in enumerate(self.actions) for values in action.legal(m)]


class ActionOffers:
    """Lists the legal arguments of one action, using scratch cells for its parameters.

    There is no need to count while actions are listed: ``check_bound`` has refused what could be too many.
    """

    def __init__(self, closures: Closures, action: Action, knows: Knows, you: int) -> None:
        self.action = action
        offering = Offering(closures, knows, you)
        decl = action.decl
        self.addresses = [closures.registers[parameter.local] for parameter in decl.parameters]
        self.domains = [
            record_of(parameter.domain).offered(offering, parameter.domain) for parameter in decl.parameters
        ]
        self.domain_texts = [domain_text(closures, parameter.domain) for parameter in decl.parameters]
        known = [closures.known(condition.test) for condition in decl.conditions]
        self.tests = [(closures.function(condition.test), condition.reason) for condition in decl.conditions]
        self.active = [test for (test, _), fact in zip(self.tests, known, strict=True) if not fact.constant]
        self.never = any(fact.constant and not fact.value for fact in known)
        self.evaluate = closures.function(decl.evaluate) if decl.evaluate is not None else None

    def legal(self, m: Memory) -> list[Values]:
        """The legal arguments, in canonical order."""
        if self.never:
            return []
        if not self.domains:
            return [()] if all(test(m) for test in self.active) else []
        found: list[Values] = []
        if len(self.domains) == 1:
            self._one(m, found)
        else:
            self._nested(m, (), found)
        return found

    def _one(self, m: Memory, found: list[Values]) -> None:
        address, tests = self.addresses[0], self.active
        if not tests:
            found += [(value,) for value in self.domains[0](m)]
            return
        if len(tests) == 1:
            test = tests[0]
            for value in self.domains[0](m):
                m[address] = value
                if test(m):
                    found.append((value,))
            return
        for value in self.domains[0](m):
            m[address] = value
            for test in tests:
                if not test(m):
                    break
            else:
                found.append((value,))

    def _nested(self, m: Memory, values: Values, found: list[Values]) -> None:
        depth = len(values)
        if depth == len(self.domains):
            if all(test(m) for test in self.active):
                found.append(values)
            return
        address = self.addresses[depth]
        for value in self.domains[depth](m):
            m[address] = value
            self._nested(m, (*values, value), found)

    def possible(self, m: Memory) -> bool:
        """Whether any arguments are legal."""
        return next(self._some(m, ()), None) is not None

    def _some(self, m: Memory, values: Values) -> Iterator[Values]:
        depth = len(values)
        if depth == len(self.domains):
            if all(test(m) for test, _ in self.tests):
                yield values
            return
        address = self.addresses[depth]
        for value in self.domains[depth](m):
            m[address] = value
            yield from self._some(m, (*values, value))

    def refusal(self, m: Memory, values: Values) -> str | None:
        """Why the action isn't legal with these arguments; None if it is."""
        for number, (domain, value) in enumerate(zip(self.domains, values, strict=True)):
            if value not in list(domain(m)):
                name = self.action.decl.parameters[number].local.name.replace("_", " ")
                return f"the {name} must be {self.domain_texts[number](m)}"
            m[self.addresses[number]] = value
        for test, reason in self.tests:
            if not test(m):
                return reason or f"{self.action.decl.name} isn't allowed now"
        return f"{self.action.decl.name} isn't allowed now" if self.never else None

    def worth(self, m: Memory, values: Values) -> int | None:
        """The value of the action's ``evaluate``; None without one, or if it can't be computed."""
        if self.evaluate is None:
            return None
        for address, value in zip(self.addresses, values, strict=True):
            m[address] = value
        try:
            return int(self.evaluate(m))
        except Fault:
            return None


@dataclass(frozen=True, slots=True)
class Offering:
    """Lists the values of domains for the chooser of a choice.

    Attributes:
        closures: the closures of expressions while actions are listed.
        knows: whether a seat knows what an item is.
        you: the cell with the chooser.
    """

    closures: Closures
    knows: Knows
    you: int

    def function(self, expr: t.Expr) -> Closure:
        """The closure of a part."""
        return self.closures.function(expr)

    def every(self, kind: Type) -> list[int]:
        """All values of a finite type."""
        if kind is BOOL:
            return [1, 0]
        if isinstance(kind, OptionalType):
            return [*self.every(kind.item), -1]
        low, high = self.closures.space.range_of(kind)
        return list(range(low, high + 1))

    def distinct(self, source: t.Expr) -> Callable[[Memory], list[int]]:
        """The closure of a list without repeated values, so that no action is offered twice."""
        call = self.closures.function(source)
        inner = source
        while isinstance(inner, t.Filter):
            inner = inner.source
        once = isinstance(inner, t.ItemsOf | t.AllPlayers | t.EveryItem | t.EveryMember | t.ZoneFamily)
        return call if once else lambda m: list(dict.fromkeys(call(m)))

    def apart(self, kind: Type) -> Callable[[Memory], Callable[[int], Key]] | None:
        """A key that makes identical items equal if they lie alike: their text, their zone and their facing.

        None in a game without identical items.

        Items that the chooser doesn't know have different keys, or the list would reveal that they are identical.
        """
        if not isinstance(kind, ItemType):
            return None
        items = self.closures.space.items[kind.kind]
        if list(items.pack) == list(range(items.count)):
            return None
        pack, place, face = items.pack, items.place, items.face
        knows, you = self.knows, self.you

        def apart(m: Memory) -> Callable[[int], Key]:
            seat = m[you]
            return lambda x: (pack[x], m[place + x], m[face + x]) if knows(m, seat, items, x) else (-1, x, 0)

        return apart
