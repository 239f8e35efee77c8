# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""The seats of a command line: who plays where."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.cli.errors import usage_error

if TYPE_CHECKING:
    from cardengine.agents import Bot

HUMAN = "human"


def split_seats(text: str | None) -> list[str] | None:
    """Split a ``--seats`` text into names.

    Raises:
        DiagnosticError: a name is missing.
    """
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        usage_error(
            f"`--seats {text}` leaves a seat without a name", "separate names by commas: `--seats human,random`"
        )
    return names


def fill_seats(given: Sequence[str] | None, players: int, default: Sequence[str]) -> list[str]:
    """One name for each seat; a single name fills all seats.

    Args:
        given: the names on the command line.
        players: the number of seats.
        default: the names if none are given; the last one fills the remaining seats.

    Raises:
        DiagnosticError: there are too many names, or too few.
    """
    names = list(given or ())
    if not names:
        names = [*default[:players], *[default[-1]] * (players - len(default))]
    if len(names) == 1:
        return names * players
    if len(names) != players:
        usage_error(
            f"{len(names)} seats are named, and {players} {'plays' if players == 1 else 'play'}",
            "name one player a seat, or one for all of them",
        )
    return names


def bots(names: Sequence[str], *, human: bool) -> list[Bot | None]:
    """Make the bots for the seats; None for a human.

    Args:
        names: one name for each seat.
        human: whether a seat may be taken by a human.

    Raises:
        DiagnosticError: there is no bot of that name.
    """
    from cardengine.agents import make_bot

    if any(":" in name for name in names) and "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` does: one's own bots are in the working directory
    made: list[Bot | None] = []
    for name in names:
        if name == HUMAN and human:
            made.append(None)
        elif name == HUMAN:
            usage_error("nobody can be asked in a simulation", "name bots: random, greedy, or your own as module:Class")
        else:
            made.append(make_bot(name))
    return made
