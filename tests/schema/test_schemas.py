"""The schemas themselves: they help editors, and their own examples are right."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
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


ALL = [
    pytest.param(schema, path, part, id=f"{name}:{path or '/'}")
    for name, schema in SCHEMAS.items()
    for path, part in parts(schema)
]
KEYS = [
    pytest.param(schema, part, id=f"{name}:{path}")
    for name, schema in SCHEMAS.items()
    for path, part in parts(schema)
    if re.search(r"/(properties|patternProperties)/[^/]+$|/(additionalProperties|\$defs/[^/]+)$", path)
    and "not" not in part
]
EXAMPLES = [
    pytest.param(name, part, id=f"{name}:{path}")
    for name, schema in SCHEMAS.items()
    for path, part in parts(schema)
    if "examples" in part
]


@pytest.mark.parametrize("name", SCHEMAS)
def test_they_are_json_schemas(name: str) -> None:
    assert SCHEMAS[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize(("schema", "path", "part"), ALL)
def test_only_keywords_that_have_words_are_used(schema: Any, path: str, part: dict[str, Any]) -> None:
    assert set(part) <= KEYWORDS
    if "$ref" in part:
        assert part["$ref"].removeprefix("#/$defs/") in schema["$defs"]
    # What is only compared with (in `if`) needs no words.
    if {"type", "enum", "const", "pattern", "minimum", "minLength"} & set(part) and not path.endswith("/if"):
        assert path.endswith("/then") or part["title"]
    if "pattern" in part:
        assert part["patternErrorMessage"]
    if part.get("additionalProperties") is False and "patternProperties" in part:
        assert part["patternErrorMessage"]


@pytest.mark.parametrize(("schema", "part"), KEYS)
def test_every_key_has_a_description_and_examples(schema: Any, part: dict[str, Any]) -> None:
    full = resolved(schema, part)
    assert full["description"].endswith(".")
    assert full["examples"]


@pytest.mark.parametrize(("name", "part"), EXAMPLES)
def test_examples_are_right(name: str, part: dict[str, Any]) -> None:
    validator = _validator(SchemaName(name)).evolve(schema={**part, "$defs": SCHEMAS[name].get("$defs", {})})
    for example in part["examples"]:
        assert [error.message for error in validator.iter_errors(example)] == []


def test_every_schema_is_closed() -> None:
    for name, schema in SCHEMAS.items():
        for path, part in parts(schema):
            if "properties" in part and not re.search(r"/(if|then|else)$", path):
                assert "additionalProperties" in part, f"{name}:{path}"


def test_no_schema_is_ever_fetched() -> None:
    validator = _validator(SchemaName.RULESET).evolve(schema={"$ref": "https://example.org/schema.json"})
    with pytest.raises(Exception, match="Unresolvable"):
        list(validator.iter_errors(1))


def test_validators_are_built_once() -> None:
    assert _validator(SchemaName.RULESET) is _validator(SchemaName.RULESET)
