"""docs/diagnostics.md is generated: it must be what the registry gives."""

from __future__ import annotations

import re

from cardengine.diagnostics import Code
from tests.docs.book import DOCS
from tools import write_diagnostics_page


def test_the_page_is_up_to_date() -> None:
    text = (DOCS / "diagnostics.md").read_text(encoding="utf-8")
    assert text == write_diagnostics_page.page(), "run tools/write_diagnostics_page.py"


def test_every_code_has_a_section_and_a_link() -> None:
    text = write_diagnostics_page.page()
    ids = [code.id for code in Code]
    assert re.findall(r"^### (\w+)$", text, re.M) == ids
    assert re.findall(r"\]\(#(\w+)\)", text) == [id.lower() for id in ids]


def test_no_example_swallows_the_page() -> None:
    page = write_diagnostics_page.page()
    for code in Code:
        section = page.split(f"### {code.id}\n", 1)[1].split("\n##", 1)[0]
        assert section.count("```") == 2, code.id
        assert len(section) < 1200, code.id
