"""What the oracles of the solitaires share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Protocol

from tests.library.oracle import End, MakeOracle, Oracle, Shuffled, Table

RANKS = "A23456789TJQK"


def value(card: str) -> int:
    return RANKS.index(card[0]) + 1


class Solitaire(Protocol):
    """A solitaire in plain Python."""

    def moves(self) -> Set[str]:
        """The texts of all that may be done."""
        ...

    def do(self, text: str) -> None:
        """Do one of them."""
        ...

    def table(self) -> Table:
        """What lies where."""
        ...

    def end(self) -> tuple[bool, int] | None:
        """At the end whether it is won, and the score."""
        ...


def oracle_of(start: Callable[[list[str], Mapping[str, str]], Solitaire]) -> MakeOracle:
    """An oracle that plays a solitaire, made from the order of the pack and the options."""

    def oracle(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
        game = start(shuffled(), options)
        while (end := game.end()) is None:
            game.do((yield 0, game.moves(), game.table()))
        won, score = end
        return End([score], [0] if won else [])

    return oracle
