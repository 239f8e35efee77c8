"""Hostile rulesets: what they are compiled to, and how long that takes, is bounded; else the interpreter plays them."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from cardengine import Game
from cardengine.analysis import Backend, simulate
from cardengine.diagnostics import DiagnosticError
from cardengine.fast import Engine, Reason, UnavailableError
from cardengine.ir import memory
from cardengine.model.load import load_text
from tests.fast.lockstep import interpreted, same

LONG = 20.0
"""Seconds of the processor that no ruleset may take to be compiled or refused, with much to spare."""

BASE = """\
game: Hostile
text: It asks for much
players: 1
cards: {{pack: standard}}
zones:
  table:
    deck: face-down pile
    row: face-up row
variables:
  game:
    total: number from 0 to 1000000
define:
{defines}
setup:
  - shuffle every card into deck
  - draw 5 from deck to row
play:
{steps}
  - end the game
result:
  score: total
"""


def ruleset(defines: list[str], steps: list[str]) -> str:
    return BASE.format(defines="\n".join(f"  {line}" for line in defines), steps="\n".join(f"  - {s}" for s in steps))


def doubling(first: str, then: str, levels: int, use: str, uses: int) -> str:
    """Definitions that each use the one before twice, and steps that use the last."""
    names = [f"d{level}" for level in range(levels + 1)]
    defines = [f"d0: {first}", *(f"{name}: {then.format(before)}" for before, name in pairwise(names))]
    return ruleset(defines, [f"set total to {use.format(names[-1])} + {number}" for number in range(uses)])


def nested(depth: int, uses: int) -> str:
    """Sentences nested as deep as they may be."""
    text = "count(row)"
    for level in range(depth):
        text = f"(if count(row) > {level} then {text} else 1)" if level % 2 else f"({text} + 1)"
    return ruleset(["unused: 1"], [f"set total to {text}" for _ in range(uses)])


def deepest() -> str:
    """The same, by trial."""
    for depth in range(64, 0, -1):
        try:
            load_text(nested(depth, 1))
        except DiagnosticError:
            continue
        return nested(depth, 150)
    raise AssertionError


SHAPES = {
    "numbers": ("count(row)", "{0} + {0}", 10, "{0}"),
    "conditions": ("row", "if count(row) > 3 then {0} else {0}", 8, "count({0})"),
    "branches": ("count(row)", "(if count(row) > 3 then {0} + {0} else {0} - {0})", 5, "{0}"),
    "questions": ("any(row)", "({0} or ({0} and any(row where {0})))", 6, "(if {0} then 1 else 2)"),
    "lists joined": ("row", "{0} with {0}", 9, "count({0})"),
    "lists filtered": ("row where face_up", "({0} with {0}) where face_up", 9, "count({0})"),
    "lists of numbers": ("[1, 2, count(row)]", "{0} with {0}", 9, "sum({0})"),
    "lists without twins": ("row", "distinct({0} with {0})", 8, "count({0})"),
}


@pytest.mark.parametrize("uses", [1, *(pytest.param(many, marks=pytest.mark.full) for many in (5, 20, 1000))])
@pytest.mark.parametrize("shape", SHAPES)
def test_definitions_that_use_each_other_twice(shape: str, uses: int) -> None:
    first, then, levels, use = SHAPES[shape]
    game = Game(load_text(doubling(first, then, levels, use, uses)))
    begun = time.process_time()
    reason = Reason.TOO_LARGE
    try:
        engine = Engine(game)
    except UnavailableError as error:
        reason = error.reason
    else:
        [result] = engine.play(["random"], 1, 0, 1).results()
        assert same(result, interpreted(game, ["random"], 1, 0))
    assert reason is Reason.TOO_LARGE
    assert time.process_time() - begun < LONG


def test_a_definition_that_is_too_heavy_is_refused_before() -> None:
    with pytest.raises(DiagnosticError, match="parts, with the definitions that it uses"):
        load_text(doubling("count(row)", "{0} + {0}", 40, "{0}", 1))


def test_sentences_nested_as_deep_as_may_be() -> None:
    game = Game(load_text(deepest()))
    begun = time.process_time()
    engine = Engine(game)
    assert time.process_time() - begun < LONG
    [result] = engine.play(["random"], 1, 0, 1).results()
    assert same(result, interpreted(game, ["random"], 1, 0))


def test_a_real_ruleset_that_is_too_large_is_interpreted() -> None:
    """Nothing is set lower here: 400 sentences with thousands of parts each are more than is compiled."""
    first, then, levels, use = SHAPES["branches"]
    game = Game(load_text(doubling(first, then, levels, use, 400)))
    report = simulate(game, ["random"], 5, 1, backend=Backend.WASM)
    assert report.backend == "interpreter"
    assert report.note is not None
    assert report.note.startswith("Hostile can't be compiled: its expressions have more than ")
    assert f"more than {memory.MAX_NODES:,} parts" in report.note
    assert report.note.endswith("; it is played by the interpreter")
    assert (report.unfinished, report.faults) == (5, 0)  # it is more work, too, than a game may do
