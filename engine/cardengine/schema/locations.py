"""Leads from a path in plain data back to the located tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardengine.diagnostics import Span, quoted
from cardengine.source import Entry, MappingNode, Node, ScalarNode, SequenceNode


@dataclass(frozen=True, slots=True)
class Location:
    """A node of the located tree and the way to it.

    Args:
        node: the node.
        entry: the mapping entry whose value it is, if any.
        parent: the location of the list or mapping around it; None at the root.
        path: keys and item indices, from the root.
    """

    node: Node
    entry: Entry | None = None
    parent: Location | None = None
    path: tuple[str | int, ...] = ()

    @property
    def name(self) -> str:
        """What messages call the node."""
        if self.entry is not None:
            return quoted(self.entry.name)
        if self.parent is None:
            return "the file"
        above = self.parent
        while above.entry is None and above.parent is not None:
            above = above.parent
        return "an item of the list" if above.entry is None else f"an item of {quoted(above.entry.name)}"

    @property
    def span(self) -> Span:
        """The span that a message points to: a short one, never a whole block."""
        if isinstance(self.node, ScalarNode) and self.node.span.start < self.node.span.end:
            return self.node.span
        if self.entry is not None:
            return self.entry.key.span
        return _beginning(self.node)

    def siblings(self) -> tuple[Node, ...]:
        """The items of the list around the node, itself included; none if it isn't a list item."""
        above = None if self.parent is None else self.parent.node
        return above.items if isinstance(above, SequenceNode) else ()

    def child(self, step: str | int) -> Location | None:
        """The location that a key or an item index leads to, or None."""
        path = (*self.path, step)
        if isinstance(self.node, MappingNode):
            entry = self.node.entry(str(step))
            return None if entry is None else Location(entry.value, entry, self, path)
        if isinstance(self.node, SequenceNode) and isinstance(step, int) and step < len(self.node.items):
            return Location(self.node.items[step], None, self, path)
        return None


def locate(root: Node, path: Iterable[str | int]) -> Location:
    """Follow a path as far as it leads.

    Args:
        root: the root of the tree.
        path: keys and item indices, from the root.
    """
    location = Location(root)
    for step in path:
        child = location.child(step)
        if child is None:
            break
        location = child
    return location


def _beginning(node: Node) -> Span:
    """A short span at the start of a list or mapping: its first key, or its first line."""
    if isinstance(node, MappingNode) and node.entries:
        return node.entries[0].key.span
    span = node.span
    line_end = span.source.text.find("\n", span.start, span.end)
    return span if line_end < 0 else Span(span.source, span.start, line_end)
