"""Key paths: ``choices.answer.text`` and the part of a tree that it leads to.

Keys are matched as they stand, so a key may have dots of its own; a definition or a procedure is matched by its
name, without its parameters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cardengine.diagnostics import Span
from cardengine.source import Entry, MappingNode, Node, ScalarNode

_SIGNATURE: Final = re.compile(r"([a-z][a-z0-9_]*) *(\(.*\))?")
_PLAIN: Final = re.compile(r"[^.]+")

Names = tuple[str, ...]
"""The keys that lead to a part, from the top; signatures by their names."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a key path leads to.

    Attributes:
        names: the path, in the form by which paths are compared.
        keys: the keys as they stand in the tree.
        entry: the last one's entry.
        rewritten: another signature for it, if the path has one.
    """

    names: Names
    keys: tuple[str, ...]
    entry: Entry
    rewritten: str | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """How far a key path leads.

    Attributes:
        names: the keys that are there, in the form by which paths are compared.
        keys: the same as they stand in the tree.
        node: what they lead to.
        entry: the last one's entry; None at the top.
        rest: what is left of the path.
        place: the place of the first key that isn't there.
    """

    names: Names
    keys: tuple[str, ...]
    node: Node
    entry: Entry | None
    rest: str
    place: Span

    @property
    def wanted(self) -> str:
        """The first key that isn't there."""
        found = _PLAIN.match(self.rest)
        return self.rest if found is None or self.takes_sentences else found.group()

    @property
    def takes_sentences(self) -> bool:
        """Whether the keys that may stand here are sentences or signatures, which may have dots."""
        return self.names in {("require",), ("define",), ("procedures",)} or (
            len(self.names) == 4 and self.names[0] == "choices" and self.names[-1] == "when"
        )

    @property
    def is_new_key(self) -> bool:
        """Whether only the last key of the path isn't there, and could be."""
        return isinstance(self.node, MappingNode) and bool(self.rest) and self.wanted == self.rest


def fold(text: str) -> str:
    """A text with single spaces for all white space, and none around it."""
    return " ".join(text.split())


def walk(root: Node, path: ScalarNode) -> Found | Missing:
    """Follow a key path.

    Args:
        root: the top of a tree.
        path: the path, as it stands in a variant.
    """
    text = fold(path.text)
    rest, node = text, root
    names: Names = ()
    keys: tuple[str, ...] = ()
    entry: Entry | None = None
    while isinstance(node, MappingNode):
        step = _step(node, rest, names)
        if step is None:
            break
        entry, length = step
        names, keys = (*names, _name(entry.name, names)), (*keys, entry.name)
        if length == len(rest):
            new = rest if names[0] in {"define", "procedures"} and len(names) == 2 and "(" in rest else None
            return Found(names, keys, entry, None if new == fold(entry.name) else new)
        rest, node = rest[length + 1 :], entry.value
    place = path.span
    if text == path.text and rest:
        missing = Missing(names, keys, node, entry, rest, place)
        start = len(text) - len(rest)
        place = path.span_of(start, start + len(missing.wanted))
    return Missing(names, keys, node, entry, rest, place)


def children(node: Node, names: Names) -> list[str]:
    """What the keys right under a node are called in a path.

    Args:
        node: the node.
        names: the path to it.
    """
    return [_name(entry.name, names) for entry in node] if isinstance(node, MappingNode) else []


def _step(node: MappingNode, rest: str, names: Names) -> tuple[Entry, int] | None:
    """The entry that a path goes through, the one with the longest key, and how much of the path that is."""
    best: tuple[Entry, int] | None = None
    for entry in node:
        length = _matching(fold(entry.name), rest, names)
        if length and (best is None or length > best[1]):
            best = entry, length
    return best


def _matching(key: str, rest: str, names: Names) -> int:
    """How many characters at the beginning of a path name a key; 0 when they don't."""
    for form in (key, _name(key, names)):
        if rest == form or rest.startswith(form + "."):
            return len(form)
    # `fits(card, row)` names `fits(card, pile)`: its parameters are to be others.
    if names in {("define",), ("procedures",)}:
        found = _SIGNATURE.fullmatch(rest)
        if found is not None and found[1] == _name(key, names):
            return len(rest)
    return 0


def _name(key: str, names: Names) -> str:
    """What a key is called in a path."""
    if names in {("define",), ("procedures",)}:
        found = _SIGNATURE.fullmatch(fold(key))
        if found is not None:
            return found[1]
    return fold(key)
