"""Checks the order of keys in a step, which a JSON Schema can't express."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cardengine.diagnostics import Code, Diagnostic, Label, quoted
from cardengine.source import Entry, MappingNode, Node, SequenceNode

_HEADER: Final = re.compile(r"(if|for|repeat|phase|else)(?: |\Z)")


def check_step_order(ruleset: Node) -> list[Diagnostic]:
    """Report headers and `else` branches in the wrong place.

    Args:
        ruleset: the root of the file's tree; parts of the wrong kind are skipped.
    """
    return [problem for steps in _lists_of_steps(ruleset) for problem in _list(steps)]


def _lists_of_steps(ruleset: Node) -> Iterator[Node]:
    yield from _values(ruleset, "setup")
    yield from _values(ruleset, "play")
    for procedures in _values(ruleset, "procedures"):
        yield from _values(procedures)
    for choices in _values(ruleset, "choices"):
        for choice in _values(choices):
            for action in _values(choice):
                yield from _values(action, "do")


def _values(node: Node, name: str | None = None) -> Iterator[Node]:
    """The values of a mapping: that of one key, or all of them."""
    if isinstance(node, MappingNode):
        for entry in node:
            if name is None or entry.name == name:
                yield entry.value


def _list(steps: Node) -> Iterator[Diagnostic]:
    if not isinstance(steps, SequenceNode):
        return
    for step in steps.items:
        if isinstance(step, MappingNode):
            yield from _step(step)
            for entry in step:
                yield from _list(entry.value)


def _step(step: MappingNode) -> Iterator[Diagnostic]:
    headers = [_header(entry) for entry in step]
    if not headers or None in headers:
        return  # the schema check has reported the key
    first, *others = step
    if headers[0] == "else":
        yield _problem(
            first,
            f"{quoted(first.name)} has no `if` before it",
            "the item begins here",
            help="indent it like its `if`, without a dash: it is a further key of that item",
        )
        return
    ended = False
    for entry, header in zip(others, headers[1:], strict=True):
        if header != "else":
            yield _problem(
                entry,
                f"{quoted(entry.name)} is a second header in one item",
                "it needs an item of its own",
                Label(first.key.span, "the first one"),
                help="begin it with `- `",
            )
        elif headers[0] != "if":
            yield _problem(
                entry,
                f"{quoted(entry.name)} stands behind {quoted(first.name)}, which is no `if`",
                "only an `if` has an `else`",
                Label(first.key.span, "the item begins here"),
            )
        elif ended:
            yield _problem(entry, f"{quoted(entry.name)} stands behind the last `else`", "it is never reached")
        ended = ended or entry.name == "else"


def _header(entry: Entry) -> str | None:
    """The keyword that a header begins with, or None if the key isn't a header."""
    found = _HEADER.match(entry.name)
    return found[1] if found else None


def _problem(entry: Entry, message: str, label: str, *more: Label, help: str | None = None) -> Diagnostic:
    span = entry.key.span
    return Diagnostic(Code.STEP_ORDER, message, span, (Label(span, label), *more), help=help)
