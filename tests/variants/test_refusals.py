"""What can't be changed, and that the places in both files are shown."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardengine.diagnostics import DiagnosticError, render_text
from cardengine.model.load import load_file, load_text
from tests.variants.helpers import BASE, place, places, put, refused

CASES = {
    "an option that isn't there": (
        "default: {hnd: 3}",
        "E906",
        [("v", "hnd"), ("draw", "options")],
        "did you mean `hand`?",
    ),
    "set what isn't there": (
        "set: {choices.turn.tkae.text: No}",
        "E906",
        [("v", "tkae"), ("draw", "turn")],
        "did you mean `take`?",
    ),
    "set a section that isn't there": ("set: {teams: [[0]]}", "E906", [("v", "teams"), ("draw", "game")], None),
    "remove what isn't there": (
        "remove: [choices.turn.tkae]",
        "E906",
        [("v", "tkae"), ("draw", "turn")],
        "did you mean `take`?",
    ),
    "a path through a scalar": (
        "set: {define.worth.value: 3}",
        "E906",
        [("v", "value"), ("draw", "worth(card)")],
        None,
    ),
    "a path through a list": (
        "set: {play.0: win}",
        "E906",
        [("v", "0"), ("draw", "play")],
        "a list is set whole, or `append`ed to; lists of steps are changed under `steps`",
    ),
    "add what is there": (
        "add: {zones.table.deck: face-up pile}",
        "E907",
        [("v", "zones.table.deck"), ("draw", "deck")],
        "to replace it, write it under `set`",
    ),
    "add a list that is there": (
        "add: {play: [win]}",
        "E907",
        [("v", "play"), ("draw", "play")],
        "to put more at the end of the list, write it under `append`",
    ),
    "add a definition that is there": (
        "add: {'define.worth(card)': 3}",
        "E907",
        [("v", "'define.worth(card)'"), ("draw", "worth(card)")],
        "to replace it, write it under `set`",
    ),
    "add where there is no parent": (
        "add: {zones.tabel.gone: face-up pile}",
        "E906",
        [("v", "tabel"), ("draw", "zones")],
        "did you mean `table`?",
    ),
    "add under a scalar": ("add: {game.title: X}", "E906", [("v", "title"), ("draw", "game")], None),
    "append to what is no list": (
        "append: {game: [x]}",
        "E906",
        [("v", "game"), ("draw", "game")],
        None,
    ),
    "append to what isn't there": (
        "append: {setpu: [win]}",
        "E906",
        [("v", "setpu"), ("draw", "game")],
        "did you mean `setup`?",
    ),
    "a step that isn't there": (
        "steps: [{in: play, after: choose trun, do: [win]}]",
        "E908",
        [("v", "choose trun"), ("draw", "choose turn")],
        "did you mean `choose turn`?",
    ),
    "nothing like that step": (
        "steps: [{in: play, remove: xyzzy}]",
        "E908",
        [("v", "xyzzy"), ("draw", "play")],
        "name a step by its own sentence, as it stands there",
    ),
    "a step of another list": (
        "steps: [{in: setup, remove: choose turn}]",
        "E908",
        [("v", "choose turn"), ("draw", "setup")],
        "name a step by its own sentence, as it stands there",
    ),
    "a step that stands there twice": (
        "steps: [{in: play, before: draw 1 from deck to discard, do: [win]}]",
        "E909",
        [
            ("v", "draw 1 from deck to discard"),
            ("draw", "draw 1 from deck to discard"),
            ("draw", "draw 1 from deck to discard"),
        ],
        "say with `under` which header it stands under, or replace the header with all that stands under it",
    ),
    "under a header that isn't there": (
        "steps: [{in: play, under: repeat 4 times, remove: choose turn}]",
        "E908",
        [("v", "repeat 4 times"), ("draw", "repeat 3 times")],
        "did you mean `repeat 3 times`?",
    ),
    "under a header where the step isn't": (
        "steps: [{in: play, under: if empty(deck), remove: choose turn}]",
        "E908",
        [("v", "choose turn"), ("draw", "play")],
        "name a step by its own sentence, as it stands there",
    ),
    "a list that is no list of steps": (
        "steps: [{in: cards, remove: choose turn}]",
        "E906",
        [("v", "cards"), ("draw", "cards")],
        None,
    ),
    "an else by itself": (
        "steps: [{in: play, remove: else if count(deck) < 5}]",
        "E908",
        [("v", "else if count(deck) < 5"), ("draw", "play")],
        "an `else` belongs to its `if`: name that one; an `else if` can be replaced `with` another",
    ),
    "one thing set and removed": (
        "set: {choices.turn.pass.text: No}\nremove: [choices.turn.pass]",
        "E910",
        [("v", "choices.turn.pass"), ("v", "choices.turn.pass.text")],
        "keep one of them",
    ),
    "one default twice": (
        "default: {hand: 6}\nset: {options.hand.default: 7}",
        "E910",
        [("v", "options.hand.default"), ("v", "hand")],
        "keep one of them",
    ),
    "two insertions at one place": (
        "steps:\n  - {in: play, after: choose turn, do: [win]}\n  - {in: play, after: choose turn, do: [lose]}",
        "E910",
        [("v", "choose turn"), ("v", "choose turn")],
        "keep one of them",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_that_does_not_fit_is_refused(tmp_path: Path, case: str) -> None:
    change, code, where, help = CASES[case]
    problems = refused(tmp_path, f"extends: draw\n{change}\n")
    assert [problem.code.id for problem in problems] == [code]
    assert places(problems[0]) == where
    assert problems[0].help == help


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    text = "extends: draw\nset: {a: 1, define.hihg: 3}\nremove: [b]\nsteps: [{in: play, remove: c}]\n"
    assert [problem.code.id for problem in refused(tmp_path, text)] == ["E906", "E906", "E906", "E908"]


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("extends: ../../etc/passwd", "S106", "../../etc/passwd"),
        ("extends: /etc/passwd", "S106", "/etc/passwd"),
        ("extends: draw.yaml", "S106", "draw.yaml"),
        ("extends: a/b/c", "S106", "a/b/c"),
        ("extends: draw\nmixins: [../other]", "S105", "../other"),
        ("extends: draw\nmixins: [draw/other]", "S105", "draw/other"),
        ("extends: [draw]", "S103", "extends"),
        ("extends: draw\nmixins: []", "S111", "mixins"),
        ("extends: draw\nplayers: 3", "S101", "players"),
        ("extends: draw\nsets: {players: 3}", "S101", "sets"),
        ("extends: draw\nsteps: [{in: play, do: [win]}]", "S102", "in"),
        ("extends: draw\nsteps: [{in: play, before: win, after: win, do: [win]}]", "S109", "after"),
        ("extends: draw\nsteps: [{in: play, before: win}]", "S102", "in"),
        ("extends: draw\nsteps: [{in: play, replace: win}]", "S102", "in"),
        ("extends: draw\nsteps: [{in: play, replace: win, do: [win], with: win}]", "S109", "do"),
        ("extends: draw\nsteps: [{in: play, remove: win, do: [win]}]", "S109", "do"),
        ("extends: draw\nsteps: [{after: win, do: [win]}]", "S102", "after"),
        ("extends: draw\nappend: {play: win}", "S103", "win"),
        ("extends: draw\nremove: choices", "S103", "choices"),
    ],
)
def test_the_structure_is_checked(tmp_path: Path, text: str, code: str, word: str) -> None:
    problems = refused(tmp_path, text)
    assert [problem.code.id for problem in problems] == [code]
    assert problems[0].span is not None
    assert problems[0].span.text == word
    assert Path(problems[0].span.source.name).stem == "v"


def test_a_base_that_is_no_yaml(tmp_path: Path) -> None:
    problems = refused(tmp_path, "extends: draw", **{"draw.yaml": "game: [Draw"})
    assert [(p.code.id, Path(p.file or "").stem) for p in problems] == [("Y107", "draw")]


@pytest.mark.parametrize("text", ["- win\n", "win\n"])
def test_a_base_that_is_no_mapping(tmp_path: Path, text: str) -> None:
    problems = refused(tmp_path, "extends: draw\nset: {game: X}", **{"draw.yaml": text})
    assert problems


def test_too_many_changes(tmp_path: Path) -> None:
    adds = "".join(f"  define.new_{number}: {number}\n" for number in range(201))
    problems = refused(tmp_path, f"extends: draw\nadd:\n{adds}")
    assert [problem.code.id for problem in problems] == ["E903"]


def test_too_large_a_whole(tmp_path: Path) -> None:
    # Each file is small enough, and together they have too many values, or too many levels.
    many = f"[{'1, ' * 12_000}1]"
    problems = refused(tmp_path, f"extends: draw\nadd: {{define.other: {many}}}", **{"draw.yaml": f"{BASE}x: {many}\n"})
    assert [problem.code.id for problem in problems] == ["Y302"]
    deep = "[" * 61 + "]" * 61
    problems = refused(tmp_path, f"extends: draw\nset: {{choices.turn.take.do: {deep}}}")
    assert [problem.code.id for problem in problems] == ["Y301"]
    long = "x" * 200_000
    problems = refused(tmp_path, f"extends: draw\nset: {{text: {long}}}", **{"draw.yaml": f"{BASE}# \ny: {long}\n"})
    assert [problem.code.id for problem in problems] == ["F103"]


def test_levels_on_levels(tmp_path: Path) -> None:
    # Each change is small; each stands inside the one before.
    nested = "{a: " * 50 + "{}" + "}" * 50
    paths = [".".join(["define", *["a"] * (51 * number + 1)]) for number in range(10)]
    problems = refused(tmp_path, "extends: draw\nadd:\n" + "".join(f"  {path}: {nested}\n" for path in paths))
    assert {problem.code.id for problem in problems} == {"Y301", "E906"}


def test_many_mistakes_on_a_wide_base_are_told_soon(tmp_path: Path) -> None:
    defines = "".join(f"  name_of_something_{number}: {number}\n" for number in range(5000))
    wide = BASE.replace("  high: 10\n", f"  high: 10\n{defines}")
    sets = "".join(f"  define.nam_of_somethin_{number}x: 1\n" for number in range(200))
    started = time.perf_counter()
    problems = refused(tmp_path, f"extends: draw\nset:\n{sets}", **{"draw.yaml": wide})
    assert len(problems) == 200
    assert time.perf_counter() - started < 20


ALPHABET = st.text(st.sampled_from("abdel :{}[]-.,'\n#/&*!"), max_size=4)
WHOLE = """\
extends: draw
game: V
mixins: [m]
default: {hand: 7}
set: {define.worth: 1, choices.turn.lay.when: any(deck)}
add: {zones.table.gone: face-up pile}
append: {setup: [draw 1 from deck to gone]}
remove: [choices.turn.pass]
steps:
  - {in: play, after: choose turn, do: [draw 1 from deck to gone]}
  - {in: play, replace: if empty(deck), with: if count(deck) < 3}
"""


@settings(max_examples=60)
@given(st.integers(0, len(WHOLE)), st.integers(0, 12), ALPHABET)
def test_any_damage_is_answered(start: int, length: int, instead: str) -> None:
    text = WHOLE[:start] + instead + WHOLE[start + length :]
    with TemporaryDirectory() as folder:
        put(Path(folder), {"v": text, "m": "set: {define.high: 4}"})
        loaded = problems = None
        try:
            loaded = load_file(place(Path(folder), "v"))
        except DiagnosticError as error:
            problems = error.diagnostics
    assert (loaded is None) is not (problems is None)
    if loaded is not None:
        assert load_text(loaded.text).digest == loaded.digest
    else:
        assert render_text(problems or ())


def test_the_undamaged_one_is_fine(tmp_path: Path) -> None:
    put(tmp_path, {"v": WHOLE, "m": "set: {define.high: 4}"})
    assert load_file(place(tmp_path, "v")).ruleset.title == "V"
