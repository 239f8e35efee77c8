from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.analysis.games import DUEL, ENDLESS, FAULTY, THRICE_TO_AND_FRO, TO_AND_FRO
from tests.cli.helpers import refused, run, run_alone, start


def test_json() -> None:
    ran = run("simulate", "area52", "-n", "10", "--seed", "7", "--json")
    assert ran.code == 0
    assert ran.err == ""
    data = json.loads(ran.out)
    for key in ("win_rate", "shared_rate", "win_rate_ci95", "score_mean", "score_sem"):
        assert isinstance(data[key], list)
        assert len(data[key]) == 1
    assert len(data["win_rate_ci95"][0]) == 2
    assert data["games"] == 10
    assert data["backend"] == "wasm"
    assert data["seed"] == 7
    assert data["unfinished"] == 0
    assert data["decisions_mean"] > 1
    assert data["seconds"] > 0


def test_a_seed_is_a_game_for_ever_and_jobs_change_nothing() -> None:
    alone = run_alone("simulate", "area52", "-n", "21", "--seed", "5", "--json")
    shared = run_alone("simulate", "area52", "-n", "21", "--seed", "5", "--jobs", "2", "--json")
    one, two = json.loads(alone.out), json.loads(shared.out)
    del one["seconds"], two["seconds"]
    assert one == two


def test_table(tmp_path: Path) -> None:
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    ran = run("simulate", file, "-n", "8", "--seed", "1", "--seats", "random,greedy,random", "--set", "cards=2")
    assert ran.code == 0
    assert "Duel: 8 games, seed 1" in ran.out
    assert "cards 2" in ran.out
    assert [line.split()[:2] for line in ran.out.splitlines()[4:7]] == [
        ["1", "random"],
        ["2", "greedy"],
        ["3", "random"],
    ]
    assert "6.00 choices" in ran.out


def test_players_and_one_name_for_all(tmp_path: Path) -> None:
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL, encoding="utf-8")
    data = json.loads(run("simulate", file, "-n", "3", "--players", "4", "--json").out)
    assert data["seats"] == ["random"] * 4
    assert 0 <= data["seed"] < 2**64
    refused(run("simulate", file, "-n", "3", "--players", "4", "--seats", "random,random"), 2, "2 seats are named")


def test_step_cap(tmp_path: Path) -> None:
    file = tmp_path / "endless.yaml"
    file.write_text(ENDLESS, encoding="utf-8")
    data = json.loads(run("simulate", file, "-n", "2", "--step-cap", "40", "--json").out)
    assert data["unfinished"] == 2
    assert data["step_cap"] == 40


@pytest.mark.parametrize("backend", ["interpreter", "wasm"])
def test_a_budget_ends_games_at_one_place(backend: str, tmp_path: Path) -> None:
    file = tmp_path / "to_and_fro.yaml"
    file.write_text(THRICE_TO_AND_FRO, encoding="utf-8")
    words = ("simulate", file, "-n", "2", "--budget", "120000", "--backend", backend, "--json")
    data = json.loads(run(*words).out)
    assert (data["budget"], data["unfinished"], data["decisions_mean"]) == (120_000, 2, 1)


def test_faults_are_told(tmp_path: Path) -> None:
    file = tmp_path / "faulty.yaml"
    file.write_text(FAULTY, encoding="utf-8")
    ran = run("simulate", file, "-n", "3", "--seed", "1", "--json")
    refused(ran, 1, "`level` would be 3", "3 games ended with a fault")
    assert json.loads(ran.out)["faults"] == 3


def test_a_bot_in_the_folder_one_works_in(tmp_path: Path) -> None:
    code = "class Mine:\n    def choose(self, view, actions, sampler, rng):\n        return actions[-1]\n"
    (tmp_path / "my_own_bot.py").write_text(code, encoding="utf-8")
    ran = run_alone(
        "simulate", "area52", "-n", "4", "--seats", "my_own_bot:Mine", "--jobs", "2", "--json", cwd=tmp_path
    )
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["seats"] == ["my_own_bot:Mine"]


def test_a_bot_that_fails_gives_no_traceback(tmp_path: Path) -> None:
    code = "class Mine:\n    def choose(self, view, actions, sampler, rng):\n        return actions[99]\n"
    (tmp_path / "bad_bot.py").write_text(code, encoding="utf-8")
    ran = run_alone("simulate", "area52", "-n", "4", "--seats", "bad_bot:Mine", "--json", cwd=tmp_path)
    refused(ran, 2, "bad_bot:Mine", "IndexError", "bad_bot.py:3")
    assert ran.out == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a process")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c(jobs: str) -> None:
    process = start("simulate", "area52", "-n", "1000000000", "--jobs", jobs, "--json", process_group=0)
    with process:
        time.sleep(2.5)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out == ""
    assert err.strip() == "Stopped."


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a process")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_heard_in_the_middle_of_a_compiled_game(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "long.yaml"
    file.write_text(TO_AND_FRO, encoding="utf-8")
    words = ("simulate", file, "-n", "4", "--jobs", jobs, "--step-cap", "10000000", "--backend", "wasm", "--json")
    with start(*words, process_group=0) as process:
        time.sleep(6)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out, err.strip()) == (130, "", "Stopped.")
