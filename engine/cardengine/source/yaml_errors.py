"""Turns PyYAML's syntax errors into diagnostics that say what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from yaml.error import MarkedYAMLError

from cardengine.diagnostics import Code, Diagnostic, Label, SourceText, Span, quoted


@dataclass(frozen=True, slots=True)
class _ParseFailure:
    """The parts of a PyYAML error.

    Args:
        source: the text.
        at: offset of the error.
        since: offset at which the enclosing value or mapping begins.
        context: what PyYAML says it was parsing.
        problem: what PyYAML says is wrong.
    """

    source: SourceText
    at: int
    since: int
    context: str
    problem: str

    @property
    def character(self) -> str:
        """The character at the error; empty at the end of the text."""
        return self.source.text[self.at : self.at + 1]

    @property
    def before(self) -> str:
        """The line up to the error."""
        return self.source.text[self.source.text.rfind("\n", 0, self.at) + 1 : self.at]

    @property
    def found(self) -> str:
        """The unexpected token's name, as in `but found '<scalar>'`."""
        return self.problem.rpartition(" ")[2].strip("'\"")

    @property
    def follows_closing(self) -> bool:
        """Whether the error comes right after a closing quote or bracket in its line."""
        return self.before.rstrip()[-1:] in {"'", '"', "]", "}"}

    def span(self, offset: int, length: int = 1) -> Span:
        """A span, clamped to the end of the text."""
        end = self.source.end
        return Span(self.source, min(offset, end), min(offset + length, end))

    def rest_of_line(self, offset: int) -> Span:
        """From an offset to the end of its line, comments included."""
        end = self.source.text.find("\n", offset)
        line = self.source.text[offset : None if end < 0 else end]
        return self.span(offset, max(1, len(line.rstrip())))


def explain_syntax(error: Exception, source: SourceText) -> Diagnostic:
    """Explain a PyYAML error in terms of the file.

    Args:
        error: what PyYAML raised; any other exception is taken to be a number that Python couldn't convert.
        source: the text that was read.
    """
    if not isinstance(error, MarkedYAMLError):
        message = "this is not valid YAML: an escape or a directive has too large a number"
        return Diagnostic(Code.YAML_SYNTAX, message, place=source.name)
    mark = error.problem_mark or error.context_mark
    at = source.end if mark is None else min(mark.index, source.end)
    since = at if error.context_mark is None else min(error.context_mark.index, source.end)
    failure = _ParseFailure(source, at, since, error.context or "", error.problem or "")
    for text, explain in _BY_CONTEXT:
        if text in failure.context:
            return explain(failure)
    for text, explain in _BY_PROBLEM:
        if text in failure.problem:
            return explain(failure)
    return _other(failure)


def _diagnostic(code: Code, message: str, span: Span, label: str, *more: Label, help: str | None = None) -> Diagnostic:
    return Diagnostic(code, message, span, (Label(span, label), *more), help=help)


def _other(failure: _ParseFailure) -> Diagnostic:
    return Diagnostic(Code.YAML_SYNTAX, f"this is not valid YAML: {failure.problem}", failure.span(failure.at))


def _missing_colon(failure: _ParseFailure) -> Diagnostic:
    span = failure.rest_of_line(failure.since)
    help = "add the colon; a line that carries on the text above must be indented further than its key"
    if span.text.startswith("-"):
        help = "an item of a list begins with a dash and a space"
    return _diagnostic(
        Code.MISSING_COLON,
        f"no `:` stands behind {quoted(span.text)}",
        span,
        "a key was expected here",
        help=help,
    )


def _values_not_allowed(failure: _ParseFailure) -> Diagnostic:
    if ": " in failure.before:
        return _diagnostic(
            Code.SECOND_COLON,
            "a second `: ` in one line",
            failure.span(failure.at),
            "this colon would end another key",
            help="put the text in single quotes, or leave the colon out",
        )
    start = failure.at - len(failure.before.lstrip())
    return _diagnostic(
        Code.BAD_INDENT,
        f"the key {quoted(failure.before.strip())} can't stand here",
        failure.span(start, failure.at - start),
        "it would carry on the line above",
        help="indent it like the key above it; or, if it belongs to that key, end that key with a colon",
    )


def _items_not_allowed(failure: _ParseFailure) -> Diagnostic:
    return _diagnostic(
        Code.MISPLACED_ITEM,
        "a list item can't stand here",
        failure.span(failure.at),
        "`- ` begins an item of a list",
        help="put the list below its key, each item in a line of its own",
    )


def _bad_first_character(failure: _ParseFailure) -> Diagnostic:
    if failure.character == "\t":
        return _diagnostic(
            Code.TAB_INDENT,
            "a tab stands where only spaces may stand",
            failure.span(failure.at),
            "this is a tab",
            help="use spaces",
        )
    return _diagnostic(
        Code.BAD_FIRST_CHARACTER,
        f"a value can't begin with {quoted(failure.character)}",
        failure.span(failure.at),
        "this sign has a meaning of its own in YAML",
        help="put the whole value in single quotes",
    )


def _quoted(failure: _ParseFailure) -> Diagnostic:
    return _bad_escape(failure) if "escape" in failure.problem else _unclosed_quote(failure)


def _unclosed_quote(failure: _ParseFailure) -> Diagnostic:
    return _diagnostic(
        Code.UNCLOSED_QUOTE,
        "a quote is never closed",
        failure.span(failure.since),
        "the quoted text begins here",
        help="close it, or put the whole text in quotes of the other kind if the quote belongs to it",
    )


def _bad_escape(failure: _ParseFailure) -> Diagnostic:
    start = failure.source.text.rfind("\\", 0, failure.at)
    return _diagnostic(
        Code.BAD_ESCAPE,
        "an escape that is not known",
        failure.span(start, 2),
        "in double quotes a backslash begins an escape",
        help="use single quotes, where a backslash is only a backslash",
    )


def _block_header(failure: _ParseFailure) -> Diagnostic:
    return _diagnostic(
        Code.YAML_SYNTAX,
        f"{quoted(failure.character.strip() or failure.before[-1:])} can't stand behind {quoted(_sign(failure))}",
        failure.span(failure.at),
        "the text begins in the next line",
        Label(failure.span(failure.since), "a text of several lines is announced here"),
        help="begin the text in the next line; or put it in quotes if the sign is part of it",
    )


def _sign(failure: _ParseFailure) -> str:
    return failure.source.text[failure.since : failure.since + 1]


def _block_not_ended(failure: _ParseFailure) -> Diagnostic:
    """Something inside a block mapping or block list that doesn't belong to it."""
    if failure.found in {"]", "}", ","}:
        return _unmatched(failure, f"{quoted(failure.found)} has no bracket that it could belong to")
    if failure.follows_closing:
        return _trailing_content(failure)
    if failure.character == "-":
        return _items_not_allowed(failure)
    if failure.character == ":":
        return _empty_key(failure)
    within = "list" if "collection" in failure.context else "mapping"
    return _diagnostic(
        Code.BAD_INDENT,
        "the indentation doesn't fit",
        failure.rest_of_line(failure.at),
        f"this doesn't line up with the {within} that it would belong to",
        Label(failure.span(failure.since), f"the {within} begins here"),
        help="indent it like the lines that it stands beside",
    )


def _flow_not_ended(failure: _ParseFailure) -> Diagnostic:
    """Something inside brackets where a comma or the closing bracket was expected."""
    bracket = _sign(failure)
    closing = "]" if bracket == "[" else "}"
    opened = failure.span(failure.since)
    if failure.found == "end>":  # '<stream end>'
        return _diagnostic(
            Code.UNCLOSED_BRACKET,
            f"{quoted(bracket)} is never closed",
            opened,
            "the bracket is opened here",
            help=f"close it with {quoted(closing)}",
        )
    return _diagnostic(
        Code.UNCLOSED_BRACKET,
        f"a comma or {quoted(closing)} is missing",
        failure.span(failure.at),
        "before this",
        Label(opened, "the bracket is opened here"),
        help="an expression that begins with a bracket must be put in quotes",
    )


def _unmatched(failure: _ParseFailure, message: str) -> Diagnostic:
    return _diagnostic(Code.UNCLOSED_BRACKET, message, failure.span(failure.at), "here")


def _no_content(failure: _ParseFailure) -> Diagnostic:
    if failure.found == "end>":
        return _diagnostic(Code.UNCLOSED_BRACKET, "the file ends in the middle", failure.span(failure.at), "here")
    if failure.found in {",", "]", "}"}:
        return _unmatched(failure, f"a value is missing before {quoted(failure.found)}")
    if failure.character == ":":
        return _empty_key(failure)
    if failure.character == "-":
        return _items_not_allowed(failure)
    return _bad_first_character(failure)


def _trailing_content(failure: _ParseFailure) -> Diagnostic:
    return _diagnostic(
        Code.YAML_SYNTAX,
        "something follows a value that is already complete",
        failure.rest_of_line(failure.at),
        "this is too much",
        help="put the whole value in quotes of another kind",
    )


def _empty_key(failure: _ParseFailure) -> Diagnostic:
    return _diagnostic(
        Code.EMPTY_KEY, "there is no key before the colon", failure.span(failure.at), "write a key before this"
    )


def _after_the_end(failure: _ParseFailure) -> Diagnostic:
    if failure.character == ":":
        return _empty_key(failure)
    if failure.follows_closing:
        return _trailing_content(failure)
    return _diagnostic(
        Code.BAD_INDENT,
        "this belongs to nothing above it",
        failure.rest_of_line(failure.at),
        "the file's content has ended before this",
        help="begin all keys of the file in the first column",
    )


def _alias(failure: _ParseFailure) -> Diagnostic:
    return _diagnostic(
        Code.ALIAS,
        f"a value can't begin with {quoted(_sign(failure))}",
        failure.span(failure.since),
        "this would begin an alias or an anchor",
        help="put the whole value in single quotes",
    )


def _tag(failure: _ParseFailure) -> Diagnostic:
    return _diagnostic(
        Code.TAG,
        "a value can't begin with `!`",
        failure.span(failure.at if "undefined tag handle" in failure.problem else failure.since),
        "this would begin a tag",
        help="write `not` for `!`, or put the whole value in single quotes",
    )


def _directive(failure: _ParseFailure) -> Diagnostic:
    span = failure.rest_of_line(failure.source.text.rfind("\n", 0, failure.at) + 1)
    return _diagnostic(
        Code.DIRECTIVE, "directives can't be used", span, "this line begins with `%`", help="leave it out"
    )


_Explain = Callable[[_ParseFailure], Diagnostic]

# Tried in this order; the texts are parts of PyYAML's messages.
_BY_CONTEXT: Final[tuple[tuple[str, _Explain], ...]] = (
    ("simple key", _missing_colon),
    ("quoted scalar", _quoted),
    ("block scalar", _block_header),
    ("alias", _alias),
    ("anchor", _alias),
    ("directive", _directive),
    (" tag", _tag),
)
_BY_PROBLEM: Final[tuple[tuple[str, _Explain], ...]] = (
    ("values are not allowed", _values_not_allowed),
    ("entries are not allowed", _items_not_allowed),
    ("keys are not allowed", _bad_first_character),
    ("cannot start any token", _bad_first_character),
    ("<block end>", _block_not_ended),
    ("or ']'", _flow_not_ended),
    ("or '}'", _flow_not_ended),
    ("the node content", _no_content),
    ("<document start>", _after_the_end),
    ("undefined tag handle", _tag),
    ("YAML directive", _directive),
    ("duplicate tag handle", _directive),
    ("YAML document", _directive),
)
