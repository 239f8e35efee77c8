"""The commands in the pages are run, and print what the pages say.

A block ``console`` has one command behind ``$ `` and what it prints; a line ``...`` stands for any lines, ``...``
within a line for any text. Comments above it may give ``input`` (lines, separated by commas), ``exit`` (the exit
code), ``copy`` (a bundled ruleset and its new name) and ``edit`` (OLD => NEW, in the copy). Blocks with a ``file``
comment are written first.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.book import DOCS, ROOT, Block, blocks

PAGES = [ROOT / "README.md", DOCS / "quickstart.md"]
COMMANDS = [
    pytest.param(page, block, id=f"{page.stem}-line{block.line}")
    for page in PAGES
    for block in blocks(page)
    if block.info == "console"
]


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern for what is printed; spaces at the ends of lines don't count."""
    parts: list[str] = []
    for line in text.splitlines():
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(re.escape(line.rstrip()).replace(r"\.\.\.", r"[^\n]*?") + r" *\n")
    return re.compile("".join(parts))


@pytest.mark.parametrize(("page", "block"), COMMANDS)
def test_a_command_prints_what_the_page_says(page: Path, block: Block, tmp_path: Path) -> None:
    for other in blocks(page):
        if "file" in other.notes:
            path = tmp_path / other.notes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(other.text, encoding="utf-8")
    if "copy" in block.notes:
        source, target = block.notes["copy"].split()
        text = (ROOT / "rulesets" / source).read_text(encoding="utf-8")
        old, _, new = block.notes.get("edit", "").partition(" => ")
        assert text.count(old) == 1 or not old
        (tmp_path / target).write_text(text.replace(old, new) if old else text, encoding="utf-8")
    command, _, expected = block.text.partition("\n")
    program, *arguments = command.removeprefix("$ ").split()
    assert program == "cardengine"
    done = subprocess.run(
        [sys.executable, "-c", "from cardengine.cli import main; main()", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1", "COLUMNS": "100", "NO_COLOR": "1"},
        input="".join(f"{line.strip()}\n" for line in block.notes.get("input", "").split(",")),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    printed = "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"
    assert (done.returncode, "Traceback" in done.stderr) == (int(block.notes.get("exit", "0")), False), done.stderr
    assert _pattern(expected).fullmatch(printed), f"printed:\n{printed}\nand as errors:\n{done.stderr}"


def test_the_readme_shows_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^\| `cardengine (\w+)", text, re.M))
    help_text = subprocess.run(
        [sys.executable, "-c", "from cardengine.cli import main; main()", "--help"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "100", "NO_COLOR": "1"},
        timeout=60,
        check=True,
    ).stdout
    commands = set(re.findall(r"^\W*([a-z]+) {2,}[A-Z]", help_text.split("Commands", 1)[1], re.M))
    assert shown == commands


def test_the_readme_quotes_the_ruleset() -> None:
    [quoted] = [block for block in blocks(ROOT / "README.md") if block.info == "yaml"]
    ruleset = (ROOT / "rulesets" / "area52.yaml").read_text(encoding="utf-8")
    assert _without_comments(quoted.text) in _without_comments(ruleset)


def _without_comments(text: str) -> str:
    return "\n".join(re.sub(r" +#.*$", "", line).rstrip() for line in text.splitlines())


def test_links_lead_somewhere() -> None:
    lost: list[str] = []
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
        lost += [f"{page.name}: {t}" for t in targets if "://" not in t and not (page.parent / t).exists()]
        headings = re.findall(r"^#+ (.*)$", text, re.M)
        anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        lost += [f"{page.name}: #{a}" for a in re.findall(r"\]\(#([^)]+)\)", text) if a not in anchors]
    assert lost == []
