"""Key paths: resolves ``choices.answer.text`` to a node of a tree.

Keys are matched literally, so a key may itself contain dots. A definition or procedure is matched by its name,
without its parameters.
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
"""The keys that lead to a node, from the root; signatures are reduced to their names."""


@dataclass(frozen=True, slots=True)
class Found:
    """A key path that exists.

    Attributes:
        names: the path in normalised form, for comparing paths.
        keys: the keys as written in the tree.
        entry: the entry of the last key.
        rewritten: the new signature, if the path gives the definition or procedure a different one.
    """

    names: Names
    keys: tuple[str, ...]
    entry: Entry
    rewritten: str | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """A key path that doesn't exist, and how far it leads.

    Attributes:
        names: the existing keys in normalised form, for comparing paths.
        keys: the existing keys as written in the tree.
        node: the node that they lead to.
        entry: the entry of the last existing key; None at the root.
        rest: the remaining text of the path.
        place: the span of the first missing key.
    """

    names: Names
    keys: tuple[str, ...]
    node: Node
    entry: Entry | None
    rest: str
    place: Span

    @property
    def first_missing(self) -> str:
        """The first missing key."""
        found = _PLAIN.match(self.rest)
        return self.rest if found is None or self.takes_sentences else found.group()

    @property
    def takes_sentences(self) -> bool:
        """Whether keys here are sentences or signatures, which may contain dots."""
        return self.names in {("require",), ("define",), ("procedures",)} or (
            len(self.names) == 4 and self.names[0] == "choices" and self.names[-1] == "when"
        )

    @property
    def is_new_key(self) -> bool:
        """Whether only the last key of the path is missing, so that it could be added."""
        return isinstance(self.node, MappingNode) and bool(self.rest) and self.first_missing == self.rest


def fold(text: str) -> str:
    """A text with each run of white space collapsed into one space, and trimmed."""
    return " ".join(text.split())


def walk(root: Node, path: ScalarNode) -> Found | Missing:
    """Resolve a key path.

    Args:
        root: the root of the tree.
        path: the path as written in a variant.
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
        place = path.span_of(start, start + len(missing.first_missing))
    return Missing(names, keys, node, entry, rest, place)


def children(node: Node, names: Names) -> list[str]:
    """The names, as used in paths, of the keys directly under a node.

    Args:
        node: the node.
        names: the path to it.
    """
    return [_name(entry.name, names) for entry in node] if isinstance(node, MappingNode) else []


def _step(node: MappingNode, rest: str, names: Names) -> tuple[Entry, int] | None:
    """The entry that the rest of a path begins with (longest match), and the length of the match."""
    best: tuple[Entry, int] | None = None
    for entry in node:
        length = _matching(fold(entry.name), rest, names)
        if length and (best is None or length > best[1]):
            best = entry, length
    return best


def _matching(key: str, rest: str, names: Names) -> int:
    """How many characters at the start of a path match a key; 0 if none."""
    for form in (key, _name(key, names)):
        if rest == form or rest.startswith(form + "."):
            return len(form)
    # `fits(card, row)` matches `fits(card, pile)`: the variant gives it other parameters.
    if names in {("define",), ("procedures",)}:
        found = _SIGNATURE.fullmatch(rest)
        if found is not None and found[1] == _name(key, names):
            return len(rest)
    return 0


def _name(key: str, names: Names) -> str:
    """The name of a key as used in paths."""
    if names in {("define",), ("procedures",)}:
        found = _SIGNATURE.fullmatch(fold(key))
        if found is not None:
            return found[1]
    return fold(key)
