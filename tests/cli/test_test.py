from __future__ import annotations

from pathlib import Path

from tests.analysis.games import DUEL
from tests.cli.helpers import refused, run

GOOD = """\
tests:
  A hand has three cards:
    expect:
      variables: {taken of p1: 0}
"""
BAD = """\
  A player begins with a point:
    expect:
      variables: {taken of p1: 1}
"""


def write(folder: Path, tests: str) -> Path:
    (folder / "duel.yaml").write_text(DUEL, encoding="utf-8")
    (folder / "duel" / "tests").mkdir(parents=True)
    file = folder / "duel" / "tests" / "play.yaml"
    file.write_text(tests, encoding="utf-8")
    return file


def test_all_pass(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    ran = run("test", tmp_path)
    assert ran.code == 0, ran.text
    assert ran.out.endswith("1 passed\n")
    assert "A hand has three cards" in run("test", tmp_path, "--verbose").out


def test_one_fails(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD + BAD)
    ran = run("test", file)
    refused(ran, 1, "FAILED  A player begins with a point", "X801", "expected 1, got 0", "play.yaml:")
    assert ran.out.endswith("1 passed, 1 failed\n")
    assert "1 of 2 passed" in ran.out


def test_what_cant_be_run(tmp_path: Path) -> None:
    refused(run("test", write(tmp_path, "tests: 3\n")), 1, "play.yaml", "error[")
    refused(run("test", tmp_path / "none.yaml"), 2, "no such file")
