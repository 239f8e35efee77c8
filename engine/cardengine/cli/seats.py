# ruff: noqa: PLC0415 - heavy imports wait until a command needs them: `--help` must be quick
"""Who sits where."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.cli.errors import usage_error

if TYPE_CHECKING:
    from cardengine.agents import Bot

HUMAN = "human"


def split_seats(text: str | None) -> list[str] | None:
    """The names in a ``--seats`` text.

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
    """One name a seat: one name alone fills all of them.

    Args:
        given: the names, as given.
        players: how many seats there are.
        default: the first names when none are given; the last of them fills the seats that are left.

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
    """The bots at the seats; None where a human sits.

    Args:
        names: one a seat.
        human: whether humans may sit here.

    Raises:
        DiagnosticError: a name is no bot.
    """
    from cardengine.agents import make_bot

    if any(":" in name for name in names) and "" not in sys.path:
        sys.path.insert(0, "")  # as `python -m` has it: a bot of one's own lies in the folder one works in
    made: list[Bot | None] = []
    for name in names:
        if name == HUMAN and human:
            made.append(None)
        elif name == HUMAN:
            usage_error("nobody can be asked in a simulation", "name bots: random, greedy, or your own as module:Class")
        else:
            made.append(make_bot(name))
    return made
