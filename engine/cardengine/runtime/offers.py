"""Offers: the legal actions of a choice, in canonical order, and why an action is refused.

Canonical order: actions as declared; parameters as nested loops, the first one outermost; items in the order of
their list; subsets by size, then by position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from cardengine.evaluation import Compiler, Fault, Memory, Space
from cardengine.lang import tree as t
from cardengine.lang.types import BOOL, ItemType, ListType, OptionalType
from cardengine.model.program import Action, Choice

Values = tuple[Any, ...]
"""The arguments of an action, one a parameter: integers, and tuples of them for subsets."""

Offered = tuple[int, Values]
"""A legal action: its number in the choice, and its arguments."""

Domain = Callable[[Memory], Iterable[Any]]


class Offers:
    """Lists the legal actions of one choice, for the chooser in its frame."""

    def __init__(self, space: Space, choice: Choice, possible: Callable[[str, str], Callable[[Memory], bool]]) -> None:
        self.space = space
        self.choice = choice
        self.actions = [_ActionOffers(space, action, possible) for action in choice.actions]

    def legal(self, m: Memory) -> list[Offered]:
        """All legal actions."""
        return [(number, values) for number, action in enumerate(self.actions) for values in action.legal(m)]


class _ActionOffers:
    def __init__(self, space: Space, action: Action, possible: Callable[[str, str], Callable[[Memory], bool]]) -> None:
        self.space = space
        self.action = action
        decl = action.decl
        overrides = {parameter.local: space.take_scratch() for parameter in decl.parameters}
        compiler = Compiler(space, overrides)
        compiler.possible = possible
        self.addresses = [overrides[parameter.local] for parameter in decl.parameters]
        self.domains = [self._domain(compiler, parameter.domain) for parameter in decl.parameters]
        compiled = [(compiler.compile(condition.test), condition.reason) for condition in decl.conditions]
        self.tests = [(test.call, reason) for test, reason in compiled]
        self.active = [test.call for test, _ in compiled if not (test.constant and test.value)]
        self.never = any(test.constant and not test.value for test, _ in compiled)
        self.evaluate = compiler.function(decl.evaluate) if decl.evaluate is not None else None

    def legal(self, m: Memory) -> list[Values]:
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
        """Whether there is one."""
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
        """Why the action can't be taken with these arguments; None when it can."""
        for number, (domain, value) in enumerate(zip(self.domains, values, strict=True)):
            if value not in list(domain(m)):
                name = self.action.decl.parameters[number].local.name
                return f"that is no possible {name.replace('_', ' ')}"
            m[self.addresses[number]] = value
        for test, reason in self.tests:
            if not test(m):
                return reason or f"{self.action.decl.name} isn't allowed now"
        return None

    def worth(self, m: Memory, values: Values) -> int | None:
        """What the ruleset's evaluation says of the action; None without one, or when it can't be computed."""
        if self.evaluate is None:
            return None
        for address, value in zip(self.addresses, values, strict=True):
            m[address] = value
        try:
            return int(self.evaluate(m))
        except Fault:
            return None

    # Domains -----------------------------------------------------------------------------------

    def _domain(self, compiler: Compiler, domain: t.Domain) -> Domain:
        match domain:
            case t.NumberDomain():
                return self._numbers(compiler, domain)
            case t.OneOfDomain():
                source = compiler.function(domain.source)
                apart = self._apart(domain.type)
                return source if apart is None else lambda m: _once(source(m), apart(m))
            case t.SubsetDomain():
                return self._subsets(compiler, domain)
            case _:
                values = self._all(domain.type)
                return lambda _m: values

    def _all(self, kind: Any) -> list[int]:
        if kind is BOOL:
            return [1, 0]
        if isinstance(kind, OptionalType):
            return [*self._all(kind.item), -1]
        low, high = self.space.range_of(kind)
        return list(range(low, high + 1))

    def _numbers(self, compiler: Compiler, domain: t.NumberDomain) -> Domain:
        low, high = compiler.function(domain.low), compiler.function(domain.high)
        if domain.step is None:
            return lambda m: range(low(m), high(m) + 1)
        step, span = compiler.function(domain.step), domain.span

        def numbers(m: Memory) -> range:
            width = step(m)
            if width < 1:
                raise Fault("a step must be at least 1", span)
            return range(low(m), high(m) + 1, width)

        return numbers

    def _subsets(self, compiler: Compiler, domain: t.SubsetDomain) -> Domain:
        source, low = compiler.function(domain.source), compiler.function(domain.low)
        high = compiler.function(domain.high) if domain.high is not None else None
        apart = self._apart(domain.type.item if isinstance(domain.type, ListType) else domain.type)
        fixed = domain.low is domain.high

        def subsets(m: Memory) -> Iterable[tuple[int, ...]]:
            items = source(m)
            least = max(low(m), 0)
            if fixed and apart is None:
                return combinations(items, least)
            most = len(items) if high is None else min(high(m), len(items))
            parts = (part for size in range(least, most + 1) for part in combinations(items, size))
            return parts if apart is None else _once_each(parts, apart(m))

        return subsets

    def _apart(self, kind: Any) -> Callable[[Memory], Callable[[int], Any]] | None:
        """What tells items apart, where a game has some that are alike: their text, where and how they lie."""
        if not isinstance(kind, ItemType):
            return None
        items = self.space.items[kind.kind]
        if list(items.pack) == list(range(items.count)):
            return None
        pack, place, face = items.pack, items.place, items.face
        return lambda m: lambda x: (pack[x], m[place + x], m[face + x])


def _once(values: Iterable[int], key: Callable[[int], Any]) -> list[int]:
    first: dict[Any, int] = {}
    for value in values:
        first.setdefault(key(value), value)
    return list(first.values())


def _once_each(parts: Iterable[tuple[int, ...]], key: Callable[[int], Any]) -> list[tuple[int, ...]]:
    first: dict[Any, tuple[int, ...]] = {}
    for part in parts:
        first.setdefault(tuple(sorted(key(item) for item in part)), part)
    return list(first.values())
