"""Tables: for a terminal, or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

NOTHING = "-"


@dataclass
class Report:
    """A table: a title, headings, and rows of a name and cells.

    Attributes:
        title: what it shows.
        headings: of all columns; the first is that of the names.
        rows: the cells as text, each row as long as the headings.
        notes: what has to be said below it.
    """

    title: str
    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, name: str, *cells: str) -> None:
        """Add a row."""
        assert 1 + len(cells) == len(self.headings)
        self.rows.append((name, *cells))

    def markdown(self) -> str:
        """The table as Markdown, its title in bold before it."""
        lines = [
            self.headings,
            ["---", *["---:"] * (len(self.headings) - 1)],
            *self.rows,
        ]
        table = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        return "\n\n".join([f"**{self.title}**", table, *self.notes]) + "\n"

    def show(self, console: Console) -> None:
        """Draw the table on a terminal."""
        table = Table(title=self.title, title_justify="left")
        for number, heading in enumerate(self.headings):
            table.add_column(heading, justify="right" if number else "left", no_wrap=not number)
        for row in self.rows:
            table.add_row(*row)
        console.print(table)
        for note in self.notes:
            console.print(note, markup=False, highlight=False)


def number(value: float | None) -> str:
    """A number as text, to three digits that count, in thousands (k) or millions (M); a dash for None."""
    if value is None:
        return NOTHING
    for unit, sign in ((1e6, "M"), (1e3, "k"), (1.0, "")):
        if value >= 0.9995 * unit:
            count = value / unit
            return f"{count:.{2 if count < 9.995 else 1 if count < 99.95 else 0}f}{sign}"
    return f"{value:.2g}"


def ratio(over: float | None, under: float | None) -> str:
    """A ratio as text, to two digits that count; a dash where a side is missing."""
    if over is None or not under:
        return NOTHING
    value = over / under
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"
