"""The public names, and ``load``: files, bundled names, options, and every way in which they can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardengine
from tests.lang.helpers import whole


def write(folder: Path, text: str, name: str = "game.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


GOOD = whole("""
players: 1 to 2
options: {size: {is: number from 1 to 3, default: 2, text: S}}
variables: {game: {x: number from 0 to 9}}
play:
  - first(players) chooses move
choices:
  move:
    text: M
    go: {text: G, choose: {n: number from 1 to options.size}, do: [set x to n]}
""")


def test_every_public_name_is_there() -> None:
    for name in cardengine.__all__:
        assert getattr(cardengine, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing_such'"):
        getattr(cardengine, "nothing_such")  # noqa: B009 - mypy would notice the name itself


def test_a_game_from_start_to_end(tmp_path: Path) -> None:
    game = cardengine.load(write(tmp_path, GOOD), options={"size": 3}, players=2)
    state = game.new(seed=7)
    assert state.player == 0
    assert [str(action) for action in state.actions()] == ["go 1", "go 2", "go 3"]
    state.apply(game.parse_action("go 3", state))
    assert state.over
    assert state.var("x") == 3
    assert game.from_json(state.to_json()).over
    assert game.title == "A test"


def test_a_bundled_ruleset_is_loaded_by_its_name() -> None:
    assert cardengine.load("area52").title == "Area 52"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("aera52", "there is no ruleset `aera52`"),
        ("no/such/file.yaml", "no/such/file.yaml"),
        ("", ""),
        (".", ""),
        ("x" * 5000 + ".yaml", ""),
        ("a\x00b.yaml", ""),
    ],
)
def test_a_file_that_is_not_there_is_a_diagnostic(name: str, message: str) -> None:
    with pytest.raises(cardengine.DiagnosticError) as missing:
        cardengine.load(name)
    assert message in str(missing.value)


def test_a_misspelt_bundled_name_is_suggested() -> None:
    with pytest.raises(cardengine.DiagnosticError) as missing:
        cardengine.load("aera52")
    assert missing.value.diagnostics[0].help == "did you mean `area52`?"


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"\x00\x01", b"game: Caf\xe9\n", b"[]", b"- win", b"3", b"null", b"game", b"game: [", b"a: b: c",
     b"game: A\n---\ngame: B\n", b"? [a]\n: b\n", "game: \u202eA\n".encode(), b"&a [*a]",
     b"x: !!python/object:os.system 1",
     b"{" * 5000, b"[" * 5000, b"game: " + b"x" * 300_000],
)  # fmt: skip
def test_a_file_that_is_no_ruleset_is_refused_with_diagnostics(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    with pytest.raises(cardengine.DiagnosticError) as refused:
        cardengine.load(path)
    assert refused.value.diagnostics
    assert str(refused.value)


def test_a_wrong_ruleset_never_starts_a_game_and_lists_its_problems(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD.replace("set x to n", "set y to n").replace("1 to 3", "1 to tow"))
    with pytest.raises(cardengine.RulesetError) as refused:
        cardengine.load(path)
    problems = refused.value.diagnostics
    assert [problem.code.id for problem in problems if problem.severity.value == "error"] == ["N302", "N302"]
    assert all(problem.file == str(path) for problem in problems)


@pytest.mark.parametrize("options", [{"size": 9}, {"seize": 1}, {"size": "x"}])
def test_options_that_do_not_fit_are_a_ruleset_error(tmp_path: Path, options: dict[str, object]) -> None:
    with pytest.raises(cardengine.RulesetError):
        cardengine.load(write(tmp_path, GOOD), options=options)  # type: ignore[arg-type]  # wrong on purpose


def test_a_step_cap_of_ones_own(tmp_path: Path) -> None:
    path = write(tmp_path, whole("play:\n  - repeat:\n      - for each p in players:\n          - skip\n"))
    state = cardengine.load(path, step_cap=10).new(seed=1)
    assert state.outcome is cardengine.Outcome.UNFINISHED
    assert state.steps == 11


def test_chance_of_ones_own(tmp_path: Path) -> None:
    text = whole("zones: {table: {deck: face-down pile}}\nsetup: [shuffle every card into deck]\n")
    game = cardengine.load(write(tmp_path, text))
    assert game.new(chance=cardengine.ScriptedChance([["QS", "2D"]])).zone("deck")[:2] == ["QS", "2D"]
    assert game.new(chance=cardengine.SeededChance(3)).zone("deck") == game.new(seed=3).zone("deck")
    with pytest.raises(cardengine.ChanceError):
        game.new(chance=cardengine.ScriptedChance([]))


def test_errors_about_actions_are_of_three_kinds(tmp_path: Path) -> None:
    game = cardengine.load(write(tmp_path, GOOD))
    state = game.new(seed=1)
    for text, error in {"og 1": cardengine.InvalidAction, "go 3": cardengine.IllegalAction}.items():
        with pytest.raises(error):
            game.parse_action(text, state)
    assert not issubclass(cardengine.InvalidAction, cardengine.IllegalAction)
    assert not issubclass(cardengine.AmbiguousAction, cardengine.InvalidAction)
