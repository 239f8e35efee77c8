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


def is_meld(cards: Iterable[str], high_ace: bool) -> bool:
    """All runs are parts of one row, that of a suit; with a high ace the row has it at both ends."""
    cards = list(cards)
    if len(cards) < 3:
        return False
    if len({card[0] for card in cards}) == 1:
        return True
    if len({card[1] for card in cards}) > 1:
        return False
    row = RANKS + "A" * high_ace
    wanted = {card[0] for card in cards}
    return any(set(row[start : start + len(cards)]) == wanted for start in range(len(row) - len(cards) + 1))


def worth(card: str) -> int:
    return min(rank(card) + 1, 10)


def rummy(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    points, dealer = [0] * players, 0
    target, rounds = int(options["target"]), int(options["rounds"])
    size = 10 if players == 2 else 7 if players < 5 else 6
    for _ in range(int(options["deals"])):
        if target and max(points) >= target:
            break
        order = shuffled()
        turn = (dealer + 1) % players
        hands: list[list[str]] = [[] for _ in range(players)]
        for number in range(size * players):
            hands[(turn + number) % players].append(order[number])
        stock, discards = order[size * players + 1 :], [order[size * players]]
        table: list[list[str]] = []
        melded, turned = set[int](), 0
        while all(hands) and (stock or turned < rounds):
            refused = None
            if (yield turn, ["stock", "take"]) == "take":
                refused = discards.pop()
                hands[turn].append(refused)
            else:
                if not stock:
                    stock, discards = discards, []  # turned over: the first that was discarded lies on top
                    turned += 1
                hands[turn].append(stock.pop(0))
            left, ended = int(options["melds"]), False
            while hands[turn] and not ended:
                may_add = turn in melded or options["meld_first"] == "no"
                name, *words = (yield turn, turns(hands[turn], table, refused, left, may_add, options)).split()
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
                points[turn] += sum(worth(card) for hand in hands for card in hand)
            turn = (turn + 1) % players
        dealer = (dealer + 1) % players
    return points


def turns(
    hand: list[str],
    table: list[list[str]],
    refused: str | None,
    left: int,
    may_add: bool,
    options: Mapping[str, str],
) -> list[str]:
    high_ace = options["high_ace"] == "yes"
    most = len(hand) - (options["last_discard"] == "yes")
    legal = [f"discard {card}" for card in hand if card != refused or len(hand) == 1]
    if left:
        chosen = (cards for size in range(3, most + 1) for cards in combinations(hand, size))
        legal += [f"meld {' '.join(cards)}" for cards in chosen if is_meld(cards, high_ace)]
    if may_add and most > 0:
        legal += [
            f"lay_off {card} melds.{place}"
            for card in hand
            for place, cards in enumerate(table, start=1)
            if is_meld([*cards, card], high_ace)
        ]
    return legal


def eager(random: Random, texts: Sequence[str]) -> str:
    """Melds and lays off when it can, so that games come to an end."""
    better = [text for text in texts if text.split()[0] in ("meld", "lay_off")]
    return random.choice(better) if better and random.random() < 0.9 else evenly(random, texts)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(
    "options",
    [
        {"deals": 1},
        {"melds": 3, "meld_first": "yes", "rounds": 2, "deals": 2},
        {"last_discard": "yes", "high_ace": "yes", "target": 40, "deals": 9},
        {"rounds": 0},
    ],
    ids=str,
)
def test_it_is_played_as_its_oracle_plays_it(players: int, options: dict[str, str | int]) -> None:
    assert follow("rummy", rummy, players, 1, eager, options=options) > 10


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1_000))
def test_it_is_played_as_its_oracle_plays_it_at_length(seed: int) -> None:
    random = Random(seed)
    options: dict[str, str | int] = {
        "melds": random.randint(1, 3),
        "meld_first": random.choice(["yes", "no"]),
        "last_discard": random.choice(["yes", "no"]),
        "high_ace": random.choice(["yes", "no"]),
        "rounds": random.randint(0, 2),
        "target": random.choice([0, 50]),
    }
    choose = random.choice([evenly, eager])
    assert follow("rummy", rummy, random.randint(2, 6), 1000 + seed, choose, options=options) > 10
