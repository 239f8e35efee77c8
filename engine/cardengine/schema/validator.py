"""The JSON Schema validators, each built on first use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry

from cardengine.schema.names import SchemaName
from cardengine.source import bundled


def schema_errors(name: SchemaName, data: Any) -> Iterator[ValidationError]:
    """The schema violations of a file.

    Args:
        name: which kind of file it should be.
        data: its content as plain data.

    Raises:
        DiagnosticError: cardengine's own schemas are missing.
    """
    return _validator(name).iter_errors(data)


@cache
def _validator(name: SchemaName) -> Validator:
    path = bundled("schemas") / name.file_name
    schema: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    # With an empty registry an external reference fails; it is never fetched.
    validator: Validator = _Strict(schema, registry=Registry())
    return validator


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # In JSON Schema `$` matches only at the end; in Python also before a final line break.
    return re.compile(pattern.removesuffix("$") + r"\Z" if pattern.endswith("$") else pattern)


def _pattern(validator: Validator, pattern: str, value: object, schema: object) -> Iterator[ValidationError]:
    if isinstance(value, str) and not _compiled(pattern).search(value):
        yield ValidationError(f"the form is not {pattern}")


def _required(validator: Validator, keys: list[str], value: object, schema: object) -> Iterator[ValidationError]:
    """One error for all missing keys; jsonschema itself reports each separately."""
    if isinstance(value, dict) and any(key not in value for key in keys):
        yield ValidationError("keys are missing")


def _unique(validator: Validator, unique: bool, value: object, schema: object) -> Iterator[ValidationError]:
    """An error at each repeated scalar, with the index of the item that it repeats.

    jsonschema itself only says that there are duplicates, and is slow to find them in a long list.
    """
    if not unique or not isinstance(value, list):
        return
    seen: dict[tuple[type, object], int] = {}
    for index, item in enumerate(value):
        if isinstance(item, dict | list):
            continue
        first = seen.setdefault((type(item), item), index)
        if first != index:
            yield ValidationError("it stands here again", path=[index], validator_value=first)


def _is_integer(checker: object, value: object) -> bool:
    # In JSON Schema 1.0 is an integer; here a number with a decimal point is not.
    return isinstance(value, int) and not isinstance(value, bool)


_Strict = extend(  # type: ignore[no-untyped-call]  # its stub has no types
    Draft202012Validator,
    validators={"pattern": _pattern, "required": _required, "uniqueItems": _unique},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)
