"""What the tests of the structure share."""

from __future__ import annotations

from typing import Final

from cardengine.diagnostics import Diagnostic, SourceText
from cardengine.schema import SchemaName, check_structure
from cardengine.source import read_yaml

RULESET: Final = {
    "game": "game: Scopa",
    "players": "players: 2",
    "cards": "cards: {pack: standard}",
    "play": "play: [win]",
}


def check(text: str, schema: SchemaName = SchemaName.RULESET) -> list[Diagnostic]:
    """The problems of a file's structure."""
    report: list[Diagnostic] = []
    node = read_yaml(SourceText("file.yaml", text), report)
    assert report == []
    assert node is not None
    return check_structure(node, schema)


def whole(part: str) -> str:
    """A ruleset with some keys of its own, and the rest as in the smallest ruleset."""
    keys = {line.partition(":")[0] for line in part.splitlines() if line[:1].isalpha()}
    return "".join(f"{line}\n" for key, line in RULESET.items() if key not in keys) + part


def check_part(part: str) -> list[Diagnostic]:
    """The problems of a part of a ruleset."""
    return check(whole(part))


def found(problems: list[Diagnostic]) -> list[tuple[str, str]]:
    """The codes of some problems, with the words that they point at."""
    return [(problem.code.id, "" if problem.span is None else problem.span.text) for problem in problems]
