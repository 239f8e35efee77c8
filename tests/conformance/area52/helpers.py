"""What the tests of Area 52 share: positions, ways to play, and the zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, cast

import cardengine
from cardengine import Action, Game, State
from cardengine.diagnostics import Diagnostic, SourceText
from cardengine.runtime.generator import Generator, seat_stream, stream
from cardengine.source import MappingNode, read_yaml
from cardengine.testing.position import set_up_position

ZONES: Final = ("aliens", "attackers", "defenders", "reserves", "discard")

Policy = Callable[[State, Generator], Action]


@cache
def _game(options: tuple[tuple[str, int | str], ...]) -> Game:
    return cardengine.load("area52", dict(options))


def area52(**options: int | str) -> Game:
    """The game with some options."""
    return _game(tuple(sorted(options.items())))


def at(zones: str, rest: str, wave: int = 1, **options: int | str) -> State:
    """A game whose cards lie as ``zones`` says (``attackers: 8H, defenders: 5C 3S``), and the others in ``rest``."""
    text = f"{{zones: {{{zones}}}, rest: {rest}, variables: {{wave: {wave}}}}}"
    report: list[Diagnostic] = []
    node = cast(MappingNode, read_yaml(SourceText("position", text), report))
    assert not report
    game = area52(**options)
    return set_up_position(game.machine, game.new(seed=0), node, node.span)


def do(state: State, *texts: str) -> State:
    """Take some actions."""
    for text in texts:
        state.apply(state.parse_action(text))
    return state


def texts(state: State) -> list[str]:
    """The legal actions."""
    return [action.text for action in state.actions()]


def zones(state: State) -> dict[str, list[str]]:
    """All zones by their names."""
    return {name: state.zone(name) for name in ZONES}


# Ways to play --------------------------------------------------------------------------------------


def at_random(state: State, rng: Generator) -> Action:
    """Any action."""
    actions = state.actions()
    return actions[rng.below(len(actions))]


def attack_first(state: State, rng: Generator) -> Action:
    """Any attack, and a sacrifice only when there is none: reaches the second wave."""
    attacks = [action for action in state.actions() if action.name != "sacrifice"] or state.actions()
    return attacks[rng.below(len(attacks))]


def greedy(state: State, rng: Generator) -> Action:
    """The action that the ruleset values most."""
    return max(state.actions(), key=lambda action: action.value or 0)


POLICIES: Final[tuple[Policy, ...]] = (at_random, attack_first, greedy)


def played(game: Game, seed: int, policy: Policy, number: int = 0) -> Iterator[tuple[State, Action]]:
    """Each state of a game with the action that is about to be taken; the caller keeps copies if it wants any."""
    state = game.new(seed=seed, number=number)
    rng = stream(seed, number, seat_stream(0))
    while not state.over:
        action = policy(state, rng)
        yield state, action
        state.apply(action)


def finished(game: Game, seed: int, policy: Policy, number: int = 0) -> State:
    """The end of a game."""
    state = game.new(seed=seed, number=number)
    rng = stream(seed, number, seat_stream(0))
    while not state.over:
        state.apply(policy(state, rng))
    return state
