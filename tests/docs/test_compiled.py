"""docs/compiled.md: what it shows of the core is what is printed today, and its table has all of the language.

``CARDENGINE_DOCS=write`` writes the parts of the core anew.
"""

from __future__ import annotations

import os
import re
from textwrap import dedent

import cardengine
from cardengine.core.show import show
from cardengine.ir import nodes as ir
from tests.docs.book import DOCS, ROOT, blocks

PAGE = DOCS / "compiled.md"


def _part(sentence: str) -> str:
    """What `show --core` prints of the instruction with a sentence."""
    text = "\n".join(show(cardengine.load("area52").machine))
    [found] = re.findall(rf"^( *; {re.escape(sentence)} \(.*?)\n(?:\n|\S)", text, re.M | re.S)
    return dedent(found) + "\n"


def test_the_core_is_what_is_printed() -> None:
    shown = [block for block in blocks(PAGE) if block.info == "text core"]
    assert shown
    if os.environ.get("CARDENGINE_DOCS") == "write":
        lines = PAGE.read_text(encoding="utf-8").splitlines(keepends=True)
        for block in reversed(shown):
            first = block.line - 1
            lines[first : lines.index("```\n", first)] = _part(block.notes["core"])
        PAGE.write_text("".join(lines), encoding="utf-8")
        shown = [block for block in blocks(PAGE) if block.info == "text core"]
    assert [block.text for block in shown] == [_part(block.notes["core"]) for block in shown]


def test_the_sentences_are_the_rulesets() -> None:
    ruleset = (ROOT / "rulesets" / "area52.yaml").read_text(encoding="utf-8")
    quoted = [block for block in blocks(PAGE) if block.info == "yaml"]
    assert quoted
    for block in quoted:
        assert block.text in ruleset


def test_the_tables_have_all_of_the_language() -> None:
    rows = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.M))
    kinds = {kind.__name__ for base in (ir.Expr, ir.Statement) for kind in base.__subclasses__()}
    assert rows == kinds


def test_the_tables_have_every_operator() -> None:
    row = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `Binary` |"))
    words = set(re.sub(r"[`,]", " ", row).split())
    assert {op.value.removesuffix("_u").removesuffix("u") for op in ir.Op} - {"shl", "shr"} <= words
