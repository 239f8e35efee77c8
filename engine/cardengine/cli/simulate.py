# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine simulate``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from cardengine.cli import parameters as p

if TYPE_CHECKING:
    from cardengine.analysis import Backend, Report
    from cardengine.runtime.game import Game

_SEATS = "Who plays, a name a seat: random, greedy, or a bot of your own as module:Class. One name fills all."


def simulate(  # noqa: PLR0913, PLR0917 - one parameter for each option
    ruleset: p.Ruleset,
    games: Annotated[int, typer.Option("-n", "--games", metavar="GAMES", min=1, help="How many games.")],
    seed: p.Seed = None,
    players: p.Players = None,
    seats: Annotated[str, typer.Option("--seats", metavar="A,B,...", help=_SEATS)] = "random",
    option: p.Settings = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="J", min=0, max=256, help="Processes; 0 is one for each processor.")
    ] = 1,
    backend: Annotated[
        str, typer.Option("--backend", metavar="B", help="auto, interpreter, or wasm (compiled: much quicker).")
    ] = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON document.")] = False,
    step_cap: p.StepCap = None,
    budget: p.Budget = None,
) -> None:
    """Let bots play many games, and count.

    The figures of a seed are the same however many processes share the work.
    """
    import json
    import os

    from cardengine.cli.errors import ExitCode
    from cardengine.cli.seats import bots, fill_seats, split_seats

    given = split_seats(seats)
    game = p.open_game(ruleset, option, players, step_cap, budget, given)
    names = fill_seats(given, game.players, ("random",))
    bots(names, human=False)
    report = _run(game, names, games, p.draw_seed(seed), jobs or os.cpu_count() or 1, _backend(backend))
    if as_json:
        print(json.dumps(report.to_json(), indent=2, ensure_ascii=False))
    else:
        _show(report)
    if report.note is not None:
        sys.stdout.flush()
        print(f"note: {report.note}", file=sys.stderr)
    if report.first_fault is not None:
        games_ = "one game" if report.faults == 1 else f"{report.faults} games"
        fault = report.first_fault
        sys.stdout.flush()
        print(f"{games_} ended with a fault of the ruleset; the first is game {fault.game}:", file=sys.stderr)
        print(f"  {fault.message}", file=sys.stderr)
        raise SystemExit(ExitCode.PROBLEMS)


def _backend(name: str) -> Backend:
    from cardengine.analysis import Backend
    from cardengine.diagnostics import suggest

    try:
        return Backend(name)
    except ValueError:
        known = [backend.value for backend in Backend]
        close = suggest(name, known)
        hint = f"did you mean `{close}`?" if close else f"backends: {', '.join(known)}"
        raise typer.BadParameter(f"there is no backend `{name}`; {hint}", param_hint="--backend") from None


def _run(game: Game, names: list[str], games: int, seed: int, jobs: int, backend: Backend) -> Report:
    from cardengine.analysis import simulate as run

    if not sys.stderr.isatty() or _dumb():
        return run(game, names, games, seed, jobs=jobs, backend=backend)

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        return run(
            game, names, games, seed, jobs=jobs, backend=backend,
            progress=lambda done: progress.update(task, completed=done),
        )  # fmt: skip


def _dumb() -> bool:
    """Whether the terminal can't move its cursor."""
    import os

    return os.environ.get("TERM") == "dumb"


def _show(report: Report) -> None:
    """Print the figures as a table."""
    from cardengine.cli.screen.labels import number

    games = "1 game" if report.games == 1 else f"{report.games:,} games"
    print(f"{report.ruleset}: {games}, seed {report.seed}, {report.seconds:.2f} s")
    if report.options:
        print("options: " + ", ".join(f"{name} {value}" for name, value in report.options.items()))
    print()
    rows = [["seat", "bot", "won", "95 %", "shared", "score", "± (s.e.)", "least", "most"]]
    for seat, name in enumerate(report.seats):
        low, high = report.win_rate_ci95[seat]
        mean, sem = report.score_mean[seat], report.score_sem[seat]
        least, most = report.score_min[seat], report.score_max[seat]
        rows.append(
            [
                str(seat + 1),
                name,
                f"{report.win_rate[seat]:.2%}",
                f"{low:.2%} to {high:.2%}",
                f"{report.shared_rate[seat]:.2%}",
                "-" if mean is None else f"{mean:.3f}",
                "-" if sem is None else f"{sem:.3f}",
                "-" if least is None else number(least),
                "-" if most is None else number(most),
            ]
        )
    _table(rows)
    print()
    outcomes = ", ".join(f"{count:,} {name}" for name, count in report.outcomes.items())
    print(f"outcomes: {outcomes}")
    print(f"a game has {report.decisions_mean:.2f} choices, {report.steps_mean:.2f} steps with loops")


def _table(rows: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
