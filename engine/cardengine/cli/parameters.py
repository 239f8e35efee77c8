# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardengine.cli.errors import usage_error
from cardengine.diagnostics import Code

if TYPE_CHECKING:
    from cardengine.runtime.game import Game

Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="A file, or the name of a bundled ruleset.")]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, max=2**64 - 1, help="Where chance begins; drawn when it isn't given."),
]
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="How many play: the fewest that the game allows, unless told."),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the game; can be given several times."),
]
StepCap = Annotated[
    int | None,
    typer.Option(
        "--step-cap", metavar="N", min=1, max=10**7, help="Stop a game as unfinished after so many choices and loops."
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        "--budget", metavar="N", min=1, max=10**9, help="Stop a game as unfinished after so much work between choices."
    ),
]


def settings(given: list[str] | None) -> dict[str, str]:
    """Parse ``name=value`` texts into the options of a game.

    Raises:
        DiagnosticError: a text is malformed, or names an option twice.
    """
    values: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name:
            usage_error(f"`--set {text}` sets nothing", "write it as `--set option=value`", Code.OPTION_VALUE)
        if name in values:
            usage_error(f"the option `{name}` is set twice", "keep one of the two", Code.OPTION_VALUE)
        values[name] = value
    return values


def open_game(
    ruleset: str,
    options: list[str] | None,
    players: int | None,
    step_cap: int | None,
    budget: int | None,
    seats: list[str] | None = None,
) -> Game:
    """Load the game that a command line asks for.

    Args:
        ruleset: a file or a bundled name.
        options: ``name=value`` texts.
        players: how many play; None: as many as there are seat names, if several are given.
        step_cap: the step cap, if it isn't the default one.
        budget: the work budget, if it isn't the default one.
        seats: the names of the seats, as given.

    Raises:
        DiagnosticError: the ruleset or an option is wrong.
    """
    from cardengine.api import load
    from cardengine.model.work import BUDGET
    from cardengine.runtime.machine import DEFAULT_STEP_CAP

    if players is None and seats is not None and len(seats) > 1:
        players = len(seats)
    if not ruleset.strip():
        usage_error("no ruleset is named", "give a file, or a name that `cardengine list` shows", Code.FILE_NOT_FOUND)
    return load(ruleset, settings(options), players, step_cap or DEFAULT_STEP_CAP, budget=budget or BUDGET)


def draw_seed(seed: int | None) -> int:
    """The given seed, or a random one."""
    import secrets

    return secrets.randbits(32) if seed is None else seed
