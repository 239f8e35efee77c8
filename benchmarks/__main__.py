"""Run the benchmarks: ``python -m benchmarks``, or ``make bench``."""

from __future__ import annotations

import platform
import subprocess
import sys
from functools import partial

from rich.console import Console
from rich.table import Table

import cardengine
from benchmarks import interpreter
from cardengine.model.load import bundled_names

GAMES = 150
ROUNDS = 9


def main() -> None:
    """Print the speed of the interpreter beside hand-written Python, and the times that a user waits."""
    console = Console()
    console.print(f"Python {platform.python_version()} on {platform.machine()}, medians of {ROUNDS} rounds")
    console.print(_speed())
    console.print(_games())
    console.print(_waiting())


def _speed() -> Table:
    game = cardengine.load("area52")
    hand, ours = interpreter.side_by_side(
        {
            "hand-written Python": lambda seed: interpreter.handwritten_games(seed, GAMES),
            "interpreter": lambda seed: interpreter.random_games(game, seed, GAMES),
        },
        ROUNDS,
    )
    table = Table(title="Area 52, random play, one thread")
    for heading in ("", "decisions a second", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    for rate in (hand, ours):
        table.add_row(rate.name, f"{rate.per_second:,.0f}", f"{rate.per_second / hand.per_second:.3f}")
    return table


def _games() -> Table:
    """The interpreter on every bundled ruleset, beside the first of them in the same run."""
    games = {name: cardengine.load(name) for name in bundled_names()}
    rates = interpreter.side_by_side(
        {name: partial(interpreter.some_games, game) for name, game in games.items()}, rounds=5
    )
    first = next(rate for rate in rates if rate.name == "area52")
    table = Table(title="All rulesets, the fewest players, random play on the interpreter, one thread")
    for heading in ("ruleset", "decisions a second", "ratio to area52"):
        table.add_column(heading, justify="left" if heading == "ruleset" else "right")
    for rate in rates:
        table.add_row(rate.name, f"{rate.per_second:,.0f}", f"{rate.per_second / first.per_second:.2f}")
    return table


def _waiting() -> Table:
    table = Table(title="What a user waits for")
    table.add_column("")
    table.add_column("milliseconds", justify="right")
    rows = {
        "Python alone": lambda: _run("-c", "pass"),
        "cardengine --help": lambda: _run("-m", "cardengine", "--help"),
        "cardengine validate area52": lambda: _run("-m", "cardengine", "validate", "area52"),
    }
    for name, work in rows.items():
        table.add_row(name, f"{1000 * interpreter.median_seconds(work, 7):.1f}")
    table.add_row("load area52 (in a running program)", f"{1000 * interpreter.load_seconds('area52'):.1f}")
    clone = interpreter.clone_seconds(cardengine.load("area52"))
    table.add_row("clone a state of area52", f"{1000 * clone:.4f}")
    return table


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    main()
