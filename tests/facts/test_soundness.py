"""What is known of an expression before it is computed is true, for every kind of expression."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings

from cardengine.constructs.functions import FUNCTIONS
from cardengine.diagnostics import DiagnosticError
from cardengine.fast import Engine, FastState
from cardengine.fast.stepping import HandedBackError
from cardengine.layout.faults import Fault
from cardengine.model.load import load_text
from cardengine.runtime.game import Game
from cardengine.runtime.outcome import Outcome
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Ruleset
from cardengine.tree.walk import kinds_of, steps_under
from tests.facts.soundness import Checking, in_play, random_memory
from tests.lang.helpers import game, whole
from tests.random_rulesets.names import LARGEST
from tests.random_rulesets.rulesets import Case, cases

GAMES = 8
MEMORIES = 12
"""On so many random memories each expression is computed."""


def check(text: str, options: dict[str, str], players: int | None, seen: Counter[str]) -> None:
    """Compute all expressions of a ruleset on random memories."""
    made = Game(load_text(text), options, players)
    checking = Checking(made.program.facts, seen)
    closures = checking.closures(lambda _choice, _action: lambda _m: False)
    calls = [closures.function(expr) for expr in in_play(made.loaded.ruleset)]
    rng = random.Random(len(text))
    empty = made.machine.memory()
    for _ in range(MEMORIES):
        memory = random_memory(made.program.facts, rng, empty)
        for call in calls:
            try:
                call(memory)
            except Fault:
                continue


def sound(examples: int, *, derandomize: bool) -> Counter[str]:
    """Check random rulesets; gives what was computed."""
    seen: Counter[str] = Counter()

    @given(cases())
    @settings(
        max_examples=examples, derandomize=derandomize, database=None, deadline=None,
        suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
    )  # fmt: skip
    def run(case: Case) -> None:
        note(case.text)
        try:
            check(case.text, dict(case.options), case.players, seen)
        except DiagnosticError:
            return

    run()
    for expression in (*OPERATORS, *FUNCTIONS_USED):
        check(whole(ruleset(expression)), {}, None, seen)
    return seen


def test_facts_of_random_rulesets_are_sound() -> None:
    seen = sound(120, derandomize=True)
    known = {kind.__name__ for kind in kinds_of(t.Expr) - {t.Call}} | FUNCTIONS.keys()
    assert known - seen.keys() == set()


@pytest.mark.full
def test_facts_of_many_random_rulesets_are_sound() -> None:
    sound(3000, derandomize=False)


# Each operator and each function, in both executions -------------------------------------------------

OPERATORS = [
    "x + y", "x - y", "y - x - large", "x * y", "x * large * large", "x mod y", "0 - x mod 3", "large mod x", "-x",
    "-(0 - large)", "(x / y) rounded down", "(x / y) rounded up", "(large / y) rounded up", "(x / 3 * 2) rounded down",
    "if x > y then x else y", "if x is y or y > 3 and not flag then 1 else 0", "if x in [y, 3] then x else y",
    "if x not in (value of row) then 1 else 0",
    "(value of row)[1]", "((value of row) with [x])[x]", "count(row with row)", "count(row with heap)",
    "count((row with heap) without row)", "count(players starting with last(players))", "sum(value of (row with heap))",
    "count(every hand)", "count(spots[1])", "count(spots[x])",
]  # fmt: skip

FUNCTIONS_USED = [
    "count(row where value > x)", "sum(value of row)", "sum((value * large) of row)", "min(value of row, default y)",
    "max(value of heap, default x)", "min(x, y)", "max(x, y, large)", "max([x, y] with (value of row))",
    "median(value of (row with heap))", "median([x, y, large], default x)", "median(value of heap, default y)",

    "if any((value > x) of row) then 1 else 0", "if any(row) then 1 else 0", "if all((value > x) of row) then 1 else 0",
    "if empty(heap) then 1 else 0", "count(distinct(rank of row))", "if same(suit of row) then 1 else 0",
    "if run(value of row) then 1 else 0", "if run(rank of row) then 1 else 0",
    "first(value of sort(row by x * value), default 0)",
    "count(highest(row by value mod 3))", "count(lowest(row by rank))", "count(partition(row by suit))",
    "count(first(partition((row with heap) by suit)))", "first(value of row, default x)", "last(value of row)",
    "top(value of heap, default large)", "count(first(row, x))", "count(last(row, y))", "sum(value of reverse(row))",
    "count(onward(first(row)))", "if left(last(players), x) is first(players) then 1 else 0",
    "if next(first(players), players) is first(players) then 1 else 0", "poker_rank(first(row, 5))", "poker_rank(row)",
    "unmelded(row by value)", "unmelded(row by x - value)", "room(row)", "room(spots[2])", "absolute(x)",
    "absolute(0 - large)", "count(subsets(first(row, 4), 1, 2))", "count(subsets(row, x))",
    "count(first(subsets(row, 2), default row))",
]  # fmt: skip


def ruleset(expression: str) -> str:
    """A game in which an expression is computed again and again, while what it reads changes."""
    return f"""
players: 2
cards: {{pack: standard, value: {{ace: 1, jack: 11, queen: 12, king: 13}}}}
zones:
  table: {{deck: face-down pile, row: face-up row at most 9, heap: face-up pile at most 5, spots: 2 face-up piles}}
  player: {{hand: face-up row at most 2}}
variables:
  game:
    x: number from -3 to 9
    y: number from -2 to 5
    large: number from 0 to {LARGEST}
    flag: yes or no
    found: number from 0 - {LARGEST} - 1 to {LARGEST}
setup: [shuffle every card into deck]
play:
  - repeat 12 times:
      - first(players) chooses go
choices:
  go:
    text: Go
    go:
      text: Go
      choose: {{one: number from -3 to 9, other: number from -2 to 5, big: yes or no, more: yes or no}}
      do:
        - set x to one
        - set y to other
        - set flag to more
        - set large to if big then {LARGEST} else 5
        - if count(row) < 9 and big:
            - draw 1 from deck to row
          else if count(heap) < 5 and more:
            - draw 1 from deck to heap
          else if any(row):
            - move first(row) to spots[1]
        - set found to {expression}
"""


@pytest.mark.parametrize("expression", [*OPERATORS, *FUNCTIONS_USED])
def test_facts_hold_in_both_executions(expression: str) -> None:
    """Lists of numbers and of cards grow from nothing on, numbers go from one edge to the other."""
    made = game(ruleset(expression))
    facts = made.program.facts
    fact, address = facts.of(_computed(made.loaded.ruleset)), facts.space.variables["game", "found"].address
    engine = Engine(made, lean=False)
    values = []
    for number in range(GAMES):
        ours, theirs = made.new(5, number=number, log=False), FastState(engine, 5, number)
        rng = random.Random(number)
        while not ours.over:
            picked = rng.choice(ours.offered(0))
            ours.take(0, picked)
            try:
                theirs.take(0, picked)
            except HandedBackError:
                break
            assert ours.outcome is theirs.outcome
            if ours.outcome is Outcome.FAULT:
                assert fact.faults, str(ours.fault)
                break
            assert ours.vector[address] == theirs.vector[address]
            assert fact.low <= ours.vector[address] <= fact.high
            values.append(ours.vector[address])
    assert values


def _computed(ruleset: Ruleset) -> t.Expr:
    """The expression to which ``found`` is set."""
    for step in steps_under(ruleset):
        if isinstance(step, t.Assign) and isinstance(step.target, t.Variable) and step.target.name == "found":
            return step.value
    raise AssertionError


def test_every_function_is_used() -> None:
    text = " ".join(FUNCTIONS_USED)
    assert [name for name in FUNCTIONS if f"{name}(" not in text] == []
