"""Six-card Golf beside its oracle: what may be exchanged, when a deal ends, what the columns count."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from tests.library.oracle import Oracle, Shuffled, follow


def value(card: str) -> int:
    fixed = {"A": 1, "2": -2, "T": 10, "J": 10, "Q": 10, "K": 0}
    return fixed[card[0]] if card[0] in fixed else int(card[0])


class Grid:
    """Six cards, the two of a column side by side."""

    def __init__(self, seat: int, cards: list[str]) -> None:
        self.seat, self.cards, self.up = seat, cards, [False] * 6

    def names(self) -> list[str]:
        """What each card is called: by its place while unknown, or when its twin lies open in another column."""
        twins = {
            card for card in self.cards
            if len({place // 2 for place in range(6) if self.up[place] and self.cards[place] == card}) > 1
        }  # fmt: skip
        return [
            card if up and card not in twins else f"columns.p{self.seat + 1}.{place // 2 + 1}.{place % 2 + 1}"
            for place, (card, up) in enumerate(zip(self.cards, self.up, strict=True))
        ]

    def replace(self, name: str, card: str) -> str:
        place = self.names().index(name)
        old, self.cards[place], self.up[place] = self.cards[place], card, True
        return old

    def score(self, paired_twos: bool) -> int:
        columns = [self.cards[0:2], self.cards[2:4], self.cards[4:6]]
        equal = -4 if paired_twos else 0
        return sum(
            (equal if one[0] == "2" else 0) if one[0] == two[0] else value(one) + value(two) for one, two in columns
        )


def six_card_golf(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    totals = [0] * players
    for hole in range(int(options["holes"])):
        order = shuffled()
        assert len(order) == (52 if players <= 4 else 104)
        grids = [Grid(seat, order[6 * seat : 6 * seat + 6]) for seat in range(players)]
        stock, discards = order[6 * players + 1 :], [order[6 * players]]
        for grid in grids:
            names = grid.names()
            for name in (yield grid.seat, [f"look {a} {b}" for a, b in combinations(names, 2)]).split()[1:]:
                grid.up[names.index(name)] = True
        turn, ender = hole % players, None
        while stock and turn != ender:
            grid = grids[turn]
            name, *words = (yield turn, ["stock", *(f"take {card}" for card in dict.fromkeys(grid.names()))]).split()
            if name == "take":
                new = discards.pop()
                discards.append(grid.replace(words[0], new))
            else:
                drawn = stock.pop(0)
                legal = [f"keep {card}" for card in dict.fromkeys(grid.names())]
                if options["flip"] == "no":
                    legal.append("discard")
                else:
                    legal += [f"flip {card}" for card, up in zip(grid.names(), grid.up, strict=True) if not up]
                name, *words = (yield turn, legal).split()
                if name == "keep":
                    discards.append(grid.replace(words[0], drawn))
                else:
                    discards.append(drawn)
                    if name == "flip":
                        grid.up[grid.names().index(words[0])] = True
            if ender is None and all(grid.up):
                ender = turn
                if options["last_turn"] == "no":
                    break
            turn = (turn + 1) % players
        paired_twos = options["paired_twos"] == "yes"
        totals = [total + grid.score(paired_twos) for total, grid in zip(totals, grids, strict=True)]
    return totals


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("options", [{"paired_twos": "yes"}, {"last_turn": "yes"}, {"flip": "yes"}], ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_it_is_played_as_its_oracle_plays_it(players: int, options: dict[str, str | int], seed: int) -> None:
    assert follow("six_card_golf", six_card_golf, players, seed, options=options) > 50


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1_000))
def test_it_is_played_as_its_oracle_plays_it_at_length(seed: int) -> None:
    flags: dict[str, str | int] = {
        name: ("no", "yes")[seed >> bit & 1] for bit, name in enumerate(("last_turn", "flip", "paired_twos"))
    }
    assert follow("six_card_golf", six_card_golf, 2 + seed % 7, 1000 + seed, options=flags) > 50
