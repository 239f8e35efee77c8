"""The glossary explains each term once, and has the words of the language."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter

import pytest

from cardengine.constructs.verbs import STEP_FORMS
from cardengine.runtime.outcome import Outcome
from tests.docs.book import DOCS, ROOT

ENTRY = re.compile(r"^- \*\*(?P<terms>[^*]+)\*\*: (?P<meaning>.+)$")
ENGINE = ROOT / "engine" / "cardengine"
SAME_WORD = frozenset(["chooses", "text"])
"""`chooses` is a form of `choose`, and the key `text` is no term."""


OPAQUE_MODULES = frozenset(
    ["doing", "foreseeing", "naming", "picking", "telling", "wanted", "weighing", "wording", "weights", "words"]
)
"""Names that say nothing to a reader who doesn't know the module already."""


def _sections() -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for line in (DOCS / "glossary.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            sections[line.removeprefix("## ")] = []
        elif (entry := ENTRY.match(line)) is not None:
            sections[list(sections)[-1]].append(entry["terms"])
        else:
            assert not line.startswith("- "), f"no entry of the glossary: {line}"
    return sections


SECTIONS = _sections()
TERMS = Counter(term.strip() for terms in SECTIONS.values() for entry in terms for term in entry.split(","))


def test_each_term_is_explained_once_and_sections_are_sorted() -> None:
    assert [term for term, count in TERMS.items() if count > 1] == []
    for section, entries in SECTIONS.items():
        assert entries == sorted(entries, key=str.lower), section


def _keys() -> list[str]:
    schema = json.loads((ROOT / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8"))
    return list(schema["properties"])


@pytest.mark.parametrize("word", sorted({*_keys(), *STEP_FORMS, *(o.name.lower() for o in Outcome)} - SAME_WORD))
def test_the_languages_words_are_in_the_glossary(word: str) -> None:
    forms = {word, f"{word} the game", word.removesuffix("s"), f"{word}s", {"choose": "choice"}.get(word, word)}
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    outcome = word.upper() in Outcome.__members__ and re.search(rf"\b{word}\b", text)
    assert forms & set(TERMS) or outcome


def test_no_module_has_an_opaque_name() -> None:
    named = {path.relative_to(ENGINE).as_posix() for path in ENGINE.rglob("*.py") if path.stem in OPAQUE_MODULES}
    assert named == set()


def test_no_class_of_a_general_name_is_there_twice() -> None:
    found = Counter(
        node.name
        for path in ENGINE.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and node.name in {"Base", "Board", "Places", "Words", "Kind"}
    )
    assert [name for name, count in found.items() if count > 1] == []
