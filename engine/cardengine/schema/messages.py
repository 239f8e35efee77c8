"""Turns schema violations into diagnostics for the author of the file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from jsonschema.exceptions import ValidationError

from cardengine.diagnostics import Code, Diagnostic, Fix, Label, Span, quoted, suggest
from cardengine.schema.locations import Location, locate
from cardengine.source import MappingNode, Node, ScalarKind, ScalarNode, ScalarStyle, SequenceNode

# Looking for similar words takes time, and nobody needs more suggestions than this for one mapping.
_MAX_SUGGESTIONS: Final = 20

_KINDS: Final = {
    ScalarKind.STRING: "a text",
    ScalarKind.INT: "a number",
    ScalarKind.FLOAT: "a number with a point",
    ScalarKind.BOOL: "true or false",
    ScalarKind.NULL: "nothing",
}


@dataclass(frozen=True, slots=True)
class _Violation:
    """A schema violation and its location.

    Args:
        location: the offending node; if the violation is about a key, the mapping that has it.
        keyword: the schema keyword that is violated, such as `type`.
        expected: the keyword's value in the schema.
        schema: the subschema that has the keyword.
        key: the offending key, if the violation is about a key.
    """

    location: Location
    keyword: str
    expected: Any
    schema: Mapping[str, Any]
    key: str | None

    @property
    def title(self) -> str:
        """A description of what is expected, such as `a list`."""
        title: str = self.schema.get("title", "something else")
        return title


def explain(root: Node, errors: Iterable[ValidationError]) -> list[Diagnostic]:
    """Explain a validator's errors as diagnostics, in no particular order.

    Args:
        root: the root of the validated tree.
        errors: what the validator found in the tree's plain data.
    """
    violations = _without_consequences([_violation(root, error) for error in errors])
    problems: list[Diagnostic] = []
    meant: set[tuple[tuple[str | int, ...], str]] = set()
    for violation in violations:
        if violation.keyword == "additionalProperties":
            for problem, guess in _unknown_keys(violation):
                problems.append(problem)
                meant.add((violation.location.path, guess or ""))
    for violation in violations:
        if violation.keyword == "required":
            problems += [
                _missing_key(violation, key)
                for key in violation.expected
                # A misspelt key is reported as unknown, so it isn't missing as well.
                if not _has(violation.location.node, key) and (violation.location.path, key) not in meant
            ]
        elif violation.keyword != "additionalProperties":
            problems.append(_EXPLAIN.get(violation.keyword, _other)(violation))
    return problems


def _without_consequences(violations: list[_Violation]) -> list[_Violation]:
    """Drop further violations of a value whose kind is already wrong."""
    wrong_kind = {violation.location.path for violation in violations if violation.keyword == "type"}
    return [
        violation
        for violation in violations
        if violation.keyword == "type" or violation.key is not None or violation.location.path not in wrong_kind
    ]


def _violation(root: Node, error: ValidationError) -> _Violation:
    about_key = "propertyNames" in error.absolute_schema_path
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    key = str(error.instance) if about_key else None
    return _Violation(locate(root, error.absolute_path), str(error.validator), error.validator_value, schema, key)


def _has(node: Node, key: str) -> bool:
    return isinstance(node, MappingNode) and node.entry(key) is not None


def _diagnostic(
    code: Code, message: str, span: Span, label: str = "", *, help: str | None = None, fix: Fix | None = None
) -> Diagnostic:
    labels = (Label(span, label),) if label else ()
    return Diagnostic(code, message, span, labels, help=help, fix=fix)


# ---- keys ----------------------------------------------------------------------------------------


def _unknown_keys(violation: _Violation) -> Iterator[tuple[Diagnostic, str | None]]:
    """A problem for each unknown key, together with the key that was probably meant."""
    mapping = violation.location.node
    if not isinstance(mapping, MappingNode):
        return
    known: Mapping[str, Any] = violation.schema.get("properties", {})
    patterns = [re.compile(pattern) for pattern in violation.schema.get("patternProperties", {})]
    free = [name for name in known if name not in {entry.name for entry in mapping}]
    unknown = [
        entry.key
        for entry in mapping
        if entry.name not in known and not any(pattern.search(entry.name) for pattern in patterns)
    ]
    for number, key in enumerate(unknown):
        guess = suggest(key.text, free) if number < _MAX_SUGGESTIONS else None
        if patterns:
            yield _bad_header(violation, key), None
            continue
        problem = Diagnostic(
            Code.UNKNOWN_KEY,
            f"the key {quoted(key.text)} is not known in {violation.location.name}",
            key.span,
            (Label(key.span, "no such key"),),
            (f"the keys here are: {', '.join(known)}",),
            help=None if guess is None else f"did you mean {quoted(guess)}?",
            fix=None if guess is None else Fix(key.span, guess),
        )
        yield problem, guess


def _bad_header(violation: _Violation, key: ScalarNode) -> Diagnostic:
    message = f"the key {quoted(key.text)} can't have anything under it"
    help = "write the sentence without a colon, or put it in single quotes if the colon belongs to it"
    return _diagnostic(Code.UNKNOWN_KEY, message, key.span, _advice(violation), help=help)


def _missing_key(violation: _Violation, key: str) -> Diagnostic:
    location = violation.location
    message = f"the key {quoted(key)} is missing in {location.name}"
    described = violation.schema.get("properties", {}).get(key, {}).get("description")
    notes = () if described is None else (f"{quoted(key)}: {described}",)
    help = None if described is not None else violation.schema.get("description")
    if location.entry is None and not location.path:
        return Diagnostic(Code.MISSING_KEY, message, notes=notes, help=help, place=location.node.span.source.name)
    span = location.entry.key.span if location.entry is not None else location.span
    return Diagnostic(Code.MISSING_KEY, message, span, notes=notes, help=help)


def _clash(violation: _Violation) -> Diagnostic:
    entry = violation.location.entry
    span = violation.location.span if entry is None else entry.key.span
    message = f"{violation.location.name} can't stand here"
    reason = violation.schema.get("description", "")
    return _diagnostic(Code.KEYS_CLASH, message, span, reason, help="keep one of them")


# ---- kinds ---------------------------------------------------------------------------------------


def _wrong_kind(violation: _Violation) -> Diagnostic:
    location = violation.location
    node = location.node
    if isinstance(node, ScalarNode) and node.kind is ScalarKind.NULL:
        return _no_value(violation)
    got = _KINDS[node.kind] if isinstance(node, ScalarNode) else _collection(node)
    message = f"{location.name} must be {violation.title}, not {got}"
    return _diagnostic(Code.WRONG_KIND, message, location.span, help=_kind_help(violation, node))


def _collection(node: Node) -> str:
    return "a list" if isinstance(node, SequenceNode) else "a mapping"


def _kind_help(violation: _Violation, node: Node) -> str | None:
    expected = violation.expected if isinstance(violation.expected, list) else [violation.expected]
    if not isinstance(node, ScalarNode):
        return None
    if node.style is not ScalarStyle.PLAIN and {"integer", "boolean"} & set(expected) and "string" not in expected:
        return "write it without quotes"
    if expected == ["array"] and violation.location.entry is not None:
        return "begin each item with `- `, in a line of its own"
    return None


def _no_value(violation: _Violation) -> Diagnostic:
    has_lines = violation.expected in ("array", "object")
    help = "indent the lines that belong to it further than this one" if has_lines else None
    message = f"{violation.location.name} has no value"
    return _diagnostic(Code.NO_VALUE, message, violation.location.span, f"expected {violation.title}", help=help)


# ---- values --------------------------------------------------------------------------------------


def _not_a_choice(violation: _Violation) -> Diagnostic:
    values = violation.expected if violation.keyword == "enum" else [violation.expected]
    words = [value if isinstance(value, str) else json.dumps(value) for value in values]
    location, node = violation.location, violation.location.node
    if not isinstance(node, ScalarNode):
        message = f"{location.name} must be one of the words that are possible, not {_collection(node)}"
        guess = None
    elif node.kind is ScalarKind.NULL:
        return _no_value(violation)
    else:
        message = f"{location.name} can't be {quoted(node.text)}"
        guess = suggest(node.text, words)
    return Diagnostic(
        Code.NOT_A_CHOICE,
        message,
        location.span,
        notes=(f"possible: {', '.join(words)}",),
        help=None if guess is None else f"did you mean {quoted(guess)}?",
        fix=None if guess is None else Fix(location.span, guess),
    )


def _bad_pattern(violation: _Violation) -> Diagnostic:
    key, node = violation.key, violation.location.node
    code = Code.BAD_NAME if violation.title.startswith("a name") else Code.BAD_FORM
    if key is not None:
        entry = node.entry(key) if isinstance(node, MappingNode) else None
        span = violation.location.span if entry is None else entry.key.span
        return _diagnostic(code, f"{quoted(key)} can't be {violation.title}", span, help=_advice(violation))
    text = node.text if isinstance(node, ScalarNode) else ""
    return _diagnostic(
        code, f"{violation.location.name} can't be {quoted(text)}", violation.location.span, help=_advice(violation)
    )


def _advice(violation: _Violation) -> str:
    """The schema's own description of the required form."""
    advice: str = violation.schema.get("patternErrorMessage", "")
    return advice


def _out_of_range(violation: _Violation) -> Diagnostic:
    bound = "least" if violation.keyword == "minimum" else "most"
    return _diagnostic(
        Code.OUT_OF_RANGE, f"{violation.location.name} must be at {bound} {violation.expected}", violation.location.span
    )


def _too_few(violation: _Violation) -> Diagnostic:
    amount = "must not be empty" if violation.expected == 1 else f"must have at least {violation.expected} parts"
    message = f"{violation.location.name} {amount}"
    return _diagnostic(Code.WRONG_COUNT, message, violation.location.span, f"expected {violation.title}")


def _empty_text(violation: _Violation) -> Diagnostic:
    name = violation.location.name
    message = f"{name} is empty" if violation.key is None else f"a key of {name} is empty"
    return _diagnostic(Code.NO_VALUE, message, violation.location.span, f"expected {violation.title}")


def _repeated(violation: _Violation) -> Diagnostic:
    location = violation.location
    text = location.node.text if isinstance(location.node, ScalarNode) else ""
    first: int = violation.expected
    labels = (
        Label(location.span, "here it stands again"),
        Label(location.siblings()[first].span, "the first one is here"),
    )
    return Diagnostic(Code.REPEATED_ITEM, f"{quoted(text)} stands twice in one list", location.span, labels)


def _other(violation: _Violation) -> Diagnostic:
    return _diagnostic(Code.BAD_FORM, f"{violation.location.name} is not {violation.title}", violation.location.span)


_EXPLAIN: Final[Mapping[str, Callable[[_Violation], Diagnostic]]] = {
    "type": _wrong_kind,
    "enum": _not_a_choice,
    "const": _not_a_choice,
    "pattern": _bad_pattern,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minItems": _too_few,
    "minProperties": _too_few,
    "minLength": _empty_text,
    "uniqueItems": _repeated,
    "not": _clash,
}
