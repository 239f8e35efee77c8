from __future__ import annotations

import json

import pytest

from cardengine.diagnostics import Code
from cardengine.schema import SchemaName
from tests.schema.helpers import check, found

HEADER: dict[str, object] = {
    "record": 1,
    "engine": "0.1.0",
    "generator": "pcg32-1",
    "name": "scopa",
    "hash": "9f86d081884c7d65",
    "ruleset": "game: Scopa\nplayers: 2\n",
    "options": {"target": 11, "open": "yes"},
    "players": 2,
    "seats": ["anna", "random"],
    "seed": 2**64 - 1,
    "step_cap": 100_000,
    "budget": 20_000_000,
}
OPTIONAL = {"name", "seats", "budget"}


def check_header(**changes: object) -> list[tuple[str, str]]:
    return found(check(json.dumps({**HEADER, **changes}), SchemaName.RECORD))


def test_a_header_is_right() -> None:
    assert check_header() == []
    assert check(json.dumps(HEADER, indent=2), SchemaName.RECORD) == []
    without = {key: value for key, value in HEADER.items() if key not in OPTIONAL}
    assert check(json.dumps(without), SchemaName.RECORD) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"record": 2}, ("S104", "2")),
        ({"record": True}, ("S103", "true")),
        ({"record": 1.0}, ("S103", "1.0")),
        ({"seed": -1}, ("S108", "-1")),
        ({"seed": 2**64}, ("S108", str(2**64))),
        ({"seed": "7"}, ("S103", '"7"')),
        ({"players": 0}, ("S108", "0")),
        ({"players": 2.0}, ("S103", "2.0")),
        ({"step_cap": 0}, ("S108", "0")),
        ({"budget": 0}, ("S108", "0")),
        ({"budget": 10**10}, ("S108", str(10**10))),
        ({"hash": ""}, ("S107", '""')),
        ({"hash": None}, ("S107", "null")),
        ({"options": [1]}, ("S103", '"options"')),
        ({"options": {"a": []}}, ("S103", '"a"')),
        ({"seats": [1]}, ("S103", "1")),
        ({"winner": 1}, ("S101", '"winner"')),
    ],
)
def test_problems_and_their_places(changes: dict[str, object], problem: tuple[str, str]) -> None:
    assert check_header(**changes) == [problem]


@pytest.mark.parametrize("key", [key for key in HEADER if key not in OPTIONAL])
def test_keys_that_must_be_there(key: str) -> None:
    text = json.dumps({name: value for name, value in HEADER.items() if name != key})
    (problem,) = check(text, SchemaName.RECORD)
    assert problem.code is Code.MISSING_KEY
    assert f"`{key}`" in problem.message
