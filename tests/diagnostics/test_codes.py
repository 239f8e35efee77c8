from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from cardengine.diagnostics import Code, Family
from cardengine.diagnostics import codes as registry


def test_every_code_is_documented() -> None:
    for code in Code:
        assert re.fullmatch(r"[A-Z][0-9]{3}", code.id), code
        assert code.value == str(code) == code.id, code
        assert code.family in Family, code
        assert 5 <= len(code.title) <= 60, code
        assert code.title[0].islower() or not code.title[0].isalpha() or code.title.split()[0].isupper(), code
        assert not code.title.endswith("."), code
        assert len(code.explanation) > len(code.title), code
        assert code.explanation.endswith("."), code
        assert code.example.strip(), code


def test_ids_are_used_once_and_stand_in_order() -> None:
    ids = [code.id for code in Code]
    assert len(set(ids)) == len(ids)
    by_family = [[id for id in ids if id.startswith(family.value)] for family in Family]
    for family in by_family:
        assert all(first < second for first, second in pairwise(family))
    assert [id for family in by_family for id in family] == ids


def test_titles_are_used_once() -> None:
    titles = [code.title for code in Code]
    assert len(set(titles)) == len(titles)


def test_codes_are_found_by_id() -> None:
    assert Code.by_id("Y204") is Code.DUPLICATE_KEY
    assert Code.by_id("y204") is Code.DUPLICATE_KEY
    assert Code.by_id("Y999") is None
    assert Code.by_id("") is None


def test_a_family_is_the_letter() -> None:
    assert Code.DUPLICATE_KEY.family is Family.YAML
    assert "".join(family.value for family in Family) == "FYSPNTVEWRX"


def test_every_code_is_reported_somewhere() -> None:
    engine = Path(registry.__file__).parents[1]
    text = "".join(path.read_text(encoding="utf-8") for path in engine.rglob("*.py") if path.name != "codes.py")
    families = {Family.FILES, Family.YAML, Family.STRUCTURE}
    unused = [code.id for code in Code if code.family in families and not re.search(rf"Code\.{code.name}\b", text)]
    assert unused == []
