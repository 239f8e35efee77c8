"""Scopa beside its oracle: what takes what, sweeps, and the four points of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from tests.library.oracle import RULESETS, Oracle, Shuffled, follow

RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "knave", "knight", "king"]
PRIME = {"seven": 21, "six": 18, "ace": 16, "five": 15, "four": 14, "three": 13, "two": 12}


def value(card: str) -> int:
    return RANKS.index(card.partition("_")[0]) + 1


def captures(card: str, pool: list[str]) -> list[tuple[str, ...]]:
    alone: list[tuple[str, ...]] = [(other,) for other in pool if value(other) == value(card)]
    if alone:
        return alone
    return [
        prey
        for size in range(2, len(pool) + 1)
        for prey in combinations(pool, size)
        if sum(map(value, prey)) == value(card)
    ]


def scopa(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    return (yield from play(players, [[seat] for seat in range(players)], options, shuffled))


def partners(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    return (yield from play(players, [[0, 2], [1, 3]], options, shuffled))


def play(players: int, sides: list[list[int]], options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    points, leader, target = [0] * len(sides), 0, int(options["target"])
    while max(points) < target or points.count(max(points)) > 1:
        deck = shuffled()
        while sum(card.startswith("king_") for card in deck[:4]) > 2:
            deck = shuffled()
        pool, deck = deck[:4], deck[4:]
        taken: list[list[str]] = [[] for _ in sides]
        taker = None
        hands: list[list[str]] = [[] for _ in range(players)]
        while deck:
            for number in range(3 * players):
                hands[(leader + number) % players].append(deck[number])
            deck = deck[3 * players :]
            for number in range(3 * players):
                seat = (leader + number) % players
                takes = {card: captures(card, pool) for card in hands[seat]}
                legal = [f"take {card} {' '.join(prey)}" for card, preys in takes.items() for prey in preys]
                legal += [f"lay {card}" for card, preys in takes.items() if not preys]
                _, card, *prey = (yield seat, legal).split()
                hands[seat].remove(card)
                if prey:
                    taker = side_of[seat]
                    taken[taker] += [card, *prey]
                    pool = [other for other in pool if other not in prey]
                    points[taker] += not pool and (bool(deck) or any(hands))
                else:
                    pool.append(card)
        if taker is not None:
            taken[taker] += pool
        for measure in (len, coins, prime):
            figures = [measure(cards) for cards in taken]
            if figures.count(max(figures)) == 1 and max(figures) > 0:
                points[figures.index(max(figures))] += 1
        for side, cards in enumerate(taken):
            points[side] += "seven_coins" in cards
            points[side] += options["king_of_coins"] == "yes" and "king_coins" in cards
            points[side] += napola(cards) if options["napola"] == "yes" else 0
        leader = (leader + 1) % players
    return [points[side_of[seat]] for seat in range(players)]


def coins(cards: list[str]) -> int:
    return sum(card.endswith("_coins") for card in cards)


def prime(cards: list[str]) -> int:
    best: dict[str, int] = {}
    for card in cards:
        rank, suit = card.split("_")
        best[suit] = max(best.get(suit, 0), PRIME.get(rank, 10))
    return sum(best.values()) if len(best) == 4 else 0


def napola(cards: list[str]) -> int:
    length = 0
    for rank in RANKS:
        if f"{rank}_coins" not in cards:
            break
        length += 1
    return length if length >= 3 else 0


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"napola": "yes", "king_of_coins": "yes", "target": 21}], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_it_is_played_as_its_oracle_plays_it(players: int, options: dict[str, str | int], seed: int) -> None:
    assert follow("scopa", scopa, players, seed, options=options) >= 36


@pytest.mark.parametrize("seed", range(4))
def test_partners_put_what_they_take_together(seed: int) -> None:
    assert (RULESETS / "scopa/variants/partners.yaml").exists()
    assert follow("scopa/variants/partners", partners, 4, seed) >= 36


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_played_as_its_oracle_plays_it_at_length(players: int) -> None:
    for seed in range(300):
        flags: dict[str, str | int] = {
            name: ("no", "yes")[seed >> bit & 1] for bit, name in enumerate(("napola", "king_of_coins"))
        }
        assert follow("scopa", scopa, players, 1000 + seed, options=flags) >= 36


@pytest.mark.full
def test_partners_put_what_they_take_together_at_length() -> None:
    for seed in range(1000, 1100):
        assert follow("scopa/variants/partners", partners, 4, seed) >= 36
