from __future__ import annotations

import json
from pathlib import Path

from tests.analysis.games import DUEL, ENDLESS
from tests.cli.helpers import refused, run

BROKEN = DUEL.replace("from deck to", "from dekc to").replace("highest(", "higest(")


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_fine() -> None:
    ran = run("validate", "area52")
    assert ran.code == 0
    assert "area52: fine" in ran.out.splitlines()[-1]


def test_all_problems_of_all_files(tmp_path: Path) -> None:
    write(tmp_path, broken=BROKEN, endless=ENDLESS, other=DUEL.replace("pack: standard", "pack: tarot"))
    ran = run("validate", tmp_path)
    refused(ran, 1, "dekc", "higest", "tarot")
    lines = ran.out.splitlines()[-3:]
    assert lines[0].endswith("broken.yaml: 2 problems")
    assert lines[1].endswith("endless.yaml: fine")
    assert lines[2].endswith("other.yaml: 1 problem")


def test_a_folder_means_its_own_files_only(tmp_path: Path) -> None:
    write(tmp_path, duel=DUEL)
    tests = tmp_path / "duel" / "tests"
    tests.mkdir(parents=True)
    write(tests, no_ruleset="tests: {}\n")
    ran = run("validate", tmp_path)
    assert ran.code == 0
    assert "no_ruleset" not in ran.text


def test_the_worst_decides(tmp_path: Path) -> None:
    write(tmp_path, broken=BROKEN)
    refused(run("validate", tmp_path / "broken.yaml", tmp_path / "missing.yaml"), 2, "dekc", "missing.yaml")


def test_link_errors_show(tmp_path: Path) -> None:
    # Only at its largest table does this game ask for more cells than a state may have.
    heaps = "".join(f"    heap_{letter}: 60 face-down piles\n" for letter in "abcde")
    text = DUEL.replace("2 to 4", "2 to 16").replace("  player:\n    hand", f"  player:\n{heaps}    hand")
    write(tmp_path, big=text, small=text.replace("2 to 16", "2 to 3"))
    assert run("validate", tmp_path / "small.yaml").code == 0
    ran = run("validate", tmp_path / "big.yaml")
    refused(ran, 1, "V505", "cells")
    assert ran.out.count("error[") == 1


def test_json(tmp_path: Path) -> None:
    write(tmp_path, broken=BROKEN)
    ran = run("validate", tmp_path, "--format", "json")
    assert ran.code == 1
    assert len(json.loads(ran.out)) == 2
    assert json.loads(run("validate", "area52", "--format", "json").out) == []


def test_sarif_and_github(tmp_path: Path) -> None:
    write(tmp_path, broken=BROKEN)
    assert json.loads(run("validate", tmp_path, "--format", "sarif").out)["version"] == "2.1.0"
    assert run("validate", tmp_path, "--format", "github").out.startswith("::error ")
    refused(run("validate", tmp_path, "--format", "xml"), 2)
