"""What a game is made of, as text: what a record, a pickle or another process makes the same game from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a game is made of.

    Attributes:
        digest: the SHA-256 of the ruleset's texts, in hexadecimal.
        text: the ruleset; of a variant, with all that it extends.
        name: what the text is called.
        data: names and texts of its data files.
        options: names and values of its options.
        players: how many play.
        step_cap: choices and loop turns after which a game counts as unfinished.
    """

    digest: str
    text: str
    name: str
    data: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    players: int
    step_cap: int

    @property
    def identity(self) -> dict[str, object]:
        """What a saved state must agree with."""
        return {"ruleset": self.digest, "players": self.players, "options": dict(self.options)}
