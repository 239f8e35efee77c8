"""Area 52 once more, straight from the printed rules, with all options: what the engine's games are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from cardengine.runtime.chance import Chance

RANKS: Final = "A23456789TJQK"
PACK: Final = tuple(rank + suit for suit in "CDHS" for rank in RANKS)
DEFAULTS: Final[dict[str, int | str]] = {"reveal": 3, "board": 6, "waves": 2, "penalty": 50, "casualties": "matching"}


def value(card: str) -> int:
    """A52-2."""
    return RANKS.index(card[0]) + 1


def red(card: str) -> bool:
    """A52-3."""
    return card[1] in "DH"


def legal_actions(attacker: str, defenders: Sequence[str]) -> list[str]:
    """A52-30: all that may be done, in canonical order."""
    pairs = [(a, b) for a, b in combinations(defenders, 2) if value(a) + value(b) == value(attacker)]
    singles = [d for d in defenders if value(d) > value(attacker) and red(d) != red(attacker)]
    return [
        *(f"dual_attack {a} {b}" for a, b in pairs),
        *(f"single_attack {d}" for d in singles),
        *(f"sacrifice {d}" for d in defenders),
    ]


class Reference:
    """A game in progress. Zones are lists, a pile's top first.

    Args:
        chance: as for the engine.
        options: those that differ from the defaults.
    """

    def __init__(self, chance: Chance, **options: int | str) -> None:
        merged: dict[str, int | str] = {**DEFAULTS, **options}
        self.reveal, self.board, self.waves, self.penalty = (
            int(merged[name]) for name in ("reveal", "board", "waves", "penalty")
        )
        self.casualties = merged["casualties"]
        self.chance = chance
        self.aliens = list(chance.shuffle("aliens", [card for card in PACK if red(card)]))
        self.reserves = list(chance.shuffle("reserves", [card for card in PACK if not red(card)]))
        self.defenders: list[str] = []
        self.attackers: list[str] = []
        self.discard: list[str] = []
        self.wave = 1
        self.over = False
        self.won = False
        self.fill()
        self.next_turn()

    def fill(self) -> None:
        """A52-6, A52-15, A52-20."""
        while self.reserves and len(self.defenders) < self.board:
            self.defenders.append(self.reserves.pop(0))

    def next_turn(self) -> None:
        """A52-8, A52-22 to A52-24."""
        if not self.aliens and self.wave == self.waves:
            self.over = self.won = True
            return
        if not self.aliens:
            self.wave += 1
            self.aliens = list(self.chance.shuffle("aliens", [card for card in PACK if card in self.discard]))
            self.discard = []
        self.attackers, self.aliens = self.aliens[: self.reveal], self.aliens[self.reveal :]

    def actions(self) -> list[str]:
        """What may be done now."""
        return [] if self.over else legal_actions(self.attackers[0], self.defenders)

    def apply(self, text: str) -> None:
        """A52-12 to A52-21, then A52-25."""
        name, *cards = text.split()
        attacker = self.attackers.pop(0)
        if name == "single_attack":
            self.defenders[self.defenders.index(cards[0])] = attacker
            self.discard.insert(0, cards[0])
        elif name == "sacrifice":
            self.defenders.remove(cards[0])
            self.discard.insert(0, cards[0])
            self.aliens.append(attacker)
            self.fill()
        else:
            falls = {
                "matching": [card for card in cards if red(card) == red(attacker)],
                "none": [],
                "both": cards,
            }[str(self.casualties)]
            self.discard.insert(0, attacker)
            self.discard[:0] = falls
            self.defenders = [card for card in self.defenders if card not in falls]
            self.fill()
        if not self.defenders:
            self.over = True
        elif not self.attackers:
            self.next_turn()

    @property
    def score(self) -> int:
        """A52-27 to A52-29."""
        if self.won:
            return len(self.defenders) + len(self.reserves)
        return -len(self.aliens) - len(self.attackers) - (self.penalty if self.wave == 1 else 0)

    def zones(self) -> dict[str, list[str]]:
        """All zones by their names."""
        names = ("aliens", "attackers", "defenders", "reserves", "discard")
        return {name: list(getattr(self, name)) for name in names}
