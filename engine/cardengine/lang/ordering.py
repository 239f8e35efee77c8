"""Determines the zones whose order an expression reads.

Under exact chance, a pile can stay undecided if only draws depend on its order. If anything else reads more than which
cards lie there (`top`, a loop, a move of the whole pile), its order has to be decided at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from cardengine.constructs.base import Order
from cardengine.constructs.functions import FUNCTIONS
from cardengine.constructs.verbs import effect
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Ruleset
from cardengine.tree.walk import children, steps_under


def ordered_zones(ruleset: Ruleset) -> frozenset[str]:
    """The names of the zones whose order an expression reads, or may read."""
    reading = OrderReader()
    for define in ruleset.defines.values():
        reading.follow(define.body)
    for choice in ruleset.choices.values():
        for action in choice.actions:
            for parameter in action.parameters:
                reading.parts(parameter.domain)
            for condition in action.conditions:
                reading.follow(condition.test)
            if action.evaluate is not None:
                reading.follow(action.evaluate)
    if ruleset.result.score is not None:
        reading.follow(ruleset.result.score)
    for step in steps_under(ruleset):
        reading.step(step)
    return frozenset(ruleset.zones) if reading.everything else frozenset(reading.names)


class OrderReader:
    """Collects the zones whose order expressions read."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.everything = False

    def step(self, step: t.Step) -> None:
        """Collect what a step reads, without the steps under it."""
        verb = effect(step)
        if verb is None:
            self.whole(step)
        else:
            verb.order(self, step)

    def whole(self, step: t.Step) -> None:
        """A step that may read the order of everything that occurs in it."""
        for part in _expressions(step):
            self.follow(part)

    def parts(self, node: t.Expr | t.Domain) -> None:
        """Everything under a node."""
        for child in children(node):
            self.follow(child)

    def zone(self, expr: t.Expr) -> None:
        """A zone to or from which cards are moved one by one: only its owner and its index are read."""
        match expr:
            case t.ZoneRef() | t.ZoneFamily() | t.EveryZone() | t.LocalValue() | t.ZoneOf():
                self.parts(expr)
            case t.Each(body=body, source=source):
                self.zone(body)
                self.follow(source)
            case t.Joined(parts=parts):
                self.zone(parts)
            case t.ListOf(items=items):
                for item in items:
                    self.zone(item)
            case t.Conditional(condition=condition, then=then, otherwise=otherwise):
                self.follow(condition)
                self.zone(then)
                self.zone(otherwise)
            case _:
                self.follow(expr)

    def set_of(self, expr: t.Expr) -> None:
        """A list of which only the members matter, not their order."""
        match expr:
            case t.ItemsOf(zone=zone):
                self.zone(zone)
            case t.Joined(parts=parts):
                self.zone(parts)
            case t.Filter(source=source, condition=condition):
                self.set_of(source)
                self.follow(condition)
            case t.Each(body=body, source=source):
                self.set_of(source)
                self.follow(body)
            case t.With(left=left, right=right) | t.Without(left=left, right=right):
                self.set_of(left)
                self.set_of(right)
            case _:
                self.follow(expr)

    def follow(self, expr: t.Expr) -> None:
        """A value, which may depend on the order of the zones in it."""
        match expr:
            case t.Call(function=function) if FUNCTIONS[function].order is Order.IGNORED:
                for argument in expr.arguments:
                    self.set_of(argument)
                if expr.default is not None:
                    self.follow(expr.default)
            case t.Contains(item=item, source=source):
                self.follow(item)
                self.set_of(source)
            case t.OwnerOf(of=of):
                self.zone(of)
            case t.ZoneRef(name=name) | t.ZoneFamily(name=name) | t.EveryZone(name=name):
                self.names.add(name)
                self.parts(expr)
            case t.ZoneOf():
                self.everything = True
                self.parts(expr)
            case t.Call(function=function) if FUNCTIONS[function].order is Order.EVERYWHERE:
                self.everything = True
                self.parts(expr)
            case _:
                self.parts(expr)


def _expressions(step: t.Step) -> Iterator[t.Expr]:
    """The expressions directly under a step, including those of its target and its sort keys."""
    for field in fields(step):
        value = getattr(step, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            match part:
                case t.Expr():
                    yield part
                case t.Target(zone=zone):
                    yield zone
                case t.SortKey(key=key):
                    yield key
                case t.Branch(condition=condition) if condition is not None:
                    yield condition
                case _:
                    pass
