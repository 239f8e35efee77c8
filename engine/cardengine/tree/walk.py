"""Walks over the typed tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import TypeVar

from cardengine.tree import nodes
from cardengine.tree.dispatch import kinds
from cardengine.tree.nodes import Branch, Domain, Expr, Step
from cardengine.tree.symbols import Ruleset

Node = TypeVar("Node")


@lru_cache(maxsize=256)
def _parts(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in ("type", "span"))


def parts_of(node: Expr | Domain | Step) -> tuple[str, ...]:
    """The names of a node's fields, without its type and span."""
    return _parts(type(node))  # type: ignore[arg-type]  # mypy confuses the class with its instances


def children(node: Expr | Domain) -> list[Expr]:
    """The expressions directly under a node."""
    found: list[Expr] = []
    for name in _parts(type(node)):  # type: ignore[arg-type]  # mypy confuses the class with its instances
        value = getattr(node, name)
        if isinstance(value, Expr):
            found.append(value)
        elif value.__class__ is tuple:
            found += [item for item in value if isinstance(item, Expr)]
    return found


def walk(node: Expr | Domain) -> Iterator[Expr]:
    """All expressions of a node, parents before children, including the node itself if it is one."""
    stack: list[Expr] = [node] if isinstance(node, Expr) else children(node)
    while stack:
        expr = stack.pop()
        yield expr
        stack += children(expr)


def steps_under(ruleset: Ruleset) -> Iterator[Step]:
    """Every step of a ruleset, nested ones included."""
    stack: list[Step] = [*ruleset.setup, *ruleset.play]
    for procedure in ruleset.procedures.values():
        stack += procedure.steps
    for choice in ruleset.choices.values():
        for action in choice.actions:
            stack += action.steps
    while stack:
        step = stack.pop()
        yield step
        for name in parts_of(step):
            value = getattr(step, name)
            if isinstance(value, tuple):
                for part in value:
                    if isinstance(part, Step):
                        stack.append(part)
                    elif isinstance(part, Branch):
                        stack += part.steps


def kinds_of(base: type[Node]) -> frozenset[type[Node]]:
    """All node types of a base class, for tables that must have an entry for each."""
    return frozenset(kinds(nodes, base))
