from __future__ import annotations

from pathlib import Path

import pytest

from tests.testing.helpers import run_one

NINES = "9" * 5000


@pytest.mark.parametrize(
    "test",
    [
        f"expect: {{scores: [1e999999999, {NINES}]}}",
        f"expect: {{scores: ['{NINES}/{NINES}']}}",
        f"expect: {{player: p{NINES}}}",
        f"expect: {{winners: [p{NINES}]}}",
        f"expect: {{zones: {{hand of p{NINES}: 5C}}}}",
        f"expect: {{zones: {{aside.{NINES}: 5C}}}}",
        f"expect: {{variables: {{turn: '{NINES}'}}}}",
        f"expect: {{variables: {{points of p{NINES}: 1}}}}",
        f"expect: {{legal: ['{NINES}']}}",
        f"expect: {{holds: ['{NINES} is 3']}}",
        f"expect: {{holds: ['{'not ' * 3000}any(deck)']}}",
        f"expect: {{holds: ['{'(' * 900}1{')' * 900} is 1']}}",
        "expect: {holds: ['first(gone) is 5C']}",
        "expect: {holds: ['9223372036854775807 + turn > 0']}",
        "expect: {holds: ['1 / 0 is 3']}",
        f"chance: ['{NINES}']\nexpect: {{over: false}}",
        f"actions: ['beat {NINES}']\nexpect: {{over: false}}",
        f"options: {{turns: '{NINES}'}}\nexpect: {{over: false}}",
        f"position: {{player: p{NINES}}}\nexpect: {{over: false}}",
        f"position: {{zones: {{row: '{'5C ' * 5000}'}}, rest: deck}}\nexpect: {{over: false}}",
        "position: {zones: {row: ( ) ()}, rest: deck}\nexpect: {over: false}",
    ],
)
def test_what_makes_no_sense_is_answered_with_a_diagnostic(tmp_path: Path, test: str) -> None:
    answer = run_one(tmp_path, test)
    assert answer
    assert all(code and message for code, message, _ in answer)
