"""What the tests of all rulesets share. A new ruleset in ``rulesets/`` is tested without a word here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import cardengine
from cardengine import Action, DiagnosticError, Game, State
from cardengine.model.load import load_file
from cardengine.runtime.generator import Generator, seat_stream, stream
from cardengine.source import bundled
from cardengine.variants import variant_files

ROOTS: Final = sorted(bundled("rulesets").glob("*.yaml"))
RULESETS: Final = [path for root in ROOTS for path in (root, *variant_files(root))]
"""Every bundled ruleset, and every variant of it."""


def name_of(path: Path) -> str:
    """`area52`, or of a variant `area52.refilled`."""
    return path.stem if path in ROOTS else f"{path.parent.parent.name}.{path.stem}"


def player_counts(path: Path) -> list[int]:
    """The fewest players, one more, and the most; of a ruleset that can't be loaded 1, so that its own tests fail."""
    try:
        ruleset = load_file(path).ruleset
    except DiagnosticError:
        return [1]
    if path not in ROOTS:
        return [ruleset.fewest]
    counts = {ruleset.fewest, ruleset.fewest + 1, ruleset.most}
    return sorted(count for count in counts if ruleset.fewest <= count <= ruleset.most)


FAR: Final = 400
"""So many choices are far enough for what must be so all the way; long games to their ends would take too long."""

TABLES: Final = [
    pytest.param(
        path,
        players,
        id=f"{name_of(path)}-{players}",
        # Every day with the fewest players; with more in the long runs.
        marks=[pytest.mark.full] if players != player_counts(path)[0] else [],
    )
    for path in RULESETS
    for players in player_counts(path)
]
"""Each bundled ruleset with each number of players that is tried."""

every_table = pytest.mark.parametrize(("path", "players"), TABLES)


@cache
def load(path: Path, players: int) -> Game:
    """A game, loaded once."""
    return cardengine.load(path, players=players)


class Player:
    """Chooses at random for each seat, from a stream of its own."""

    def __init__(self, seed: int, number: int, players: int) -> None:
        self.streams: list[Generator] = [stream(seed, number, seat_stream(seat)) for seat in range(players)]

    def choose(self, state: State) -> Action:
        """An action of the first seat that is to choose."""
        assert state.player is not None
        actions = state.actions()
        return actions[self.streams[state.player].below(len(actions))]

    def move(self, state: State) -> None:
        """Take the action that ``choose`` would choose, without its words: much quicker."""
        seat = state.player
        assert seat is not None
        offered = state.offered(seat)
        state.take(seat, offered[self.streams[seat].below(len(offered))])


def choices(game: Game, seed: int, number: int = 0) -> Iterator[tuple[State, Action]]:
    """Each state of a random game with the action that is about to be taken; the state goes on afterwards."""
    state = game.new(seed=seed, number=number)
    player = Player(seed, number, game.players)
    while not state.over:
        action = player.choose(state)
        yield state, action
        state.apply(action)


def states(game: Game, seed: int, number: int = 0) -> Iterator[State]:
    """Each state of a random game that waits for a choice, and its end; the state goes on afterwards."""
    state = game.new(seed=seed, number=number)
    player = Player(seed, number, game.players)
    while not state.over:
        yield state
        player.move(state)
    yield state


def finished(game: Game, seed: int, number: int = 0, most: int | None = None) -> State:
    """The end of a random game, or where it is after so many choices."""
    state = game.new(seed=seed, number=number)
    return play_on(state, Player(seed, number, game.players), most)


def play_on(state: State, player: Player, most: int | None = None) -> State:
    """Play a state to its end, or for so many choices."""
    played = 0
    while not state.over and played != most:
        player.move(state)
        played += 1
    return state


def everything(state: State) -> dict[str, Any]:
    """All that a state is: its vector, its chance, its log, and what it shows."""
    saved = json.loads(state.to_json())
    seats = range(len(state.scores))
    return {
        "saved": saved,
        "views": [state.view(seat) for seat in seats],
        "events": [state.events_for(seat) for seat in seats],
        "information": [state.information(seat) for seat in seats],
        "actions": [[action.text for action in state.actions(seat)] for seat in seats],
        "over": [state.over, state.winners, [str(score) for score in state.scores]],
    }
