from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from cardengine import load
from cardengine.agents import make_bot
from cardengine.analysis import BotError, Report, drive, movers_for, simulate
from cardengine.diagnostics import DiagnosticError
from cardengine.model.load import load_file, load_text
from cardengine.runtime.game import Game
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.outcome import Outcome
from tests.analysis.games import DUEL, ENDLESS, FAULTY

BOTS = "tests.analysis.bots"


@pytest.fixture(scope="module")
def area52() -> Game:
    return Game(load_file("area52"))


@pytest.fixture(scope="module")
def duel() -> Game:
    return Game(load_text(DUEL, "duel.yaml"), players=3)


def same(left: Report, right: Report) -> None:
    assert replace(left, seconds=0, seats=[], backend="") == replace(right, seconds=0, seats=[], backend="")


def test_figures_are_those_of_the_games(duel: Game) -> None:
    report = simulate(duel, ["random"] * 3, 40, 11)
    decisions, wins, shared, scores = 0, [0] * 3, [0] * 3, [0] * 3
    for number in range(40):
        state = duel.new(11, number=number)
        rngs = [stream(11, number, seat_stream(seat)) for seat in range(3)]
        while (seat := state.player) is not None:
            actions = state.actions()
            state.apply(actions[rngs[seat].below(len(actions))])
            decisions += 1
        winners = state.winners or ()
        for seat in winners:
            (wins if len(winners) == 1 else shared)[seat] += 1
        for seat in range(3):
            scores[seat] += int(state.scores[seat])
    assert report.games == 40
    assert report.decisions_mean == decisions / 40 == 9
    assert report.win_rate == [count / 40 for count in wins]
    assert report.shared_rate == [count / 40 for count in shared]
    assert report.score_mean == [total / 40 for total in scores]
    assert report.outcomes == {"ended": 40}
    assert any(shared)
    assert report.backend == "wasm"
    for seat in range(3):
        low, high = report.win_rate_ci95[seat]
        assert 0 <= low < report.win_rate[seat] < high <= 1


@pytest.mark.parametrize("seats", [["random"], ["greedy"]])
def test_jobs_make_no_difference(area52: Game, seats: list[str]) -> None:
    alone = simulate(area52, seats, 33, 5)
    same(alone, simulate(area52, seats, 33, 5, jobs=2))


def test_the_quick_way_is_the_long_way(area52: Game, duel: Game) -> None:
    same(simulate(area52, ["random"], 30, 8), simulate(area52, [f"{BOTS}:Words"], 30, 8))
    mixed = ["random", f"{BOTS}:Words", "random"]
    same(simulate(duel, ["random"] * 3, 30, 8), simulate(duel, mixed, 30, 8))


def test_named_steps_are_the_same_game(area52: Game) -> None:
    bots = [make_bot("random")]
    quick, named = area52.new(4, number=2), area52.new(4, number=2)
    for step in drive(quick, movers_for(["random"], bots, 4, 2)):
        assert step.action is None
    texts = [step.action.text for step in drive(named, movers_for(["random"], bots, 4, 2, named=True)) if step.action]
    assert quick.key() == named.key()
    assert len(texts) > 5


def test_seeds_and_numbers_make_other_games(area52: Game) -> None:
    first, second = simulate(area52, ["random"], 20, 1), simulate(area52, ["random"], 20, 2)
    assert first.score_mean != second.score_mean


def test_options_reach_the_workers() -> None:
    game = Game(load_text(DUEL, "duel.yaml"), {"cards": 5}, 2)
    report = simulate(game, ["random", "random"], 6, 3, jobs=2)
    assert report.decisions_mean == 10
    assert report.options == {"cards": "5"}


def test_the_step_cap_counts_as_unfinished() -> None:
    game = Game(load_text(ENDLESS), step_cap=50)
    report = simulate(game, ["random"], 3, 1)
    assert report.unfinished == 3
    assert report.outcomes == {"unfinished": 3}
    assert report.score_mean == [None]
    assert report.win_rate == [0.0]
    assert report.steps_mean >= 50


def test_faults_are_counted_and_the_first_is_told() -> None:
    report = simulate(Game(load_text(FAULTY)), ["random"], 4, 1)
    assert report.faults == 4
    assert report.first_fault is not None
    assert report.first_fault.game == 0
    assert "`level` would be 3" in report.first_fault.message
    assert "line" in report.first_fault.message
    assert report.decisions_mean == 3


def test_json(duel: Game) -> None:
    data = json.loads(json.dumps(simulate(duel, ["random"] * 3, 5, 1).to_json()))
    for key in ("win_rate", "shared_rate", "win_rate_ci95", "score_mean", "score_sem", "seats"):
        assert len(data[key]) == 3
    assert data["games"] == 5
    assert {"decisions_mean", "unfinished", "seconds", "backend", "seed", "faults", "options"} <= set(data)
    assert data["score_sem"][0] is not None


def test_one_game_has_no_standard_error(area52: Game) -> None:
    report = simulate(area52, ["random"], 1, 1)
    assert report.score_sem == [None]
    assert json.dumps(report.to_json())


def test_progress_comes_to_the_end(area52: Game) -> None:
    for jobs in (1, 2):
        told: list[int] = []
        simulate(area52, ["random"], 25, 1, jobs=jobs, progress=told.append)
        assert told[-1] == 25
        assert told == sorted(told)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Crashing", ["KeyError: 'no plan'", "bots.py:"]),
        ("ValueErring", ["ValueError: bad value"]),
        ("Quitting", ["SystemExit"]),
        ("Strange", ["42, which isn't on offer", "sacrifice"]),
        ("Stale", ["isn't on offer"]),
        ("NoBot", ["no bot: it has no `choose`"]),
        ("Absent", ["can't be loaded"]),
    ],
)
def test_a_bot_that_fails_is_named(area52: Game, bot: str, words: list[str]) -> None:
    name = f"{BOTS}:{bot}"
    with pytest.raises(DiagnosticError) as caught:
        simulate(area52, [name], 4, 1)
    text = str(caught.value)
    for word in [name, *words]:
        assert word in text
    assert "Traceback" not in text


def test_a_bot_that_fails_in_another_process_is_named(area52: Game) -> None:
    with pytest.raises(BotError, match=r"Crashing.*KeyError"):
        simulate(area52, [f"{BOTS}:Crashing"], 4, 1, jobs=2)


def test_several_jobs_from_no_file_are_told_what_they_need() -> None:
    code = "import cardengine\nfrom cardengine.analysis import simulate\n"
    code += 'simulate(cardengine.load("kuhn_poker"), ["random"] * 2, 9, 1, jobs=2)\n'
    ran = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 1
    assert "RuntimeError: a worker process has ended unexpectedly; a program that asks for several jobs" in ran.stderr


def test_who_stops_a_simulation_leaves_no_process_and_no_thread(area52: Game) -> None:
    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(area52, ["random"], 10_000_000, 1, jobs=2, progress=stop)
    assert not multiprocessing.active_children()
    assert [thread for thread in threading.enumerate() if "ExecutorManager" in type(thread).__name__] == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no masks for signals")
def test_an_interrupt_while_processes_start_is_not_lost(area52: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    submit = ProcessPoolExecutor.submit

    def interrupted(*args: Any, **options: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return submit(*args, **options)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulate(area52, ["random"], 10_000_000, 1, jobs=2)
    assert not multiprocessing.active_children()


def test_a_bot_may_ask_for_possible_states(area52: Game) -> None:
    """It gets states that agree with its view, also where much is hidden."""
    assert simulate(area52, [f"{BOTS}:Searching"], 3, 1).faults == 0
    with_hands = load("alpha_strike", options={"fleets": "standard"}, players=2)
    assert simulate(with_hands, [f"{BOTS}:Searching", "random"], 2, 1).faults == 0


def test_a_bot_that_asks_for_what_cant_be_drawn_is_told_so() -> None:
    """Pieces that others bought in secret can't be drawn."""
    secret = load("alpha_strike", players=2)
    with pytest.raises(BotError, match=r"a ship is hidden"):
        simulate(secret, ["random", f"{BOTS}:Searching"], 1, 1)


def test_data_files_reach_other_processes() -> None:
    game = load("alpha_strike", options={"fleets": "standard"}, players=2)
    alone, together = (simulate(game, ["random", "random"], 6, 1, jobs=jobs) for jobs in (1, 2))
    assert alone.score_mean == together.score_mean


def test_wrong_figures_are_refused(area52: Game) -> None:
    with pytest.raises(ValueError, match="at least one game"):
        simulate(area52, ["random"], 0, 1)
    with pytest.raises(ValueError, match="a seed is from 0"):
        simulate(area52, ["random"], 1, 2**64)
    with pytest.raises(DiagnosticError, match="2 bots are named for 1 seats"):
        simulate(area52, ["random", "random"], 1, 1)


def test_a_win_of_one_side_isnt_shared() -> None:
    text = DUEL.replace("players: 2 to 4", "players: 4\nteams: [[0, 2], [1, 3]]").replace(
        "winner: highest score", "winner: highest team score"
    )
    report = simulate(Game(load_text(text)), ["random"] * 4, 30, 2)
    assert report.win_rate[0] == report.win_rate[2]
    assert report.win_rate[1] == report.win_rate[3]
    assert sum(report.win_rate) + sum(report.shared_rate) / 2 == pytest.approx(2)
    assert Outcome.ENDED.name.lower() in report.outcomes
