"""Standard output: a terminal with colours and drawing characters, or plain lines."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cardengine.cli.errors import wants_color

MIN_WIDTH = 40
"""Terminals that report fewer columns are treated as this wide."""

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Moves the cursor home, clears the screen and the scrollback."""

PLAIN_WIDTH = 80


class Output:
    """Standard output, written line by line.

    Args:
        plain: whether to write plain lines even on a terminal.
    """

    def __init__(self, plain: bool = False) -> None:
        self.terminal = bool(sys.stdout.isatty())
        self.fancy = self.terminal and not plain and os.environ.get("TERM") != "dumb" and _speaks_unicode()
        self._console = Console(
            color_system="auto" if self.fancy and wants_color(sys.stdout) else None,
            force_terminal=self.fancy,
            no_color=not wants_color(sys.stdout),
            highlight=False,
            markup=False,
            emoji=False,
        )

    @property
    def width(self) -> int:
        """The current number of columns."""
        if not self.terminal:
            return PLAIN_WIDTH
        return max(MIN_WIDTH, shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns)

    def line(self, text: Text | str = "", indent: int = 0) -> None:
        """Write one line; on a terminal a long line wraps, and its continuation is indented."""
        if isinstance(text, str):
            text = Text(text)
        if not self.fancy:
            print(text.plain.rstrip())
            return
        width = self.width - 1
        rows = [text] if text.cell_len <= width else list(_wrapped(text, width, indent))
        for row in rows:
            row.rstrip()
            self._console.print(row, soft_wrap=True)

    def columns(self, cells: Sequence[Text], indent: int) -> None:
        """Write short texts in columns of equal width, as many as fit."""
        if not cells:
            return
        widest = max(cell.cell_len for cell in cells) + 3
        each = max(1, (self.width - 1 - indent) // widest)
        for first in range(0, len(cells), each):
            row = Text(" " * indent)
            for cell in cells[first : first + each]:
                row.append_text(cell)
                row.append(" " * (widest - cell.cell_len))
            self.line(row, indent)

    def rule(self, title: Text | str) -> None:
        """Write a heading across the screen."""
        text = Text(title) if isinstance(title, str) else title
        if not self.fancy:
            self.line()
            self.line(Text.assemble("--- ", text, " ---"))
            return
        self.line()
        line = Text.assemble(("── ", "dim"), text, " ")
        line.append("─" * max(0, self.width - 1 - line.cell_len), "dim")
        self.line(line)

    def clear(self) -> None:
        """Clear the screen and its scrollback; does nothing without a terminal."""
        if not self.terminal:
            return
        if os.environ.get("TERM") == "dumb":
            print("\n" * 100)
        else:
            sys.stdout.write(_CLEAR)
        sys.stdout.flush()


def _speaks_unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def _wrapped(text: Text, width: int, indent: int) -> list[Text]:
    """Wrap a text at spaces; continuation rows are indented."""
    rows: list[Text] = []
    row = Text()
    for word in _words(text):
        blank = not word.plain.strip()
        if row.cell_len + (0 if blank else word.cell_len) > width and row.plain.strip():
            rows.append(row)
            row = Text(" " * indent)
            if blank:
                continue
        if blank and rows and not row.plain.strip():
            continue
        row.append_text(word)
    rows.append(row)
    return rows


def _words(text: Text) -> list[Text]:
    """Split a text into words and runs of spaces."""
    plain = text.plain
    cuts = [place for place in range(1, len(plain)) if (plain[place] == " ") != (plain[place - 1] == " ")]
    return list(text.divide(cuts)) if cuts else [text]


def padded(text: Text, width: int) -> Text:
    """A text padded with spaces to a width."""
    copy = text.copy()
    copy.append(" " * max(0, width - cell_len(text.plain)))
    return copy
