"""Dispatch by the type of a node, through tables that are complete or don't load."""

from __future__ import annotations

from types import ModuleType
from typing import TypeVar

N = TypeVar("N")
V = TypeVar("V")


def kinds(module: ModuleType, base: type[N]) -> list[type[N]]:
    """The kinds of node that a module declares.

    Args:
        module: where they are.
        base: what they have in common; it is none of them.
    """
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind is not base and kind.__module__ == module.__name__
    ]


def exhaustive(table: dict[type[N], V], module: ModuleType, base: type[N]) -> dict[type[N], V]:
    """A table that has an entry for each kind of node of a module.

    Raises:
        TypeError: one is missing.
    """
    missing = [kind.__name__ for kind in kinds(module, base) if kind not in table]
    if missing:
        raise TypeError(f"no entry for {', '.join(missing)}")
    return table
