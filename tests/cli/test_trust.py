"""What comes from strangers: closed streams, names of files, names of bots, records."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardengine.source import bundled
from tests.analysis.games import DUEL
from tests.cli.helpers import refused, run, run_alone

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams, pipes and devices as POSIX has them")


def shell(words: str) -> subprocess.CompletedProcess[str]:
    command = f"{shlex.quote(sys.executable)} -m cardengine {words}"
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    assert run("play", "kuhn_poker", "--seed", "3", "--seats", "random", "--record", file).code == 0
    return file


COMMANDS = ["list", "validate kuhn_poker", "simulate kuhn_poker -n 2", "rules kuhn_poker", "show kuhn_poker",
            "play kuhn_poker --seats random", "test kuhn_poker", "--version", "--help"]  # fmt: skip


@pytest.mark.parametrize("words", [*COMMANDS, "replay {record}"])
def test_a_closed_stdout_is_told_and_no_traceback(words: str, record: Path) -> None:
    ran = shell(f"{words.format(record=record)} >&-")
    assert (ran.returncode, ran.stderr.splitlines()) == (2, ["error[F106]: writing is impossible: stdout is closed"])


@pytest.mark.parametrize("closed", ["<&-", "2>&-"])
def test_the_other_streams_may_be_closed(closed: str) -> None:
    for words in ("simulate kuhn_poker -n 2", "validate kuhn_poker"):
        ran = shell(f"{words} {closed}")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\nb.yaml: fine\nc", "a\u202egpj", "a\rb"])
def test_names_of_files_are_shown_so_that_they_are_harmless(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "duel.yaml").write_text(DUEL, encoding="utf-8")
    test = folder / "duel" / "tests" / f"{name}.yaml"
    test.parent.mkdir(parents=True)
    test.write_text("tests: {'a\n\n  b': {expect: {over: true}}}\n", encoding="utf-8")
    for ran in (run("validate", folder / "duel.yaml"), run("test", test), run("play", folder / "duel.yaml", stdin="")):
        hidden = [c for c in ran.out if c in "\x1b\r\u202e"]
        assert not hidden
        assert "b.yaml: fine" not in ran.out.splitlines()
        assert "c: fine" not in ran.out


def test_the_name_of_a_test_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "duel.yaml").write_text(DUEL, encoding="utf-8")
    test = tmp_path / "test.yaml"
    test.write_text('ruleset: duel.yaml\ntests: {"a\\n9 passed": {expect: {over: true}}}\n', encoding="utf-8")
    assert "  FAILED  a 9 passed" in run("test", test).out.splitlines()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("builtins:exit", "no `choose`"),
        ("os:abort", "no `choose`"),
        ("builtins:print", "no `choose`"),
        ("tests.analysis.bots:nobody", "can't be loaded"),
        ("random:Random", "is a class, and no bot"),
        ("tests.cli.test_trust:A_BOT", "no class"),
        ("tests.cli.test_trust:Leaving", "can't be loaded: SystemExit"),
    ],
)
def test_nothing_is_called_before_it_is_known_to_be_a_bot(name: str, words: str) -> None:
    refused(run_alone("simulate", "kuhn_poker", "-n", "1", "--seats", name), 2, "V510", words)


class Leaving:
    def __init__(self) -> None:
        sys.exit(0)

    def choose(self, *_: object) -> None:
        raise NotImplementedError


class _Staying:
    def choose(self, *_: object) -> None:
        raise NotImplementedError


A_BOT = _Staying()


@pytest.mark.parametrize("words", [["validate"], ["play", "--seats", "random"], ["simulate", "-n", "2"], ["rules"],
                                   ["show"], ["test"]])  # fmt: skip
def test_a_folder_hides_neither_the_file_nor_the_bundled_name(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(bundled("rulesets") / "kuhn_poker", tmp_path / "own")
    (tmp_path / "kuhn_poker").mkdir()
    (tmp_path / "own.yaml").write_text((bundled("rulesets") / "kuhn_poker.yaml").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("own", *(["kuhn_poker"] if words != ["test"] else [])):
        assert run(words[0], name, *words[1:]).code == 0


# Records -------------------------------------------------------------------------------------------


def test_a_record_does_not_say_where_its_ruleset_lay(tmp_path: Path) -> None:
    ruleset, file = tmp_path / "duel.yaml", tmp_path / "game.jsonl"
    ruleset.write_text(DUEL, encoding="utf-8")
    run("play", ruleset, "--seats", "random", "--record", file)
    header = file.read_text(encoding="utf-8").splitlines()[0]
    assert str(tmp_path) not in header
    assert json.loads(header)["name"] == "duel.yaml"


def _without_seed(header: dict[str, Any]) -> None:
    del header["seed"]


@pytest.mark.parametrize(
    ("key", "edit"),
    [
        ("step_cap", lambda header: header.update(step_cap=10**30)),
        ("step_cap", lambda header: header.update(step_cap=True)),
        ("budget", lambda header: header.update(budget=10**30)),
        ("budget", lambda header: header.update(budget=0)),
        ("name", lambda header: header.update(name=["x"])),
        ("engine", lambda header: header.update(engine=1)),
        ("data", lambda header: header.update(data={"ships": 1})),
        ("surprise", lambda header: header.update(surprise=1)),
        ("seed", _without_seed),
    ],
)
def test_the_first_line_is_held_to_its_schema(record: Path, key: str, edit: Callable[[dict[str, Any]], None]) -> None:
    first, *rest = record.read_text(encoding="utf-8").splitlines()
    header = json.loads(first)
    edit(header)
    record.write_text("\n".join([json.dumps(header), *rest]), encoding="utf-8")
    refused(run("replay", record), 1, "R701", f"no right `{key}`")


def test_a_record_is_a_plain_file_of_a_reasonable_size(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(10**11)
    refused(run_alone("replay", pipe), 2, "F102")
    refused(run_alone("replay", "/dev/zero"), 2, "F102")
    refused(run_alone("replay", large), 2, "F103")
