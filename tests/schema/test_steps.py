"""Headers and `else`s must stand in the right order."""

from __future__ import annotations

import pytest

from tests.schema.helpers import check_part, found


def indented(steps: str, depth: int) -> str:
    return "".join(f"{' ' * depth}{line}\n" for line in steps.splitlines())


@pytest.mark.parametrize(
    ("steps", "problems"),
    [
        ("- if x:\n    - win\n  else if y:\n    - win\n  else if z:\n    - win\n  else:\n    - win", []),
        ("- repeat:\n    - win\n- repeat while x:\n    - win\n- repeat 3 times:\n    - win", []),
        ("- for each a in b:\n    - win\n- for a from 1:\n    - win\n- phase p:\n    - win", []),
        ("- else:\n    - win", [("S110", "else")]),
        ("- else if x:\n    - win\n  else:\n    - win", [("S110", "else if x")]),
        ("- if x:\n    - win\n  if y:\n    - win", [("S110", "if y")]),
        (
            "- if x:\n    - win\n  for each a in b:\n    - win\n  else:\n    - win",
            [("S110", "for each a in b")],
        ),
        ("- repeat:\n    - win\n  else:\n    - win", [("S110", "else")]),
        ("- if x:\n    - win\n  else:\n    - win\n  else if y:\n    - win", [("S110", "else if y")]),
        ("- if x:\n    - else:\n        - win", [("S110", "else")]),
        ("- repeat:\n    - if x:\n        - win\n      phase p:\n        - else:\n            - win", 2),
        ("- if x:\n    - win\n  else move on:\n    - win", []),
        ("- phases:\n    - win", [("S101", "phases")]),
    ],
)
@pytest.mark.parametrize(
    ("before", "depth"),
    [
        ("setup:\n", 2),
        ("play:\n", 2),
        ("procedures:\n  p(x):\n", 4),
        ("choices:\n  c:\n    text: x\n    a:\n      text: y\n      do:\n", 8),
    ],
)
def test_wherever_there_are_steps(before: str, depth: int, steps: str, problems: list[tuple[str, str]] | int) -> None:
    answer = found(check_part(before + indented(steps, depth)))
    assert (answer if isinstance(problems, list) else len(answer)) == problems


def test_the_first_header_is_shown() -> None:
    (problem,) = check_part("setup:\n  - if x:\n      - win\n    if y:\n      - win\n")
    assert [label.span.text for label in problem.labels] == ["if y", "if x"]
    assert problem.help == "begin it with `- `"


def test_steps_of_a_wrong_kind_are_passed_over() -> None:
    for part in (
        "setup: x",
        "procedures: [x]",
        "choices: {c: {a: [x]}}",
        "choices: {c: {a: {text: x, do: y}}}",
    ):
        assert {code for code, _ in found(check_part(part))} == {"S103"}
