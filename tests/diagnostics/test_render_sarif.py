from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import Code, Diagnostic, Severity, SourceText, Span, render_sarif
from tests.diagnostics.samples import no_place, unknown_field


def run_of(*diagnostics: Diagnostic) -> dict[str, Any]:
    document = json.loads(render_sarif(diagnostics))
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-2.1.0.json")
    (run,) = document["runs"]
    assert run["tool"]["driver"]["name"] == "cardengine"
    assert run["columnKind"] == "unicodeCodePoints"
    assert isinstance(run, dict)
    return run


def test_a_result_has_the_place_the_labels_and_the_fix() -> None:
    region = {
        "startLine": 41,
        "startColumn": 22,
        "endLine": 41,
        "endColumn": 27,
        "charOffset": 61,
        "charLength": 5,
    }
    artifact = {"uri": "rulesets/scopa.yaml"}
    place = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    replacement = {"deletedRegion": region, "insertedContent": {"text": "value"}}
    assert run_of(unknown_field())["results"] == [
        {
            "ruleId": "N301",
            "ruleIndex": 0,
            "level": "error",
            "message": {
                "text": "unknown field `valeu` on a card\na card has: color, rank, suit, value\ndid you mean `value`?"
            },
            "locations": [place],
            "relatedLocations": [{"id": 0, **place, "message": {"text": "no such field"}}],
            "fixes": [
                {
                    "description": {"text": "did you mean `value`?"},
                    "artifactChanges": [{"artifactLocation": artifact, "replacements": [replacement]}],
                }
            ],
        }
    ]


def test_rules_are_listed_once_and_referred_to() -> None:
    run = run_of(unknown_field(), no_place(), unknown_field(), no_place(None))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["F101", "N301"]
    assert rules[1]["name"] == "UnknownField"
    assert rules[1]["shortDescription"] == {"text": Code.UNKNOWN_FIELD.title}
    assert rules[1]["fullDescription"] == {"text": Code.UNKNOWN_FIELD.explanation}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_places_that_are_not_known_are_left_out() -> None:
    first, second = run_of(no_place(), no_place(None))["results"]
    uri = {"uri": "rulesets/scoppa.yaml"}
    assert first["locations"] == [{"physicalLocation": {"artifactLocation": uri}}]
    assert "locations" not in second
    assert run_of()["results"] == []


def test_a_warning_says_so() -> None:
    warning = Diagnostic(Code.EMPTY_FILE, "odd", severity=Severity.WARNING)
    assert run_of(warning)["results"][0]["level"] == "warning"


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("a b.yaml", "a%20b.yaml"),
        ("folder\\file.yaml", "folder/file.yaml"),
        ("/tmp/ä.yaml", "file:///tmp/%C3%A4.yaml"),
        ("100%:x.yaml", "100%25%3Ax.yaml"),
        ("\udce9.yaml", "%E9.yaml"),
    ],
)
def test_names_become_uris(name: str, uri: str) -> None:
    (result,) = run_of(Diagnostic(Code.EMPTY_FILE, "odd", place=name))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": uri}


@given(st.text())
def test_regions_count_from_one(text: str) -> None:
    (result,) = run_of(Diagnostic(Code.EMPTY_FILE, text, Span(SourceText("f", text), 0, len(text))))["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == region["startColumn"] == 1
    assert region["endLine"] == text.count("\n") + 1
    assert result["message"] == {"text": text}
