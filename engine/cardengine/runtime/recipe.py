"""Recipes of games: the texts from which a record, a pickle or another process makes the same game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that determines a game.

    Attributes:
        digest: the SHA-256 of the ruleset's texts, in hexadecimal.
        text: the ruleset; of a variant, with all that it extends.
        name: the name of the text.
        data: the names and texts of its data files.
        options: the names and values of its options.
        players: the number of players.
        step_cap: the number of choices and loop turns after which a game ends as unfinished.
        budget: the amount of work between choices after which it does, too; see ``model.work``.
    """

    digest: str
    text: str
    name: str
    data: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    players: int
    step_cap: int
    budget: int

    @property
    def identity(self) -> dict[str, object]:
        """The data that a saved state must match to be restored."""
        return {"ruleset": self.digest, "players": self.players, "options": dict(self.options)}
