"""Whole game trees: ours counted, and compared with OpenSpiel's node by node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import cardengine
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.openspiel.lockstep import Mapping


@dataclass
class Tree:
    """What a tree holds.

    Attributes:
        histories: all nodes.
        terminals: those at which the game is over.
        informations: for each seat its information states where it is to choose.
        actions: for each seat and information state the texts of its actions.
    """

    histories: int = 0
    terminals: int = 0
    informations: list[set[str]] = field(default_factory=list)
    actions: dict[tuple[int, str], set[tuple[str, ...]]] = field(default_factory=dict)


def exact(game: Game) -> State:
    """The root of a game's tree."""
    return game.new(chance=cardengine.ExactChance())


def children(state: State) -> Iterator[State]:
    """The nodes under one, those of a choice together by all seats at once."""
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


def count(game: Game) -> Tree:
    """Walk a game's whole tree."""
    tree = Tree(informations=[set() for _ in range(game.players)])
    left = [exact(game)]
    while left:
        state = left.pop()
        tree.histories += 1
        tree.terminals += state.over
        for seat in state.players:
            information = state.information(seat)
            tree.informations[seat].add(information)
            texts = tuple(action.text for action in state.actions(seat))
            tree.actions.setdefault((seat, information), set()).add(texts)
        left += children(state)
    return tree


@dataclass
class Comparison:
    """Two trees, walked together.

    Attributes:
        nodes, terminals: how many were compared.
        pairs: the pairs of information states that stand for the same, ours and theirs, with the seat.
    """

    nodes: int = 0
    terminals: int = 0
    pairs: set[tuple[int, str, str]] = field(default_factory=set)

    def is_one_to_one(self) -> bool:
        """Whether each information state of ours is just one of theirs, and the other way round."""
        return self.tells_as_much() and len({(seat, theirs) for seat, _, theirs in self.pairs}) == len(self.pairs)

    def tells_as_much(self) -> bool:
        """Whether each information state of ours is just one of theirs."""
        return len({(seat, ours) for seat, ours, _ in self.pairs}) == len(self.pairs)


def compare(mapping: Mapping) -> Comparison:
    """Walk both trees; whatever differs is an assertion that fails."""
    found = Comparison()
    left = [(exact(mapping.game), mapping.spiel.new_initial_state())]
    while left:
        ours, theirs = left.pop()
        found.nodes += 1
        assert ours.over == theirs.is_terminal()
        assert bool(ours.outcomes) == theirs.is_chance_node()
        if ours.over:
            found.terminals += 1
            assert mapping.returns(ours) == theirs.returns()
        elif ours.outcomes:
            left += _after_chance(mapping, ours, theirs)
        else:
            left += _after_choice(mapping, ours, theirs, found)
    return found


def _after_chance(mapping: Mapping, ours: State, theirs: Any) -> Iterator[tuple[State, Any]]:
    there = dict(theirs.chance_outcomes())
    here = {mapping.outcome(outcome.text): outcome for outcome in ours.outcomes}
    assert sum(outcome.probability for outcome in ours.outcomes) == 1
    assert {number: outcome.probability for number, outcome in here.items()} == {
        number: Fraction(probability).limit_denominator(10_000) for number, probability in there.items()
    }
    for number, outcome in here.items():
        child = ours.clone()
        child.resolve(outcome)
        yield child, theirs.child(number)


def _after_choice(mapping: Mapping, ours: State, theirs: Any, found: Comparison) -> Iterator[tuple[State, Any]]:
    together = theirs.is_simultaneous_node()
    asked = list(range(theirs.num_players())) if together else [theirs.current_player()]
    assert sorted(mapping.player(seat) for seat in ours.players) == asked
    options = []
    for seat in ours.players:
        player = mapping.player(seat)
        here = {mapping.moves(ours, theirs, action)[0]: action for action in ours.actions(seat)}
        assert set(here) == set(theirs.legal_actions(player))
        found.pairs.add((seat, ours.information(seat), theirs.information_state_string(player)))
        options.append([(number, player, action) for number, action in here.items()])
    for joint in product(*options):
        child, other = ours.clone(), theirs.clone()
        for _, _, action in joint:
            child.apply(action)
        by_player = [number for number, _, _ in sorted(joint, key=lambda choice: choice[1])]
        if together:
            other.apply_actions(by_player)
        else:
            other.apply_action(by_player[0])
        yield child, other
