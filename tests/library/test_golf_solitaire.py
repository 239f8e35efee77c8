"""Golf beside a plain Python game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.library.oracle import Table, follow
from tests.library.solitaire import oracle_of, value


class Golf:
    """Columns are lists, their last card free."""

    def __init__(self, order: list[str], options: Mapping[str, str]) -> None:
        self.columns = [order[n:35:7] for n in range(7)]
        self.waste = [order[35]]
        self.stock = order[36:]
        self.kings = options["kings"]

    def goes(self, card: str) -> bool:
        below = self.waste[-1]
        if below[0] == "K":
            return card[0] in {"stop": "", "turn": "Q", "around": "QA"}[self.kings]
        if below[0] == "A" and card[0] == "K":
            return self.kings == "around"
        return abs(value(card) - value(below)) == 1

    def moves(self) -> set[str]:
        found = {f"play {column[-1]}" for column in self.columns if column and self.goes(column[-1])}
        return found | {"turn"} if self.stock else found

    def do(self, text: str) -> None:
        if text == "turn":
            self.waste.append(self.stock.pop(0))
        else:
            card = text.split()[1]
            next(column for column in self.columns if column and column[-1] == card).pop()
            self.waste.append(card)

    def table(self) -> Table:
        return {"columns": [column[::-1] for column in self.columns], "waste": [self.waste[::-1]]}

    def end(self) -> tuple[bool, int] | None:
        left = sum(map(len, self.columns))
        if not left:
            return True, -len(self.stock)
        return None if self.moves() else (False, left)


golf = oracle_of(Golf)


@pytest.mark.parametrize("kings", ["stop", "turn", "around"])
def test_it_is_played_as_its_oracle_plays_it(kings: str) -> None:
    for seed in range(20):
        assert follow("golf_solitaire", golf, 1, seed, options={"kings": kings}) >= 16


@pytest.mark.full
@pytest.mark.parametrize("kings", ["stop", "turn", "around"])
def test_it_is_played_as_its_oracle_plays_it_at_length(kings: str) -> None:
    for seed in range(1000, 1400):
        assert follow("golf_solitaire", golf, 1, seed, options={"kings": kings}) >= 16
