"""Parses the text of one scalar into a syntax tree, or explains the syntax error at its column."""

from __future__ import annotations

import re
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from typing import cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from cardengine.constructs.verbs.base import Form
from cardengine.diagnostics import Code, Diagnostic, suggest
from cardengine.lang import forms
from cardengine.lang.parser_cache import load_parser
from cardengine.source import ScalarNode, ScalarStyle

MAX_CHARACTERS = 2000
MAX_NODES = 500
MAX_DEPTH = 64

KEPT = 2048
"""The size of the cache of syntax trees: reading a ruleset again, or a variant of it, repeats most sentences."""

Syntax = Tree[Token]


class Entry(Enum):
    """The start symbols of the grammar."""

    STEP = "step"
    HEADER = "header"
    EXPRESSION = "expr"
    DOMAIN = "domain"
    ZONE = "zone"
    SIGNATURE = "signature"


_NAMES = {
    Entry.STEP: "sentence",
    Entry.HEADER: "sentence with steps under it",
    Entry.EXPRESSION: "expression",
    Entry.DOMAIN: "domain",
    Entry.ZONE: "zone",
    Entry.SIGNATURE: "signature",
}


def grammar_text() -> str:
    """The text of the grammar file."""
    return files("cardengine.lang").joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def _parser() -> Lark:
    return load_parser(grammar_text(), [entry.value for entry in Entry])


@lru_cache(KEPT)
def _tree(entry: Entry, text: str) -> Syntax:
    """The syntax tree of a text. It is never changed, so repeated sentences are parsed once."""
    return _parser().parse(text, start=entry.value)


def forget_sentences() -> None:
    """Clear the cache of syntax trees, to measure the time of parsing."""
    _tree.cache_clear()


def parse(entry: Entry, scalar: ScalarNode, report: list[Diagnostic]) -> Syntax | None:
    """Parse a scalar's text.

    Args:
        entry: the start symbol.
        scalar: the scalar; positions are mapped back to its source.
        report: receives the diagnostic if the text can't be parsed.

    Returns:
        The syntax tree, or None after a report.
    """
    text = scalar.text
    if len(text) > MAX_CHARACTERS:
        message = f"this {_NAMES[entry]} has {len(text)} characters; the most is {MAX_CHARACTERS}"
        report.append(
            Diagnostic(Code.SENTENCE_TOO_LONG, message, scalar.span, help="split it: name a part under `define`")
        )
        return None
    try:
        tree = _tree(entry, text)
    except UnexpectedInput as error:
        report.append(_explain(entry, scalar, error))
        return None
    return tree if _within_limits(tree, scalar, report) else None


def _within_limits(tree: Syntax, scalar: ScalarNode, report: list[Diagnostic]) -> bool:
    nodes, level, depth = 0, [tree], 0
    while level:
        nodes += len(level)
        depth += 1
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
    for figure, limit, what in ((nodes, MAX_NODES, "parts"), (depth, MAX_DEPTH, "levels of nesting")):
        if figure > limit:
            message = f"this sentence has {figure} {what}; the most is {limit}"
            report.append(
                Diagnostic(Code.SENTENCE_TOO_DEEP, message, scalar.span, help="split it: name a part under `define`")
            )
            return False
    return True


def _explain(entry: Entry, scalar: ScalarNode, error: UnexpectedInput) -> Diagnostic:
    text = scalar.text
    start, end, at_end = _place(text, error)
    span = scalar.span_of(start, end)
    found = text[start:end]
    first = _first_word(text)
    if not text.strip():
        return Diagnostic(Code.SENTENCE, f"a {_NAMES[entry]} is missing here", scalar.span)
    for foreign, ours in forms.FOREIGN:
        if text.startswith(foreign, start):
            span = scalar.span_of(start, start + len(foreign))
            return Diagnostic(
                Code.FOREIGN_SYMBOL,
                f"`{foreign}` is not part of the language",
                span,
                help=f"write {_quoted(ours)}",
            )
    if entry in (Entry.STEP, Entry.HEADER):
        unknown = _unknown_verb(entry, scalar, first, error)
        if unknown is not None:
            return unknown
    what = f"the {_NAMES[entry]} ends too soon" if at_end else f"`{found}` does not fit here"
    notes = []
    form = _form(entry, text, first)
    if form is not None:
        notes = [f"its form: {form.shape}", f"example: {form.example}"]
    return Diagnostic(
        Code.SENTENCE,
        what,
        span,
        notes=tuple(notes),
        help=_comma_ends_it(scalar, at_end)
        or _needs_brackets(found)
        or _misspelt_keyword(found, error)
        or _expected(error),
    )


def _comma_ends_it(scalar: ScalarNode, at_end: bool) -> str | None:
    """Help for a sentence inside `[ ]` or `{ }`, which YAML ends at the first comma."""
    source, end = scalar.span.source.text, scalar.span.end
    if not at_end or scalar.style is not ScalarStyle.PLAIN or source[end : end + 1] != ",":
        return None
    return "inside `[ ]` and `{ }` a comma ends the sentence: put it in quotes, or in a line of its own"


def _place(text: str, error: UnexpectedInput) -> tuple[int, int, bool]:
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        start = error.token.start_pos or 0
        return start, start + len(error.token), False
    if isinstance(error, UnexpectedCharacters):
        start = cast("int", error.pos_in_stream)
        word = re.compile(r"\w+|.", re.DOTALL).match(text, start)
        return start, word.end() if word else start + 1, False
    end = len(text.rstrip())
    return end, end, True


def _first_word(text: str) -> str:
    match = re.match(r"\s*([A-Za-z_]+)", text)
    return match.group(1) if match else ""


def _unknown_verb(entry: Entry, scalar: ScalarNode, first: str, error: UnexpectedInput) -> Diagnostic | None:
    table = forms.STEPS if entry is Entry.STEP else forms.HEADERS
    other = forms.HEADERS if entry is Entry.STEP else forms.STEPS
    words = scalar.text.split()
    if first in table or {"chooses", "choose", "wins"} & set(words):
        return None
    begin = scalar.text.find(first)
    span = scalar.span_of(begin, begin + len(first)) if first else scalar.span
    if first in other:
        if entry is Entry.STEP:
            message, help_ = (
                f"`{first}` has steps under it",
                "end the line with a colon and indent its steps below",
            )
        else:
            message, help_ = (
                f"`{first}` has no steps under it",
                "take the colon away, and what is indented below it",
            )
        return Diagnostic(Code.SENTENCE, message, span, help=help_)
    verbs = sorted(set(table) - {"chooses", "together", "wins"})
    close = suggest(first, [*table, *other])
    notes: tuple[str, ...] = ()
    if close is not None:
        form = table.get(close) or other[close]
        help_ = f"did you mean `{close}`?"
        notes = (f"its form: {form.shape}", f"example: {form.example}")
    else:
        help_ = f"sentences begin with: {', '.join(verbs)}" + (
            "; or: PLAYER chooses, PLAYERS choose, PLAYER wins" if entry is Entry.STEP else ""
        )
    return Diagnostic(
        Code.UNKNOWN_VERB, f"no sentence fits `{scalar.text.strip()[:60]}`", span, notes=notes, help=help_
    )


def _form(entry: Entry, text: str, first: str) -> Form | None:
    words = text.split()
    match entry:
        case Entry.STEP:
            for verb in ("chooses", "wins"):
                if verb in words:
                    return forms.STEPS[verb]
            if "choose" in words and first != "choose":
                return forms.STEPS["together"]
            return forms.STEPS.get(first)
        case Entry.HEADER:
            return forms.HEADERS.get(first)
        case Entry.ZONE:
            return forms.ZONE
        case Entry.SIGNATURE:
            return forms.SIGNATURE
        case Entry.DOMAIN:
            key = {"an": "a"}.get(first, first)
            return forms.DOMAINS.get(key) or forms.DOMAINS["words" if " or " in text else "some"]
        case Entry.EXPRESSION:
            return None


def _quoted(ours: str) -> str:
    return f"`{ours}`" if re.fullmatch(r"[a-z ]+", ours) and not ours.startswith("a ") else ours


_READABLE = {
    "NAME": "a name",
    "INT": "a number",
    "CARD": "a card",
    "COMPARISON": "a comparison",
    "$END": "the end",
}


def _expected_words(error: UnexpectedInput) -> list[str]:
    names: set[str] = set()
    if isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected)
    elif isinstance(error, UnexpectedCharacters):
        names = set(error.allowed or ())
    definitions = {terminal.name: terminal.pattern for terminal in _parser().terminals}
    words = []
    for name in sorted(names):
        if name in _READABLE:
            words.append(_READABLE[name])
        elif name in definitions and definitions[name].type == "str":
            words.append(f"`{definitions[name].value}`")
    return words


def _needs_brackets(found: str) -> str | None:
    """Help for operators that bind so loosely that they need brackets beside a comparison, `and` or `+`."""
    examples = {"of": "(value of hand)", "where": "(hand where suit is hearts)", "if": "(if wave is 1 then 2 else 3)"}
    example = examples.get(found)
    return f"beside other parts it needs brackets, such as `{example}`" if example else None


def _misspelt_keyword(found: str, error: UnexpectedInput) -> str | None:
    keywords = [word.strip("`") for word in _expected_words(error) if word.startswith("`")]
    close = suggest(found, keywords) if found.isalpha() else None
    return f"did you mean `{close}`?" if close else None


def _expected(error: UnexpectedInput) -> str | None:
    words = _expected_words(error)
    return (
        f"expected {', '.join(words[:-1])} or {words[-1]}"
        if 1 < len(words) <= 8
        else (f"expected {words[0]}" if words else None)
    )
