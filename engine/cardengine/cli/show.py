# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine show``."""

from __future__ import annotations

from typing import Annotated

import typer

from cardengine.cli.parameters import Ruleset


def show(
    ruleset: Ruleset,
    resolved: Annotated[
        bool,
        typer.Option("--resolved", help="With all that a variant extends, and its changes made: the whole ruleset."),
    ] = False,
    notes: Annotated[
        bool, typer.Option("--notes", help="With --resolved: tell in comments where the changes come from.")
    ] = False,
) -> None:
    """Show a ruleset: the file as it is, or the whole that a variant makes of what it extends.

    A variant that is shown resolved is checked first. Ends with 1 when there are problems, with 2 when a file
    can't be read.
    """
    from cardengine.cli.guard import usage
    from cardengine.diagnostics import Code
    from cardengine.model.load import find, load_file
    from cardengine.source import read_source

    if not ruleset.strip():
        usage("no ruleset is named", "give a file, or a name that `cardengine list` shows", Code.FILE_NOT_FOUND)
    if notes and not resolved:
        usage("`--notes` goes with `--resolved`", "give both, or none of them", Code.OPTION_VALUE)
    text = read_source(find(ruleset)).text
    if resolved:
        loaded = load_file(ruleset)
        text = loaded.annotated() if notes else loaded.text
    print(text.removesuffix("\n"))
