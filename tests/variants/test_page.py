"""Every example of docs/variants.md is carried out.

The kinds of blocks, by their info string:

    yaml variant    loads, and plays random games without a fault
    yaml mixin      a file beside the others, with the name of its comment ``name``
    yaml wrong      a variant that is refused; blocks ``text error`` or ``text shown`` follow it
    text resolved   lines that the whole of the variant above has, in this order
    text error      the messages, word for word, without the excerpts
    text shown      the beginning of the messages, excerpts too
    text notes      lines of the whole of a bundled variant, with notes, in this order
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardengine.diagnostics import DiagnosticError, Severity, render_text
from cardengine.model.load import load_file
from cardengine.runtime.game import Game
from cardengine.runtime.generator import stream
from cardengine.source import bundled
from tests.docs.book import DOCS, ROOT, Block, blocks

PAGE = DOCS / "variants.md"
BLOCKS = list(blocks(PAGE))
VARIANTS = [block for block in BLOCKS if block.info in {"yaml variant", "yaml wrong"}]
KINDS = {"yaml variant", "yaml mixin", "yaml wrong", "text resolved", "text error", "text shown", "text notes"}


def facts(block: Block) -> list[Block]:
    """The blocks behind an example that tell what comes of it."""
    behind = BLOCKS[BLOCKS.index(block) + 1 :]
    found: list[Block] = []
    for other in behind:
        if other.info.startswith("yaml"):
            break
        found.append(other)
    return found


def write(folder: Path, block: Block) -> Path:
    for mixin in BLOCKS:
        if mixin.info == "yaml mixin":
            (folder / f"{mixin.notes['name']}.yaml").write_text(mixin.text, encoding="utf-8")
    path = folder / "mine.yaml"
    path.write_text(block.text, encoding="utf-8")
    return path


def in_order(lines: list[str], text: str) -> None:
    rest = text.splitlines()
    for line in lines:
        found = next((number for number, other in enumerate(rest) if other.strip() == line.strip()), None)
        assert found is not None, line
        rest = rest[found + 1 :]


@pytest.mark.parametrize("block", [pytest.param(b, id=f"line{b.line}") for b in VARIANTS if b.info == "yaml variant"])
def test_what_is_right_loads_and_plays(block: Block, tmp_path: Path) -> None:
    loaded = load_file(write(tmp_path, block))
    assert loaded.warnings == ()
    for fact in facts(block):
        if fact.info == "text resolved":
            for line in fact.lines:
                assert line.strip() in {other.strip() for other in loaded.text.splitlines()}
    options: dict[str, str | int] = {"fleets": "standard"} if "fleets" in loaded.ruleset.options else {}
    game = Game(loaded, options, step_cap=5000)
    for seed in range(3):
        state, rng = game.new(seed=seed, log=False), stream(seed, 0, 1)
        while not state.over:
            actions = state.actions()
            state.apply(actions[rng.below(len(actions))])
        assert state.fault is None


@pytest.mark.parametrize("block", [pytest.param(b, id=f"line{b.line}") for b in VARIANTS if b.info == "yaml wrong"])
def test_what_is_wrong_is_refused_in_these_words(block: Block, tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as caught:
        load_file(write(tmp_path, block))
    errors = [problem for problem in caught.value.diagnostics if problem.severity is Severity.ERROR]
    shown = render_text(errors).replace(f"{tmp_path.as_posix()}/", "").replace(f"{bundled('rulesets').as_posix()}/", "")
    plain = [line.strip() for line in shown.splitlines() if re.match(r"error\[|\s+= ", line)]
    fact = facts(block)[0]
    expected = [line.strip() for line in fact.lines]
    if fact.info == "text error":
        assert plain == expected
    else:
        assert [line.strip() for line in shown.splitlines()][: len(expected)] == expected


def test_the_notes() -> None:
    [block] = [block for block in BLOCKS if block.info == "text notes"]
    in_order(block.lines, load_file("area52/wild_jokers").annotated())


def test_every_block_is_of_a_known_kind() -> None:
    assert [(block.line, block.info) for block in BLOCKS if block.info not in KINDS] == []
    assert all(facts(block) for block in VARIANTS if block.info == "yaml wrong")


def test_every_key_is_in_a_table() -> None:
    schema = json.loads((ROOT / "schemas" / "variant.schema.json").read_text(encoding="utf-8"))
    text = PAGE.read_text(encoding="utf-8")
    cells = "".join(re.findall(r"^\|([^|]*)\|", text, re.M))
    shown = set(re.findall(r"`(\w+)`", cells))
    assert shown == set(schema["properties"]) | set(schema["$defs"]["change"]["properties"])
