"""Dispatch tables keyed by node type; an incomplete table fails at import."""

from __future__ import annotations

from types import ModuleType
from typing import TypeVar

N = TypeVar("N")
V = TypeVar("V")


def kinds(module: ModuleType, base: type[N]) -> list[type[N]]:
    """The node types that a module declares.

    Args:
        module: the module.
        base: their common base class, which isn't included.
    """
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind is not base and kind.__module__ == module.__name__
    ]


def exhaustive(table: dict[type[N], V], module: ModuleType, base: type[N]) -> dict[type[N], V]:
    """Check that a table has an entry for each node type of a module; returns the table.

    Raises:
        TypeError: an entry is missing.
    """
    missing = [kind.__name__ for kind in kinds(module, base) if kind not in table]
    if missing:
        raise TypeError(f"no entry for {', '.join(missing)}")
    return table
