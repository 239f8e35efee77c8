"""President beside its oracle: which combinations beat a combination, who goes out when, what is exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from tests.library.oracle import Oracle, Shuffled, follow

ORDER = "3456789TJQKA2"


def strength(card: str) -> int:
    return ORDER.index(card[0])


def combos(hand: list[str]) -> list[tuple[str, ...]]:
    """All sets of equal rank."""
    return [
        cards
        for size in range(1, 5)
        for rank in ORDER
        for cards in combinations([card for card in hand if card[0] == rank], size)
    ]


def president(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    seats = range(players)
    points, finished, leader = [0] * players, list[int](), 0
    while max(points) < int(options["target"]):
        hands: list[list[str]] = [[] for _ in seats]
        for number, card in enumerate(shuffled()):
            hands[(leader + 1 + number) % players].append(card)
        exchange = int(options["exchange"]) if finished else 0
        for number in range(exchange):
            high, low, amount = finished[number], finished[-1 - number], exchange - number
            for card in sorted(hands[low], key=strength)[-amount:]:
                hands[low].remove(card)
                hands[high].append(card)
            text = yield high, [f"give {' '.join(cards)}" for cards in combinations(hands[high], amount)]
            for card in text.split()[1:]:
                hands[high].remove(card)
                hands[low].append(card)
        finished = []
        yield from deal(players, options, hands, leader, finished)
        finished += [seat for seat in seats if hands[seat]]
        points[finished[0]] += 2
        points[finished[1]] += 1
        leader = finished[0]
    return points


def deal(players: int, options: Mapping[str, str], hands: list[list[str]], leader: int, finished: list[int]) -> Oracle:
    """Tricks until one player alone has cards; ``finished`` gets those who went out, in order."""
    while True:
        while not hands[leader]:
            leader = (leader + 1) % players
        best: tuple[str, ...] = ()
        turn, silent = leader, set[int]()
        while True:
            legal = [cards for cards in combos(hands[turn]) if not best or beats(cards, best, options)]
            text = yield turn, [f"play {' '.join(cards)}" for cards in legal] + (["pass"] if best else [])
            if text == "pass":
                silent.add(turn)
            else:
                best, leader = tuple(text.split()[1:]), turn
                hands[turn] = [card for card in hands[turn] if card not in best]
                if options["final"] == "no":
                    silent.clear()
                if not hands[turn]:
                    finished.append(turn)
            if sum(map(bool, hands)) == 1:
                return []
            waiting = [seat % players for seat in range(turn + 1, turn + 1 + players)]
            waiting = [seat for seat in waiting if hands[seat] and seat != leader and seat not in silent]
            if not waiting:
                break
            turn = waiting[0]


def beats(cards: tuple[str, ...], best: tuple[str, ...], options: Mapping[str, str]) -> bool:
    if options["bombs"] == "yes" and len(cards) == 4 and len(best) < 4:
        return True
    margin = strength(cards[0]) - strength(best[0])
    return len(cards) == len(best) and margin >= (0 if options["equal"] == "yes" else 1)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize(
    "options",
    [{}, {"exchange": 2, "target": 3}, {"equal": "yes", "exchange": 0, "target": 3}, {"final": "yes", "bombs": "yes"}],
    ids=str,
)
def test_it_is_played_as_its_oracle_plays_it(players: int, options: dict[str, str | int]) -> None:
    assert follow("president", president, players, 1, options=options) > 50


@pytest.mark.full
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_it_is_played_as_its_oracle_plays_it_at_length(players: int) -> None:
    for seed in range(250):
        flags: dict[str, str | int] = {
            name: ("no", "yes")[seed >> bit & 1] for bit, name in enumerate(("equal", "final", "bombs"))
        }
        options = flags | {"exchange": seed % 3}
        assert follow("president", president, players, 100 + seed, options=options) > 50
