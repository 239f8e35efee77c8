# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine play``."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from cardengine.cli import parameters as p

if TYPE_CHECKING:
    from cardengine.runtime.game import Game

_SEATS = "Who plays, a name a seat: human, random, greedy, or a bot of your own as module:Class. One name fills all."


def play(  # noqa: PLR0913, PLR0917 - one parameter for each option
    ruleset: p.Ruleset,
    seed: p.Seed = None,
    players: p.Players = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="A,B,...", help=_SEATS)] = None,
    option: p.Settings = None,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, without colours and drawings.")] = False,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the game to a file, for `replay`.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --record write over a file.")] = False,
    step_cap: p.StepCap = None,
    budget: p.Budget = None,
) -> None:
    """Play a game in the terminal.

    Without --seats you sit at the first seat, and random bots at the others.
    """
    from cardengine.cli.errors import ExitCode
    from cardengine.cli.screen.output import Output
    from cardengine.cli.seats import HUMAN, bots, fill_seats, split_seats
    from cardengine.cli.session import Session
    from cardengine.diagnostics import visible
    from cardengine.runtime.outcome import Outcome
    from cardengine.runtime.record import Recorder
    from cardengine.version import __version__

    given = split_seats(seats)
    game = p.open_game(ruleset, option, players, step_cap, budget, given)
    names = fill_seats(given, game.players, (HUMAN, "random"))
    made = bots(names, human=True)
    chosen = p.draw_seed(seed)
    out = Output(plain or not sys.stdin.isatty())
    stream = _open_record(record, force) if record is not None else None
    try:
        recorder = Recorder(stream, game, chosen, names, __version__) if stream is not None else None
        session = Session(game, game.new(chosen), chosen, names, made, out)
        finished = session.run(recorder.choice if recorder is not None else lambda _seat, _action: None)
        if recorder is not None and finished:
            recorder.end(session.state)
    finally:
        if stream is not None:
            stream.close()
    if not finished:
        out.line("The game was left before its end.")
    # Printed without wrapping, so that it can be copied.
    print(f"To play it again: {visible(_command(ruleset, game, chosen, names, option, step_cap, budget))}")
    if session.state.outcome is Outcome.FAULT:
        raise SystemExit(ExitCode.PROBLEMS)


def _open_record(path: Path, force: bool) -> IO[str]:
    """Open the file of a record for writing.

    Raises:
        DiagnosticError: the file exists already, or can't be written.
    """
    from cardengine.diagnostics import Code, Diagnostic, DiagnosticError

    help_ = None
    try:
        return path.open("w" if force else "x", encoding="utf-8", newline="\n")
    except FileExistsError:
        message, help_ = "this file is there already", "choose another name, or add --force to write over it"
    except (OSError, ValueError) as error:
        message = f"the record can't be written: {getattr(error, 'strerror', None) or error}".lower()
    raise DiagnosticError((Diagnostic(Code.UNREADABLE_FILE, message, help=help_, place=str(path)),))


def _command(
    ruleset: str,
    game: Game,
    seed: int,
    names: list[str],
    option: list[str] | None,
    step_cap: int | None,
    budget: int | None,
) -> str:
    """The command line that plays the same game again."""
    words = ["cardengine", "play", ruleset, "--seed", str(seed)]
    if game.players != game.loaded.ruleset.fewest:
        words += ["--players", str(game.players)]
    if names != ["human", *["random"] * (game.players - 1)]:
        words += ["--seats", ",".join(names)]
    for setting in option or ():
        words += ["--set", setting]
    if step_cap is not None:
        words += ["--step-cap", str(step_cap)]
    if budget is not None:
        words += ["--budget", str(budget)]
    return shlex.join(words)
