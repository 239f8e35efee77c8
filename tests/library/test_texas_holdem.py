"""Texas Hold'em beside its oracle, with hands compared by another evaluator (treys) and pots divided in another way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from treys import Card, Evaluator

import cardengine
from cardengine.constructs.hands import poker
from cardengine.diagnostics import SourceText
from cardengine.source import MappingNode, read_yaml
from cardengine.testing.position import set_up_position
from tests.library.oracle import RULESETS, Oracle, Recorder, Shuffled, follow

EVALUATOR = Evaluator()
PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
TREYS = {card: Card.new(card[0] + card[1].lower()) for card in PACK}
OURS = {card: ("23456789TJQKA".index(card[0]), "CDHS".index(card[1])) for card in PACK}


def strength(hand: Sequence[str], board: Sequence[str]) -> int:
    """How good a hand is by treys; a lower number is better."""
    return int(EVALUATOR.evaluate([TREYS[card] for card in hand], [TREYS[card] for card in board]))


def disagreements(random: Random, hands: int, size: int) -> list[list[str]]:
    """Random hands whose order by our evaluator isn't their order by treys."""
    dealt = [random.sample(PACK, size) for _ in range(hands)]
    ranked = sorted((poker.rank([OURS[card] for card in cards]), cards) for cards in dealt)
    return [
        [*lower, *higher]
        for (ours, lower), (better, higher) in pairwise(ranked)
        if (ours == better) != (strength(lower[:2], lower[2:]) == strength(higher[:2], higher[2:]))
        or strength(lower[:2], lower[2:]) < strength(higher[:2], higher[2:])
    ]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_are_ordered_as_another_evaluator_orders_them(size: int) -> None:
    assert disagreements(Random(size), 1_000, size) == []


@pytest.mark.full
def test_100_000_hands_are_ordered_as_another_evaluator_orders_them() -> None:
    assert disagreements(Random(1), 100_000, 7) == []


@dataclass
class Seat:
    stack: int
    hand: list[str]
    bet: int = 0
    paid: int = 0
    folded: bool = False
    heard: int | None = None
    """The bet to match when it last acted in this round."""

    def pay(self, amount: int) -> None:
        amount = min(amount, self.stack)
        self.stack -= amount
        self.bet += amount
        self.paid += amount

    @property
    def broke(self) -> bool:
        return self.stack == 0


def texas_holdem(players: int, options: Mapping[str, str], shuffled: Shuffled) -> Oracle:
    small_blind, big_blind = int(options["small_blind"]), int(options["big_blind"])
    pot_limit = options["betting"] == "pot_limit"
    seats = [Seat(int(options["chips"]), []) for _ in range(players)]
    button, hand_number = 0, 0
    while True:
        hand_number += 1
        deck = shuffled()
        button = follower(button, [seat.stack > 0 for seat in seats])
        there = [seat.stack > 0 for seat in seats]
        if hand_number > 1 and int(options["rise"]) and hand_number % int(options["rise"]) == 1 % int(options["rise"]):
            rising = big_blind < int(options["chips"])
            small_blind, big_blind = small_blind << rising, big_blind << rising
        seats = [Seat(seat.stack, [], folded=seat.broke) for seat in seats]
        order = [(button + 1 + number) % players for number in range(players)]
        order = [number for number in order if there[number]]
        for number in order * 2:
            seats[number].hand.append(deck.pop(0))
        for number in order:
            seats[number].pay(int(options["ante"]))
            seats[number].bet = 0
        small = order[-1] if len(order) == 2 else order[0]
        big = follower(small, there)
        seats[small].pay(small_blind)
        seats[big].pay(big_blind)
        board: list[str] = []
        yield from betting(seats, follower(big, there), big_blind, big_blind, pot_limit)
        for street in (3, 1, 1):
            if alive(seats) > 1:
                board += deck[1 : 1 + street]
                deck = deck[1 + street :]
                first = follower(button, [not seat.folded for seat in seats])
                yield from betting(seats, first, 0, big_blind, pot_limit)
        share(seats, board, button)
        assert sum(seat.stack for seat in seats) == players * int(options["chips"])
        if sum(not seat.broke for seat in seats) == 1 or hand_number == int(options["hands"]):
            return [seat.stack for seat in seats]


def follower(number: int, there: Sequence[bool]) -> int:
    number = (number + 1) % len(there)
    while not there[number]:
        number = (number + 1) % len(there)
    return number


def alive(seats: Sequence[Seat]) -> int:
    return sum(not seat.folded for seat in seats)


def betting(seats: list[Seat], turn: int, high: int, least: int, pot_limit: bool) -> Oracle:
    """One round: it ends when nobody is left who has to answer."""
    for seat in seats:
        seat.heard = None
    silent = 0
    while silent < len(seats):
        seat = seats[turn]
        others = [other for other in seats if other is not seat and not other.folded]
        pressed = seat.bet < high
        fresh = seat.heard is None
        opponents = any(not other.broke or other.bet > seat.bet for other in others)
        if seat.folded or seat.broke or not opponents or not (pressed or fresh):
            silent += 1
            turn = (turn + 1) % len(seats)
            continue
        legal = ["fold", "call"] if pressed else ["check"]
        open_to_raise = seat.heard is None or high - seat.heard >= least
        if open_to_raise and any(not other.broke for other in others):
            most = seat.bet + seat.stack
            totals = range(high + least, most + 1) or range(max(most, high + 1), most + 1)
            if pot_limit:  # call first; then as much as lies there may be put on top
                pot_after_call = sum(other.paid for other in seats) + high - seat.bet
                totals = range(totals.start, min(totals.stop, high + max(least, pot_after_call) + 1))
            legal += [f"raise {total}" for total in totals]
        name, *amount = (yield turn, legal).split()
        if name == "fold":
            seat.folded = True
        elif name == "call":
            seat.pay(high - seat.bet)
        elif name == "raise":
            total = int(amount[0])
            least = max(least, total - high)
            high = total
            seat.pay(total - seat.bet)
        seat.heard = high
        silent = 0
        turn = (turn + 1) % len(seats)
    for seat in seats:
        seat.bet = 0
    return []


def share(seats: list[Seat], board: list[str], button: int) -> int:
    """Cut what was paid at every height at which somebody stopped; equal circles of rivals are one pot.

    Returns:
        How many pots there were that more than one could win.
    """
    pots: dict[tuple[int, ...], int] = {}
    heights = sorted({seat.paid for seat in seats} | {0})
    for low, height in pairwise(heights):
        rivals = tuple(number for number, seat in enumerate(seats) if seat.paid >= height and not seat.folded)
        assert rivals, "a pot that nobody can win"
        pots[rivals] = pots.get(rivals, 0) + (height - low) * sum(seat.paid >= height for seat in seats)
    for rivals, pot in pots.items():
        ranks = {number: strength(seats[number].hand, board) if len(rivals) > 1 else 0 for number in rivals}
        winners = [number for number, rank in ranks.items() if rank == min(ranks.values())]
        winners.sort(key=lambda number: (number - button - 1) % len(seats))
        for place, number in enumerate(winners):
            seats[number].stack += pot // len(winners) + (place < pot % len(winners))
    return sum(len(rivals) > 1 for rivals in pots)


def modest(random: Random, texts: Sequence[str]) -> str:
    """Bets little as a rule, so that there are many hands, and all in now and then."""
    raises = [text for text in texts if text.startswith("raise")]
    calm = [text for text in texts if text in ("check", "call")]
    chance = random.random()
    if raises and chance < 0.3:
        return raises[-1] if chance < 0.03 else raises[0] if chance < 0.2 else random.choice(raises[:9])
    return random.choice(calm) if calm and chance < 0.85 else random.choice(texts)


@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"chips": 31, "ante": 1, "big_blind": 3},
        {"chips": 60, "small_blind": 7, "big_blind": 20, "hands": 12},
        {"chips": 90, "betting": "pot_limit", "rise": 4},
    ],
    ids=str,
)
def test_it_is_played_as_its_oracle_plays_it(players: int, options: dict[str, str | int]) -> None:
    assert follow("texas_holdem", texas_holdem, players, 1, modest, options=options) > 1


@cache
def one_hand(players: int) -> cardengine.Game:
    return cardengine.load(RULESETS / "texas_holdem.yaml", options={"hands": 1}, players=players)


def side_pots(seed: int) -> int:
    """A hand in which players of different stacks give up or go all in; what each has in the end is divided anew.

    Returns:
        How many pots more than one could win.
    """
    random = Random(seed)
    game = one_hand(random.randint(3, 10))
    chance = Recorder(seed)
    state = game.new(chance=chance)
    [deck] = chance.orders
    seats = [Seat(random.choice([5, 20, 60]) * random.randint(1, 3), []) for _ in range(game.players)]
    button, small, big = 1, 2 % game.players, 3 % game.players
    seats[small].bet = seats[small].paid = 1
    seats[big].bet = seats[big].paid = 2
    for number in range(2 * game.players):
        seats[(button + 1 + number) % game.players].hand.append(deck[number])
    run = deck[2 * game.players :]
    board = [*run[1:4], run[5], run[7]]
    stacks = ", ".join(f"stack of p{number}: {seat.stack}" for number, seat in enumerate(seats, start=1))
    position = read_yaml(SourceText("position", f"variables: {{{stacks}}}"), [])
    assert isinstance(position, MappingNode)
    state = set_up_position(game.machine, state, position, position.span)
    while state.player is not None:
        seat = seats[state.player]
        texts = [action.text for action in state.actions()]
        text = "fold" if "fold" in texts and random.random() < 0.3 else texts[-1]
        state.apply(game.parse_action(text, state))
        if text == "fold":
            seat.folded = True
        elif text != "check":
            high = max(other.bet for other in seats)
            seat.pay(high - seat.bet if text == "call" else int(text.split()[1]) - seat.bet)
    pots = share(seats, board, button)
    assert list(state.scores) == [seat.stack for seat in seats]
    return pots


def test_side_pots_go_to_whom_the_other_evaluator_names() -> None:
    assert sum(side_pots(seed) > 2 for seed in range(30)) > 5


@pytest.mark.full
def test_side_pots_of_many_hands_go_to_whom_the_other_evaluator_names() -> None:
    assert sum(side_pots(seed) > 2 for seed in range(30, 2_000)) > 500


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1_000))
def test_it_is_played_as_its_oracle_plays_it_at_length(seed: int) -> None:
    random = Random(seed)
    options: dict[str, str | int] = {
        "chips": random.choice([20, 50, 200]),
        "small_blind": random.choice([1, 2, 5]),
        "big_blind": random.choice([5, 6, 11]),
        "ante": random.choice([0, 0, 1, 3]),
        "betting": random.choice(["no_limit", "pot_limit"]),
        "rise": random.choice([0, 1, 3, 10]),
        "hands": 60,
    }
    assert follow("texas_holdem", texas_holdem, random.randint(2, 10), seed, modest, options=options) > 0
