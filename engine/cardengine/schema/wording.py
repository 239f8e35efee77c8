"""What the errors of a JSON Schema mean to the person who wrote the file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from jsonschema.exceptions import ValidationError

from cardengine.diagnostics import Code, Diagnostic, Fix, Label, Span, quoted, suggest
from cardengine.schema.places import Place, find
from cardengine.source import MappingNode, Node, ScalarKind, ScalarNode, ScalarStyle, SequenceNode

# Comparing words takes time, and nobody needs more advice than this in one mapping.
_MOST_SUGGESTIONS: Final = 20

_KINDS: Final = {
    ScalarKind.STRING: "a text",
    ScalarKind.INT: "a number",
    ScalarKind.FLOAT: "a number with a point",
    ScalarKind.BOOL: "true or false",
    ScalarKind.NULL: "nothing",
}


@dataclass(frozen=True, slots=True)
class _Fault:
    """An error of the validator with its place.

    Args:
        place: the part of the file; for an error about a key, the mapping that has it.
        keyword: which rule of the schema is broken.
        wanted: the rule's value in the schema.
        schema: the part of the schema that has the rule.
        key: the key that is meant, if it is a key.
    """

    place: Place
    keyword: str
    wanted: Any
    schema: Mapping[str, Any]
    key: str | None

    @property
    def title(self) -> str:
        """What is expected, in words."""
        title: str = self.schema.get("title", "something else")
        return title


def explain(root: Node, errors: Iterable[ValidationError]) -> list[Diagnostic]:
    """The errors of a validator as diagnostics, in any order.

    Args:
        root: the top of the tree that was validated.
        errors: what the validator found in the tree's plain data.
    """
    faults = _without_consequences([_fault(root, error) for error in errors])
    problems: list[Diagnostic] = []
    meant: set[tuple[tuple[str | int, ...], str]] = set()
    for fault in faults:
        if fault.keyword == "additionalProperties":
            for problem, guess in _unknown_keys(fault):
                problems.append(problem)
                meant.add((fault.place.path, guess or ""))
    for fault in faults:
        if fault.keyword == "required":
            problems += [
                _missing_key(fault, key)
                for key in fault.wanted
                # A key that is there, only misspelt, is not missing.
                if not _has(fault.place.node, key) and (fault.place.path, key) not in meant
            ]
        elif fault.keyword != "additionalProperties":
            problems.append(_EXPLAIN.get(fault.keyword, _other)(fault))
    return problems


def _without_consequences(faults: list[_Fault]) -> list[_Fault]:
    """The faults without what else is wrong with a value that is of the wrong kind anyway."""
    wrong_kind = {fault.place.path for fault in faults if fault.keyword == "type"}
    return [
        fault
        for fault in faults
        if fault.keyword == "type" or fault.key is not None or fault.place.path not in wrong_kind
    ]


def _fault(root: Node, error: ValidationError) -> _Fault:
    about_key = "propertyNames" in error.absolute_schema_path
    schema = error.schema if isinstance(error.schema, Mapping) else {}
    key = str(error.instance) if about_key else None
    return _Fault(find(root, error.absolute_path), str(error.validator), error.validator_value, schema, key)


def _has(node: Node, key: str) -> bool:
    return isinstance(node, MappingNode) and node.entry(key) is not None


def _diagnostic(
    code: Code, message: str, span: Span, label: str = "", *, help: str | None = None, fix: Fix | None = None
) -> Diagnostic:
    labels = (Label(span, label),) if label else ()
    return Diagnostic(code, message, span, labels, help=help, fix=fix)


# ---- keys ----------------------------------------------------------------------------------------


def _unknown_keys(fault: _Fault) -> Iterator[tuple[Diagnostic, str | None]]:
    """A problem for each key that may not be there, with the key that was meant."""
    mapping = fault.place.node
    if not isinstance(mapping, MappingNode):
        return
    known: Mapping[str, Any] = fault.schema.get("properties", {})
    patterns = [re.compile(pattern) for pattern in fault.schema.get("patternProperties", {})]
    free = [name for name in known if name not in {entry.name for entry in mapping}]
    unknown = [
        entry.key
        for entry in mapping
        if entry.name not in known and not any(pattern.search(entry.name) for pattern in patterns)
    ]
    for number, key in enumerate(unknown):
        guess = suggest(key.text, free) if number < _MOST_SUGGESTIONS else None
        if patterns:
            yield _bad_header(fault, key), None
            continue
        problem = Diagnostic(
            Code.UNKNOWN_KEY,
            f"the key {quoted(key.text)} is not known in {fault.place.name}",
            key.span,
            (Label(key.span, "no such key"),),
            (f"the keys here are: {', '.join(known)}",),
            help=None if guess is None else f"did you mean {quoted(guess)}?",
            fix=None if guess is None else Fix(key.span, guess),
        )
        yield problem, guess


def _bad_header(fault: _Fault, key: ScalarNode) -> Diagnostic:
    message = f"the key {quoted(key.text)} can't have anything under it"
    help = "write the sentence without a colon, or put it in single quotes if the colon belongs to it"
    return _diagnostic(Code.UNKNOWN_KEY, message, key.span, _advice(fault), help=help)


def _missing_key(fault: _Fault, key: str) -> Diagnostic:
    place = fault.place
    message = f"the key {quoted(key)} is missing in {place.name}"
    described = fault.schema.get("properties", {}).get(key, {}).get("description")
    notes = () if described is None else (f"{quoted(key)}: {described}",)
    help = None if described is not None else fault.schema.get("description")
    if place.entry is None and not place.path:
        return Diagnostic(Code.MISSING_KEY, message, notes=notes, help=help, place=place.node.span.source.name)
    span = place.entry.key.span if place.entry is not None else place.span
    return Diagnostic(Code.MISSING_KEY, message, span, notes=notes, help=help)


def _clash(fault: _Fault) -> Diagnostic:
    entry = fault.place.entry
    span = fault.place.span if entry is None else entry.key.span
    message = f"{fault.place.name} can't stand here"
    reason = fault.schema.get("description", "")
    return _diagnostic(Code.KEYS_CLASH, message, span, reason, help="keep one of them")


# ---- kinds ---------------------------------------------------------------------------------------


def _wrong_kind(fault: _Fault) -> Diagnostic:
    place = fault.place
    node = place.node
    if isinstance(node, ScalarNode) and node.kind is ScalarKind.NULL:
        return _no_value(fault)
    got = _KINDS[node.kind] if isinstance(node, ScalarNode) else _collection(node)
    message = f"{place.name} must be {fault.title}, not {got}"
    return _diagnostic(Code.WRONG_KIND, message, place.span, help=_kind_help(fault, node))


def _collection(node: Node) -> str:
    return "a list" if isinstance(node, SequenceNode) else "a mapping"


def _kind_help(fault: _Fault, node: Node) -> str | None:
    wanted = fault.wanted if isinstance(fault.wanted, list) else [fault.wanted]
    if not isinstance(node, ScalarNode):
        return None
    if node.style is not ScalarStyle.PLAIN and {"integer", "boolean"} & set(wanted) and "string" not in wanted:
        return "write it without quotes"
    if wanted == ["array"] and fault.place.entry is not None:
        return "begin each item with `- `, in a line of its own"
    return None


def _no_value(fault: _Fault) -> Diagnostic:
    has_lines = fault.wanted in ("array", "object")
    help = "indent the lines that belong to it further than this one" if has_lines else None
    message = f"{fault.place.name} has no value"
    return _diagnostic(Code.NO_VALUE, message, fault.place.span, f"expected {fault.title}", help=help)


# ---- values --------------------------------------------------------------------------------------


def _not_a_choice(fault: _Fault) -> Diagnostic:
    values = fault.wanted if fault.keyword == "enum" else [fault.wanted]
    words = [value if isinstance(value, str) else json.dumps(value) for value in values]
    place, node = fault.place, fault.place.node
    if not isinstance(node, ScalarNode):
        message = f"{place.name} must be one of the words that are possible, not {_collection(node)}"
        guess = None
    elif node.kind is ScalarKind.NULL:
        return _no_value(fault)
    else:
        message = f"{place.name} can't be {quoted(node.text)}"
        guess = suggest(node.text, words)
    return Diagnostic(
        Code.NOT_A_CHOICE,
        message,
        place.span,
        notes=(f"possible: {', '.join(words)}",),
        help=None if guess is None else f"did you mean {quoted(guess)}?",
        fix=None if guess is None else Fix(place.span, guess),
    )


def _bad_pattern(fault: _Fault) -> Diagnostic:
    key, node = fault.key, fault.place.node
    code = Code.BAD_NAME if fault.title.startswith("a name") else Code.BAD_FORM
    if key is not None:
        entry = node.entry(key) if isinstance(node, MappingNode) else None
        span = fault.place.span if entry is None else entry.key.span
        return _diagnostic(code, f"{quoted(key)} can't be {fault.title}", span, help=_advice(fault))
    text = node.text if isinstance(node, ScalarNode) else ""
    return _diagnostic(code, f"{fault.place.name} can't be {quoted(text)}", fault.place.span, help=_advice(fault))


def _advice(fault: _Fault) -> str:
    """The schema's own words on the form of a text."""
    advice: str = fault.schema.get("patternErrorMessage", "")
    return advice


def _out_of_range(fault: _Fault) -> Diagnostic:
    bound = "least" if fault.keyword == "minimum" else "most"
    return _diagnostic(Code.OUT_OF_RANGE, f"{fault.place.name} must be at {bound} {fault.wanted}", fault.place.span)


def _too_few(fault: _Fault) -> Diagnostic:
    amount = "must not be empty" if fault.wanted == 1 else f"must have at least {fault.wanted} parts"
    message = f"{fault.place.name} {amount}"
    return _diagnostic(Code.WRONG_COUNT, message, fault.place.span, f"expected {fault.title}")


def _empty_text(fault: _Fault) -> Diagnostic:
    name = fault.place.name
    message = f"{name} is empty" if fault.key is None else f"a key of {name} is empty"
    return _diagnostic(Code.NO_VALUE, message, fault.place.span, f"expected {fault.title}")


def _repeated(fault: _Fault) -> Diagnostic:
    place = fault.place
    text = place.node.text if isinstance(place.node, ScalarNode) else ""
    first: int = fault.wanted
    labels = (
        Label(place.span, "here it stands again"),
        Label(place.siblings()[first].span, "the first one is here"),
    )
    return Diagnostic(Code.REPEATED_ITEM, f"{quoted(text)} stands twice in one list", place.span, labels)


def _other(fault: _Fault) -> Diagnostic:
    return _diagnostic(Code.BAD_FORM, f"{fault.place.name} is not {fault.title}", fault.place.span)


_EXPLAIN: Final[Mapping[str, Callable[[_Fault], Diagnostic]]] = {
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
