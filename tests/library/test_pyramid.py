"""Pyramid beside a plain Python game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from tests.library.oracle import Options, Table, follow, patiently
from tests.library.solitaire import oracle_of, value


class Pyramid:
    """The pyramid is a grid, row by row; what was taken away is None."""

    def __init__(self, order: list[str], options: Mapping[str, str]) -> None:
        cards = iter(order)
        self.rows: list[list[str | None]] = [[next(cards) for _ in range(row + 1)] for row in range(7)]
        self.stock = list(cards)
        self.waste: list[str] = []
        self.away = 0
        self.redeals = int(options["redeals"])
        self.all_cards = options["all_cards"] == "yes"
        self.under_partner = options["under_partner"] == "yes"
        self.given_up = False

    def lying(self) -> list[str]:
        return [card for row in self.rows for card in row if card]

    def above(self, card: str) -> set[str]:
        """The cards that lie on it."""
        for number, row in enumerate(self.rows[:-1]):
            if card in row:
                place = row.index(card)
                return {other for other in self.rows[number + 1][place : place + 2] if other}
        return set()

    def free(self, cards: tuple[str, ...]) -> bool:
        on_them: set[str] = set().union(*map(self.above, cards))
        return not (on_them - set(cards) if self.under_partner else on_them)

    def moves(self) -> set[str]:
        # In the order of the table: the waste first, then the pyramid from the top.
        cards = self.waste[-1:] + self.lying()
        groups = [group for size in (1, 2) for group in combinations(cards, size)]
        found = {" ".join(("take", *group)) for group in groups if sum(map(value, group)) == 13 and self.free(group)}
        found.add("give_up")
        if self.stock:
            found.add("turn")
        elif self.waste and self.redeals:
            found.add("redeal")
        return found

    def do(self, text: str) -> None:
        name, *cards = text.split()
        if name == "give_up":
            self.given_up = True
        elif name == "turn":
            self.waste.append(self.stock.pop(0))
        elif name == "redeal":
            self.stock, self.waste = self.waste, []
            self.redeals -= 1
        else:
            self.rows = [[None if card in cards else card for card in row] for row in self.rows]
            self.waste = [card for card in self.waste if card not in cards]
            self.away += len(cards)

    def table(self) -> Table:
        return {"pyramid": [[card for card in row if card] for row in self.rows], "waste": [self.waste[::-1]]}

    def end(self) -> tuple[bool, int] | None:
        left = len(self.lying())
        if not left and (self.away == 52 or not self.all_cards):
            return True, 0
        return (False, left) if self.given_up else None


GAMES: list[Options] = [{}, {"redeals": 0}, {"all_cards": "yes"}, {"under_partner": "yes"}]
pyramid = oracle_of(Pyramid)
choose = patiently("take")


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_it_is_played_as_its_oracle_plays_it(options: Options) -> None:
    for seed in range(6):
        assert follow("pyramid", pyramid, 1, seed, choose, options) > 0


@pytest.mark.full
@pytest.mark.parametrize("options", GAMES, ids=str)
def test_it_is_played_as_its_oracle_plays_it_at_length(options: Options) -> None:
    for seed in range(1000, 1250):
        follow("pyramid", pyramid, 1, seed, choose, options)
