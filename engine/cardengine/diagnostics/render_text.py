"""Renders diagnostics for people: the source line with a caret under the place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from cardengine.diagnostics.capped import capped
from cardengine.diagnostics.display import excerpts, visible
from cardengine.diagnostics.model import Diagnostic, Severity
from cardengine.diagnostics.spans import SourceText, Span


class _Style(Enum):
    """The style of a part of the output; the value is its terminal colour code."""

    ERROR = "1;31"
    WARNING = "1;33"
    TITLE = "1"
    FRAME = "1;34"
    PLAIN = ""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A span to underline, with its label; the main one gets carets, the others dashes."""

    span: Span
    message: str
    main: bool


@dataclass(frozen=True, slots=True)
class _Paint:
    """Applies styles, or leaves text as it is when colour is off."""

    color: bool

    def __call__(self, style: _Style, text: str) -> str:
        return f"\x1b[{style.value}m{text}\x1b[0m" if self.color and style.value and text else text


def render_text(diagnostics: Iterable[Diagnostic], color: bool = False) -> str:
    """Render diagnostics as terminal text, in the given order, separated by empty lines.

    Args:
        diagnostics: the problems.
        color: whether to use terminal colours.

    Returns:
        The text without a trailing line break; empty if there is no problem.
    """
    paint = _Paint(color)
    return "\n\n".join("\n".join(_rows(diagnostic, paint)) for diagnostic in capped(diagnostics))


def _rows(diagnostic: Diagnostic, paint: _Paint) -> Iterator[str]:
    style = _severity_style(diagnostic)
    head = paint(style, f"{diagnostic.severity.value}[{diagnostic.code.id}]")
    yield head + paint(_Style.TITLE, f": {visible(diagnostic.message)}")
    marks = _marks(diagnostic)
    width = max((len(str(mark.span.line)) for mark in marks), default=1)
    if marks:
        yield from _places(marks, width, style, paint)
    elif diagnostic.place is not None:
        yield paint(_Style.FRAME, " " * width + "-->") + f" {visible(diagnostic.place)}"
    for note in diagnostic.notes:
        yield from _remark("note", note, width, paint)
    if diagnostic.help is not None:
        yield from _remark("help", diagnostic.help, width, paint)


def _marks(diagnostic: Diagnostic) -> list[_Mark]:
    """The spans to underline, the main one first."""
    main = [_Mark(label.span, label.message, True) for label in diagnostic.labels if label.span == diagnostic.span]
    others = [_Mark(label.span, label.message, False) for label in diagnostic.labels if label.span != diagnostic.span]
    if diagnostic.span is not None and not main:
        main = [_Mark(diagnostic.span, "", True)]
    return main + others


def _places(marks: Sequence[_Mark], width: int, style: _Style, paint: _Paint) -> Iterator[str]:
    """The underlined lines, file by file."""
    sources: dict[SourceText, list[_Mark]] = {}
    for mark in marks:
        sources.setdefault(mark.span.source, []).append(mark)
    arrow = "-->"
    for source, marked in sources.items():
        line, column = source.line_column(marked[0].span.start)
        yield paint(_Style.FRAME, " " * width + arrow) + f" {visible(source.name)}:{line}:{column}"
        yield paint(_Style.FRAME, " " * width + " |")
        yield from _lines(source, sorted(marked, key=_place), width, style, paint)
        arrow = ":::"


def _place(mark: _Mark) -> tuple[int, int]:
    return mark.span.start, mark.span.end


def _lines(source: SourceText, marks: Sequence[_Mark], width: int, style: _Style, paint: _Paint) -> Iterator[str]:
    """The underlined lines of one file, from top to bottom."""
    by_line: dict[int, list[_Mark]] = {}
    for mark in marks:
        by_line.setdefault(mark.span.line, []).append(mark)
    before = None
    for number, marked in by_line.items():
        if before is not None and number > before + 1:
            yield paint(_Style.FRAME, "...")
        before = number
        line, start = source.line(number), source.line_start(number)
        stretches = [(mark.span.start - start, mark.span.end - start) for mark in marked]
        for excerpt, shown in excerpts(line, stretches):
            yield f"{paint(_Style.FRAME, f'{number:>{width}} |')} {excerpt.text}".rstrip()
            for index in shown:
                column, length = excerpt.underline(*stretches[index])
                yield _underline(marked[index], column, length, width, style, paint)


def _underline(mark: _Mark, column: int, length: int, width: int, style: _Style, paint: _Paint) -> str:
    color = style if mark.main else _Style.FRAME
    words = f"{('^' if mark.main else '-') * length} {visible(mark.message)}".rstrip()
    return f"{paint(_Style.FRAME, ' ' * width + ' |')} {' ' * column}{paint(color, words)}"


def _remark(kind: str, text: str, width: int, paint: _Paint) -> Iterator[str]:
    """A note or a help text; its further lines are aligned with its first word."""
    first, *more = visible(text, keep_breaks=True).split("\n")
    yield f"{paint(_Style.FRAME, ' ' * width + ' =')} {paint(_Style.TITLE, kind + ':')} {first}".rstrip()
    for line in more:
        yield f"{' ' * (width + len(' = : ') + len(kind))}{line}".rstrip()


def _severity_style(diagnostic: Diagnostic) -> _Style:
    return _Style.ERROR if diagnostic.severity is Severity.ERROR else _Style.WARNING
