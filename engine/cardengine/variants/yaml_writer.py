"""Writes a located tree as YAML text; reading that text gives an equal tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from cardengine.diagnostics import visible
from cardengine.source import Entry, MappingNode, Node, ScalarKind, ScalarNode, SequenceNode

_MAX_FLOW_LENGTH: Final = 140
_MAX_KEY_LENGTH: Final = 1000  # a YAML parser looks for the colon within 1024 characters
_NUMBERLIKE: Final = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?")
_KEYWORDS: Final = frozenset({"true", "false", "null", "~"})
_PLAIN_START: Final = re.compile(r"[\w(]")
_NOT_PLAIN: Final = re.compile(r":(?= |\Z)| #|[\t\n\r]|\A | \Z")
_NOT_IN_FLOW: Final = re.compile(r"[,\[\]{}:?]")
_ESCAPES: Final = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def resolved_text(node: Node, notes: bool = False) -> str:
    """A tree as YAML, in the order of its entries. Short collections written in brackets keep them.

    Args:
        node: the root of the tree.
        notes: whether to comment each part that comes from another file than the text around it.
    """
    top = node.span.source.name
    lines = _sections(node) if isinstance(node, MappingNode) and node.entries else _lines(node, top)
    width = min(100, max((len(line.text) for line in lines if line.origins), default=0))
    whole = [
        f"{line.text:<{width}}  # {visible(', '.join(dict.fromkeys(line.origins)))}"
        if notes and line.origins
        else line.text
        for line in lines
    ]
    return "\n".join(whole) + "\n"


def _sections(node: MappingNode) -> list[_Line]:
    """The lines of a top-level mapping, with an empty line before each section of several lines."""
    lines: list[_Line] = []
    for entry in node:
        section = _entry(entry, node.span.source.name)
        if lines and len(section) > 1:
            lines.append(_Line("", []))
        lines += section
    return lines


@dataclass(slots=True)
class _Line:
    """An output line, and the other files that parts of it come from."""

    text: str
    origins: list[str]


def _lines(node: Node, around: str) -> list[_Line]:
    """The lines of a node.

    Args:
        node: the node.
        around: the name of the file that the surrounding text comes from.
    """
    short = _short(node, around)
    if short is not None:
        return [short]
    lines: list[_Line] = []
    if isinstance(node, SequenceNode):
        for item in node.items:
            lines += _hung("- ", _lines(item, item.span.source.name), _origin(item, around))
    elif isinstance(node, MappingNode):
        for entry in node:
            lines += _entry(entry, around)
    return lines


def _entry(entry: Entry, around: str) -> list[_Line]:
    key = _scalar(entry.key, in_flow=False)
    origin = _origin(entry.key, around) or _origin(entry.value, around)
    # Below a key from another file there may be parts of the first file again; the key's own comment covers them.
    inside = entry.value.span.source.name
    below = _lines(entry.value, inside)
    if len(key) > _MAX_KEY_LENGTH:
        return [_Line(f"? {key}", origin), *_hung(": ", below, [])]
    if isinstance(entry.value, ScalarNode) or _short(entry.value, inside) is not None:
        return [_Line(f"{key}: {below[0].text}".rstrip(), origin or below[0].origins)]
    return [_Line(f"{key}:", origin), *(_Line("  " + line.text, line.origins) for line in below)]


def _hung(mark: str, lines: list[_Line], origin: list[str]) -> list[_Line]:
    """Lines that follow a two-character indicator such as `- `."""
    first, *others = lines
    head = _Line((mark + first.text).rstrip(), origin or first.origins)
    return [head, *(_Line("  " + line.text, line.origins) for line in others)]


def _short(node: Node, around: str) -> _Line | None:
    """A node on one line: a scalar, an empty collection, or one written in brackets; else None."""
    if isinstance(node, ScalarNode):
        return _Line(_scalar(node, in_flow=False), [])
    empty = not (node.items if isinstance(node, SequenceNode) else node.entries)
    if not empty and not node.span.text.startswith(("[", "{")):
        return None
    text = _flow(node)
    if len(text) > _MAX_FLOW_LENGTH:
        return None
    return _Line(text, [origin for part in _parts(node) for origin in _origin(part, around)])


def _parts(node: Node) -> Iterator[Node]:
    """All nodes of a tree, keys included."""
    yield node
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _parts(item)
    elif isinstance(node, MappingNode):
        for entry in node:
            yield entry.key
            yield from _parts(entry.value)


def _flow(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return _scalar(node, in_flow=True)
    if isinstance(node, SequenceNode):
        return f"[{', '.join(_flow(item) for item in node.items)}]"
    return f"{{{', '.join(f'{_scalar(entry.key, in_flow=True)}: {_flow(entry.value)}' for entry in node)}}}"


def _scalar(node: ScalarNode, in_flow: bool) -> str:
    """A scalar on one line, without quotes if it needs none."""
    text = node.text
    if node.kind is ScalarKind.NULL:
        return text or "~" if in_flow else text
    if node.kind is not ScalarKind.STRING or _is_plain(text, in_flow):
        return text
    if "\n" in text or "\r" in text or "\t" in text:
        return f'"{text.translate(_ESCAPES)}"'
    return "'" + text.replace("'", "''") + "'"


def _is_plain(text: str, in_flow: bool) -> bool:
    """Whether a text can be written without quotes and still read as itself."""
    if not _PLAIN_START.match(text) or _NOT_PLAIN.search(text):
        return False
    if text in _KEYWORDS or _NUMBERLIKE.fullmatch(text):
        return False
    return not (in_flow and _NOT_IN_FLOW.search(text))


def _origin(node: Node, around: str) -> list[str]:
    """Where a node comes from, if that is another file than the text around it."""
    span = node.span
    return [] if span.source.name == around else [f"{PurePosixPath(span.source.name).name}:{span.line}"]
