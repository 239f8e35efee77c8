"""What is measured: the rulesets, and for some of them what else plays the same game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cardengine
from cardengine.model.link import OptionValue
from cardengine.model.load import bundled_names
from cardengine.runtime.game import Game

VARIANTS: Final = Path(__file__).parents[1] / "tests" / "openspiel" / "variants"
"""Our games changed to what OpenSpiel plays; the tests play both in lockstep."""

BY_HAND: Final = "area52"
"""The game that is also written by hand, in C and in Python."""


@dataclass(frozen=True)
class Contest:
    """One row of the table.

    Attributes:
        name: what it is asked for by; a bundled ruleset and its match have the same.
        ruleset: a path, or the name of a bundled ruleset.
        players: how many play; the fewest that can, if None.
        options: those that aren't at their defaults.
        spiel: the same game in OpenSpiel, if it has it.
    """

    name: str
    ruleset: str | Path
    players: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    spiel: str | None = None

    @property
    def title(self) -> str:
        """Its name, and whose rules it is played by if they aren't those of the bundled ruleset."""
        return self.name if isinstance(self.ruleset, str) else f"{self.name} (OpenSpiel)"

    def load(self) -> Game:
        """The game."""
        return cardengine.load(self.ruleset, options=self.options, players=self.players)


MATCHES: Final = (
    Contest("kuhn_poker", "kuhn_poker", 2, spiel="kuhn_poker(players=2)"),
    Contest("leduc_poker", "leduc_poker", 2, spiel="leduc_poker(players=2)"),
    Contest(
        "goofspiel",
        VARIANTS / "goofspiel.yaml",
        2,
        {"cards": 13, "prizes": "random", "scoring": "win", "bids": "secret"},
        "goofspiel(players=2,num_cards=13,points_order=random,returns_type=win_loss,imp_info=True)",
    ),
    Contest("crazy_eights", VARIANTS / "crazy_eights.yaml", 2, spiel="crazy_eights(players=2)"),
    Contest("hearts", VARIANTS / "hearts.yaml", 4, {"direction": 1, "queen_breaks": True}, "hearts()"),
    Contest("spades", VARIANTS / "spades.yaml", spiel="spades"),
    Contest("cribbage", VARIANTS / "cribbage.yaml", 2, spiel="cribbage(players=2)"),
    Contest(
        "gin_rummy",
        VARIANTS / "gin_rummy.yaml",
        options={"knock": 10, "oklahoma": False},
        spiel="gin_rummy(knock_card=10,oklahoma=False)",
    ),
    Contest("klondike", VARIANTS / "klondike.yaml", options={"moves": 300}, spiel="solitaire(depth_limit=300)"),
)
"""Where OpenSpiel has the same game."""


def contests() -> list[Contest]:
    """All bundled rulesets, with the fewest players and all options at their defaults, and the matches."""
    as_they_are = {match.name for match in MATCHES if match.ruleset == match.name}
    others = [Contest(name, name) for name in bundled_names() if name not in as_they_are]
    return sorted([*others, *MATCHES], key=lambda contest: contest.title)
