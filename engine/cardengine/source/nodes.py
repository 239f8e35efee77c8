"""The located tree: the content of a YAML file, each node with its span in the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from cardengine.diagnostics import Span
from cardengine.source.align import Origin, ScalarStyle, align
from cardengine.source.limits import MAX_INTEGER_DIGITS


class ScalarKind(Enum):
    """The data type that a plain YAML reader would give a scalar; sentences ignore it and read the text."""

    STRING = "string"
    """Anything quoted or in a block, and whatever is none of the other kinds: `yes`, `no`, `010`, `1:30` too."""
    INT = "int"
    """A decimal integer without leading zeros."""
    FLOAT = "float"
    """A decimal number with a decimal point."""
    BOOL = "bool"
    """`true` or `false`."""
    NULL = "null"
    """`null`, `~`, or no text at all."""


class _Text(Enum):
    AS_WRITTEN = "it stands in the file as it is"


Origins: TypeAlias = tuple[Origin, ...] | _Text | None
"""Where each character of a text stands in the file; None if that can't be told."""


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A scalar: a word, a sentence or a number.

    Args:
        span: its place in the file, including quotes and block header.
        text: its value as YAML reads it, whatever its kind.
        kind: its data type.
        style: how it is written.
    """

    span: Span
    text: str
    kind: ScalarKind = ScalarKind.STRING
    style: ScalarStyle = ScalarStyle.PLAIN
    # Holds at most one item, computed on first use.
    _origins: list[Origins] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def line(self) -> str:
        """The text as one line: what is printed can't pass for a line of its own."""
        return " ".join(self.text.split())

    def span_of(self, start: int, end: int) -> Span:
        """The span in the file of a part of the text.

        Args:
            start: offset in `text` of the first character.
            end: offset after the last one. Offsets outside the text are clamped.

        Returns:
            The span of that part; that of the whole scalar if it has escapes, since then the part can't be located.
        """
        start = min(max(start, 0), len(self.text))
        end = min(max(end, start), len(self.text))
        if not self._origins:
            raw = self.span.text
            self._origins.append(_Text.AS_WRITTEN if raw == self.text else align(raw, self.text, self.style))
        origins = self._origins[0]
        if origins is _Text.AS_WRITTEN:
            return self._part(start, end)
        if not origins:
            return self.span
        if start < end:
            return self._part(origins[start][0], origins[end - 1][1])
        place = origins[start][0] if start < len(origins) else origins[-1][1]
        return self._part(place, place)

    def _part(self, start: int, end: int) -> Span:
        return Span(self.span.source, self.span.start + start, self.span.start + end)


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list.

    Args:
        span: from its first character to its last one.
        items: its items in order.
    """

    span: Span
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping with its value."""

    key: ScalarNode
    value: Node

    @property
    def name(self) -> str:
        """The key's text."""
        return self.key.text


@dataclass(frozen=True, slots=True)
class MappingNode:
    """A mapping; iterating yields its entries in file order.

    Args:
        span: from its first character to its last one.
        entries: the entries in order, without duplicate keys.
    """

    span: Span
    entries: tuple[Entry, ...]
    _by_name: dict[str, Entry] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {entry.name: entry for entry in self.entries})

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __bool__(self) -> bool:
        return True  # an empty mapping is still a node

    def entry(self, name: str) -> Entry | None:
        """The entry with this key, or None."""
        return self._by_name.get(name)

    def get(self, name: str) -> Node | None:
        """The value under this key, or None."""
        found = self._by_name.get(name)
        return None if found is None else found.value


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode
"""Any node of a located tree."""


def to_plain(node: Node) -> object:
    """A tree as JSON-compatible data: dictionaries, lists, strings, numbers, booleans and `None`.

    Args:
        node: the root of the tree.
    """
    if isinstance(node, ScalarNode):
        return _plain_scalar(node)
    if isinstance(node, SequenceNode):
        return [to_plain(item) for item in node.items]
    return {entry.name: to_plain(entry.value) for entry in node}


def _plain_scalar(node: ScalarNode) -> str | int | float | bool | None:
    match node.kind:
        case ScalarKind.NULL:
            return None
        case ScalarKind.BOOL:
            return node.text == "true"
        case ScalarKind.INT if len(node.text) <= MAX_INTEGER_DIGITS:
            return int(node.text)
        case ScalarKind.FLOAT:
            number = float(node.text)
            return number if abs(number) != float("inf") else node.text
        case _:
            return node.text
