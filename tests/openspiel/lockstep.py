"""Two engines in lockstep: ours and OpenSpiel's play the same game, and must agree at every step.

Our shuffles are decided here, and OpenSpiel's chance outcomes are made to agree with them. At each decision the player
to move, the legal actions and, where both tell it, what a player knows are compared, at the end the returns. A game
needs nothing but a ``Mapping``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import pyspiel

from cardengine.runtime.actions import Action
from cardengine.runtime.game import Game
from cardengine.runtime.state import State

Moves = tuple[int, ...]
"""What one action of ours is to OpenSpiel: one action, or several in a row."""


class DivergenceError(AssertionError):
    """The engines don't agree; the message says where and how."""


@dataclass
class Deal:
    """Our chance source: the orders of shuffled piles, drawn from a generator, and remembered.

    Attributes:
        orders: for each zone the orders of its shuffles, each top first.
        picks: the numbers that were picked.
    """

    random: Random
    orders: dict[str, list[list[str]]] = field(default_factory=dict)
    picks: list[int] = field(default_factory=list)

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        order = list(cards)
        self.random.shuffle(order)
        self.orders.setdefault(what, []).append(order)
        return order

    def pick(self, what: str, n: int) -> int:
        self.picks.append(self.random.randrange(n))
        return self.picks[-1]

    def order(self, zone: str) -> list[str]:
        """The order of a zone's last shuffle."""
        return self.orders[zone][-1]


class Mapping:
    """What is what in the two engines. A game's mapping gives at least ``game``, ``spiel``, ``chance`` and ``moves``.

    Everything is asked with both states as they are: ours stands at a choice or is over, theirs may be anywhere.
    """

    @cached_property
    def game(self) -> Game:
        """Our game."""
        raise NotImplementedError

    @cached_property
    def spiel(self) -> Any:
        """OpenSpiel's."""
        raise NotImplementedError

    def chance(self, ours: State, theirs: Any, deal: Deal) -> int:
        """The outcome that their chance must have, to agree with our deal."""
        raise NotImplementedError

    def outcome(self, text: str) -> int:
        """Their outcome for the card that chance brings here; only the comparison of whole trees needs it."""
        raise NotImplementedError

    def moves(self, ours: State, theirs: Any, action: Action) -> Moves:
        """What a legal action of ours is to them."""
        raise NotImplementedError

    def player(self, seat: int) -> int:
        """Their number of a seat of ours."""
        return seat

    def forced(self, ours: State, theirs: Any) -> int | None:
        """At a decision of theirs that we don't ask for: what they have to do. It must be all they can."""
        return None

    def unasked(self, ours: State, theirs: Any) -> Action | None:
        """At a choice of ours that they don't ask for: what we have to do."""
        return None

    def unoffered(self, ours: State, theirs: Any, action: Action) -> bool:
        """Whether they have a known reason not to offer this action of ours; if they do offer it, it is no reason."""
        return False

    def pick(self, ours: State, options: dict[Moves, Action], random: Random) -> Moves:
        """Which of the actions to take: any, unless random choices would hardly ever lead where it gets interesting."""
        return random.choice(sorted(options))

    def knowledge(self, ours: State, theirs: Any, seat: int) -> tuple[object, object] | None:
        """What a seat knows, from our state and from theirs, in one form; None where that isn't compared."""
        return None

    def returns(self, ours: State) -> list[float]:
        """Our scores as they count them, by their players."""
        by_player = {self.player(seat): float(score) for seat, score in enumerate(ours.scores)}
        return [by_player[player] for player in sorted(by_player)]


@dataclass(frozen=True)
class Played:
    """A game that was played in both engines.

    Attributes:
        actions: what was done, by seat and text.
        compared: how often a seat's knowledge was compared.
    """

    actions: tuple[str, ...]
    compared: int


class _Lockstep:
    def __init__(self, mapping: Mapping, seed: int) -> None:
        self.mapping = mapping
        self.seed = seed
        self.random = Random(seed)
        self.deal = Deal(self.random)
        self.ours = mapping.game.new(chance=self.deal)
        self.theirs = mapping.spiel.new_initial_state()
        self.done: list[str] = []
        self.compared = 0

    def play(self) -> Played:
        while True:
            self.let_chance_catch_up()
            if self.pass_over():
                continue
            self.same("the game is over", self.ours.over, self.theirs.is_terminal())
            if self.ours.over:
                break
            self.decide()
        ours, theirs = self.mapping.returns(self.ours), list(self.theirs.returns())
        if len(ours) != len(theirs) or any(abs(a - b) > 1e-9 for a, b in zip(ours, theirs, strict=True)):
            self.differ("the returns", ours, theirs)
        return Played(tuple(self.done), self.compared)

    def differ(self, what: str, ours: object, theirs: object) -> None:
        done = ", ".join(self.done) or "nothing yet"
        raise DivergenceError(
            f"{self.mapping.game.title}, seed {self.seed}: {what}: {ours!r} here, {theirs!r} there\n"
            f"done: {done}\nthere: {self.theirs}"
        )

    def same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            self.differ(what, ours, theirs)

    def let_chance_catch_up(self) -> None:
        while self.theirs.is_chance_node():
            outcome = self.mapping.chance(self.ours, self.theirs, self.deal)
            possible = [number for number, probability in self.theirs.chance_outcomes() if probability > 0]
            if outcome not in possible:
                self.differ("chance", outcome, possible)
            self.theirs.apply_action(outcome)

    def pass_over(self) -> bool:
        """Do what only one of the engines asks for."""
        if not self.theirs.is_terminal():
            forced = self.mapping.forced(self.ours, self.theirs)
            if forced is not None:
                self.same("what they are forced to do", [forced], list(self.theirs.legal_actions()))
                self.theirs.apply_action(forced)
                return True
        if not self.ours.over:
            unasked = self.mapping.unasked(self.ours, self.theirs)
            if unasked is not None:
                self.ours.apply(unasked)
                return True
        return False

    def decide(self) -> None:
        """Compare one decision, and take it in both engines."""
        mapping, ours, theirs = self.mapping, self.ours, self.theirs
        together = theirs.is_simultaneous_node()
        seats = {mapping.player(seat): seat for seat in ours.players}
        if together:
            asked = [player for player in range(theirs.num_players()) if theirs.legal_actions(player)]
        else:
            asked = [theirs.current_player()]
        self.same("who is to choose", sorted(seats), asked)
        chosen: dict[int, tuple[Action, Moves]] = {}
        for player, seat in seats.items():
            self.compare_knowledge(seat)
            actions = [action for action in ours.actions(seat) if not mapping.unoffered(ours, theirs, action)]
            options = {mapping.moves(ours, theirs, action): action for action in actions}
            if len(options) < len(actions):
                self.differ("two actions are one there", [str(action) for action in actions], options)
            first = {moves[0] for moves in options}
            if first != set(theirs.legal_actions(player)):
                words = {str(action): moves for moves, action in options.items()}
                there = {number: theirs.action_to_string(player, number) for number in theirs.legal_actions(player)}
                self.differ(f"the legal actions of player {player}", words, there)
            moves = mapping.pick(ours, options, self.random)
            chosen[player] = (options[moves], moves)
            if not together:
                self.follow(player, moves, sorted(options))
        if together:
            joint = [chosen[player][1][0] if player in chosen else 0 for player in range(theirs.num_players())]
            theirs.apply_actions(joint)
        for action, _ in chosen.values():
            self.done.append(f"{action.seat}: {action.text}")
            ours.apply(action)

    def follow(self, player: int, moves: Moves, options: Sequence[Moves]) -> None:
        """Take the moves of one action of ours; before each, what they can do must be what our actions begin with."""
        for step, move in enumerate(moves):
            if step:
                possible = {other[step] for other in options if other[:step] == moves[:step] and len(other) > step}
                self.same("who goes on", player, self.theirs.current_player())
                self.same("how the action goes on", possible, set(self.theirs.legal_actions()))
            self.theirs.apply_action(move)

    def compare_knowledge(self, seat: int) -> None:
        known = self.mapping.knowledge(self.ours, self.theirs, seat)
        if known is not None:
            self.compared += 1
            self.same(f"what seat {seat} knows", *known)


def play_in_lockstep(mapping: Mapping, seed: int) -> Played:
    """Play one game with random choices in both engines.

    Raises:
        DivergenceError: they don't agree.
    """
    return _Lockstep(mapping, seed).play()


def load_spiel(name: str) -> Any:
    """OpenSpiel's game of that name, parameters in brackets behind it."""
    return pyspiel.load_game(name)
