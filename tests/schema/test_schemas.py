"""The schemas themselves: they help editors, and their own examples are right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from cardengine.schema import SchemaName
from cardengine.schema.validator import _validator

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS: dict[str, Any] = {
    name.value: json.loads((ROOT / "schemas" / name.file_name).read_text(encoding="utf-8")) for name in SchemaName
}
KEYWORDS = {
    "$ref",
    "type",
    "enum",
    "const",
    "required",
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "pattern",
    "items",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "maximum",
    "uniqueItems",
    "not",
    "if",
    "then",
    "else",
    "anyOf",
    # for people and editors
    "$schema",
    "$defs",
    "title",
    "description",
    "examples",
    "patternErrorMessage",
}


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """All schemas inside a schema, with their paths."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for keyword in ("properties", "patternProperties", "$defs"):
        for name, part in schema.get(keyword, {}).items():
            yield from parts(part, f"{path}/{keyword}/{name}")
    for keyword in ("additionalProperties", "propertyNames", "items", "if", "then", "else"):
        yield from parts(schema.get(keyword), f"{path}/{keyword}")
    for index, part in enumerate(schema.get("anyOf", [])):
        yield from parts(part, f"{path}/anyOf/{index}")


def resolved(schema: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """A part with what it refers to; its own words come first."""
    reference = part.get("$ref", "").removeprefix("#/$defs/")
    return {**resolved(schema, schema["$defs"][reference]), **part} if reference else part


ALL = [(name, path, part) for name, schema in SCHEMAS.items() for path, part in parts(schema)]
"""Every schema inside a schema: the name of the whole, the path, and the part."""


def faulty(wrong: Callable[[str, str, dict[str, Any]], bool]) -> list[str]:
    """The parts of which something wrong can be said."""
    return [f"{name}:{path or '/'}" for name, path, part in ALL if wrong(name, path, part)]


def is_key(path: str, part: dict[str, Any]) -> bool:
    """Whether a part is what stands under a key."""
    found = re.search(r"/(properties|patternProperties)/[^/]+$|/(additionalProperties|\$defs/[^/]+)$", path)
    return found is not None and "not" not in part


@pytest.mark.parametrize("name", SCHEMAS)
def test_they_are_json_schemas(name: str) -> None:
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(SCHEMAS[name])


def test_only_known_keywords_and_definitions_are_used() -> None:
    def unknown(name: str, _path: str, part: dict[str, Any]) -> bool:
        definition = part.get("$ref", "").removeprefix("#/$defs/")
        return not set(part) <= KEYWORDS or (definition != "" and definition not in SCHEMAS[name]["$defs"])

    assert faulty(unknown) == []


def test_what_is_checked_has_words_for_its_message() -> None:
    def untitled(_name: str, path: str, part: dict[str, Any]) -> bool:
        # What is only compared with (in `if`) needs no words, and its `then` shares those of the whole.
        checked = {"type", "enum", "const", "pattern", "minimum", "minLength"} & set(part)
        return bool(checked) and not path.endswith(("/if", "/then")) and not part.get("title")

    def without_pattern_message(_name: str, _path: str, part: dict[str, Any]) -> bool:
        closed = part.get("additionalProperties") is False and "patternProperties" in part
        return ("pattern" in part or closed) and not part.get("patternErrorMessage")

    assert faulty(untitled) == []
    assert faulty(without_pattern_message) == []


def test_every_key_has_a_description_and_examples() -> None:
    def bare(name: str, path: str, part: dict[str, Any]) -> bool:
        full = resolved(SCHEMAS[name], part)
        return is_key(path, part) and not (full.get("description", "").endswith(".") and full.get("examples"))

    assert sum(is_key(path, part) for _, path, part in ALL) > 100
    assert faulty(bare) == []


def test_examples_are_right() -> None:
    def wrong(name: str, _path: str, part: dict[str, Any]) -> bool:
        validator = _validator(SchemaName(name)).evolve(schema={**part, "$defs": SCHEMAS[name].get("$defs", {})})
        return not all(validator.is_valid(example) for example in part.get("examples", []))

    assert sum("examples" in part for _, _, part in ALL) > 100
    assert faulty(wrong) == []


def test_every_schema_is_closed() -> None:
    def open_(_name: str, path: str, part: dict[str, Any]) -> bool:
        return "properties" in part and not re.search(r"/(if|then|else)$", path) and "additionalProperties" not in part

    assert faulty(open_) == []


def test_no_schema_is_ever_fetched() -> None:
    validator = _validator(SchemaName.RULESET).evolve(schema={"$ref": "https://example.org/schema.json"})
    with pytest.raises(Exception, match="Unresolvable"):
        list(validator.iter_errors(1))


def test_validators_are_built_once() -> None:
    assert _validator(SchemaName.RULESET) is _validator(SchemaName.RULESET)
