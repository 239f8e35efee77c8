"""How characters look on a terminal: what must not reach one as it is, and how wide the rest is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

MAX_WIDTH: Final = 100
"""Longer lines are shown in part."""

CONTEXT: Final = 30
"""How many columns are shown before a mark in a line that is shown in part."""

TAB_WIDTH: Final = 4
ELLIPSIS: Final = "..."

# More marks on one letter than any script needs would let a hostile line run over its neighbours.
_MOST_COMBINING: Final = 4

# Controls, formats (bidi, zero width), surrogates, line and paragraph separators.
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

_LONGEST_QUOTE: Final = 60


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line, or a part of it, as it is shown.

    Args:
        text: what is printed.
        first: the index in the line of the first character that is shown.
        columns: where each character that is shown begins in `text`, in terminal columns from 0, and at last
            where the next one would.
        cut: whether the line goes on behind it.
    """

    text: str
    first: int
    columns: tuple[int, ...]
    cut: bool

    def shows(self, index: int) -> bool:
        """Whether the character at an index of the line, or the place behind its last one, is in it."""
        return self.first <= index < self.first + len(self.columns) - self.cut

    def underline(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the line appears.

        Args:
            start: the index in the line of the first character.
            end: the index behind the last one.

        Returns:
            The first column, from 0, and how many columns there are: at least 1.
        """
        last = len(self.columns) - 1
        low = min(max(start - self.first, 0), last)
        high = min(max(end - self.first, low), last)
        while 0 < low < last and self.columns[low] == self.columns[low + 1]:
            low -= 1  # a combining mark is shown with the letter that it belongs to
        return self.columns[low], max(1, self.columns[high] - self.columns[low])


def visible(text: str, keep_breaks: bool = False) -> str:
    r"""A text that is safe to print: what is not seen, or would steer a terminal, is written as an escape.

    Args:
        text: any text.
        keep_breaks: whether ``"\n"`` stays; otherwise it becomes a space.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    combining = 0
    for character in text:
        combining = combining + 1 if _is_combining(character) else 0
        if character == "\n":
            shown.append("\n" if keep_breaks else " ")
        else:
            shown.append(_shown(character, combining))
    return "".join(shown)


def quoted(text: str) -> str:
    """A text as it is quoted in a message: in backticks, on one line, in the middle shortened when long."""
    text = " ".join(text.split()) if any(space in text for space in "\n\r\t") else text
    if len(text) > _LONGEST_QUOTE:
        kept = (_LONGEST_QUOTE - len(ELLIPSIS)) // 2
        text = f"{text[:kept]}{ELLIPSIS}{text[-kept:]}"
    return f'"{text}"' if "`" in text else f"`{text}`"


def excerpts(line: str, marks: Iterable[tuple[int, int]]) -> list[tuple[Excerpt, list[int]]]:
    """The parts of a line that show all marks: the whole line when it is short.

    Args:
        line: the line, without its line break.
        marks: the stretches to be marked, from index to index, by their beginning.

    Returns:
        Each part, with the numbers (from 0) of the marks that are drawn under it.
    """
    parts: list[tuple[Excerpt, list[int]]] = []
    for number, (start, _) in enumerate(marks):
        if parts and parts[-1][0].shows(start):
            parts[-1][1].append(number)
            continue
        part = _excerpt(line, 0)
        if not part.shows(start):
            part = _excerpt(line, _first_shown(line, start))
        parts.append((part, [number]))
    return parts


def _excerpt(line: str, first: int) -> Excerpt:
    """What fits of a line, from the character at an index on."""
    prefix = ELLIPSIS if first else ""
    shown = [prefix]
    columns = [len(prefix)]
    combining = 0
    for character in _from(line, first):
        combining = combining + 1 if _is_combining(character) else 0
        width = _width(character, columns[-1], combining)
        if columns[-1] + width > MAX_WIDTH:
            return Excerpt("".join([*shown, ELLIPSIS]), first, tuple(columns), cut=True)
        shown.append(" " * width if character == "\t" else _shown(character, combining))
        columns.append(columns[-1] + width)
    return Excerpt("".join(shown), first, tuple(columns), cut=False)


def _from(line: str, first: int) -> Sequence[str]:
    """The characters of a line that can be shown from one on; a copy of no more than that."""
    return line[first : first + MAX_WIDTH * (_MOST_COMBINING + 1) + 1]


def _first_shown(line: str, start: int) -> int:
    """Where the part of a long line begins that shows a character with some of what is before it."""
    width = 0
    first = start
    while first > 0 and start - first < CONTEXT:
        width += _width(line[first - 1], 0, int(_is_combining(line[first - 1])))
        if width > CONTEXT:
            break
        first -= 1
    while 0 < first < start and _is_combining(line[first]):
        first += 1
    return first


def _width(character: str, column: int, combining: int) -> int:
    """How many terminal columns a character takes, as it is shown."""
    if character == "\t":
        return TAB_WIDTH - column % TAB_WIDTH
    if " " <= character <= "~":
        return 1
    shown = _shown(character, combining)
    if len(shown) > 1:
        return len(shown)
    if combining:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _shown(character: str, combining: int) -> str:
    """A character as it is printed; `combining` says how many combining marks in a row end with it."""
    if " " <= character <= "~":
        return character
    if combining <= _MOST_COMBINING and unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _is_combining(character: str) -> bool:
    if character < "\u0300":
        return False
    # The vowels and finals of Korean syllables join the consonant before them, though they are letters.
    return unicodedata.category(character) in {"Mn", "Me"} or "\u1160" <= character <= "\u11ff"
