"""Love Letter beside its oracle: what each card does, who is out, who is closest to the princess."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.library.oracle import Oracle, Shuffled, follow

STRENGTH = {"guard": 1, "priest": 2, "baron": 3, "handmaid": 4, "prince": 5, "king": 6, "countess": 7, "princess": 8}
AT_OTHERS = ("guard", "priest", "baron", "king")


def legal(hand: list[str], seat: int, rivals: list[int]) -> set[str]:
    found = set()
    for card in hand:
        if "countess" in hand and {"king", "prince"} & set(hand) and card != "countess":
            continue
        if card in ("handmaid", "countess", "princess"):
            found.add(card)
        elif card == "prince":
            found |= {f"prince p{target + 1}" for target in [*rivals, seat]}
        elif not rivals:
            found.add(f"waste {card}")
        elif card == "guard":
            found |= {f"guard p{rival + 1} {guess}" for rival in rivals for guess in STRENGTH if guess != "guard"}
        else:
            found |= {f"{card} p{rival + 1}" for rival in rivals}
    return found


class Round:
    """One deal."""

    def __init__(self, players: int, turn: int, deck: list[str]) -> None:
        self.players, self.turn = players, turn
        self.removed, self.deck = deck[0], deck[4 if players == 2 else 1 :]
        self.played: list[list[str]] = [[] for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.safe: set[int] = set()
        for number in range(players):
            self.hands[(turn + number) % players].append(self.deck.pop(0))

    def staying(self) -> list[int]:
        return [seat for seat in range(self.players) if self.hands[seat]]

    def leave(self, seat: int) -> None:
        self.played[seat] += self.hands[seat]
        self.hands[seat] = []

    def take(self, text: str) -> None:
        """What a card does when the player whose turn it is plays it."""
        you, words = self.turn, text.split()
        card = words[1] if words[0] == "waste" else words[0]
        self.hands[you].remove(card)
        self.played[you].append(card)
        other = int(words[1][1:]) - 1 if words[0] in (*AT_OTHERS, "prince") else you
        if words[0] == "guard" and words[2] in self.hands[other]:
            self.leave(other)
        elif words[0] == "baron":
            mine, theirs = STRENGTH[self.hands[you][0]], STRENGTH[self.hands[other][0]]
            if mine != theirs:
                self.leave(other if mine > theirs else you)
        elif words[0] == "handmaid":
            self.safe.add(you)
        elif words[0] == "king":
            self.hands[you], self.hands[other] = self.hands[other], self.hands[you]
        elif words[0] == "princess":
            self.leave(you)
        elif words[0] == "prince":
            lost = self.hands[other][0]
            self.leave(other)
            if lost != "princess":
                self.hands[other] = [self.deck.pop(0) if self.deck else self.removed]


def love_letter(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    goal = int(options["tokens"]) or {2: 7, 3: 5, 4: 4}[players]
    tokens, starter = [0] * players, 0
    while max(tokens) < goal:
        deal = Round(players, starter, shuffled())
        while deal.deck and len(deal.staying()) > 1:
            seat = deal.turn
            deal.safe.discard(seat)
            deal.hands[seat].append(deal.deck.pop(0))
            rivals = [other for other in deal.staying() if other != seat and other not in deal.safe]
            deal.take((yield seat, legal(deal.hands[seat], seat, rivals)))
            deal.turn = (seat + 1) % players
            while not deal.hands[deal.turn]:
                deal.turn = (deal.turn + 1) % players
        ranks = {seat: [STRENGTH[deal.hands[seat][0]]] for seat in deal.staying()}
        if options["discards_count"] == "yes":
            ranks = {seat: [*rank, sum(STRENGTH[card] for card in deal.played[seat])] for seat, rank in ranks.items()}
        closest = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
        for seat in closest:
            tokens[seat] += 1
        starter = closest[0]
    return tokens


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"tokens": 3, "discards_count": "no"}], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_it_is_played_as_its_oracle_plays_it(players: int, options: dict[str, str | int], seed: int) -> None:
    assert follow("love_letter", love_letter, players, seed, options=options) > 10


def test_it_goes_on_for_as_many_tokens_as_agreed() -> None:
    assert follow("love_letter", love_letter, 3, 1, options={"tokens": 12}) > 50


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1_000))
def test_it_is_played_as_its_oracle_plays_it_at_length(seed: int) -> None:
    options: dict[str, str | int] = {"discards_count": ("yes", "no")[seed >> 1 & 1]}
    assert follow("love_letter", love_letter, 2 + seed % 3, 1000 + seed, options=options) > 10
