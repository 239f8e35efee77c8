"""Makes text safe to print on a terminal, and measures how wide it is there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

MAX_WIDTH: Final = 100
"""The widest excerpt of a line; of longer lines only a part is shown."""

CONTEXT: Final = 30
"""How many columns an excerpt shows before the marked place."""

TAB_WIDTH: Final = 4
ELLIPSIS: Final = "..."

# More combining marks on one letter than any script needs would let a hostile line overprint its neighbours.
_MAX_COMBINING: Final = 4

# Control and format characters (bidirectional, zero width), surrogates, line and paragraph separators.
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

_MAX_QUOTE_LENGTH: Final = 60


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line, or a part of it, as it is printed.

    Args:
        text: the printed text.
        first: the index in the line of the first printed character.
        columns: the terminal column, from 0, at which each printed character begins; the last item is the column
            after the last character.
        cut: whether the line continues after the excerpt.
    """

    text: str
    first: int
    columns: tuple[int, ...]
    cut: bool

    def shows(self, index: int) -> bool:
        """Whether an index of the line, or the end of the line, lies in the excerpt."""
        return self.first <= index < self.first + len(self.columns) - self.cut

    def underline(self, start: int, end: int) -> tuple[int, int]:
        """The columns that a stretch of the line occupies.

        Args:
            start: index in the line of the first character.
            end: index after the last one.

        Returns:
            The first column, from 0, and the number of columns, at least 1.
        """
        last = len(self.columns) - 1
        low = min(max(start - self.first, 0), last)
        high = min(max(end - self.first, low), last)
        while 0 < low < last and self.columns[low] == self.columns[low + 1]:
            low -= 1  # a combining mark is marked together with its base letter
        return self.columns[low], max(1, self.columns[high] - self.columns[low])


def visible(text: str, keep_breaks: bool = False) -> str:
    r"""A text that is safe to print: invisible characters and terminal controls become escapes.

    Args:
        text: any text.
        keep_breaks: whether to keep ``"\n"``; otherwise it becomes a space.
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
    """A text quoted for a message: in backticks, on one line, with the middle cut out if it is long."""
    text = " ".join(text.split()) if any(space in text for space in "\n\r\t") else text
    if len(text) > _MAX_QUOTE_LENGTH:
        kept = (_MAX_QUOTE_LENGTH - len(ELLIPSIS)) // 2
        text = f"{text[:kept]}{ELLIPSIS}{text[-kept:]}"
    return f'"{text}"' if "`" in text else f"`{text}`"


def excerpts(line: str, marks: Iterable[tuple[int, int]]) -> list[tuple[Excerpt, list[int]]]:
    """The excerpts of a line that together show all marks; the whole line if it is short.

    Args:
        line: the line, without its line break.
        marks: the stretches to mark, as start and end index, sorted by start.

    Returns:
        Each excerpt with the indices of the marks to draw under it.
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
    """As much of a line as fits, beginning at an index."""
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
    """The characters that could fit from an index on: copies no more of a huge line than needed."""
    return line[first : first + MAX_WIDTH * (_MAX_COMBINING + 1) + 1]


def _first_shown(line: str, start: int) -> int:
    """Where an excerpt must begin to show a character with some context before it."""
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
    """How many terminal columns the printed form of a character takes."""
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
    """The printed form of a character; `combining` counts the run of combining marks that ends with it."""
    if " " <= character <= "~":
        return character
    if combining <= _MAX_COMBINING and unicodedata.category(character) not in _HIDDEN:
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
