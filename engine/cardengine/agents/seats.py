"""The bots of the seats: one name for all seats, or a name for each."""

from __future__ import annotations

from collections.abc import Sequence

from cardengine.agents.registry import SeatError
from cardengine.diagnostics import Code, Diagnostic


def seat_names(seats: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The name of the bot at each seat.

    Args:
        seats: names, as a list or separated by commas; a single name is used for all seats.
        players: the number of seats.

    Raises:
        SeatError: there are too many names, or too few.
    """
    names = tuple(name.strip() for name in (seats.split(",") if isinstance(seats, str) else seats))
    if len(names) == 1:
        return names * players
    if len(names) != players:
        message = f"{len(names)} bots are named for {players} seats"
        raise SeatError((Diagnostic(Code.SEAT, message, help="name one bot, or one a seat"),))
    return names
