"""The Typer application: its commands and global options."""

from __future__ import annotations

from typing import Annotated

import typer

from cardengine.cli import errors
from cardengine.cli.list import list_rulesets
from cardengine.cli.play import play
from cardengine.cli.replay import replay
from cardengine.cli.rules import rules
from cardengine.cli.show import show
from cardengine.cli.simulate import simulate
from cardengine.cli.test import run_tests
from cardengine.cli.validate import validate
from cardengine.version import __version__

app = typer.Typer(
    name="cardengine",
    help="Card games as data: play them, check them, measure them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"cardengine {__version__}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Card games as data: play them, check them, measure them."""


for _name, _command in (
    ("play", play),
    ("validate", validate),
    ("test", run_tests),
    ("simulate", simulate),
    ("replay", replay),
    ("list", list_rulesets),
    ("show", show),
    ("rules", rules),
):
    app.command(_name)(errors.guarded(_command))


def run() -> None:
    """Run the command line and end the process."""
    errors.prepare_streams()
    with errors.no_traceback():
        app()
