"""``cardengine show``, and variants in the other commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardengine.ir import memory
from cardengine.model.load import load_file
from cardengine.source import bundled
from tests.cli.helpers import refused, run, run_alone

VARIANT = "extends: area52\ngame: Mine\ndefault: {reveal: 4}\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    return path


def test_a_file_as_it_is(mine: Path) -> None:
    assert run("show", mine) == (0, VARIANT, "")
    area52 = (bundled("rulesets") / "area52.yaml").read_text(encoding="utf-8")
    assert run("show", "area52").out == area52
    assert run("show", "area52", "--resolved").out == area52


def test_resolved(mine: Path) -> None:
    ran = run("show", "--resolved", mine)
    assert (ran.code, ran.out, ran.err) == (0, load_file(mine).text, "")
    assert "extends" not in ran.out
    assert "default: 4" in ran.out


def test_resolved_can_be_used_as_a_ruleset(mine: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.yaml"
    whole.write_text(run("show", "--resolved", mine).out, encoding="utf-8")
    assert load_file(whole).digest == load_file(mine).digest


def test_notes(mine: Path) -> None:
    ran = run("show", "--resolved", "--notes", mine)
    assert [line.split("#")[1].strip() for line in ran.out.splitlines() if "#" in line] == [
        "mine.yaml:2",
        "mine.yaml:3",
    ]
    refused(run("show", "--notes", mine), 2, "--resolved")


def test_refused(tmp_path: Path) -> None:
    refused(run("show", tmp_path / "missing.yaml"), 2, "F101")
    refused(run("show", ""), 2)
    refused(run("show", "area52/refiled"), 2, "did you mean `area52/refilled`?")
    bad = tmp_path / "bad.yaml"
    bad.write_text("extends: area52\ndefault: {revael: 4}\n", encoding="utf-8")
    assert run("show", bad).code == 0
    refused(run("show", "--resolved", bad), 1, "E906", "did you mean `reveal`?", "area52.yaml")


def test_a_variant_by_its_name_in_every_command(tmp_path: Path) -> None:
    assert run("validate", "area52/refilled").code == 0
    assert run("simulate", "area52/refilled", "-n", "3", "--seed", "1").code == 0
    record = tmp_path / "game.jsonl"
    words = ["play", "area52/three_waves", "--seats", "random", "--seed", "3", "--plain", "--record", str(record)]
    assert run(*words).code == 0
    assert run("replay", record).code == 0
    assert run("test", bundled("rulesets") / "area52" / "tests" / "variant_refilled.yaml").code == 0


def test_a_folder_is_validated_with_its_variants_but_no_mixin(tmp_path: Path) -> None:
    folder = tmp_path / "area52" / "variants"
    folder.mkdir(parents=True)
    area52 = (bundled("rulesets") / "area52.yaml").read_text(encoding="utf-8")
    (tmp_path / "area52.yaml").write_text(area52, encoding="utf-8")
    (folder / "good.yaml").write_text(VARIANT, encoding="utf-8")
    (folder / "part.yaml").write_text("default: {reveal: 5}\n", encoding="utf-8")
    ran = run("validate", tmp_path)
    assert (ran.code, len(ran.out.splitlines())) == (0, 2)
    (folder / "bad.yaml").write_text("extends: area52\nremove: [nothing]\n", encoding="utf-8")
    refused(run("validate", tmp_path), 1, "E906", "bad.yaml: 1 problem")


def test_the_list_shows_variants_by_the_name_that_commands_take() -> None:
    ran = run("list")
    assert "  area52/refilled: " in ran.out
    assert "  alpha_strike/two_against_two: " in ran.out


def test_a_mixin_alone_in_a_process(tmp_path: Path) -> None:
    (tmp_path / "part.yaml").write_text("default: {reveal: 5}\n", encoding="utf-8")
    refused(run_alone("play", "part.yaml", cwd=tmp_path), 1, "E905", "mixed into a variant")


# The core --------------------------------------------------------------------------------------------


def test_the_core(mine: Path) -> None:
    ran = run("show", "--core", mine)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("; Mine, 1 player: ")
    assert "; draw options.reveal from aliens to attackers (area52.yaml:39)" in ran.out
    assert "exported function run()" in ran.out
    assert ran.out.endswith("in all)\n") or ran.out.splitlines()[-1].startswith("; ")


def test_the_core_of_a_table_with_its_options() -> None:
    two, four = (run("show", "--core", "hearts", "--players", players) for players in ("3", "4"))
    assert (two.code, four.code) == (0, 0)
    assert two.out.startswith("; Hearts, 3 players: ")
    assert four.out.startswith("; Hearts, 4 players: ")
    assert run("show", "--core", "area52", "--set", "reveal=4").out != run("show", "--core", "area52").out


def test_wrong_uses_of_the_core(tmp_path: Path) -> None:
    refused(run("show", "area52", "--players", "1"), 2, "go with `--core`")
    refused(run("show", "area52", "--set", "reveal=4"), 2, "go with `--core`")
    refused(run("show", "area52", "--core", "--resolved"), 2, "one at a time")
    refused(run("show", "area52", "--core", "--notes"), 2, "`--notes` goes with `--resolved`")
    refused(run("show", "area52", "--core", "--players", "2"), 2, "V506")
    refused(run("show", "area52", "--core", "--set", "revael=4"), 2, "did you mean `reveal`?")
    refused(run("show", "--core", tmp_path / "missing.yaml"), 2, "F101")
    bad = tmp_path / "bad.yaml"
    bad.write_text("extends: area52\ndefault: {revael: 4}\n", encoding="utf-8")
    refused(run("show", "--core", bad), 1, "E906")


def test_a_game_that_is_too_large_for_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_CELLS", 1000)
    refused(
        run("show", "--core", "area52"), 2, "V513", "Area 52 has no core", "1,000 cells", "played by the interpreter"
    )
