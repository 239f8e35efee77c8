"""Mutation testing: which faults there are, where they are tried, and which are argued."""

from __future__ import annotations

import ast
from pathlib import Path

from tools.mutation.argued import argued
from tools.mutation.mutants import change, modules, mutants_of, planted
from tools.mutation.nearest import GUARDED, NEAREST, nearest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
EVENTS = "cardengine/runtime/events.py"


def test_what_is_named_is_there() -> None:
    found = modules(ENGINE)
    assert [begin for begin in (*NEAREST, *GUARDED) if not any(name.startswith(begin) for name in found)] == []
    assert [test for name in found for test in nearest(name) if not (ROOT / test).exists()] == []


def test_a_fault_changes_one_place() -> None:
    mutants = mutants_of(ENGINE, EVENTS)
    assert len(mutants) > 20
    before = (ENGINE / EVENTS).read_text(encoding="utf-8")
    for mutant in mutants[::10]:
        after = planted(ENGINE, mutant)
        ast.parse(after)
        line, (gone, come) = change(before, after)
        assert gone or come
        assert before.splitlines()[line - 1].strip() == gone[0]


def test_a_fault_that_the_page_argues_is_known(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Faults\n\n## `a/b.py`\n\n```diff\n- old = 1\n+ old = 2\n```\n\nIt doesn't matter.\n", encoding="utf-8"
    )
    assert argued(page) == {("a/b.py", (("old = 1",), ("old = 2",)))}


def test_what_is_argued_is_still_there() -> None:
    for module, (gone, _) in argued():
        lines = {line.strip() for line in (ENGINE / module).read_text(encoding="utf-8").splitlines()}
        assert set(gone) <= lines, module
