"""Constants have a budget: what takes too long is refused before it is begun, with its place."""

from __future__ import annotations

import time

import pytest

from tests.lang.helpers import diagnostics, game

NESTED = "count(subsets(every card, 3) where any(subsets(it with every card, 2)))"


@pytest.mark.parametrize(
    "part",
    [
        f"variables: {{game: {{x: 'number from 0 to {NESTED}'}}}}",
        f"variables: {{game: {{x: 'number from 0 to 9, initially {NESTED}'}}}}",
        f"zones: {{table: {{deck: 'face-down pile at most {NESTED}'}}}}",
        f"require: {{'{NESTED} > 0': A reason}}",
    ],
)
def test_a_constant_that_takes_too_much_work_is_refused_at_its_place(part: str) -> None:
    begun = time.process_time()
    (problem,) = diagnostics(part)
    assert problem.code.id == "V514"
    assert problem.span is not None
    assert problem.span.text in (NESTED, f"{NESTED} > 0")
    assert time.process_time() - begun < 2


def test_many_constants_share_one_budget() -> None:
    one = "count(subsets(every card, 2) where any(it where rank is king)) > {}"
    few = "\n".join(f"  '{one.format(n)}': A reason" for n in range(3))
    game(f"require:\n{few}\n")
    many = "\n".join(f"  '{one.format(n)}': A reason" for n in range(2_000))
    begun = time.process_time()
    assert [problem.code.id for problem in diagnostics(f"require:\n{many}\n")] == ["V514"]
    assert time.process_time() - begun < 20


@pytest.mark.parametrize("deep", [3, 7, 9])
def test_sums_inside_each_other_are_folded_from_the_inside(deep: int) -> None:
    text = "1"
    for _ in range(deep):
        text = f"sum({text} of every rank)"
    begun = time.process_time()
    made = game(f"variables: {{game: {{x: 'number from 0 to {text}'}}}}")
    assert made.program.space.variables["game", "x"].high == 13**deep
    assert time.process_time() - begun < 2


def test_what_is_too_much_to_fold_is_computed_in_play() -> None:
    lines = "\n".join(f"  - set x to count(subsets(every card, 3)) - {n}" for n in range(40))
    begun = time.process_time()
    made = game(f"variables: {{game: {{x: number from 0 to 99999}}}}\nsetup:\n{lines}\n")
    assert time.process_time() - begun < 5
    assert made.new(seed=1).var("x") == 22_100 - 39
