"""Source texts and places in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SourceText:
    r"""A named text that spans refer to.

    Only ``"\n"`` ends a line (and so does ``"\r\n"``).

    Args:
        name: the name shown to people, usually a path.
        text: the whole text.
    """

    name: str
    text: str
    # Filled on first use: most texts have no problem, so their lines are never needed.
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def end(self) -> int:
        """The offset after the last character."""
        return len(self.text)

    @property
    def line_count(self) -> int:
        """The number of lines: at least 1; a final line break begins another line."""
        return len(self._line_starts())

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1.

        Args:
            offset: a character offset; clamped to the text.
        """
        offset = min(max(offset, 0), self.end)
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """One line without its line break.

        Args:
            number: the line's number, from 1.

        Raises:
            IndexError: there is no such line.
        """
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            raise IndexError(f"{self.name} has no line {number}")
        if number == len(starts):
            return self.text[starts[-1] :]
        return self.text[starts[number - 1] : starts[number] - 1].removesuffix("\r")

    def line_start(self, number: int) -> int:
        """The offset of a line's first character.

        Args:
            number: the line's number, from 1 to `line_count`.
        """
        return self._line_starts()[number - 1]

    def _line_starts(self) -> list[int]:
        if not self._starts:
            starts = [0]
            found = self.text.find("\n")
            while found >= 0:
                starts.append(found + 1)
                found = self.text.find("\n", found + 1)
            self._starts[:] = starts
        return self._starts


@dataclass(frozen=True, slots=True)
class Span:
    """A range of a source text, possibly empty.

    Args:
        source: the text.
        start: offset of the first character.
        end: offset after the last one.

    Raises:
        ValueError: an offset lies outside the text, or the end lies before the start.
    """

    source: SourceText
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end <= len(self.source.text):
            raise ValueError(f"no such span in {self.source.name}: {self.start} to {self.end}")

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.source.line_column(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of the end offset, from 1."""
        return self.source.line_column(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of the end offset, from 1."""
        return self.source.line_column(self.end)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]
