"""Edits of located trees: each returns a new tree that shares the unchanged parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardengine.source import Entry, MappingNode, Node, ScalarKind, ScalarNode, SequenceNode

Trail = tuple[str | int, ...]
"""Keys and item indices that lead to a node, from the root."""


def changed(node: Node, trail: Sequence[str | int], change: Callable[[Node], Node]) -> Node:
    """A tree with one of its nodes changed.

    Args:
        node: the root.
        trail: the way to the node.
        change: returns the new node for the old one.

    Raises:
        KeyError: the trail leads to no node.
    """
    if not trail:
        return change(node)
    head, rest = trail[0], trail[1:]
    if isinstance(node, MappingNode) and isinstance(head, str) and node.entry(head) is not None:
        entries = [
            Entry(entry.key, changed(entry.value, rest, change)) if entry.name == head else entry for entry in node
        ]
        return MappingNode(node.span, tuple(entries))
    if isinstance(node, SequenceNode) and isinstance(head, int) and head < len(node.items):
        items = list(node.items)
        items[head] = changed(items[head], rest, change)
        return SequenceNode(node.span, tuple(items))
    raise KeyError(head)


def with_entry(node: Node, key: str, entry: Entry | None) -> Node:
    """A mapping with one entry replaced, removed or added at the end.

    Args:
        node: the mapping.
        key: the key of the entry.
        entry: the new entry; None removes the old one.
    """
    assert isinstance(node, MappingNode)
    there = node.entry(key) is not None
    entries = [entry if old.name == key else old for old in node]
    if not there:
        entries.append(entry)
    return MappingNode(node.span, tuple(entry for entry in entries if entry is not None))


def with_items(node: Node, place: int, dropped: int, items: Sequence[Node]) -> Node:
    """A list with some items replaced.

    Args:
        node: the list.
        place: index of the first item to replace.
        dropped: how many items to replace.
        items: the new items.
    """
    assert isinstance(node, SequenceNode)
    return SequenceNode(node.span, (*node.items[:place], *items, *node.items[place + dropped :]))


def same(left: Node, right: Node) -> bool:
    """Whether two trees have the same content, wherever they come from."""
    if isinstance(left, ScalarNode):
        if not isinstance(right, ScalarNode) or left.kind is not right.kind:
            return False
        return left.text == right.text or left.kind is ScalarKind.NULL
    if isinstance(left, SequenceNode):
        return (
            isinstance(right, SequenceNode)
            and len(left.items) == len(right.items)
            and all(same(*pair) for pair in zip(left.items, right.items, strict=True))
        )
    return (
        isinstance(right, MappingNode)
        and len(left) == len(right)
        and all(one.name == other.name and same(one.value, other.value) for one, other in zip(left, right, strict=True))
    )


def size(node: Node) -> int:
    """The number of scalars (keys included), lists and mappings in a tree."""
    if isinstance(node, ScalarNode):
        return 1
    if isinstance(node, SequenceNode):
        return 1 + sum(size(item) for item in node.items)
    return 1 + sum(1 + size(entry.value) for entry in node)


def depth(node: Node) -> int:
    """How deeply lists and mappings are nested."""
    if isinstance(node, ScalarNode):
        return 0
    inner = node.items if isinstance(node, SequenceNode) else tuple(entry.value for entry in node)
    return 1 + max((depth(part) for part in inner), default=0)
