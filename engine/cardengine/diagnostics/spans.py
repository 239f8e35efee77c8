"""Source texts and places in them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SourceText:
    r"""A named text whose characters can be pointed at.

    Only ``"\n"`` (and so ``"\r\n"``) ends a line.

    Args:
        name: what people are shown as the text's name, usually a path.
        text: the whole text.
    """

    name: str
    text: str
    # Filled on first use: most texts have no problem to report, so nobody asks for their lines.
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def end(self) -> int:
        """The offset behind the last character."""
        return len(self.text)

    @property
    def line_count(self) -> int:
        """How many lines there are; at least 1, and a final line break begins one more."""
        return len(self._line_starts())

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character, both from 1.

        Args:
            offset: a character offset; one outside the text is taken as its nearer end.
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
    """A stretch of a source text, possibly empty.

    Args:
        source: the text.
        start: the offset of the first character.
        end: the offset behind the last one.

    Raises:
        ValueError: the offsets don't lie in the text, or in the wrong order.
    """

    source: SourceText
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end <= self.source.end:
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
        """The line of the place behind the last character, from 1."""
        return self.source.line_column(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of the place behind the last character, from 1."""
        return self.source.line_column(self.end)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]
