"""One seed, one game: in this process, in others, and on other Pythons."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import cardengine
from tests.generic.helpers import FAR, RULESETS, every_table, everything, finished, load, name_of, player_counts
from tests.generic.transcript import transcript

ROOT = Path(__file__).parents[2]


PARTS = 4
"""Games are played elsewhere in so many parts, each by one process: to start one takes longer than a game."""


def same_elsewhere(python: str, paths: Sequence[Path], hash_seed: str) -> None:
    """Play games in another process, and compare their transcripts."""
    tables = [(path, player_counts(path)[0]) for path in paths]
    words = [word for path, players in tables for word in (str(path), str(players))]
    places = os.pathsep.join([str(ROOT / "engine"), str(ROOT)])
    done = subprocess.run(
        [python, "-m", "tests.generic.transcript", "7", *words],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=ROOT, capture_output=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    for (path, players), told in zip(tables, json.loads(done.stdout), strict=True):
        assert told == transcript(load(path, players), 7), name_of(path)


@every_table
def test_the_same_seed_gives_the_same_game(path: Path, players: int) -> None:
    game = load(path, players)
    again = cardengine.load(path, players=players)
    assert everything(finished(game, 7, most=FAR)) == everything(finished(again, 7, most=FAR))
    told = transcript(game, 7)
    assert transcript(again, 7) == told
    assert transcript(game, 8) != told


@every_table
def test_the_games_of_one_seed_differ(path: Path, players: int) -> None:
    game = load(path, players)
    assert len({finished(game, 7, number, FAR).information(0) for number in range(6)}) == 6


@every_table
def test_the_log_changes_nothing(path: Path, players: int) -> None:
    game = load(path, players)
    with_log, without = game.new(seed=7), game.new(seed=7, log=False)
    choices = 0
    while not with_log.over and choices < FAR:
        choices += 1
        assert without.vector == with_log.vector
        assert [a.text for a in without.actions()] == [a.text for a in with_log.actions()]
        action = with_log.actions()[-1]
        with_log.apply(action)
        without.apply(action)
    assert without.vector == with_log.vector


@pytest.mark.parametrize("part", range(PARTS))
def test_hash_order_has_no_say(part: int) -> None:
    same_elsewhere(sys.executable, RULESETS[part::PARTS], "4711")


def other_pythons(version: str) -> list[str]:
    """The Pythons of that version which are installed here."""
    homes = Path.home() / ".pyenv" / "versions"
    found = [shutil.which(f"python{version}"), *map(str, sorted(homes.glob(f"{version}.*/bin/python")))]
    return [python for python in found if python]


def can_play(python: str, version: str) -> bool:
    """Whether a Python is what it seems, and has all that cardengine asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [re.split(r"[^A-Za-z0-9_-]", wanted)[0] for wanted in project["dependencies"]]
    asked = (
        "import sys, importlib.metadata as m; [m.version(name) for name in sys.argv[1:]];"
        " print('%d.%d' % sys.version_info[:2])"
    )
    answer = subprocess.run([python, "-c", asked, *needed], capture_output=True, timeout=60, check=False)
    return answer.returncode == 0 and answer.stdout.decode().strip() == version


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_other_pythons_play_the_same_games(version: str) -> None:
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip("this is the Python that runs the tests")
    python = next((python for python in other_pythons(version) if can_play(python, version)), None)
    if python is None:
        pytest.skip(f"there is no Python {version} here that has what cardengine needs")
    same_elsewhere(python, RULESETS, "0")
