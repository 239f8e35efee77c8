from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.games import DUEL, THRICE_TO_AND_FRO
from tests.cli.helpers import Ran, refused, run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    assert run("play", "area52", "--seed", "3", "--seats", "random", "--record", file).code == 0
    return file


def edited(file: Path, edit: Callable[[list[Any]], None]) -> Ran:
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    edit(lines)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return run("replay", file)


def test_quiet(record: Path) -> None:
    ran = run("replay", record, "--quiet")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 1


def test_the_course_is_told(record: Path) -> None:
    out = run("replay", record).out
    texts = [json.loads(line)["action"] for line in record.read_text(encoding="utf-8").splitlines()[1:-1]]
    for text in texts:
        assert f"Player 1: {text.replace('_', ' ')}." in out


def test_a_seat_sees_its_own_only(tmp_path: Path) -> None:
    ruleset, file = tmp_path / "duel.yaml", tmp_path / "game.jsonl"
    ruleset.write_text(DUEL, encoding="utf-8")
    run("play", ruleset, "--seed", "3", "--seats", "random", "--record", file)
    whole, one = run("replay", file).out, run("replay", file, "--seat", "2").out
    assert "3 cards go from deck to player 1's hand" in one
    assert "3 cards go from deck" not in whole
    assert "to your hand" in one
    refused(run("replay", file, "--seat", "3"), 2, "no seat 3")


def test_another_action(record: Path) -> None:
    def edit(lines: list[Any]) -> None:
        lines[3]["action"] = "sacrifice AH"

    refused(edited(record, edit), 1, "R702", "game.jsonl:4", "sacrifice AH")


def test_another_score(record: Path) -> None:
    def edit(lines: list[Any]) -> None:
        lines[-1]["scores"] = [12]

    refused(edited(record, edit), 1, "R702", "scores", "12")


def test_another_seed(record: Path) -> None:
    def edit(lines: list[Any]) -> None:
        lines[0]["seed"] = 4

    refused(edited(record, edit), 1, "R702")


def test_choices_after_the_end(record: Path) -> None:
    def edit(lines: list[Any]) -> None:
        lines.insert(-1, lines[-2])

    refused(edited(record, edit), 1, "R702", "over")


def test_a_line_that_is_missing(record: Path) -> None:
    def edit(lines: list[Any]) -> None:
        del lines[4:]
        lines.append({"outcome": "won", "winners": [0], "scores": [3]})

    refused(edited(record, edit), 1, "R702", "goes on")


def test_an_edited_ruleset(record: Path) -> None:
    def edit(lines: list[Any]) -> None:
        lines[0]["ruleset"] = lines[0]["ruleset"].replace("default: 3", "default: 4")

    refused(edited(record, edit), 1, "R701", "edited")


def test_an_option_out_of_bounds(record: Path) -> None:
    def edit(lines: list[Any]) -> None:
        lines[0]["options"]["reveal"] = "99"

    refused(edited(record, edit), 1, "R701", "reveal")


@pytest.mark.parametrize("key", ["record", "seed", "ruleset", "hash", "options", "players", "step_cap", "generator"])
def test_a_header_without_a_key(record: Path, key: str) -> None:
    def edit(lines: list[Any]) -> None:
        del lines[0][key]

    refused(edited(record, edit), 1, "R701", key)


def test_a_record_keeps_the_budget_of_its_game(tmp_path: Path) -> None:
    """With another one the game would end elsewhere. Records of before name none, and have the usual one."""
    ruleset, file = tmp_path / "to_and_fro.yaml", tmp_path / "game.jsonl"
    ruleset.write_text(THRICE_TO_AND_FRO, encoding="utf-8")
    played = run("play", ruleset, "--seats", "random", "--budget", "120000", "--record", file, "--plain")
    assert "Stopped as unfinished" in played.out
    assert "--budget 120000" in played.out
    assert run("replay", file, "--quiet").code == 0

    def edit(lines: list[Any]) -> None:
        assert lines[0].pop("budget") == 120_000

    refused(edited(file, edit), 1, "R702", "the game goes on")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "no json\n",
        "[1, 2]\n",
        "{}\n",
        "[" * 100_000 + "\n",
        '{"record": 1}\n',
        '{"record": 99, "seed": 1}\n',
    ],
)
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(text, encoding="utf-8")
    refused(run("replay", file), 1, "R701", "game.jsonl")


@pytest.mark.parametrize("line", ['{"seat": 0}', '{"seat": "0", "action": "x"}', '{"seat": 7, "action": "x"}', "12"])
def test_a_broken_choice(record: Path, line: str) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    record.write_text("\n".join([lines[0], line, *lines[2:]]), encoding="utf-8")
    refused(run("replay", record), 1, "game.jsonl:2")


def test_a_cut_last_line_is_told(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text[:-20], encoding="utf-8")
    refused(run("replay", record), 1, "game.jsonl")
