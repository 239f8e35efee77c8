"""Dispatch tables: functions by the type of node that they lower."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Never, TypeVar, cast

Context = TypeVar("Context")
Node = TypeVar("Node")
Result = TypeVar("Result")


class Dispatch(Generic[Context, Node, Result]):
    """A table of functions by type of node; each gets the context and a node of its type.

    Args:
        rows: the functions.
    """

    def __init__(self, rows: Mapping[type[Node], Callable[[Context, Never], Result]]) -> None:
        self.rows = rows

    def lower(self, context: Context, node: Node) -> Result:
        """Lower a node."""
        function = cast("Callable[[Context, Node], Result]", self.rows[type(node)])
        return function(context, node)


def complete(what: str, have: frozenset[object], need: frozenset[object]) -> None:
    """Check that tables have exactly the rows that they need.

    Raises:
        TypeError: there are missing or superfluous rows.
    """
    if have != need:
        names = ", ".join(sorted(one.__name__ if isinstance(one, type) else str(one) for one in have ^ need))
        raise TypeError(f"the tables of {what} don't fit: {names}")
