"""Strict YAML: parses a text into a located tree.

PyYAML only splits the text into events; no Python objects are constructed from them. Features that a ruleset has
no use for (anchors, aliases, tags, merge keys, a second document, keys that aren't text) are refused, with their place.

PyYAML has two parsers: its own and, on most machines, libyaml, which is twenty times as fast. Its own decides: libyaml
reads only what both are known to read alike, and whatever it finds wrong is read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from cardengine.diagnostics import Code, Diagnostic, Label, SourceText, Span, quoted
from cardengine.source.align import ScalarStyle
from cardengine.source.characters import character_name, check_characters, is_forbidden
from cardengine.source.limits import MAX_DEPTH, MAX_FILE_BYTES, MAX_NODES
from cardengine.source.nodes import Entry, MappingNode, Node, ScalarKind, ScalarNode, SequenceNode
from cardengine.source.yaml_errors import explain_syntax

_INT: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+([eE][-+]?[0-9]{1,3})?")
_KEYWORDS: Final = {
    "true": ScalarKind.BOOL,
    "false": ScalarKind.BOOL,
    "null": ScalarKind.NULL,
    "~": ScalarKind.NULL,
    "": ScalarKind.NULL,
}
_NUMBER_STARTS: Final = frozenset("+-0123456789")
_STYLES: Final = {style.value: style for style in ScalarStyle}
_PROPERTY: Final = re.compile(r"[&!][^\s,\[\]{}]*")

_Loader = type[yaml.SafeLoader] | type[yaml.CSafeLoader]

_READ_OTHERWISE: Final = re.compile(r"[\t?!]|[|>][-+0-9]*#")
"""What libyaml takes in places where PyYAML's own parser doesn't."""


def read_yaml(source: SourceText, report: list[Diagnostic]) -> Node | None:
    """Parse a YAML text into a located tree.

    Args:
        source: the text.
        report: receives the problems, as many as can be found in one pass.

    Returns:
        The tree, or None if the text can't be read as one. There can be a tree and problems at once: anchors and
        tags, duplicate keys and keys that aren't text are then left out of the tree.
    """
    if source.end > MAX_FILE_BYTES:
        message = f"the text has more than {MAX_FILE_BYTES // 1024} KiB"
        report.append(Diagnostic(Code.FILE_TOO_LARGE, message, place=source.name))
        return None
    hidden = check_characters(source)
    if hidden:
        report.extend(hidden)
        return None
    tree = _with_libyaml(source)
    return _with_pyyaml(source, report) if tree is None else tree


def _with_libyaml(source: SourceText) -> Node | None:
    """The tree of a text in which nothing is wrong and that both parsers read alike."""
    if not yaml.__with_libyaml__ or _READ_OTHERWISE.search(source.text):
        return None
    problems: list[Diagnostic] = []
    composer = _Composer(source, problems, yaml.CSafeLoader)
    try:
        tree = composer.document()
    except (_AbortError, _UnreadableError):
        return None
    return None if problems or composer.has_empty else tree


def _with_pyyaml(source: SourceText, report: list[Diagnostic]) -> Node | None:
    try:
        return _Composer(source, report, yaml.SafeLoader).document()
    except _AbortError:
        return None
    except _UnreadableError as error:
        report.append(explain_syntax(error.cause, source))
        return None


class _AbortError(Exception):
    """A problem has been reported after which the rest of the text isn't worth reading."""


class _UnreadableError(Exception):
    """The parser found an error of syntax."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(cause)
        self.cause = cause


class _Composer:
    """Composes the tree of one text from PyYAML's events.

    Attributes:
        has_empty: whether a value is left out; the two parsers differ in where it would stand.
    """

    def __init__(self, source: SourceText, report: list[Diagnostic], loader: _Loader) -> None:
        self.has_empty = False
        self._source = source
        self._report = report
        self._events: Iterator[Event] = yaml.parse(source.text, Loader=loader)
        self._length = source.end
        self._nodes = 0
        self._has_alias = False

    def document(self) -> Node | None:
        """The tree of the only document."""
        self._next()  # start of stream
        start = self._next()
        if isinstance(start, StreamEndEvent):
            self._empty()
            return None
        self._check_directives(start)
        root = self._node(self._next(), depth=1)
        self._next()  # end of document
        after = self._next()
        if not isinstance(after, StreamEndEvent):
            place = self._event_span(after)
            message = "a second document begins here"
            self._problem(Code.SECOND_DOCUMENT, message, place, help="put it into a file of its own")
        if isinstance(root, ScalarNode) and root.kind is ScalarKind.NULL and not root.text:
            self._empty()
            return None
        return None if self._has_alias else root

    def _next(self) -> Event:
        try:
            return next(self._events)
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            # Both parsers accept numbers in escapes and directives that Python can't convert.
            raise _UnreadableError(error) from None

    def _node(self, event: Event, depth: int) -> Node:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            message = f"there are more than {MAX_NODES:,} keys and values in the file"
            self._give_up(Code.TOO_MANY_NODES, message, event)
        if isinstance(event, AliasEvent):
            return self._alias(event)
        if isinstance(event, NodeEvent) and (event.anchor is not None or getattr(event, "tag", None) is not None):
            self._report_properties(event)
        if isinstance(event, ScalarEvent):
            return self._scalar(event)
        if depth > MAX_DEPTH:
            message = f"lists and mappings stand inside each other more than {MAX_DEPTH} levels deep"
            self._give_up(Code.TOO_DEEP, message, event)
        if isinstance(event, SequenceStartEvent):
            return self._sequence(event, depth)
        return self._mapping(event, depth)

    def _scalar(self, event: ScalarEvent) -> ScalarNode:
        start, end = _start(event), _end(event)
        style = _STYLES[event.style or ""]
        text: str = event.value
        if not text and style is ScalarStyle.PLAIN:
            self.has_empty = True
        if style in {ScalarStyle.LITERAL, ScalarStyle.FOLDED}:
            end = self._block_end(start, end, text)
        node = ScalarNode(self._span(start, end), text, _kind(text, style), style)
        if style is ScalarStyle.DOUBLE_QUOTED and "\\" in node.span.text:
            self._check_escapes(node)
        return node

    def _sequence(self, start: CollectionStartEvent, depth: int) -> SequenceNode:
        items: list[Node] = []
        event = self._next()
        while not isinstance(event, CollectionEndEvent):
            items.append(self._node(event, depth + 1))
            event = self._next()
        return SequenceNode(self._collection_span(start, event, items), tuple(items))

    def _mapping(self, start: Event, depth: int) -> MappingNode:
        entries: dict[str, Entry] = {}
        last: list[Node] = []
        event = self._next()
        while not isinstance(event, CollectionEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(self._next(), depth + 1)
            last = [key, value]
            if self._check_key(key, entries) and isinstance(key, ScalarNode):
                entries[key.text] = Entry(key, value)
            event = self._next()
        return MappingNode(self._collection_span(start, event, last), tuple(entries.values()))

    def _check_key(self, key: Node, entries: dict[str, Entry]) -> bool:
        """Whether a key may enter the tree; reports why not."""
        if not isinstance(key, ScalarNode):
            kind = "list" if isinstance(key, SequenceNode) else "mapping"
            advice = "put the key in quotes if it is a text"
            self._problem(Code.KEY_NOT_TEXT, f"a {kind} can't be a key", key.span, help=advice)
            return False
        if not key.text and key.style is ScalarStyle.PLAIN:
            self._problem(Code.EMPTY_KEY, "there is no key before the colon", key.span, "write a key here")
            return False
        if key.text == "<<" and key.style is ScalarStyle.PLAIN:
            message = "the key `<<` can't be used"
            self._problem(Code.MERGE_KEY, message, key.span, help="write the entries out")
            return False
        first = entries.get(key.text)
        if first is None:
            return True
        labels = (Label(key.span, "here it stands again"), Label(first.key.span, "the first one is here"))
        message = f"the key {quoted(key.text)} stands twice in one mapping"
        self._report.append(Diagnostic(Code.DUPLICATE_KEY, message, key.span, labels))
        return False

    def _alias(self, event: AliasEvent) -> ScalarNode:
        span = self._event_span(event)
        self._problem(
            Code.ALIAS,
            f"{quoted(span.text)} stands for another value, and such aliases can't be used",
            span,
            help="write the value out, or put it in quotes if the `*` is part of the text",
        )
        # Aliases aren't resolved, so whatever later checks said about this tree could be wrong.
        self._has_alias = True
        return ScalarNode(span, span.text)

    def _report_properties(self, event: Event) -> None:
        """Report an anchor or a tag in front of a value."""
        place = _start(event)
        while found := _PROPERTY.match(self._source.text, place):
            span = self._span(*found.span())
            if found.group().startswith("&"):
                message = f"{quoted(span.text)} names the value for later, and such anchors can't be used"
                help = "leave it out, or put the value in quotes if the `&` is part of the text"
                self._problem(Code.ALIAS, message, span, help=help)
            else:
                message = f"{quoted(span.text)} is a tag, and tags can't be used"
                help = "leave it out, or put the value in quotes if the `!` is part of the text"
                self._problem(Code.TAG, message, span, help=help)
            place = found.end()
            while self._source.text.startswith((" ", "\t"), place):
                place += 1

    def _check_escapes(self, node: ScalarNode) -> None:
        """Reports characters that would come into a text by the back door."""
        bad = sorted({character for character in node.text if character == "\r" or is_forbidden(character)})
        if bad:
            message = f"the hidden character {character_name(bad[0])} can't be used"
            self._problem(Code.BAD_ESCAPE, message, node.span, "an escape in this text stands for it")

    def _check_directives(self, event: Event) -> None:
        start = _start(event)
        if isinstance(event, DocumentStartEvent) and self._source.text.startswith("%", start):
            end = self._source.text.find("\n", start)
            span = self._span(start, self._source.end if end < 0 else end)
            self._problem(Code.DIRECTIVE, "directives can't be used", span, help="leave the line out")

    def _empty(self) -> None:
        message = "there is nothing in the file"
        self._report.append(Diagnostic(Code.EMPTY_FILE, message, place=self._source.name))

    def _collection_span(self, start: Event, end: Event, children: list[Node]) -> Span:
        """The span of a collection.

        A collection without brackets has no closing token: PyYAML puts its end after the comments that follow.
        """
        first, last = _start(start), _end(end)
        if _start(end) == last:
            last = children[-1].span.end if children else first
        return self._span(first, max(first, last))

    def _block_end(self, start: int, end: int, text: str) -> int:
        """Where a block value ends; PyYAML includes the empty lines below it."""
        if text.rstrip("\n").endswith((" ", "\t")):
            return end  # a last line of spaces only may be part of the value
        raw = self._source.text[start:end]
        line_end = raw.find("\n", len(raw.rstrip()))
        return start + len(raw[:line_end].removesuffix("\r")) if line_end >= 0 else end

    def _event_span(self, event: Event) -> Span:
        return self._span(_start(event), _end(event))

    def _span(self, start: int, end: int) -> Span:
        length = self._length
        return Span(self._source, start if start < length else length, end if end < length else length)

    def _problem(self, code: Code, message: str, span: Span, label: str = "", help: str | None = None) -> None:
        labels = (Label(span, label),) if label else ()
        self._report.append(Diagnostic(code, message, span, labels, help=help))

    def _give_up(self, code: Code, message: str, event: Event) -> None:
        span = self._event_span(event)
        self._problem(code, message, span, "here it is too much")
        raise _AbortError


def _start(event: Event) -> int:
    mark = event.start_mark
    return 0 if mark is None else mark.index  # events of a text always have marks


def _end(event: Event) -> int:
    mark = event.end_mark
    return 0 if mark is None else mark.index


def _kind(text: str, style: ScalarStyle) -> ScalarKind:
    """The data type of a scalar."""
    if style is not ScalarStyle.PLAIN:
        return ScalarKind.STRING
    if text in _KEYWORDS:
        return _KEYWORDS[text]
    if text[0] not in _NUMBER_STARTS:
        return ScalarKind.STRING
    if _INT.fullmatch(text):
        return ScalarKind.INT
    return ScalarKind.FLOAT if _FLOAT.fullmatch(text) else ScalarKind.STRING
