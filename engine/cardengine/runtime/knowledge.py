"""What a seat can know about the cards that it doesn't see, and how hidden cards are sampled from that.

A hidden place can hold whatever the public course of the game allows: the cards that were shuffled into the pile
from which the place was filled, except those that the seat has seen elsewhere. Nothing is inferred from how others
play. So every place has a *label*, given by the last shuffle that reached it, and every label has a set of candidate
cards. A sample is drawn uniformly among all assignments of the hidden cards to hidden places that the candidates
allow.

When a hidden card leaves a row, the seat can't tell which place it had, so all hidden places of the row get one label.
This loses some information: the order of the remaining cards, and how many of them came from which pile. So a sample
may be a state that is impossible, but every possible state can be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import factorial

from cardengine.constructs.verbs.moving import MOVED
from cardengine.constructs.verbs.showing import TURNED
from cardengine.constructs.verbs.shuffling import SHUFFLED
from cardengine.runtime.board import Board
from cardengine.runtime.events import Card, Event
from cardengine.runtime.generator import Generator

MAX_TABLES = 200_000
"""The most distributions of cards over labels that are considered for one sample."""


class SamplingError(ValueError):
    """No state can be sampled: events weren't kept, or something other than cards is hidden."""


@dataclass(slots=True)
class Labels:
    """What a seat knows about the places of cards, derived from the events of the game."""

    board: Board
    seat: int
    where: dict[int, int] = field(default_factory=dict)
    label: dict[int, int] = field(default_factory=dict)
    candidates: dict[int, frozenset[int]] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)
    up: set[int] = field(default_factory=set)
    labels: int = 0

    def follow(self, events: Sequence[Event]) -> None:
        """Process events, in order."""
        for event in events:
            if not event.trace:
                continue
            if event.kind is SHUFFLED:
                self._shuffled(event.trace[0], event.trace[1:])
            elif event.kind is MOVED:
                self._moved(event)
            elif event.kind.mixes:
                if not event.audience >> self.seat & 1:
                    self._mixed(event.trace)
            else:
                self._seen(event)

    def _new_label(self, items: Iterable[int], gone: Iterable[int] = ()) -> None:
        """Give items one new label: from now on the place of each may hold whatever the place of any of them could.

        The candidates of items that have gone count, too, since any of the others may have been in their places.
        """
        candidates: set[int] = set()
        for item in (*items, *gone):
            candidates |= self._of(item)
        self.labels += 1
        for item in items:
            self.label[item] = self.labels
        self.candidates[self.labels] = frozenset(candidates)
        used = set(self.label.values())
        self.candidates = {number: cards for number, cards in self.candidates.items() if number in used}

    def _of(self, item: int) -> frozenset[int]:
        """The candidates for an item's place."""
        if item in self.known or item not in self.label:
            return frozenset((item,))
        return self.candidates[self.label[item]]

    def _shuffled(self, zone: int, items: Sequence[int]) -> None:
        for source in {self.where.get(item, 0) for item in items} - {0, zone + 1}:
            self._left(source, items, frozenset())
        self._new_label(items)
        self.known -= set(items)
        facing = self.board.facings[zone]
        for item in items:
            self.where[item] = zone + 1
            if facing is not None:
                self._turn(item, up=bool(facing))

    def _moved(self, event: Event) -> None:
        source, zone, *items = event.trace
        cards: dict[int, Card] = dict(zip(items, event.cards, strict=True))
        readable = frozenset(item for item, card in cards.items() if self._may_read(card))
        if source:
            self._left(source, items, readable)
        board = self.board
        facing = board.facings[zone]
        explained = board.masks[zone] | (board.masks[source - 1] if source else 0)
        for item, card in cards.items():
            everyone = card.mask & board.everyone == board.everyone
            if everyone and explained != board.everyone and item not in self.up:
                self.up.add(item)  # seen by more seats than those who see both zones: it was turned up on the way
            elif facing is not None:
                self._turn(item, up=bool(facing) and everyone)
            self.where[item] = zone + 1
        for item in readable:
            self._know(item)

    def _left(self, source: int, items: Sequence[int], readable: frozenset[int]) -> None:
        """Hidden items have left a row, and the seat can't tell which of its places they had."""
        board = self.board
        if board.piles[source - 1] or board.masks[source - 1] >> self.seat & 1:
            return
        there = {item for item, place in self.where.items() if place == source}
        leaving = there.intersection(items)
        if leaving == there or leaving <= self.up:
            return
        hidden = there - self.up
        mixed = hidden - readable
        if mixed:
            self._new_label(mixed, hidden & readable)
            self.known -= mixed

    def _mixed(self, items: Sequence[int]) -> None:
        """Items have changed places without the seat noticing: it can't tell where each of the hidden ones lies."""
        board = self.board
        hidden = [
            item for item in items if item not in self.up and not board.masks[self.where[item] - 1] >> self.seat & 1
        ]
        if hidden:
            self._new_label(hidden)
            self.known -= set(hidden)

    def _turn(self, item: int, *, up: bool) -> None:
        if up:
            self.up.add(item)
        else:
            self.up.discard(item)

    def _know(self, item: int) -> None:
        """The seat knows where a card lies, so that no other place can hold it, even after it is hidden again."""
        self.known.add(item)
        for number, cards in self.candidates.items():
            if item in cards:
                self.candidates[number] = cards - {item}

    def _seen(self, event: Event) -> None:
        up = bool(dict(event.data).get("up"))
        for item, card in zip(event.trace, event.cards, strict=True):
            if event.kind is TURNED:
                self._turn(item, up=up)
            if self._may_read(card):
                self._know(item)

    def allowed(self, item: int) -> frozenset[int]:
        """The candidates for the place of an item that the seat doesn't see."""
        number = self.label.get(item)
        return (self.candidates[number] if number is not None else frozenset()) | {item}

    def _may_read(self, card: Card) -> bool:
        return bool(card.mask >> self.seat & 1)


def draw_assignment(hidden: Sequence[int], allowed: Callable[[int], frozenset[int]], rng: Generator) -> dict[int, int]:
    """Draw, uniformly among all that the candidates allow, in whose place each hidden card lies.

    Args:
        hidden: the cards whose places the seat doesn't know.
        allowed: gives the candidates for the place of each of them.
        rng: the generator to draw with.
    """
    places, groups = kinds_of(hidden, allowed)
    room = [len(items) for items in places]
    table = _draw_table([(fitting, len(items)) for fitting, items in groups.items()], room, rng)
    free = [rng.shuffle(list(items)) for items in places]
    result: dict[int, int] = {}
    for (fitting, items), row in zip(groups.items(), table, strict=True):
        shuffled = rng.shuffle(list(items))
        for number, count in zip(fitting, row, strict=True):
            for _ in range(count):
                result[shuffled.pop()] = free[number].pop()
    return result


def kinds_of(
    hidden: Sequence[int], allowed: Callable[[int], frozenset[int]]
) -> tuple[list[list[int]], dict[tuple[int, ...], list[int]]]:
    """Group the places of hidden cards by their candidates, and the cards by the kinds of places that they fit.

    Places with the same candidates among the hidden cards are of one kind.
    """
    there = frozenset(hidden)
    places: dict[frozenset[int], list[int]] = {}
    for item in hidden:
        places.setdefault(allowed(item) & there, []).append(item)
    groups: dict[tuple[int, ...], list[int]] = {}
    for item in hidden:
        fitting = tuple(number for number, items in enumerate(places) if item in items)
        groups.setdefault(fitting, []).append(item)
    return list(places.values()), groups


def forced_table(
    groups: list[tuple[tuple[int, ...], int]], room: list[int]
) -> list[tuple[tuple[int, ...], int]] | None:
    """How many cards of each group go to each of its kinds of places, if that is uniquely determined.

    Args:
        groups: for each group the kinds of places that it fits, and its number of cards.
        room: the number of places of each kind.

    Returns:
        For each group its counts, and the number of ways among which a draw chooses; None if several counts fit.
    """
    left = tuple(room)
    rows: list[tuple[int, ...]] = []
    weights: list[int] = []
    for number, group in enumerate(groups):
        fitting = [spread for spread in _spreads(group, left) if _can_follow(groups, number + 1, spread[2])]
        if len(fitting) != 1:
            return None
        row, weight, left = fitting[0]
        rows.append(row)
        weights.append(weight)
    totals: list[int] = []
    total = 1
    for weight in reversed(weights):
        total *= weight
        totals.append(total)
    return list(zip(rows, reversed(totals), strict=True))


def _can_follow(groups: list[tuple[tuple[int, ...], int]], number: int, left: tuple[int, ...]) -> bool:
    """Whether the groups from a number on can fill the remaining places."""
    if number == len(groups):
        return not any(left)
    return any(_can_follow(groups, number + 1, rest) for _, _, rest in _spreads(groups[number], left))


def _draw_table(groups: list[tuple[tuple[int, ...], int]], room: list[int], rng: Generator) -> list[tuple[int, ...]]:
    """Draw how many cards of each group go to each kind of place, weighted by the number of ways to do so."""

    @cache
    def ways(group: int, left: tuple[int, ...]) -> int:
        if group == len(groups):
            return 1 if not any(left) else 0
        return sum(weight * ways(group + 1, rest) for _, weight, rest in _spreads(groups[group], left))

    rows: list[tuple[int, ...]] = []
    left = tuple(room)
    for group in range(len(groups)):
        total = ways(group, left)
        if not total:
            raise SamplingError("nothing agrees with what the seat knows")
        target = _below(rng, total)
        for row, weight, rest in _spreads(groups[group], left):
            target -= weight * ways(group + 1, rest)
            if target < 0:
                rows.append(row)
                left = rest
                break
    return rows


def _spreads(
    group: tuple[tuple[int, ...], int], left: tuple[int, ...]
) -> list[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """The distributions of a group's cards over its kinds of places: counts, number of ways, and remaining room.

    The number of ways is ``n! / (a! b! ...)``. The choice of places within a kind needs no factor: every place is
    filled in the end, so it is the same for all distributions.
    """
    allowed, size = group
    found = []
    if not allowed:
        return [] if size else [((), 1, left)]
    tables = 1
    for number in allowed[:-1]:
        tables *= min(size, left[number]) + 1
    if tables > MAX_TABLES:
        raise SamplingError(f"the hidden cards can lie in more than {MAX_TABLES} ways by their origin")
    for head in product(*(range(min(size, left[number]) + 1) for number in allowed[:-1])):
        last = size - sum(head)
        if not 0 <= last <= left[allowed[-1]]:
            continue
        row = (*head, last)
        weight = factorial(size)
        rest = list(left)
        for number, count in zip(allowed, row, strict=True):
            weight //= factorial(count)
            rest[number] -= count
        found.append((row, weight, tuple(rest)))
    return found


def _below(rng: Generator, n: int) -> int:
    """A number from 0 to n - 1, where n may exceed 32 bits."""
    if n <= 2**32:
        return rng.below(n)
    bits = n.bit_length()
    words = -(-bits // 32)
    while True:
        value = 0
        for _ in range(words):
            value = value << 32 | rng.next32()
        value >>= 32 * words - bits
        if value < n:
            return value
