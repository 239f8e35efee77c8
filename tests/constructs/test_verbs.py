"""The records of verbs cover the grammar, and lie below what they describe."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import get_args, get_type_hints

import pytest
from lark import Lark

from cardengine.constructs.domains import DOMAIN_CHECKS
from cardengine.constructs.verbs import EVENTS, HEADER_CHECKS, STEP_CHECKS
from cardengine.constructs.verbs.moving import MOVED
from cardengine.lang import zones
from cardengine.lang.expressions import ExpressionChecker
from cardengine.lang.parser import grammar_text
from cardengine.model import program
from cardengine.runtime.event_views import EventView
from cardengine.runtime.events import Card, Event
from cardengine.tree.dispatch import exhaustive


def alternatives(rule: str) -> set[str]:
    """What the alternatives of a rule are called."""
    rules = Lark(grammar_text(), start=["step", "header", "domain", "zone"], parser="lalr").rules
    return {str(found.alias) for found in rules if found.origin.name == rule and found.alias is not None}


def test_every_sentence_of_the_grammar_has_a_record() -> None:
    assert set(STEP_CHECKS) == alternatives("step")
    assert set(HEADER_CHECKS) == alternatives("header")


def test_an_event_that_was_pickled_or_copied_is_of_the_same_kind() -> None:
    event = Event(MOVED, 3, (("cards", (Card("AC", 1),)), ("from", None), ("to", "row")), (0, 1, 0))
    for other in (pickle.loads(pickle.dumps(event)), copy.deepcopy(event)):
        assert other == event
        assert other.kind is MOVED


def test_all_else_in_the_grammar_is_typed_by_a_table() -> None:
    levels = ("expr", "or_", "and_", "not_", "cmp", "sum_", "term", "product", "unary", "rotated", "postfix", "atom")
    assert set(ExpressionChecker.checks) == set().union(*map(alternatives, levels))
    assert set(DOMAIN_CHECKS) == alternatives("bare_domain")
    assert set(zones.CLAUSES) == {*alternatives("clause"), "face", "kind"}


def test_every_event_has_a_type_for_programs() -> None:
    names = [get_args(get_type_hints(view)["event"]) for view in get_args(EventView)]
    assert sorted(names) == sorted((name,) for name in EVENTS)


def test_a_table_with_a_kind_of_node_left_out_does_not_load() -> None:
    table: dict[type[program.Instruction], int] = {program.Effect: 0}
    with pytest.raises(TypeError, match=r"no entry for .*Jump"):
        exhaustive(table, program, program.Instruction)


@pytest.mark.parametrize(
    ("module", "above"),
    [
        ("cardengine.lang.checker", ("evaluation", "model", "runtime", "core")),
        ("cardengine.runtime.game", ("core", "wasm", "fast")),
    ],
)
def test_records_load_nothing_that_lies_above_who_reads_them(module: str, above: tuple[str, ...]) -> None:
    program = f"import sys, {module}; print(*(m for m in sys.modules if m.startswith('cardengine.')))"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "cardengine.constructs.verbs.moving" in shown
    assert [name for name in shown if name.split(".")[1] in above] == []


def test_a_cold_validate_loads_no_compiler() -> None:
    program = (
        "import sys; from cardengine.cli import app; sys.argv = ['cardengine', 'validate', 'area52']\n"
        "try: app.app()\n"
        "except SystemExit: pass\n"
        "print(*(m for m in sys.modules if m.startswith('cardengine.')))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    loaded = shown.splitlines()[-1].split()
    assert "cardengine.lang.checker" in loaded
    assert [name for name in loaded if name.split(".")[1] in ("core", "wasm", "fast")] == []
