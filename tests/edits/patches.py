"""Unified diffs: read, measured, and applied to a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


class PatchError(Exception):
    """A patch that can't be read, or doesn't fit its text."""


@dataclass(frozen=True)
class Hunk:
    """One place of a patch: the lines that it finds, and those that it leaves."""

    line: int
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def changed(self) -> int:
        """How many lines a person would have to touch: a line that is replaced counts once."""
        common = sum(1 for line in self.before if line in self.after)
        return max(len(self.before), len(self.after)) - common


@dataclass(frozen=True)
class Patch:
    """A patch of one file."""

    hunks: tuple[Hunk, ...]

    @property
    def changed(self) -> int:
        """How many lines it changes."""
        return sum(hunk.changed for hunk in self.hunks)

    def apply(self, text: str) -> str:
        """The patched text. Lines above a hunk may have come or gone, but what it finds must be there just once.

        Raises:
            PatchError: it is not there, or twice.
        """
        lines = text.split("\n")
        for hunk in self.hunks:
            size = len(hunk.before)
            places = [at for at in range(len(lines) - size + 1) if tuple(lines[at : at + size]) == hunk.before]
            if len(places) != 1:
                raise PatchError(f"the hunk of line {hunk.line} fits at {len(places)} places")
            lines[places[0] : places[0] + size] = hunk.after
        return "\n".join(lines)


def read_patch(path: Path) -> Patch:
    """A patch from its file.

    Raises:
        PatchError: a line of it is none of a unified diff, or a hunk has other lines than its head says.
    """
    hunks: list[tuple[tuple[int, int, int], list[str], list[str]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        head = re.fullmatch(r"@@ -(\d+),(\d+) \+\d+,(\d+) @@.*", line)
        if head:
            hunks.append(((int(head[1]), int(head[2]), int(head[3])), [], []))
        elif line.startswith(("--- ", "+++ ")) and not hunks:
            continue
        elif hunks and line[:1] in ("", " ", "-", "+"):
            if line[:1] != "+":
                hunks[-1][1].append(line[1:])
            if line[:1] != "-":
                hunks[-1][2].append(line[1:])
        else:
            raise PatchError(f"no line of a patch: {line}")
    for (number, old, new), before, after in hunks:
        if (len(before), len(after)) != (old, new):
            raise PatchError(f"the hunk of line {number} says {old},{new} and has {len(before)},{len(after)} lines")
    return Patch(tuple(Hunk(number, tuple(before), tuple(after)) for (number, _, _), before, after in hunks))
