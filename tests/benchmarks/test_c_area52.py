"""The Area 52 in C plays the engine's games, one by one: so comparing their speed is fair."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import cardengine
from benchmarks import native
from cardengine.analysis.drive import quick_mover
from cardengine.runtime.game import Game
from cardengine.runtime.generator import seat_stream, stream

LATE = [(7, 2_007_424), (7, 2_295_500), (7, 2_411_787)]
"""A random player outlives the first wave once in a million games; in these he does."""

GAMES = [
    *((1, number) for number in range(120)),
    *((2**64 - 1, number) for number in range(77)),
    *LATE,
]
"""Seeds and numbers."""


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    try:
        native.compiler()
    except native.CompilerError as error:
        pytest.skip(str(error))
    return tmp_path_factory.mktemp("c")


@pytest.fixture(scope="module", params=native.SAME_GAMES, ids=["listed", "noted", "packed"])
def source(request: pytest.FixtureRequest) -> native.Source:
    found: native.Source = request.param
    return found


@pytest.fixture(scope="module")
def programs(directory: Path, source: native.Source) -> dict[str, Path]:
    return native.build(directory, source)


def ours(game: Game, seed: int, number: int) -> native.Line:
    state = game.new(seed, number=number, log=False)
    move = quick_mover(stream(seed, number, seat_stream(0)))
    decisions = 0
    while not state.over:
        move(state, 0)
        decisions += 1
    (score,) = state.scores
    return native.Line(number, state.outcome.name.lower(), int(score), decisions, state.steps)


def theirs(program: Path, games: list[tuple[int, int]]) -> list[native.Line]:
    return [line for seed, number in games for line in native.games(program, seed, number, 1)]


def test_two_hundred_games_are_the_engines(programs: dict[str, Path]) -> None:
    assert len(GAMES) == 200
    game = cardengine.load("area52")
    expected = [ours(game, seed, number) for seed, number in GAMES]
    for program in programs.values():
        assert theirs(program, GAMES) == expected
    assert min(line.score for line in expected[-len(LATE) :]) > -50  # fallen in the second wave


def test_it_wins_as_the_engine_does(directory: Path, source: native.Source) -> None:
    game = cardengine.load("area52", options={"waves": 1})
    expected = [ours(game, seed, number) for seed, number in LATE]
    assert {line.outcome for line in expected} == {"won"}
    for program in native.build(directory, source, "-DWAVES=1").values():
        assert theirs(program, LATE) == expected


def test_who_draws_until_it_is_legal_draws_each_action_as_often(directory: Path) -> None:
    """Other games, but the same ones on average: 20,000 of 34 decisions, so the means of both are this near."""
    listed, rejecting = (
        native.games(next(iter(native.build(directory, source).values())), 3, 0, 20_000)
        for source in (native.LISTED, native.REJECTING)
    )
    assert listed != rejecting
    for figure in ("decisions", "score"):
        mean, other = (sum(getattr(line, figure) for line in lines) / 20_000 for lines in (listed, rejecting))
        spread = sum((getattr(line, figure) - mean) ** 2 for line in listed) / 20_000
        assert abs(mean - other) < 5 * (2 * spread / 20_000) ** 0.5


def test_the_totals_are_those_of_the_games(programs: dict[str, Path]) -> None:
    for program in programs.values():
        lines = native.games(program, 3, 0, 500)
        decisions, seconds = native.totals(program, 500, 3)
        assert decisions == sum(line.decisions for line in lines)
        assert seconds > 0


@pytest.mark.parametrize(
    "arguments", [["--seed"], ["--games", "x"], ["--games", "-1"], ["--nothing"], ["--seed", str(2**64)]]
)
def test_wrong_arguments_are_refused(programs: dict[str, Path], arguments: list[str]) -> None:
    for program in programs.values():
        run = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
        assert run.returncode == 2
        assert run.stderr.startswith("usage:")


def test_without_a_compiler_that_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(native.CompilerError, match="no C compiler"):
        native.build(tmp_path, native.LISTED)
