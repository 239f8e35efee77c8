# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardengine.cli import parameters as p

if TYPE_CHECKING:
    from cardengine.runtime.game import Game


def show(
    ruleset: p.Ruleset,
    resolved: Annotated[
        bool,
        typer.Option("--resolved", help="With all that a variant extends, and its changes made: the whole ruleset."),
    ] = False,
    notes: Annotated[
        bool, typer.Option("--notes", help="With --resolved: tell in comments where the changes come from.")
    ] = False,
    core: Annotated[
        bool,
        typer.Option(
            "--core", help="What the game becomes before it is compiled: the core, instruction by instruction."
        ),
    ] = False,
    players: p.Players = None,
    option: p.Settings = None,
) -> None:
    """Show a ruleset: the file as it is, or the whole that a variant makes of what it extends, or its core.

    A variant that is shown resolved, and a game whose core is shown, is checked first. Ends with 1 when there are
    problems, with 2 when a file can't be read or a game is too large for the core.
    """
    from cardengine.cli.errors import usage_error
    from cardengine.diagnostics import Code
    from cardengine.model.load import find, load_file
    from cardengine.source import read_source

    if not ruleset.strip():
        usage_error("no ruleset is named", "give a file, or a name that `cardengine list` shows", Code.FILE_NOT_FOUND)
    if notes and not resolved:
        usage_error("`--notes` goes with `--resolved`", "give both, or none of them", Code.OPTION_VALUE)
    if core and resolved:
        usage_error("`--core` and `--resolved` are shown one at a time", "leave one of them out", Code.OPTION_VALUE)
    if not core and (players is not None or option):
        usage_error(
            "`--players` and `--set` go with `--core`", "only a game that is laid out has them", Code.OPTION_VALUE
        )
    if core:
        _core(p.open_game(ruleset, option, players, None, None))
        return
    text = read_source(find(ruleset)).text
    if resolved:
        loaded = load_file(ruleset)
        text = loaded.annotated() if notes else loaded.text
    print(text.removesuffix("\n"))


def _core(game: Game) -> None:
    from cardengine.cli.errors import usage_error
    from cardengine.core.show import show as lines
    from cardengine.diagnostics import Code
    from cardengine.ir.memory import TooLargeError

    try:
        text = "\n".join(lines(game.machine))
    except TooLargeError as error:
        usage_error(f"{game.title} has no core: {error}", "it is played by the interpreter", Code.BACKEND)
    print(text)
