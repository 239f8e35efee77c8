"""The possible values of parameters over all states, written as their chooser would write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from cardengine.adapters.errors import AdapterError
from cardengine.model.program import Choice
from cardengine.runtime.machine import Machine
from cardengine.runtime.names import value_text, zone_text
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Audience, Parameter
from cardengine.tree.types import INT, ItemType, ListType, OptionalType, Type, ZoneType
from cardengine.tree.walk import children

MAX_NUMBERS = 1_000_000
"""The widest range of numbers that an adapter accepts."""


@dataclass(frozen=True, slots=True)
class ParameterDomain:
    """The possible values of a parameter.

    Attributes:
        copies: each word, with the number of times that it can occur in one subset.
        subset: whether the parameter takes a subset.
        low, high: the sizes of the subset.
    """

    copies: Mapping[str, int]
    subset: bool = False
    low: int = 1
    high: int = 1

    @property
    def count(self) -> int:
        """The number of values."""
        if not self.subset:
            return len(self.copies)
        # The coefficients of the product of (1 + x + ... + x^copies) are the numbers of subsets of each size.
        ways = [1] + [0] * self.high
        for copies, words in Counter(self.copies.values()).items():
            for _ in range(words):
                ways = [sum(ways[max(0, size - copies) : size + 1]) for size in range(self.high + 1)]
        return sum(ways[self.low :])


def domain_of(machine: Machine, choice: Choice, parameter: Parameter) -> ParameterDomain:
    """The possible values of a parameter.

    Raises:
        AdapterError: it is a number without bounds.
    """
    domain = parameter.domain
    if isinstance(domain, t.NumberDomain):
        low, high = _range(machine, domain.low)[0], _range(machine, domain.high)[1]
        return _numbers(parameter, low, high)
    if isinstance(domain, t.OneOfDomain) and domain.type is INT:
        return _numbers(parameter, *_range(machine, domain.source))
    if isinstance(domain, t.SubsetDomain):
        return _subset(machine, choice, parameter, domain)
    source = domain.source if isinstance(domain, t.OneOfDomain) else None
    return ParameterDomain(_words(machine, choice, domain.type, source))


def _range(machine: Machine, expr: t.Expr) -> tuple[int, int]:
    known = machine.facts.of(expr)
    return known.low, known.high


def _numbers(parameter: Parameter, low: int, high: int) -> ParameterDomain:
    if high - low > MAX_NUMBERS:
        raise AdapterError(
            f"the number `{parameter.local.name}` has no bounds that are known before the game; an adapter needs them"
        )
    return ParameterDomain({str(number): 1 for number in range(low, high + 1)})


def _subset(machine: Machine, choice: Choice, parameter: Parameter, domain: t.SubsetDomain) -> ParameterDomain:
    kind = domain.type
    assert isinstance(kind, ListType)
    if kind.item is INT:
        copies: Mapping[str, int] = _numbers(parameter, *_range(machine, domain.source)).copies
    else:
        copies = _words(machine, choice, kind.item, domain.source)
    most = min(sum(copies.values()), machine.facts.of(domain.source).most)
    low = max(_range(machine, domain.low)[0], 0)
    high = most if domain.high is None else min(_range(machine, domain.high)[1], most)
    return ParameterDomain(copies, subset=True, low=min(low, high + 1), high=max(high, 0))


def _words(machine: Machine, choice: Choice, kind: Type, source: t.Expr | None) -> Mapping[str, int]:
    """The words for the values of a type, in order; for items that the chooser may not know also their places."""
    space = machine.space
    if isinstance(kind, OptionalType):
        return {**_words(machine, choice, kind.item, source), "nothing": 1}
    if not isinstance(kind, ItemType):
        low, high = space.range_of(kind)
        # Yes comes before no, as in the list of actions.
        values = [1, 0] if (low, high) == (0, 1) and value_text(space, kind, 1) == "yes" else range(low, high + 1)
        return {value_text(space, kind, value): 1 for value in values}
    items = space.items[kind.kind]
    words = dict(Counter(items.texts))
    for number, cell in enumerate(space.cells):
        if cell.decl.item == kind and cell.decl.name in _hidden_zones(machine, choice, source):
            name = zone_text(space, number)
            words |= {f"{name}.{place + 1}": 1 for place in range(cell.capacity)}
    return words


def _hidden_zones(machine: Machine, choice: Choice, source: t.Expr | None) -> frozenset[str]:
    """The zones from which a parameter may take items that its chooser can't see."""
    zones = machine.program.ruleset.zones
    named: set[str] = set()
    mine: set[str] = set()
    unclear = source is None
    for expr in _origins(machine, source) if source is not None else ():
        match expr:
            case t.ZoneRef(name=name, owner=owner) | t.ZoneFamily(name=name, owner=owner):
                (mine if _is_you(owner, choice) else named).add(name)
            case t.EveryZone(name=name):
                named.add(name)
            case t.LocalValue(local=local):
                unclear |= local.storage is t.Storage.STATE and _holds_items(local.type)
            case t.Variable(type=kind) if _holds_items(kind):
                unclear = True
            case t.EveryItem():
                unclear = True
            case _:
                pass
    return frozenset(
        name
        for name in (zones if unclear else named | mine)
        if zones[name].facing is not t.Facing.UP
        and zones[name].seen_by is not Audience.EVERYBODY
        and (zones[name].seen_by is not Audience.OWNER or name in named or unclear)
    )


def _origins(machine: Machine, source: t.Expr) -> list[t.Expr]:
    """The parts of a source that items come from, without those that only test or sort them."""
    found: list[t.Expr] = []
    used: set[str] = set()
    left = [source]
    while left:
        expr = left.pop()
        found.append(expr)
        match expr:
            case t.Filter(source=inner) | t.Index(source=inner) | t.Without(left=inner):
                left.append(inner)
            case t.Call(arguments=arguments, default=default):
                left += [*arguments, *([default] if default is not None else [])]
            case t.Conditional(then=then, otherwise=otherwise):
                left += [then, otherwise]
            case t.DefineCall(name=name, arguments=arguments):
                left += arguments
                if name not in used:
                    used.add(name)
                    left.append(machine.program.ruleset.defines[name].body)
            case _:
                left += children(expr)
    return found


def _is_you(owner: t.Expr | None, choice: Choice) -> bool:
    return isinstance(owner, t.LocalValue) and owner.local is choice.decl.you


def _holds_items(kind: Type) -> bool:
    while isinstance(kind, ListType | OptionalType | ZoneType):
        kind = kind.item
    return isinstance(kind, ItemType)
