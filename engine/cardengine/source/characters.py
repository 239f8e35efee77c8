"""Characters that no file may have: they can't be seen, or YAML would take them for line breaks."""

from __future__ import annotations

import unicodedata
from typing import Final

from cardengine.diagnostics import Code, Diagnostic, Label, SourceText, Span

_WHITE: Final = frozenset("\t\n\r")

# Controls (NUL and U+0085 among them), formats (bidi, zero width), surrogates, line and paragraph separators.
_FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

# The noncharacters that YAML refuses.
_NONCHARACTERS: Final = frozenset("\ufffe\uffff")


def is_forbidden(character: str) -> bool:
    """Whether a character may not occur in a file."""
    if character in _WHITE:
        return False
    return unicodedata.category(character) in _FORBIDDEN or character in _NONCHARACTERS


def check_characters(source: SourceText) -> list[Diagnostic]:
    """The characters of a text that may not be there: each once, at its first place.

    Args:
        source: the text.
    """
    found = {character for character in set(source.text) if is_forbidden(character)}
    problems = [_problem(source, character) for character in found]
    lone = _lone_return(source.text)
    if lone >= 0:
        span = Span(source, lone, lone + 1)
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
    """A character that can't be seen, in words: its number, and its name if it has one."""
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


def _lone_return(text: str) -> int:
    """The offset of the first carriage return without a line feed behind it, or -1."""
    at = text.find("\r")
    while at >= 0 and text.startswith("\n", at + 1):
        at = text.find("\r", at + 1)
    return at
