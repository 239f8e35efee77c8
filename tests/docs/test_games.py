"""The page of the games: a row for each bundled ruleset, with figures that are those of its file."""

from __future__ import annotations

import re
from pathlib import Path

from cardengine.model.load import load_file
from tests.docs.book import DOCS, ROOT

RULESETS = sorted((ROOT / "rulesets").glob("*.yaml"))
HEAD = ["game", "players", "constructs that it exercises", "lines", "checked against", "games in lockstep"]


def rows() -> dict[str, list[str]]:
    """The cells of each ruleset's row, by its name."""
    lines = (DOCS / "games.md").read_text(encoding="utf-8").splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert table[0] == HEAD
    found = {re.findall(r"\(`(\w+)`\)$", cells[0])[0]: cells for cells in table[2:]}
    assert len(found) == len(table) - 2
    return found


def length(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def test_every_bundled_ruleset_has_a_row_and_nothing_else_has() -> None:
    assert sorted(rows()) == [path.stem for path in RULESETS]


def test_a_row_has_the_figures_of_its_ruleset() -> None:
    for path in RULESETS:
        ruleset = load_file(path).ruleset
        players = str(ruleset.fewest) if ruleset.fewest == ruleset.most else f"{ruleset.fewest} to {ruleset.most}"
        title, said, *_, against, games = rows()[path.stem]
        assert (path.stem, said) == (path.stem, players)
        assert (path.stem, rows()[path.stem][3]) == (path.stem, str(length(path)))
        assert against, path.stem
        assert re.fullmatch(r"\d+ / [\d,]+", games), path.stem
        page = DOCS / "games" / path.with_suffix(".md").name
        assert (f"](games/{page.name})" in title) == page.exists(), path.stem


def test_a_page_says_how_long_its_ruleset_is() -> None:
    for page in sorted((DOCS / "games").glob("*.md")):
        [lines] = re.findall(r"^- \*\*YAML\*\*: (\d+) lines", page.read_text(encoding="utf-8"), re.M)
        assert int(lines) == length(ROOT / "rulesets" / f"{page.stem}.yaml"), page.stem
