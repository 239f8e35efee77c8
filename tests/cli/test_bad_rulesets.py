"""Every kind of file that is no ruleset: the exit code, what is said, and that it is said quickly."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.analysis.games import DUEL
from tests.cli.helpers import refused, run, run_alone

BAD_TEXTS = {
    "empty": ("", 1, ["nothing in the file"]),
    "comments": ("# only this\n", 1, ["nothing in the file"]),
    "nested brackets": ("game: " + "[" * 100_000, 1, ["Y301", "levels"]),
    "duplicate keys": (DUEL + "\ntext: Again\n", 1, ["Y204", "text"]),
    "unknown key": (DUEL.replace("\nsetup:", "\nsetupp:"), 1, ["setupp", "setup"]),
    "unknown key of an option": (DUEL.replace("default: 3", "defualt: 3"), 1, ["defualt", "default"]),
    "wrong type": (DUEL.replace("players: 2 to 4", "players: [2, 4]"), 1, ["players"]),
    "a list": ("- game: Duel\n", 1, []),
    "a scalar": ("just words\n", 1, []),
    "unknown zone": (DUEL.replace("from deck to", "from dekc to"), 1, ["dekc", "deck"]),
    "unknown function": (DUEL.replace("highest(", "higest("), 1, ["higest", "highest"]),
    "number and card": (DUEL.replace("add 1 to", "add deck to"), 1, ["deck"]),
    "a sentence": (DUEL.replace("move card to your played", "put card on your played"), 1, ["put"]),
    "tab": (DUEL.replace("  pack: standard", "\tpack: standard"), 1, ["tab"]),
    "alias": (DUEL.replace("pack: standard", "pack: *standard"), 1, ["Y201"]),
    "a bound": (DUEL.replace("default: 3", "default: 9"), 1, ["9", "from 1 to 5"]),
    "two documents": (DUEL + "---\n" + DUEL, 1, ["Y207"]),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_validate(name: str, tmp_path: Path) -> None:
    text, code, words = BAD_TEXTS[name]
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    begun = time.perf_counter()
    refused(run("validate", file), code, "bad.yaml", "error[", *words)
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize("name", ["empty", "nested brackets", "unknown zone", "duplicate keys"])
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_other_commands_refuse_it_too(name: str, command: str, tmp_path: Path) -> None:
    text, code, words = BAD_TEXTS[name]
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    ran = run(command, file, *(["-n", "2"] if command == "simulate" else []))
    refused(ran, code, "bad.yaml", "error[", *words)
    assert ran.out == ""


def unreadable(tmp_path: Path) -> dict[str, tuple[Path, str]]:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary.yaml").write_bytes(b"\x89PNG\r\n\x00\x00\x1a" * 50)
    (tmp_path / "latin.yaml").write_bytes("game: Café\n".encode("latin-1"))
    (tmp_path / "large.yaml").write_bytes(b"game: Duel\n# " + b"x" * 10_000_000)
    return {
        "missing": (tmp_path / "missing.yaml", "no such file"),
        "folder": (tmp_path / "folder", "folder"),
        "binary": (tmp_path / "binary.yaml", "not a text"),
        "latin": (tmp_path / "latin.yaml", "UTF-8"),
        "large": (tmp_path / "large.yaml", "KiB"),
    }


@pytest.mark.parametrize("what", ["missing", "folder", "binary", "latin", "large"])
@pytest.mark.parametrize("command", ["validate", "play", "simulate", "replay", "test"])
def test_what_cant_be_read(command: str, what: str, tmp_path: Path) -> None:
    file, words = unreadable(tmp_path)[what]
    begun = time.perf_counter()
    ran = run(command, file, *(["-n", "2"] if command == "simulate" else []))
    if command == "test" and what == "folder":
        refused(ran, 1, "no scenario tests")
        return
    if command == "replay" and what == "large":  # a record may be as large, but this is none
        refused(ran, 1, file.name, "no JSON")
        return
    if command == "replay" and what == "binary":
        words = "UTF-8"
    refused(ran, 2, file.name, words)
    assert time.perf_counter() - begun < 5


def test_a_close_name_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "duel.yaml").write_text(DUEL, encoding="utf-8")
    refused(run("validate", tmp_path / "dule.yaml"), 2, "did you mean", "duel.yaml")
    refused(run("play", "area53"), 2, "area53", "did you mean", "area52")
    refused(run("play", ""), 2)


def test_in_a_process_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("game: " + "[" * 100_000, encoding="utf-8")
    refused(run_alone("play", file), 1, "Y301")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "reveal=99"], ["reveal", "99", "from 1 to 26"]),
        (["--set", "reveal=two"], ["reveal", "two"]),
        (["--set", "reveals=4"], ["reveals", "did you mean `reveal`"]),
        (["--set", "reveal"], ["--set reveal", "option=value"]),
        (["--set", "reveal=2", "--set", "reveal=3"], ["twice"]),
        (["--set", "casualties=som"], ["casualties", "som"]),
        (["--players", "2"], ["a game for 1, not for 2"]),
        (["--players", "0"], ["not for 0"]),
        (["--players", "-3"], ["not for -3"]),
        (["--seats", "rnadom"], ["rnadom", "did you mean `random`"]),
        (["--seats", "random,"], ["without a name"]),
        (["--seats", "random,random"], ["2"]),
        (["--seats", "no_such_module:Bot"], ["no_such_module", "can't be loaded"]),
    ],
)
@pytest.mark.parametrize("command", ["play", "simulate"])
def test_wrong_options(command: str, words: list[str], said: list[str]) -> None:
    ran = run(command, "area52", *(["-n", "2"] if command == "simulate" else []), *words)
    refused(ran, 2, *said)
    assert ran.out == ""


def test_a_human_cant_be_simulated() -> None:
    refused(run("simulate", "area52", "-n", "2", "--seats", "human"), 2, "nobody can be asked")
