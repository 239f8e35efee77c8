"""docs/diagnostics.md is generated: it must be what the registry gives."""

from __future__ import annotations

import re

import pytest

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


@pytest.mark.parametrize("code", list(Code), ids=str)
def test_no_example_swallows_the_page(code: Code) -> None:
    section = write_diagnostics_page.page().split(f"### {code.id}\n", 1)[1].split("\n##", 1)[0]
    assert section.count("```") == 2
    assert len(section) < 1200
