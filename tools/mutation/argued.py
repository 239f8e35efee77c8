"""Faults that change nothing, or nothing that matters, with the reasons: read from the page that argues them."""

from __future__ import annotations

import re
from pathlib import Path

from tools.mutation.mutants import Change

PAGE = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "0023-mutants-that-survive.md"

_HEADING = re.compile(r"^## `(\S+)`$")


def argued(page: Path = PAGE) -> frozenset[tuple[str, Change]]:
    """The modules and changes of the page: under a heading for each module, blocks ``diff``."""
    found: set[tuple[str, Change]] = set()
    module = ""
    block: list[str] | None = None
    for line in page.read_text(encoding="utf-8").splitlines():
        heading = _HEADING.match(line)
        if heading:
            module = heading[1]
        elif line == "```diff":
            block = []
        elif line == "```" and block is not None:
            gone = tuple(known[1:].strip() for known in block if known.startswith("-"))
            come = tuple(known[1:].strip() for known in block if known.startswith("+"))
            found.add((module, (gone, come)))
            block = None
        elif block is not None:
            block.append(line)
    return frozenset(found)
