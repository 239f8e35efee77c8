"""Problems that show only in the merged whole point into the right file, and name the other place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardengine.diagnostics import DiagnosticError, render_text
from cardengine.model.load import load_file, load_text
from cardengine.runtime.game import Game
from tests.variants.helpers import BASE, load, place, places, put, refused

HEAD = "extends: draw\n"


def test_a_mistake_in_what_is_set_shows_what_it_replaces(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, HEAD + "set: {define.worth: card.valeu}")
    assert problem.code.id == "N301"
    assert places(problem) == [("v", "valeu"), ("draw", "card.value")]
    assert [label.message for label in problem.labels[-1:]] == ["this is what it replaces"]
    assert problem.help == "did you mean `value`?"


def test_the_whole_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(Path("rules"), {"v": HEAD + "set:\n  define.worth: card.valeu\n"})
    with pytest.raises(DiagnosticError) as caught:
        load_file("rules/draw/variants/v.yaml")
    assert render_text(caught.value.diagnostics).splitlines()[1:] == [
        "  --> rules/draw/variants/v.yaml:3:22",
        "   |",
        " 3 |   define.worth: card.valeu",
        "   |                      ^^^^^ set here",
        "  ::: rules/draw.yaml:15:16",
        "   |",
        "15 |   worth(card): card.value",
        "   |                ---------- this is what it replaces",
        "   = help: did you mean `value`?",
    ]


def test_a_mistake_in_new_steps_shows_what_they_replace(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, HEAD + "steps: [{in: play, replace: choose turn, do: [choose trun]}]")
    assert places(problem) == [("v", "trun"), ("draw", "choose turn")]


def test_a_mistake_in_a_new_sentence_shows_what_it_replaces(tmp_path: Path) -> None:
    change = "steps: [{in: play, replace: if empty(deck), with: if empty(dekc)}]"
    [problem] = refused(tmp_path, HEAD + change)
    assert places(problem) == [("v", "dekc"), ("draw", "if empty(deck)")]


def test_a_mistake_in_something_new_stands_alone(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, HEAD + "add: {define.more: count(dekc)}")
    assert places(problem) == [("v", "dekc")]
    assert problem.notes == ()


def test_what_the_base_misses_names_the_removal(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, HEAD + "remove: [define.high]")
    assert places(problem) == [("draw", "high"), ("v", "define.high")]
    assert problem.labels[-1].message == "`high` is removed here"
    assert "draw/variants/v.yaml" in problem.notes[-1]


def test_a_fault_of_the_base_tells_for_which_variant_it_is_read(tmp_path: Path) -> None:
    problems = refused(tmp_path, HEAD, **{"draw.yaml": BASE.replace("count(deck) < 5", "count(dekc) < 5")})
    assert [problem.notes[-1].endswith("draw/variants/v.yaml builds on this file") for problem in problems] == [True]


def test_an_override_of_an_override_shows_the_nearer_one(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, "extends: w\nset: {define.worth: card.valeu}", w=HEAD + "set: {define.worth: 7}")
    assert places(problem) == [("v", "valeu"), ("w", "7")]


def test_a_structure_that_is_wrong_only_when_merged(tmp_path: Path) -> None:
    [problem] = refused(tmp_path, HEAD + "remove: [choices.turn.take.text]")
    assert problem.code.id == "S102"
    assert places(problem)[0] == ("draw", "take")
    [problem] = refused(tmp_path, HEAD + "add: {choices.turn.take.txet: x}")
    assert (problem.code.id, places(problem)) == ("S101", [("v", "txet")])


def test_a_default_out_of_bounds_is_told_with_its_place(tmp_path: Path) -> None:
    loaded = load(tmp_path, HEAD + "default: {hand: 11}")
    with pytest.raises(DiagnosticError) as caught:
        Game(loaded)
    [problem] = caught.value.diagnostics
    assert (problem.code.id, places(problem)) == ("V503", [("v", "11"), ("draw", "5")])


def test_the_text_of_a_variant_is_the_whole_ruleset(tmp_path: Path) -> None:
    loaded = load(tmp_path, HEAD + "game: V\ndefault: {hand: 7}\nsteps: [{in: play, after: choose turn, do: [win]}]")
    again = load_text(loaded.text, "again")
    assert (again.digest, again.text) == (loaded.digest, loaded.text)
    assert again.ruleset.title == "V"
    assert loaded.annotated().count("# v.yaml:") == 3
    annotated = load_text(loaded.annotated(), "again").ruleset
    assert list(annotated.options) == list(loaded.ruleset.options)


def test_the_digest_is_another_one_when_the_base_is(tmp_path: Path) -> None:
    one = load(tmp_path / "1", HEAD).digest
    other = load(tmp_path / "2", HEAD, **{"draw.yaml": BASE.replace("high: 10", "high: 9")}).digest
    same = load(tmp_path / "3", "# a comment\n" + HEAD, **{"draw.yaml": BASE + "# another\n"}).digest
    assert one != other
    assert one == same


def test_a_place_of_a_variant_is_never_in_its_base(tmp_path: Path) -> None:
    put(tmp_path, {"v": HEAD + "set: {zones.table.deck: face-down piel}"})
    with pytest.raises(DiagnosticError) as caught:
        load_file(place(tmp_path, "v"))
    first = next(problem for problem in caught.value.diagnostics if problem.code.id == "P101")
    assert places(first)[0] == ("v", "piel")
