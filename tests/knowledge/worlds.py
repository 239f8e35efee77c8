"""All worlds of a small game, grouped by what a seat knows, and samples to hold against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import sqrt

from cardengine.runtime.chance import ExactChance
from cardengine.runtime.game import Game
from cardengine.runtime.generator import stream
from cardengine.runtime.state import State
from cardengine.tree.symbols import OwnerKind

Layout = tuple[tuple[str, tuple[str, ...]], ...]
"""Which cards lie where: of each zone its cards in their order."""


class EveryOrder(ExactChance):
    """Exact chance that decides a shuffle at once, card by card, so that the order of a pile is part of a world."""

    undecided = False

    def clone(self) -> EveryOrder:
        other = EveryOrder(self.script)
        other.place = self.place
        return other


def layout(game: Game, state: State) -> Layout:
    """Which cards lie where."""
    found = []
    for name, decl in game.loaded.ruleset.zones.items():
        for owner in range(game.players) if decl.owner.kind is OwnerKind.PLAYER else (None,):
            found.append((name, tuple(state.zone(name, owner))))
    return tuple(found)


def unordered(where: Layout) -> Layout:
    """The same without the order within the zones."""
    return tuple((name, tuple(sorted(cards))) for name, cards in where)


def after(state: State) -> Iterator[State]:
    """The states that a state may become."""
    if state.outcomes:
        for outcome in state.outcomes:
            child = state.clone()
            child.resolve(outcome)
            yield child
    elif not state.over:
        for actions in product(*(state.actions(seat) for seat in state.players)):
            child = state.clone()
            for action in actions:
                child.apply(action)
            yield child


@dataclass
class Group:
    """The worlds that are one to a seat.

    Attributes:
        seat: who can't tell them apart.
        state: one of them.
        layouts: how the cards may lie, each with the number of worlds in which they do.
    """

    seat: int
    state: State
    layouts: Counter[Layout] = field(default_factory=Counter)


def groups(game: Game, *, decided: bool = True) -> list[Group]:
    """All positions of a game at which somebody is to choose, as each seat knows them.

    Args:
        game: a small one.
        decided: whether the order of a shuffled pile is part of a world; else the pile stays undecided.
    """
    found: dict[tuple[int, str], Group] = {}
    left = [game.new(chance=EveryOrder() if decided else ExactChance())]
    while left:
        state = left.pop()
        if state.players:
            where = layout(game, state)
            for seat in range(game.players):
                group = found.setdefault((seat, state.information(seat)), Group(seat, state))
                group.layouts[where] += 1
        left += after(state)
    return list(found.values())


def sample(game: Game, group: Group, draws: int, seed: int = 1) -> Counter[Layout]:
    """How often each layout is drawn for the group's seat."""
    draw = group.state.sampler(group.seat, stream(seed, 0, 0))
    return Counter(layout(game, draw()) for _ in range(draws))


def chi_square_limit(freedom: int) -> float:
    """What a chi-square of so many degrees of freedom passes about once in a million times (Wilson and Hilferty)."""
    z = 4.75
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + z * sqrt(part)) ** 3)


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> float:
    """How far counts lie from what is expected of them."""
    return sum((count - wanted) ** 2 / wanted for count, wanted in zip(counts, expected, strict=True))
