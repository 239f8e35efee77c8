"""What plays is of no consequence for the figures, and what can't be had is said."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import wasmtime

import cardengine
from cardengine.analysis import Backend, Report, simulate
from cardengine.cli.errors import ExitCode
from cardengine.core import lowering
from cardengine.diagnostics import DiagnosticError
from cardengine.fast import Engine, FastState, Reason, UnavailableError, is_there
from cardengine.fast import engine as engine_module
from cardengine.ir import memory
from cardengine.ir.memory import HEAD
from cardengine.model.load import load_text
from cardengine.model.program import Header
from cardengine.runtime.game import Game
from cardengine.runtime.machine import Machine
from tests.analysis.games import DUEL, ENDLESS, FAULTY
from tests.cli.helpers import Ran, refused, run

SOMETIMES = """\
game: Sometimes at fault
text: Some deals ask for the impossible
players: 1
cards: {pack: standard, value: {ace: 1, jack: 11, queen: 12, king: 13}}
zones:
  table:
    deck: face-down pile
    row: face-up row
    full: face-up row at most 3
variables:
  game:
    level: number from 0 to 20
setup:
  - shuffle every card into deck
play:
  - draw 5 from deck to row
  - choose picking
  - set level to sum(value of full) + 2
  - move row where color is red to full
  - end the game
choices:
  picking:
    text: Take a card
    take:
      text: Take one
      choose:
        card: a card from row
      do:
        - move card to full
result:
  score: level
"""
"""A game in which one fault or another comes up, now and then."""

BOTH = (Backend.INTERPRETER, Backend.WASM)
NUMBERS = (1, 4, 5, 17)


@pytest.fixture(scope="module")
def area52() -> Game:
    return cardengine.load("area52")


def figures(report: Report) -> Report:
    """A report without what may differ."""
    return replace(report, seconds=0, backend="", note=None)


def told(*words: str) -> dict[str, Any]:
    """The figures of a simulation by the command line that ends well."""
    ran = run("simulate", *words, "--seed", "3", "--json")
    assert ran.code == 0, ran.text
    data: dict[str, Any] = json.loads(ran.out)
    del data["seconds"]
    return data


# wasmtime is missing ---------------------------------------------------------------------------------


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def find(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "wasmtime" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    monkeypatch.delitem(sys.modules, "wasmtime")


@pytest.mark.usefixtures("without")
def test_without_wasmtime_the_interpreter_plays_the_same_games(monkeypatch: pytest.MonkeyPatch, area52: Game) -> None:
    assert not is_there()
    missing = simulate(area52, ["random"], 30, 3)
    assert (missing.backend, missing.note) == ("interpreter", None)
    monkeypatch.undo()
    there = simulate(area52, ["random"], 30, 3)
    assert (there.backend, there.note) == ("wasm", None)
    assert figures(there) == figures(missing)


@pytest.mark.usefixtures("without")
def test_without_wasmtime_on_the_command_line() -> None:
    ran = run("simulate", "area52", "-n", "6", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["backend"] == "interpreter"
    refused(
        run("simulate", "area52", "-n", "6", "--backend", "wasm"),
        ExitCode.USAGE, "V513", "wasmtime isn't installed", "pip install cardengine[fast]",
    )  # fmt: skip
    with pytest.raises(UnavailableError) as caught:
        Engine(cardengine.load("area52"))
    assert caught.value.reason is Reason.MISSING


@pytest.mark.usefixtures("without")
def test_a_long_simulation_says_what_would_be_quicker(monkeypatch: pytest.MonkeyPatch, area52: Game) -> None:
    monkeypatch.setattr("cardengine.analysis.simulation._SLOW", 0.0)
    report = simulate(area52, ["random"], 6, 3)
    assert report.note is not None
    assert "pip install cardengine[fast]" in report.note
    assert simulate(area52, ["random"], 6, 3, backend=Backend.INTERPRETER).note is None


# wasmtime is broken ----------------------------------------------------------------------------------


def _no_import(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    package = folder / "wasmtime"
    package.mkdir()
    (package / "__init__.py").write_text("raise OSError('libwasmtime.so: wrong ELF class')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "wasmtime")


Break = Callable[[pytest.MonkeyPatch, Path], None]


def _failing(name: str, error: Exception) -> Break:
    def fail(*_: object) -> None:
        raise error

    return lambda monkeypatch, _: monkeypatch.setattr(wasmtime, name, fail)


BROKEN = [
    pytest.param(_no_import, "wrong ELF class", id="import"),
    pytest.param(_failing("Engine", OSError("no libwasmtime here")), "no libwasmtime here", id="engine"),
    pytest.param(_failing("Store", AttributeError("no store")), "no store", id="store"),
    pytest.param(_failing("Module", OSError("no memory for code")), "no memory for code", id="module"),
    pytest.param(_failing("Module", RuntimeError()), "RuntimeError", id="wordless"),
    pytest.param(_failing("Instance", wasmtime.WasmtimeError("can't reserve memory")), "can't reserve", id="instance"),
]


@pytest.mark.parametrize(("breaks", "words"), BROKEN)
def test_a_broken_wasmtime_is_told_from_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, breaks: Break, words: str
) -> None:
    expected = told("area52", "-n", "6", "--backend", "interpreter")
    breaks(monkeypatch, tmp_path)
    with pytest.raises(UnavailableError) as caught:
        Engine(cardengine.load("area52"))
    assert caught.value.reason is Reason.BROKEN
    ran = run("simulate", "area52", "-n", "6", "--backend", "wasm")
    refused(ran, ExitCode.USAGE, "V513", "wasmtime is installed, but doesn't work", words, "--force-reinstall")
    _goes_on(run("simulate", "area52", "-n", "6", "--seed", "3", "--json"), expected, "doesn't work", words)


def _goes_on(ran: Ran, expected: dict[str, Any], *words: str) -> None:
    """The interpreter has played, and a note says why."""
    assert ran.code == 0, ran.text
    data = json.loads(ran.out)
    for word in words:
        assert word in data["note"]
    assert ran.err == f"note: {data['note']}\n"
    del data["seconds"]
    assert data | {"note": None} == expected | {"note": None}


# A fault of ours -------------------------------------------------------------------------------------


def test_wrong_bytes_are_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = told("area52", "-n", "6", "--backend", "interpreter")
    monkeypatch.setattr(engine_module, "module_bytes", lambda _: b"\0asm\x01\0\0\0\x63")
    with pytest.raises(UnavailableError) as caught:
        Engine(cardengine.load("area52"))
    assert caught.value.reason is Reason.OURS
    refused(
        run("simulate", "area52", "-n", "6", "--backend", "wasm"),
        ExitCode.USAGE, "V513", "compiled code of Area 52 has failed", "a fault of cardengine", "--backend interpreter",
    )  # fmt: skip
    _goes_on(run("simulate", "area52", "-n", "6", "--seed", "3", "--json"), expected, "a fault of cardengine")


def test_a_lowering_that_fails_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = told("area52", "-n", "6", "--backend", "interpreter")

    def fail(_: Machine, *, lean: bool) -> None:
        raise KeyError(f"_NoSuchNode, lean: {lean}")

    monkeypatch.setattr(engine_module, "lower", fail)
    with pytest.raises(UnavailableError) as caught:
        Engine(cardengine.load("area52"))
    assert caught.value.reason is Reason.OURS
    refused(run("simulate", "area52", "-n", "6", "--backend", "wasm"), ExitCode.USAGE, "V513", "_NoSuchNode")
    _goes_on(run("simulate", "area52", "-n", "6", "--seed", "3", "--json"), expected, "a fault of cardengine")


class _Trapping(Engine):
    """An engine whose code goes wrong when game number 20 or a later one is played."""

    def call(self, name: str, *arguments: int) -> int:
        if name == "batch" and arguments[1] + arguments[2] > 20:
            return leave_memory(self)
        return super().call(name, *arguments)


def leave_memory(engine: Engine) -> int:
    """Let compiled code read an action from behind its memory, which the sandbox stops."""
    engine.poke(Header.CHOICE, [1])
    return Engine.call(engine, "take", 0, 2**28)


def test_a_trap_in_play_hands_the_rest_to_the_interpreter(monkeypatch: pytest.MonkeyPatch, area52: Game) -> None:
    expected = figures(simulate(area52, ["random"], 50, 3, backend=Backend.INTERPRETER))
    monkeypatch.setattr("cardengine.fast.engine.Engine", _Trapping)
    report = simulate(area52, ["random"], 50, 3)
    assert figures(report) == expected
    assert report.note is not None
    assert "a fault of cardengine" in report.note
    assert "the interpreter has played the rest" in report.note
    with pytest.raises(DiagnosticError, match="a fault of cardengine"):
        simulate(area52, ["random"], 50, 3, backend=Backend.WASM)


def test_a_trap_is_told_as_a_fault_of_ours(area52: Game) -> None:
    engine = Engine(area52)
    with pytest.raises(UnavailableError, match="a fault of cardengine") as caught:
        leave_memory(engine)
    assert caught.value.reason is Reason.OURS


# Too large -------------------------------------------------------------------------------------------

LIMITS: list[tuple[ModuleType, str, int, str]] = [
    (memory, "MAX_CELLS", 100_000, "it needs more than 100,000 cells of memory"),
    (lowering, "MAX_NODES", 20, "its expressions have more than 20 parts when definitions are written out"),
    (engine_module, "MAX_BYTES", 5000, "the most is 5,000"),
]


@pytest.mark.parametrize(("module", "name", "limit", "words"), LIMITS)
@pytest.mark.parametrize("backend", ["auto", "wasm"])
def test_a_game_that_is_too_large_says_so_and_is_interpreted(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, limit: int, words: str, backend: str
) -> None:
    expected = told("area52", "-n", "6", "--backend", "interpreter")
    monkeypatch.setattr(module, name, limit)
    with pytest.raises(UnavailableError) as caught:
        Engine(cardengine.load("area52"))
    assert caught.value.reason is Reason.TOO_LARGE
    ran = run("simulate", "area52", "-n", "6", "--seed", "3", "--json", "--backend", backend)
    _goes_on(ran, expected, "Area 52 can't be compiled", words, "it is played by the interpreter")


# Loops and faults ------------------------------------------------------------------------------------


def test_a_game_without_end_is_unfinished_after_the_same_steps() -> None:
    for cap in (1, 2, 50, 4097):
        game = Game(load_text(ENDLESS), step_cap=cap)
        interpreted, compiled = (simulate(game, ["random"], 3, 1, backend=backend) for backend in BOTH)
        assert (interpreted.unfinished, compiled.backend) == (3, "wasm")
        assert figures(compiled) == figures(interpreted)
    turning = ENDLESS.replace("      - choose turning\n", "      - repeat 3 times:\n          - turn up deck\n")
    turning = turning[: turning.index("choices:")]
    game = Game(load_text(turning), step_cap=1000)
    interpreted, compiled = (simulate(game, ["random"], 3, 1, backend=backend) for backend in BOTH)
    assert (interpreted.unfinished, interpreted.decisions_mean, compiled.backend) == (3, 0, "wasm")
    assert figures(compiled) == figures(interpreted)


@pytest.mark.parametrize(("text", "jobs"), [(FAULTY, 1), (SOMETIMES, 1), (SOMETIMES, 2)])
def test_faults_are_counted_alike_and_told_alike(text: str, jobs: int) -> None:
    game = Game(load_text(text, "faulty.yaml"))
    for seed in range(1, 4 if jobs == 1 else 2):
        interpreted = simulate(game, ["random"], 40, seed, backend=Backend.INTERPRETER)
        compiled = simulate(game, ["random"], 40, seed, backend=Backend.WASM, jobs=jobs)
        assert compiled.backend == "wasm"
        assert interpreted.first_fault is not None
        assert (interpreted.faults < 40) == (text is SOMETIMES)
        assert compiled.first_fault == interpreted.first_fault
        assert figures(compiled) == figures(interpreted)


def test_faults_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "sometimes.yaml"
    file.write_text(SOMETIMES, encoding="utf-8")
    interpreted, compiled = (
        run("simulate", file, "-n", "40", "--seed", "3", "--json", "--backend", backend) for backend in BOTH
    )
    assert (interpreted.code, compiled.code) == (ExitCode.PROBLEMS, ExitCode.PROBLEMS)
    assert compiled.err == interpreted.err
    assert "games ended with a fault of the ruleset; the first is game" in compiled.err


# Any number of games, by any number of processes -----------------------------------------------------


@pytest.mark.parametrize("games", NUMBERS)
@pytest.mark.parametrize("seats", [["random", "greedy", "random"], ["greedy"] * 3], ids="-".join)
def test_backends_agree_on_any_number_of_games(games: int, seats: list[str]) -> None:
    game = Game(load_text(DUEL, "duel.yaml"), players=3)
    interpreted, compiled = (simulate(game, seats, games, 11, backend=backend) for backend in BOTH)
    assert compiled.backend == "wasm"
    assert figures(compiled) == figures(interpreted)


SHARES = [
    pytest.param(games, jobs, marks=[] if (games, jobs) in ((17, 2), (5, 3)) else [pytest.mark.full])
    for games in NUMBERS
    for jobs in (2, 3)
]


@pytest.mark.parametrize(("games", "jobs"), SHARES)
def test_jobs_change_nothing(area52: Game, games: int, jobs: int) -> None:
    alone = figures(simulate(area52, ["random"], games, 6))
    for backend in BOTH:
        assert figures(simulate(area52, ["random"], games, 6, jobs=jobs, backend=backend)) == alone


@pytest.mark.parametrize("jobs", [1, 2, pytest.param(3, marks=pytest.mark.full)])
def test_more_games_than_one_call_gives(area52: Game, jobs: int) -> None:
    """4,097 games, one more than the results of one call."""
    report = simulate(area52, ["random"], 4097, 6, jobs=jobs, backend=Backend.WASM)
    engine = Engine(area52)
    rows = [
        row for part in (engine.play(["random"], 6, first, 241) for first in range(0, 4097, 241)) for row in part.rows
    ]
    assert len(rows) == 4097 == report.games
    assert report.decisions_mean == sum(row[5] for row in rows) / 4097
    assert report.steps_mean == sum(row[4] for row in rows) / 4097
    assert report.score_mean == [sum(row[HEAD] for row in rows) / 4097]


@pytest.mark.full
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_more_games_than_one_call_gives_as_the_interpreter_plays_them(area52: Game, jobs: int) -> None:
    interpreted, compiled = (simulate(area52, ["random"], 4097, 6, jobs=jobs, backend=backend) for backend in BOTH)
    assert figures(compiled) == figures(interpreted)


def test_a_lean_engine_takes_no_steps(area52: Game) -> None:
    with pytest.raises(ValueError, match="lean=False"):
        FastState(Engine(area52), 1)


def test_who_goes_on_after_ctrl_c_gets_whole_games(area52: Game) -> None:
    """Ctrl-C leaves a game under way no step; between two calls nothing is under way."""
    expected = Engine(area52).play(["random"], 7, 0, 400).rows
    # A new one begins with few games in a call.
    engine, rows = Engine(area52), []
    for _, part in engine.batches("batch", ["random"], 7, 0, 400, merge=False):
        rows += part
        engine.poke(engine.layout.cap, [0])
    assert rows == expected
