from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from cardengine.diagnostics import Code, Diagnostic, Label, SourceText, Span, render_json
from tests.diagnostics.samples import no_place, unknown_field


def test_all_that_is_known() -> None:
    place = {"file": "rulesets/scopa.yaml", "line": 41, "column": 22, "end_line": 41, "end_column": 27}
    assert json.loads(render_json([unknown_field()])) == [
        {
            "code": "N301",
            "severity": "error",
            "message": "unknown field `valeu` on a card",
            "count": 1,
            **place,
            "notes": ["a card has: color, rank, suit, value"],
            "help": "did you mean `value`?",
            "labels": [{"message": "no such field", **place}],
            "fix": {"replacement": "value", **place},
        }
    ]


def test_what_is_not_known_is_null() -> None:
    assert json.loads(render_json([no_place()])) == [
        {
            "code": "F101",
            "severity": "error",
            "message": "there is no such file",
            "count": 1,
            "file": "rulesets/scoppa.yaml",
            "line": None,
            "column": None,
            "end_line": None,
            "end_column": None,
            "notes": [],
            "help": None,
            "labels": [],
            "fix": None,
        }
    ]
    assert json.loads(render_json([])) == []


@given(st.text(), st.text())
def test_any_text_comes_through(name: str, message: str) -> None:
    span = Span(SourceText(name, message), 0, len(message))
    text = render_json([Diagnostic(Code.EMPTY_FILE, message, span, (Label(span, message),), (message,))])
    assert text.isascii()
    (found,) = json.loads(text)
    assert (found["file"], found["message"], found["notes"]) == (name, message, [message])
