"""What the tests of variants share: a folder with a small ruleset and variants of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from cardengine.diagnostics import Diagnostic, DiagnosticError, SourceText
from cardengine.model.load import Loaded, load_file
from cardengine.source import MappingNode, read_source, read_yaml, to_plain
from cardengine.variants import Resolved, resolve

BASE: Final = """\
game: Draw
text: Draw cards
players: 1
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}}
options:
  hand: {is: number from 1 to 10, default: 5, text: Cards in a hand}
  goal: {is: number from 1 to 99, default: 20, text: Points that win}
zones:
  table:
    deck: face-down pile
    discard: face-up pile
  player:
    hand: face-down row seen by owner
define:
  worth(card): card.value
  high: 10
setup:
  - shuffle every card into deck
  - deal options.hand from deck to hand of players
play:
  - repeat 3 times:
      - choose turn
      - if empty(deck):
          - end the game
        else if count(deck) < 5:
          - draw 1 from deck to discard
  - draw 1 from deck to discard
choices:
  turn:
    text: Draw or discard
    take:
      text: Draw a card
      do:
        - draw 1 from deck to your hand
    lay:
      text: Discard a card
      choose: {card: a card from your hand}
      when:
        worth(card) < high: Too good
        any(deck): Too late
      do:
        - move card to discard
    pass: {text: Do nothing}
result:
  score: if sum(value of your hand) > options.goal then 1 else 0
"""


def put(folder: Path, files: dict[str, str]) -> Path:
    """Write files: ``draw.yaml`` unless it is given, and others by name; ``v`` is ``draw/variants/v.yaml``."""
    for name, text in {"draw.yaml": BASE, **files}.items():
        path = folder / name if name.endswith(".yaml") else folder / "draw" / "variants" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def place(folder: Path, name: str) -> Path:
    """Where a variant lies."""
    return folder / name if name.endswith(".yaml") else folder / "draw" / "variants" / f"{name}.yaml"


def merged(folder: Path, text: str, **others: str) -> Any:
    """The merged tree of a variant ``v`` as plain data; it makes no problem, not even a warning."""
    put(folder, {"v": text, **others})
    report: list[Diagnostic] = []
    found = resolved(place(folder, "v"), report)
    assert report == []
    assert found is not None
    return to_plain(found.node)


def resolved(path: Path, report: list[Diagnostic]) -> Resolved | None:
    """A variant's file, merged."""
    source = read_source(path)
    node = read_yaml(source, report)
    assert node is not None
    return resolve(source, path, node, report)


def load(folder: Path, text: str, **others: str) -> Loaded:
    """A variant ``v``, loaded."""
    put(folder, {"v": text, **others})
    return load_file(place(folder, "v"))


def refused(folder: Path, text: str, top: str = "v", **others: str) -> list[Diagnostic]:
    """The errors of a variant that can't be used."""
    put(folder, {"v": text, **others})
    with pytest.raises(DiagnosticError) as caught:
        load_file(place(folder, top))
    return [problem for problem in caught.value.diagnostics if problem.severity.value == "error"]


def places(problem: Diagnostic) -> list[tuple[str, str]]:
    """The file and the words of each place that a problem shows, the main one first."""
    spans = [problem.span] if problem.span is not None else []
    spans += [label.span for label in problem.labels if label.span not in spans]
    return [(Path(span.source.name).stem, re.sub(r"\s+", " ", span.text)) for span in spans]


def tree(text: str) -> MappingNode:
    """A text's tree."""
    report: list[Diagnostic] = []
    node = read_yaml(SourceText("text.yaml", text), report)
    assert not report
    assert isinstance(node, MappingNode)
    return node
