"""Reads the pages under docs/: their fenced blocks, with the comments that say how a block is tested.

A block is fenced by three backquotes and an info string of one or two words. Comments of the form
``<!-- key: value -->`` on the lines right above it belong to it:

    name   gives a whole ruleset a name, so that parts can refer to it
    base   the name of the ruleset that a part is merged into: mappings key by key, anything else replaces
    after  actions, separated by commas, that are taken before the block's facts are looked at
    seat   whose view is shown, from 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

_FENCE = re.compile(r"^```(?P<info>[^`]*)$")
_COMMENT = re.compile(r"^<!-- (?P<key>[a-z]+): (?P<value>.*) -->$")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: what it is, its text, its first line in the page, and its comments."""

    info: str
    text: str
    line: int
    notes: dict[str, str]

    @property
    def lines(self) -> list[str]:
        return [line for line in self.text.splitlines() if line.strip()]


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    notes: dict[str, str] = {}
    info: str | None = None
    started, lines = 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        fence = _FENCE.match(line)
        if info is not None:
            if fence is not None:
                yield Block(info, "\n".join(lines) + "\n", started, notes)
                info, notes = None, {}
            else:
                lines.append(line)
        elif fence is not None:
            info, started, lines = fence["info"].strip(), number + 1, []
        elif (comment := _COMMENT.match(line)) is not None:
            notes = {**notes, comment["key"]: comment["value"]}
        elif line.strip():
            notes = {}
    assert info is None, f"{page.name}: the block of line {started} is never closed"


class _Loader(yaml.SafeLoader):
    """Reads all scalars as text, but whole numbers."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[0-9]+$"), list("0123456789"))


def read(text: str) -> Any:
    """YAML as plain data."""
    return yaml.load(text, _Loader)  # noqa: S506 - a safe loader that converts even less


def write(data: Any) -> str:
    """Plain data as YAML."""
    text: str = yaml.safe_dump(data, sort_keys=False, width=100_000, allow_unicode=True)
    return text


def merged(base: Any, part: Any) -> Any:
    """A base with a part laid over it: mappings key by key, anything else replaces."""
    if isinstance(base, dict) and isinstance(part, dict):
        return base | {key: merged(base[key], value) if key in base else value for key, value in part.items()}
    return part
