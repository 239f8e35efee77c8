"""What the benchmarks print: every side in its column, dashes for what is missing, and why it is."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import __main__ as program
from benchmarks import compiled, growth
from benchmarks.comparison import Comparison
from benchmarks.contests import contests
from benchmarks.interpreter import random_games
from benchmarks.report import NOTHING, Report, number, ratio
from benchmarks.timing import SEEDS, enough, medians
from cardengine.model.load import bundled_names
from cardengine.runtime.game import Game

QUICK = ["--seconds", "0.001", "--repeats", "1"]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, list[list[str]]]:
    """What is printed as Markdown, and the cells of all its rows."""
    program.main([*QUICK, "--markdown", *arguments])
    text = capsys.readouterr().out
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return text, rows


class _Engine:
    """A backend that takes as long for many games as for one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self, policies: list[str], seed: int, first: int, games: int, *, merge: bool) -> Any:
        assert merge
        assert policies == ["random"] * self.game.players
        assert first == 0
        sum(range(50_000))  # a sleep would take no processor time
        return SimpleNamespace(decisions=7 * games)


def with_backend(monkeypatch: pytest.MonkeyPatch, engine: Any) -> None:
    module = SimpleNamespace(Engine=engine, UnavailableError=_UnavailableError)
    monkeypatch.setitem(sys.modules, "cardengine.fast", module)
    compiled.engine_of.cache_clear()


class _UnavailableError(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@pytest.fixture(autouse=True)
def _forget_engines() -> Any:
    compiled.engine_of.cache_clear()
    yield
    compiled.engine_of.cache_clear()


def test_a_game_of_openspiel_has_all_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_backend(monkeypatch, _Engine)
    _, rows = printed(capsys, "--only", "kuhn_poker")
    headings, row, loops = rows[0], rows[2], rows[-1]
    cells = dict(zip(headings, row, strict=True))
    empty = {heading for heading, cell in cells.items() if cell == NOTHING}
    assert cells["ruleset"] == "kuhn_poker"
    assert empty == {"C", "Python by hand", "wasm / C"}
    assert loops[0] == "kuhn_poker"
    assert 2.0 <= float(loops[-3]) <= 3.0
    assert float(loops[-2]) == 7.0
    assert loops[-1] != NOTHING


def test_without_a_backend_its_column_is_empty(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cardengine.fast", None)
    text, rows = printed(capsys, "--only", "leduc_poker")
    cells = dict(zip(rows[0], rows[2], strict=True))
    assert {cell for heading, cell in cells.items() if "wasm" in heading} == {NOTHING} == {rows[-1][-1]}
    assert NOTHING not in {cells["interpreter"], cells["OpenSpiel C++"], cells["OpenSpiel Python"]}
    (why,) = [line for line in text.splitlines() if line.startswith("wasm: ")]
    assert "cardengine.fast" in why


def test_a_backend_that_cannot_compile_a_game_says_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(game: Game) -> None:
        raise _UnavailableError("it is too large")

    with_backend(monkeypatch, refuse)
    text, _ = printed(capsys, "--only", "kuhn_poker")
    assert text.splitlines()[-1] == "wasm: Kuhn Poker can't be compiled: it is too large"


def test_without_openspiel_its_columns_are_empty(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    text, rows = printed(capsys, "--only", "kuhn_poker")
    cells = dict(zip(rows[0], rows[2], strict=True))
    assert {cell for heading, cell in cells.items() if "OpenSpiel" in heading} == {NOTHING}
    assert cells["interpreter"] != NOTHING
    assert sum("OpenSpiel can't be imported" in line for line in text.splitlines()) == 1


def test_without_a_compiler_the_other_columns_are_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    text, rows = printed(capsys, "--only", "area52")
    cells = dict(zip(rows[0], rows[2], strict=True))
    assert cells["C"] == NOTHING
    assert cells["Python by hand"] != NOTHING
    assert "there is no C compiler `cc` on the path" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "poker"], "invalid choice"),
        (["--repeats", "0"], "give a number from 1 to 1000"),
        (["--repeats", "many"], "give a number from 1 to 1000"),
        (["--seconds", "-1"], "give seconds, from 0.001 to 600"),
        (["--seconds", "nan"], "give seconds, from 0.001 to 600"),
        (["--seconds", "soon"], "give seconds, from 0.001 to 600"),
    ],
)
def test_wrong_arguments_are_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        program.main(arguments)
    assert caught.value.code == 2
    assert said in capsys.readouterr().err


def test_every_ruleset_is_measured() -> None:
    titles = [contest.title for contest in contests()]
    assert len(set(titles)) == len(titles)
    assert set(bundled_names()) <= set(titles)
    assert titles == sorted(titles)


@pytest.mark.parametrize("size", growth.SIZES)
def test_games_grow_with_the_deck(size: growth.Size) -> None:
    game = growth.load(size)
    state = game.new(seed=1)
    assert len(state.zone("hand", 0)) == size.hand
    assert random_games(game, 2, 1) == 2 * (size.deck - size.deck % 4)


def test_growth_has_its_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(growth, "SIZES", (growth.Size(1, 3), growth.Size(2, 6)))
    monkeypatch.setattr(growth, "DECKS", (growth.Size(1, 3),))
    monkeypatch.setattr(growth, "HANDS", (growth.Size(2, 6),))
    with_backend(monkeypatch, _Engine)
    by_deck, by_hand = Comparison(0.001, 1, tmp_path, lambda _: None).growth()
    assert [row[:2] for row in by_deck.rows] == [("13", "12")]
    assert [row[:2] for row in by_hand.rows] == [("6", "24")]
    assert by_hand.title.endswith("a deck of 26")
    assert NOTHING not in by_deck.rows[0]


def test_a_median_is_of_decisions_a_second() -> None:
    times = iter([0.5, 1.0, 3.0, 2.0])

    def play(games: int, seed: int) -> tuple[int, float]:
        assert seed % SEEDS == 0
        return (10 * games, 1.0) if not seed else (6, next(times))

    (rate,) = medians({"one": play}, 1.0, 3).values()
    assert rate.per_second == 6.0
    assert rate.a_game == 6.0


def test_so_many_games_are_played_as_the_time_allows() -> None:
    assert enough(lambda games, _: (games, games * 0.01), 1.0) == 100
    assert enough(lambda games, _: (games, games * 9.0), 1.0) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (0.034, "0.034"),
        (7.0, "7.00"),
        (999.2, "999"),
        (999.9, "1.00k"),
        (12_345, "12.3k"),
        (999_900, "1.00M"),
        (82_400_000, "82.4M"),
        (123_400_000, "123M"),
    ],
)
def test_numbers_are_short(value: float | None, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("over", "under", "text"),
    [(None, 1.0, "-"), (1.0, None, "-"), (1.0, 0.0, "-"), (3.0, 40.0, "0.075"), (5.0, 2.0, "2.5"), (230.4, 2.0, "115")],
)
def test_ratios_are_short(over: float | None, under: float | None, text: str) -> None:
    assert ratio(over, under) == text


def test_a_report_is_a_markdown_table() -> None:
    report = Report("Speeds", ("game", "here"), notes=["As measured."])
    report.add("hearts", "1.00M")
    assert report.markdown() == "**Speeds**\n\n| game | here |\n| --- | ---: |\n| hearts | 1.00M |\n\nAs measured.\n"
