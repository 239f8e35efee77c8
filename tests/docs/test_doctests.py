"""The Python in the pages is carried out, each page as one session."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.docs.book import DOCS, blocks

PAGES = [page for page in sorted(DOCS.rglob("*.md")) if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_python_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for block in blocks(page):
        if "file" in block.notes:
            path = tmp_path / block.notes["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    assert test.examples
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
    result = runner.run(_without_fences(test), out=output.append)
    assert result.failed == 0, "".join(output)


def _without_fences(test: doctest.DocTest) -> doctest.DocTest:
    """A closing fence isn't part of what is printed."""
    for example in test.examples:
        example.want = example.want.removesuffix("```\n")
    return test


def test_the_pages_have_python() -> None:
    assert {"api", "architecture", "generator", "quickstart"} <= {page.stem for page in PAGES}
