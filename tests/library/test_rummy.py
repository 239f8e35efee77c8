"""Rummy beside its oracle: what is a meld, what may be added to one, who goes out and what it scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random

import pytest

from tests.library.oracle import Oracle, Shuffled, evenly, follow

RANKS = "A23456789TJQK"


def rank(card: str) -> int:
    return RANKS.index(card[0])


def is_meld(cards: Iterable[str]) -> bool:
    cards = sorted(cards, key=rank)
    if len(cards) < 3:
        return False
    if len({card[0] for card in cards}) == 1:
        return True
    places = [rank(card) for card in cards]
    return len({card[1] for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))


def worth(card: str) -> int:
    return min(rank(card) + 1, 10)


def rummy(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    points, dealer = [0] * players, 0
    size = 10 if players == 2 else 7 if players < 5 else 6
    for _ in range(int(options["deals"])):
        order = shuffled()
        turn = (dealer + 1) % players
        hands: list[list[str]] = [[] for _ in range(players)]
        for number in range(size * players):
            hands[(turn + number) % players].append(order[number])
        stock, discards = order[size * players + 1 :], [order[size * players]]
        table: list[list[str]] = []
        melded, turned = set[int](), 0
        while all(hands) and turned <= int(options["rounds"]):
            refused = None
            if (yield turn, ["stock", "take"] if discards else ["stock"]) == "take":
                refused = discards.pop()
                hands[turn].append(refused)
            else:
                hands[turn].append(stock.pop(0))
            left, ended = int(options["melds"]), False
            while hands[turn] and not ended:
                name, *words = (
                    yield turn, turns(hands[turn], table, refused, left, turn in melded or options["meld_first"] == "no")
                ).split()
                cards = words[:1] if name == "lay_off" else words
                hands[turn] = [card for card in hands[turn] if card not in cards]
                if name == "meld":
                    table.append(cards)
                    melded.add(turn)
                    left -= 1
                elif name == "lay_off":
                    table[int(words[1].removeprefix("melds.")) - 1] += cards
                else:
                    discards += cards
                    ended = True
            if not hands[turn]:
                points[turn] += sum(map(worth, sum(hands, [])))
            turn = (turn + 1) % players
            if not stock:
                stock, discards = discards[:-1], discards[-1:]
                turned += 1
        dealer = (dealer + 1) % players
    return points


def turns(hand: list[str], table: list[list[str]], refused: str | None, left: int, may_add: bool) -> list[str]:
    legal = [f"discard {card}" for card in hand if card != refused or len(hand) == 1]
    if left:
        sizes = range(3, len(hand) + 1)
        legal += [f"meld {' '.join(cards)}" for size in sizes for cards in combinations(hand, size) if is_meld(cards)]
    if may_add:
        legal += [
            f"lay_off {card} melds.{place}"
            for card in hand
            for place, cards in enumerate(table, start=1)
            if is_meld([*cards, card])
        ]
    return legal


def eager(random: Random, texts: Sequence[str]) -> str:
    """Melds and lays off when it can, so that games come to an end."""
    better = [text for text in texts if text.split()[0] in ("meld", "lay_off")]
    return random.choice(better) if better and random.random() < 0.9 else evenly(random, texts)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", [{"deals": 1}, {"melds": 3, "meld_first": "yes", "rounds": 2, "deals": 2}], ids=str)
def test_it_is_played_as_its_oracle_plays_it(players: int, options: dict[str, str | int]) -> None:
    assert follow("rummy", rummy, players, 1, eager, **options) > 10


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100))
def test_it_is_played_as_its_oracle_plays_it_at_length(seed: int) -> None:
    options: dict[str, str | int] = {"melds": 1 + seed % 2, "meld_first": ("no", "yes")[seed >> 1 & 1]}
    assert follow("rummy", rummy, 2 + seed % 5, 1000 + seed, (evenly, eager)[seed >> 2 & 1], **options) > 10
