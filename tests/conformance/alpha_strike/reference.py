"""Alpha Strike written out from its rules page, by hand, to compare the ruleset with. It knows nothing of the engine.

``Reference.run`` is a generator: it yields each question (seat, choice, ship, the legal answers in their order) and is
sent the answer. In between its attributes say where everything is.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
Row = tuple[int, int, int, int, int, int]
Shuffle = Callable[[str, Sequence[str]], Sequence[str]]


@dataclass
class Ship:
    """One ship; AS-3."""

    name: str
    seat: int
    kind: str
    cost: int
    weapons: int
    hull: int
    shields: int
    maneuver: int
    power: int
    cards: list[str] = field(default_factory=list)
    damage: int = 0
    evades: int = 0
    declared: bool = False
    evaded: bool = False
    leader: Ship | None = None


@dataclass(frozen=True)
class Question:
    """What is asked of whom."""

    seat: int
    choice: str
    ship: str | None
    answers: list[str]


Play = Generator[Question, str, None]


class _OverError(Exception):
    """The game ends at once."""


class Reference:
    """One game."""

    def __init__(
        self, players: int, options: Mapping[str, Any], kinds: Mapping[str, Row], ready: Sequence[str], shuffle: Shuffle
    ) -> None:
        self.players = players
        self.o = options
        self.kinds = kinds
        self.ready = ready
        self.shuffle = shuffle
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.up: set[str] = set()
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.fleets: list[list[Ship]] = [[] for _ in range(players)]
        self.destroyed: list[list[Ship]] = [[] for _ in range(players)]
        self.withdrawn: list[list[Ship]] = [[] for _ in range(players)]
        self.controller = 0
        self.turn = 0

    # Small things ------------------------------------------------------------------------------

    def value(self, card: str) -> int:
        """AS-2."""
        return int(self.o["royalties"]) if card[0] in "JQK" else "A23456789T".index(card[0]) + 1

    def total(self, ship: Ship, suit: str) -> int:
        return sum(self.value(card) for card in ship.cards if card[1] == suit)

    def order(self) -> list[int]:
        """AS-9, those with a ship in play."""
        seats = [(self.controller + n) % self.players for n in range(self.players)]
        return [seat for seat in seats if self.fleets[seat]]

    def in_play(self) -> list[Ship]:
        return [ship for fleet in self.fleets for ship in fleet]

    def ship(self, name: str) -> Ship:
        return next(ship for ship in self.in_play() if ship.name == name)

    def turn_up(self, ship: Ship, suit: str) -> None:
        self.up |= {card for card in ship.cards if card[1] == suit}

    def throw(self, cards: Sequence[str]) -> None:
        """Onto the discard pile; the first of them ends on top."""
        self.discard = [*cards, *self.discard]

    def draw(self, seat: int, count: int, limit: int = 99) -> None:
        """AS-10."""
        for _ in range(min(count, limit - len(self.hands[seat]))):
            if not self.deck:
                if not self.discard:
                    return
                self.deck = list(self.shuffle("deck", sorted(self.discard, key=PACK.index)))
                self.discard = []
                self.up -= set(self.deck)
            self.hands[seat].append(self.deck.pop(0))

    # The game ----------------------------------------------------------------------------------

    def run(self) -> Play:
        """The whole game."""
        self.deck = list(self.shuffle("deck", PACK))
        for seat in range(self.players):
            yield from self.choose_fleet(seat)
        for seat in range(self.players):
            self.draw(seat, self.o["start_hand"])
        try:
            while True:
                self.turn += 1
                yield from self.one_turn()
                if self.turn == self.o["turn_limit"]:
                    return
                self.controller = self.order()[1] if self.fleets[self.controller] else self.order()[0]
        except _OverError:
            return

    def choose_fleet(self, seat: int) -> Play:
        """AS-6, AS-7."""
        left = self.o["points"]
        if self.o["fleets"] == "standard":
            for kind in self.ready:
                if self.kinds[kind][0] <= left:
                    left -= self.kinds[kind][0]
                    self.bring(seat, kind)
            return
        while True:
            answers = [f"buy {kind}" for kind, row in self.kinds.items() if row[0] <= left]
            answer = yield Question(seat, "buying", None, answers + ["pass"] * bool(self.fleets[seat]))
            if answer == "pass":
                return
            left -= self.kinds[answer.split()[1]][0]
            self.bring(seat, answer.split()[1])

    def bring(self, seat: int, kind: str) -> None:
        self.fleets[seat].append(Ship(f"p{seat + 1}.{len(self.fleets[seat]) + 1}", seat, kind, *self.kinds[kind]))

    def one_turn(self) -> Play:
        for ship in self.in_play():
            ship.declared = ship.evaded = False
            ship.leader = None
        for seat in self.order():
            self.draw(seat, self.o["draw"], self.o["hand_limit"])
        for seat in self.order():
            yield from self.lay(seat)
        for ship in self.in_play():
            self.turn_up(ship, "D")
        line = [ship for seat in self.order() for ship in self.fleets[seat]]
        line.sort(key=lambda ship: -(ship.maneuver + self.total(ship, "D")))
        for ship in line:
            if ship in self.fleets[ship.seat]:
                yield from self.declare(ship)
        for ship in self.in_play():
            self.turn_up(ship, "S")
        for ship in self.in_play():
            self.repair(ship)
        rest = [(ship, card) for ship in self.in_play() for card in ship.cards if card[1] != "S"]
        self.throw([card for _, card in rest])
        for ship, card in rest:
            ship.cards.remove(card)

    def lay(self, seat: int) -> Play:
        """AS-11."""
        laid = {ship.name: 0 for ship in self.fleets[seat]}
        while True:
            free = [ship for ship in self.fleets[seat] if laid[ship.name] < ship.power]
            answers = [f"play {card} {ship.name}" for card in self.hands[seat] for ship in free]
            answer = yield Question(seat, "loading", None, [*answers, "pass"])
            if answer == "pass":
                return
            _, card, name = answer.split()
            self.hands[seat].remove(card)
            self.ship(name).cards.append(card)
            laid[name] += 1

    def declare(self, ship: Ship) -> Play:
        """AS-13, AS-15, AS-22, AS-26."""
        targets = [other for other in self.in_play() if other.seat != ship.seat and not other.evaded]
        leaders = [other for other in self.fleets[ship.seat] if other is not ship and not other.declared]
        answers = [f"attack {other.name}" for other in targets] + [f"wing {other.name}" for other in leaders]
        answers += ["evade"] + ["hold"] * bool(self.o["hold"])
        answer = yield Question(ship.seat, "declaration", ship.name, answers)
        word, _, name = answer.partition(" ")
        if word != "evade":
            ship.evades = 0
        if word == "attack":
            self.attack(ship, self.ship(name))
        elif word == "wing":
            ship.leader = self.ship(name)
        elif word == "evade":
            ship.evaded = True
            ship.evades += 1
            if ship.evades == self.o["evades"]:
                self.leave(ship, self.withdrawn[ship.seat])
        ship.declared = True

    def attack(self, ship: Ship, target: Ship) -> None:
        """AS-16 to AS-21."""
        squad = [ship, *(other for other in self.fleets[ship.seat] if other.leader is ship)]
        for other in squad:
            self.turn_up(other, "C")
        self.turn_up(target, "H")
        strength = sum(other.weapons + self.total(other, "C") for other in squad)
        excess = strength - target.shields - self.total(target, "H")
        if excess > 0:
            target.damage += 1 + excess // int(self.o["damage_step"])
            if target.damage >= target.hull:
                self.leave(target, self.destroyed[target.seat])

    def leave(self, ship: Ship, where: list[Ship]) -> None:
        """AS-21, AS-27, AS-37, AS-41."""
        self.fleets[ship.seat].remove(ship)
        where.append(ship)
        self.throw(ship.cards)
        ship.cards = []
        if not self.fleets[ship.seat]:
            self.throw(self.hands[ship.seat])
            self.hands[ship.seat] = []
        if sum(1 for fleet in self.fleets if fleet) <= 1:
            raise _OverError

    def repair(self, ship: Ship) -> None:
        """AS-30 to AS-35."""
        spades = [card for card in ship.cards if card[1] == "S"]
        step = int(self.o["repair_step"])
        removed = min(ship.damage, sum(map(self.value, spades)) // step)
        ship.damage -= removed
        spades.sort(key=self.value)
        if ship.damage == 0 or (removed and not self.o["keep_surplus"]):
            gone = spades
        else:
            gone, paid = [], 0
            while paid < removed * step:
                gone.append(spades[len(gone)])
                paid += self.value(gone[-1])
        for card in gone:
            ship.cards.remove(card)
            self.throw([card])

    # What comes of it --------------------------------------------------------------------------

    def scores(self) -> tuple[Fraction, ...]:
        """AS-38."""
        share = Fraction(self.o["withdrawn_share"])
        return tuple(
            Fraction(sum(ship.cost for ship in self.fleets[seat]))
            + share * sum(ship.cost for ship in self.withdrawn[seat])
            for seat in range(self.players)
        )

    def winners(self) -> tuple[int, ...]:
        """AS-39."""
        scores = self.scores()
        return tuple(seat for seat in range(self.players) if scores[seat] == max(scores))
