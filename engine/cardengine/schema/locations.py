"""From a path in plain data back to the parts of the located tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardengine.diagnostics import Span, quoted
from cardengine.source import Entry, MappingNode, Node, ScalarNode, SequenceNode


@dataclass(frozen=True, slots=True)
class Location:
    """A part of a file, with what leads to it.

    Args:
        node: the part.
        entry: the entry whose value it is, if it is one's.
        parent: the list or mapping that it stands in, unless it is the whole.
        path: keys and numbers of items, from the top.
    """

    node: Node
    entry: Entry | None = None
    parent: Location | None = None
    path: tuple[str | int, ...] = ()

    @property
    def name(self) -> str:
        """What the part is called in a message."""
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
        """Where a message about the part points: short, and never a whole block."""
        if isinstance(self.node, ScalarNode) and self.node.span.start < self.node.span.end:
            return self.node.span
        if self.entry is not None:
            return self.entry.key.span
        return _beginning(self.node)

    def siblings(self) -> tuple[Node, ...]:
        """The items of the list that the part stands in, itself among them; none if it is no item."""
        above = None if self.parent is None else self.parent.node
        return above.items if isinstance(above, SequenceNode) else ()

    def child(self, step: str | int) -> Location | None:
        """The part that a key or the number of an item leads to, if there is one."""
        path = (*self.path, step)
        if isinstance(self.node, MappingNode):
            entry = self.node.entry(str(step))
            return None if entry is None else Location(entry.value, entry, self, path)
        if isinstance(self.node, SequenceNode) and isinstance(step, int) and step < len(self.node.items):
            return Location(self.node.items[step], None, self, path)
        return None


def locate(root: Node, path: Iterable[str | int]) -> Location:
    """The part that a path leads to, or as far as it leads.

    Args:
        root: the top of the tree.
        path: keys and numbers of items, from the top.
    """
    location = Location(root)
    for step in path:
        child = location.child(step)
        if child is None:
            break
        location = child
    return location


def _beginning(node: Node) -> Span:
    """A short place at the beginning of a list or a mapping: its first key, or its first line."""
    if isinstance(node, MappingNode) and node.entries:
        return node.entries[0].key.span
    span = node.span
    line_end = span.source.text.find("\n", span.start, span.end)
    return span if line_end < 0 else Span(span.source, span.start, line_end)
