"""Maps each character of a YAML scalar's value to its position in the file.

YAML folds lines, strips indentation and doubles quotes, so a value is not simply a slice of its file. This
module rebuilds the value from that slice by YAML's rules and records where each character came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final

_FLOW_PART: Final = re.compile(r"[ \t\r\n]+|''|[^ \t\r\n]")

Origin = tuple[int, int]
"""Start and end index in the raw slice of what stands for one character of the value."""


class ScalarStyle(Enum):
    """How a scalar is written; each value is the character it begins with."""

    PLAIN = ""
    SINGLE_QUOTED = "'"
    DOUBLE_QUOTED = '"'
    LITERAL = "|"
    FOLDED = ">"


def align(raw: str, text: str, style: ScalarStyle) -> tuple[Origin, ...] | None:
    """The origin of each character of a value.

    Args:
        raw: the scalar as it stands in the file, with its quotes or its block header.
        text: its value.
        style: how it is written.

    Returns:
        One origin for each character of the value, or None if they can't be determined: it has escapes.
    """
    match style:
        case ScalarStyle.PLAIN:
            parts = list(_flow(raw, 0, len(raw)))
        case ScalarStyle.SINGLE_QUOTED:
            parts = list(_flow(raw, 1, len(raw) - 1))
        case ScalarStyle.DOUBLE_QUOTED:
            parts = [] if "\\" in raw else list(_flow(raw, 1, len(raw) - 1, doubled=False))
        case ScalarStyle.LITERAL | ScalarStyle.FOLDED:
            parts = list(_block(raw, text, folded=style is ScalarStyle.FOLDED))
    if "".join(character for character, _ in parts) != text:
        return None
    return tuple(origin for _, origin in parts)


def _flow(raw: str, start: int, end: int, doubled: bool = True) -> Iterator[tuple[str, Origin]]:
    """The characters of a plain or quoted value. Inside single quotes a quote is written twice."""
    for found in _FLOW_PART.finditer(raw, start, end):
        part, at = found.group(), found.start()
        if part == "''" and doubled and start > 0:
            yield "'", (at, at + 2)
        elif "\n" in part:
            breaks = [at + index for index, character in enumerate(part) if character == "\n"]
            if len(breaks) == 1:
                yield " ", (breaks[0], breaks[0] + 1)
            # A single line break folds into a space; of several, the first only ends the line.
            for place in breaks[1:]:
                yield "\n", (place, place + 1)
        else:
            for index, character in enumerate(part, at):
                yield character, (index, index + 1)


def _block(raw: str, text: str, folded: bool) -> Iterator[tuple[str, Origin]]:
    """The characters of a block value; its first line is the block header."""
    lines = list(_body(raw))
    indent = _indent([line for _, line, _ in lines], text)
    breaks: list[int] = []  # line breaks since the last non-blank line, its own first
    before = ""
    length = 0
    for at, line, line_break in lines:
        content = line[indent:]
        if not content:
            breaks.append(line_break)
            continue
        separators = breaks
        separator = "\n"
        if before and folded and before[0] not in " \t" and content[0] not in " \t":
            separators, separator = (breaks[1:], "\n") if len(breaks) > 1 else (breaks, " ")
        for place in separators:
            yield separator, (place, place + 1)
        for index, character in enumerate(content, at + indent):
            yield character, (index, index + 1)
        length += len(separators) + len(content)
        before = content
        breaks = [line_break]
    # What remains are the trailing line breaks that the block header keeps.
    for character in text[length:]:
        yield character, (len(raw), len(raw))


def _body(raw: str) -> Iterator[tuple[int, str, int]]:
    """The lines below the header without their line breaks: offset, text, offset of the line break."""
    at = raw.find("\n") + 1
    while 0 < at <= len(raw):
        end = raw.find("\n", at)
        end = len(raw) if end < 0 else end
        yield at, raw[at:end].removesuffix("\r"), end
        at = end + 1


def _indent(lines: Sequence[str], text: str) -> int:
    """How many leading spaces of each line are indentation rather than part of the value."""
    first = next((line for line in lines if line.strip(" ")), "")
    return max(0, _leading_spaces(first) - _leading_spaces(text.lstrip("\n")))


def _leading_spaces(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
