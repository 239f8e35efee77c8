from __future__ import annotations

from pathlib import Path

import pytest

from cardengine.diagnostics import Code, DiagnosticError, render_text
from cardengine.testing import find_tests, run_paths
from tests.testing.helpers import write

GOOD = "tests:\n  good: {expect: {over: false}}\n  bad: {rules: [D-1], expect: {over: true}}\n"


def test_every_way_to_name_tests(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)
    home = file.parents[2]
    for path in (home, home / "duel", home / "duel" / "tests", file, home / "duel.yaml", str(file)):
        (found,) = find_tests([path])
        assert found.path == file
        assert found.ruleset == home / "duel.yaml"
        assert [(r.name, r.passed, r.rules) for r in run_paths([path])] == [
            ("good", True, ()),
            ("bad", False, ("D-1",)),
        ]
    assert len(find_tests([home, file])) == 1


def test_names_of_bundled_rulesets_and_nothing_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {found.path.parent.parent.name for found in find_tests(["area52"])} == {"area52"}
    monkeypatch.chdir(tmp_path)
    assert {found.path.parent.parent.name for found in find_tests()} >= {"area52"}
    write(tmp_path, GOOD)
    assert [str(found.path) for found in find_tests()] == ["rulesets/duel/tests/all.yaml"]
    monkeypatch.chdir(tmp_path / "rulesets" / "duel" / "tests")
    (found,) = find_tests(["all.yaml"])
    assert found.ruleset is not None
    assert [result.passed for result in run_paths(["all.yaml"])] == [True, False]


def test_a_test_elsewhere_names_its_ruleset(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    other = tmp_path / "mine.yaml"
    other.write_text("ruleset: rulesets/duel.yaml\n" + GOOD, encoding="utf-8")
    assert [result.passed for result in run_paths([other])] == [True, False]
    other.write_text(GOOD, encoding="utf-8")
    (result,) = run_paths([other])
    assert (result.name, [p.message for p in result.problems]) == ("", ["which ruleset do these tests belong to?"])
    other.write_text("ruleset: rulesets/dull.yaml\n" + GOOD, encoding="utf-8")
    (result,) = run_paths([other])
    assert [p.code for p in result.problems] == [Code.TEST_BROKEN, Code.FILE_NOT_FOUND]


@pytest.mark.parametrize("name", ["nothing.yaml", "nothing", "empty", "lonely.yaml"])
def test_paths_without_tests_are_errors(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "lonely.yaml").write_text("game: Lonely\n", encoding="utf-8")
    with pytest.raises(DiagnosticError):
        run_paths([tmp_path / name])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tests: {it: {expects: {over: true}}}", Code.UNKNOWN_KEY),
        ("tests: [", Code.UNCLOSED_BRACKET),
        ("- a\n- b", Code.WRONG_KIND),
        ("", Code.EMPTY_FILE),
    ],
)
def test_a_file_that_is_no_test_file_is_one_failed_result(tmp_path: Path, text: str, code: Code) -> None:
    (result,) = run_paths([write(tmp_path, text)])
    assert result.name == ""
    assert not result.passed
    assert code in [problem.code for problem in result.problems]


def test_a_wrong_ruleset_is_told_with_its_places(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD)
    ruleset = file.parents[2] / "duel.yaml"
    ruleset.write_text(ruleset.read_text(encoding="utf-8").replace("draw 2", "drew 2"), encoding="utf-8")
    (result,) = run_paths([file])
    assert not result.passed
    assert all(problem.file == ruleset.as_posix() for problem in result.problems)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("options: {turn: 3}", "this game has no option `turn`"),
        ("options: {turns: 99}", "turns"),
        ("options: {turns: many}", "turns"),
        ("players: 7", "is a game for 2 to 3, not for 7"),
    ],
)
def test_options_and_players_that_do_not_fit(tmp_path: Path, head: str, message: str) -> None:
    (result,) = run_paths([write(tmp_path, f"{head}\ntests: {{it: {{expect: {{over: false}}}}}}")])
    (problem,) = result.problems
    assert problem.code is Code.TEST_BROKEN
    assert message in problem.message
    assert problem.span is not None


def test_options_of_the_file_and_of_the_test(tmp_path: Path) -> None:
    text = """\
options: {hand: 4, turns: 2}
players: 3
tests:
  of the file: {expect: {holds: [count(p1_hand) is 4]}}
  of the test: {options: {hand: 5}, players: 2, expect: {holds: [count(p1_hand) is 5]}}
""".replace("p1_hand", "your hand")
    assert [result.passed for result in run_paths([write(tmp_path, text)])] == [True, True]


def test_a_test_names_no_ruleset_outside_of_its_folder(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2\n", encoding="utf-8")
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "link.yaml").symlink_to(secret)
    (tmp_path / "a" / "notes.txt").write_text("password: hunter2\n", encoding="utf-8")
    file = tmp_path / "a" / "b" / "test.yaml"
    for name in (secret, "../../secret.yaml", "../link.yaml", "../notes.txt", "/dev/zero", "..", "~/x.yaml"):
        file.write_text(f"ruleset: '{name}'\n{GOOD}", encoding="utf-8")
        (result,) = run_paths([file])
        assert not result.passed
        shown = render_text(result.problems)
        assert "X802" in shown
        assert "hunter2" not in shown


def test_a_test_may_name_a_bundled_ruleset(tmp_path: Path) -> None:
    file = tmp_path / "test.yaml"
    file.write_text("ruleset: kuhn_poker\ntests: {begins: {expect: {over: no}}}\n".replace("no}", "false}"), "utf-8")
    (result,) = run_paths([file])
    assert result.passed, result.problems
