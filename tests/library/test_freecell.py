"""FreeCell beside a plain Python game."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.library.oracle import Options, Table, follow, patiently
from tests.library.solitaire import RANKS, oracle_of, value

SUITS = "CDHS"


class FreeCell:
    """Columns are lists, their last card free. A group is moved one by one, and must really be movable that way."""

    def __init__(self, order: list[str], options: Mapping[str, str]) -> None:
        self.columns = [order[n::8] for n in range(8)]
        self.cells: list[str] = []
        self.home = dict.fromkeys(SUITS, 0)
        self.most = int(options["cells"])
        self.groups = options["groups"] == "yes"
        self.kings_only = options["kings_only"] == "yes"
        self.by_suit = options["by_suit"] == "yes"
        self.given_up = False

    def follows(self, card: str, below: str) -> bool:
        same_color = (card[1] in "DH") == (below[1] in "DH")
        return value(below) == value(card) + 1 and (card[1] == below[1] if self.by_suit else not same_color)

    def lies_on(self, card: str, column: list[str]) -> bool:
        return self.follows(card, column[-1]) if column else card[0] == "K" or not self.kings_only

    def free(self) -> int:
        return self.most - len(self.cells)

    def capacity(self, spaces: int) -> int:
        """How many cards can be moved with so many empty columns: half of them wait in one of these."""
        return 2 * self.capacity(spaces - 1) if spaces else 1 + self.free()

    def spaces(self, target: list[str]) -> list[list[str]]:
        """The columns where cards may wait meanwhile."""
        return [] if self.kings_only else [other for other in self.columns if other is not target and not other]

    def moves(self) -> set[str]:
        found = {"give_up"}
        ends = [column[-1] for column in self.columns if column]
        for card in ends + self.cells:
            if self.home[card[1]] == value(card) - 1:
                found.add(f"home {card}")
        if self.free():
            found |= {f"park {card}" for card in ends}
        for to, target in enumerate(self.columns):
            for card in self.cells:
                if self.lies_on(card, target):
                    found.add(f"build {card} tableau.{to + 1}")
            spaces = len(self.spaces(target))
            for column in self.columns:
                if column is target:
                    continue
                most = self.capacity(spaces) if self.groups else 1
                for size in range(1, min(most, len(column)) + 1):
                    if size > 1 and not self.follows(column[1 - size], column[-size]):
                        break
                    if self.lies_on(column[-size], target):
                        found.add(f"build {column[-size]} tableau.{to + 1}")
        return found

    def do(self, text: str) -> None:
        name, *words = text.split()
        if name == "give_up":
            self.given_up = True
            return
        card = words[0]
        if name == "build":
            target = self.columns[int(words[1].rpartition(".")[2]) - 1]
            source = next((column for column in self.columns if card in column), None)
            if source is None:
                self.cells.remove(card)
                target.append(card)
            else:
                after = source[source.index(card) :]
                self.carry(len(after), source, target, self.spaces(target))
                assert target[-len(after) :] == after
            return
        if card in self.cells:
            self.cells.remove(card)
        else:
            next(column for column in self.columns if column and column[-1] == card).pop()
        if name == "park":
            self.cells.append(card)
        else:
            self.home[card[1]] += 1

    def carry(self, size: int, source: list[str], target: list[str], spaces: list[list[str]]) -> None:
        """Move cards one at a time, over the cells and the empty columns."""
        if spaces and size > 1 + self.free():
            half = min(size - 1, self.capacity(len(spaces) - 1))
            self.carry(half, source, spaces[0], spaces[1:])
            self.carry(size - half, source, target, spaces[1:])
            self.carry(half, spaces[0], target, spaces[1:])
            return
        waiting = []
        for _ in range(size - 1):
            waiting.append(source.pop())
            assert len(self.cells) + len(waiting) <= self.most
        for card in [source.pop(), *reversed(waiting)]:
            assert self.lies_on(card, target)
            target.append(card)

    def table(self) -> Table:
        return {
            "tableau": [column[::-1] for column in self.columns],
            "cells": [self.cells],
            "foundation": [[rank + suit for rank in RANKS[: self.home[suit]]][::-1] for suit in SUITS],
        }

    def end(self) -> tuple[bool, int] | None:
        score = sum(self.home.values())
        return (score == 52, score) if self.given_up or score == 52 else None


GAMES: list[Options] = [{}, {"groups": "no"}, {"kings_only": "yes"}, {"by_suit": "yes", "cells": 6}]
freecell = oracle_of(FreeCell)
choose = patiently("home", "build")


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_it_is_played_as_its_oracle_plays_it(options: Options) -> None:
    for seed in range(6):
        assert follow("freecell", freecell, 1, seed, choose, options) > 0


@pytest.mark.full
@pytest.mark.parametrize("options", GAMES, ids=str)
def test_it_is_played_as_its_oracle_plays_it_at_length(options: Options) -> None:
    for seed in range(1000, 1250):
        follow("freecell", freecell, 1, seed, choose, options)


def test_groups_that_need_empty_columns_are_carried() -> None:
    # Seven cards in order, one free cell and two empty columns: up to eight can be moved.
    plain = FreeCell([], {"cells": "4", "groups": "yes", "kings_only": "no", "by_suit": "no"})
    plain.columns = [["9H", "8S", "7H", "6S", "5H", "4S", "3H"], ["TS"], ["KC"], ["KD"], ["KH"], ["KS"], [], []]
    plain.cells = ["QC", "QD", "QH"]
    assert plain.capacity(2) == 8
    plain.do("build 9H tableau.2")
    assert plain.columns[1] == ["TS", "9H", "8S", "7H", "6S", "5H", "4S", "3H"]
