"""Refuses invisible characters, and those that YAML would take for line breaks."""

from __future__ import annotations

import unicodedata
from typing import Final

from cardengine.diagnostics import Code, Diagnostic, Label, SourceText, Span

_WHITESPACE: Final = frozenset("\t\n\r")

# Control characters (including NUL and U+0085), format characters (bidirectional, zero width), surrogates, and
# line and paragraph separators.
_FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

# The noncharacters that YAML refuses.
_NONCHARACTERS: Final = frozenset("\ufffe\uffff")


def is_forbidden(character: str) -> bool:
    """Whether a character may not occur in a file."""
    if character in _WHITESPACE:
        return False
    return unicodedata.category(character) in _FORBIDDEN or character in _NONCHARACTERS


def check_characters(source: SourceText) -> list[Diagnostic]:
    """Report the forbidden characters of a text, each once, at its first occurrence.

    Args:
        source: the text.
    """
    found = {character for character in set(source.text) if is_forbidden(character)}
    problems = [_problem(source, character) for character in found]
    at = _lone_carriage_return(source.text)
    if at >= 0:
        span = Span(source, at, at + 1)
        message = "a carriage return that ends no line"
        problems.append(
            Diagnostic(
                Code.FORBIDDEN_CHARACTER,
                message,
                span,
                notes=("lines end with a line feed, or with a carriage return and a line feed",),
            )
        )
    return sorted(problems, key=lambda problem: problem.span.start if problem.span else 0)


def character_name(character: str) -> str:
    """An invisible character described by its code point, and by its Unicode name if it has one."""
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X} ({name})" if name else f"U+{ord(character):04X}"


def _problem(source: SourceText, character: str) -> Diagnostic:
    first = source.text.index(character)
    span = Span(source, first, first + 1)
    others = source.text.count(character) - 1
    more = (f"it stands at {others} more place{'s' if others > 1 else ''} in the file",) if others else ()
    return Diagnostic(
        Code.FORBIDDEN_CHARACTER,
        f"the hidden character {character_name(character)} can't be used",
        span,
        labels=(Label(span, "delete it"),),
        notes=more,
    )


def _lone_carriage_return(text: str) -> int:
    """The offset of the first carriage return that no line feed follows, or -1."""
    at = text.find("\r")
    while at >= 0 and text.startswith("\n", at + 1):
        at = text.find("\r", at + 1)
    return at
