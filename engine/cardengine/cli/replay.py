# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""``cardengine replay``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cardengine.cli.screen.output import Output
    from cardengine.runtime.record import Replay


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record that `play --record` has written.")],
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", min=1, help="Tell only what that seat could see, from 1.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell only how it comes out.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Plain lines, without colours and drawings.")] = False,
) -> None:
    """Play a recorded game again, and check every step.

    Ends with 1 at the first step that comes out otherwise.
    """
    from cardengine.cli.errors import exit_code, print_problems, usage_error
    from cardengine.cli.screen.output import Output
    from cardengine.diagnostics import Code, DiagnosticError
    from cardengine.runtime.record import read_record

    try:
        record = read_record(file)
    except DiagnosticError as error:
        print_problems(error.diagnostics)
        raise SystemExit(exit_code(error.diagnostics, asked=False)) from None
    if seat is not None and seat > record.game.players:
        usage_error(f"there is no seat {seat}", f"the seats go from 1 to {record.game.players}", Code.SEAT)
    out = Output(plain)
    try:
        choices = _replay_and_print(record, out, None if seat is None else seat - 1, quiet)
    except DiagnosticError as error:
        import sys

        sys.stdout.flush()
        print_problems(error.diagnostics)
        raise SystemExit(exit_code(error.diagnostics, asked=False)) from None
    counted = "1 choice" if choices == 1 else f"{choices} choices"
    if record.state.over:
        ended = "" if record.last is not None else "; the game is over, though the record has no last line"
        out.line(f"The record is right: {counted}{ended}.")
    else:
        out.line(f"The record is right so far: {counted}; the game isn't over.")


def _replay_and_print(record: Replay, out: Output, seat: int | None, quiet: bool) -> int:
    """Replay a record and print what happens; returns the number of choices.

    Raises:
        DiagnosticError: at the first step that differs from the record.
    """
    from cardengine.cli.screen.labels import Labels
    from cardengine.cli.screen.result import draw_result
    from cardengine.cli.screen.sentences import sentences

    labels = Labels(record.game, seat, fancy=out.fancy)
    told = 0

    def tell() -> None:
        nonlocal told
        log, _ = record.state.log
        events = (log or [])[told:]
        told += len(events)
        if quiet:
            return
        seen = [event.whole() if seat is None else event.seen_by(seat) for event in events]
        for sentence in sentences(labels, [event for event in seen if event is not None]):
            out.line(sentence, 3)

    if not quiet:
        out.rule(record.game.title)
    choices = 0
    try:
        for _ in record.steps():
            tell()
            choices += 1
    finally:
        tell()
    if record.state.over and not quiet:
        out.line()
        draw_result(out, labels, record.state)
    return choices
