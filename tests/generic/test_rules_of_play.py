"""What must be so in every game: cards are kept, refusals change nothing, copies are copies."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from cardengine import Action, Game, IllegalAction, InvalidAction, State
from cardengine.runtime.actions import ActionError
from cardengine.runtime.chance import SeededChance
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.saving import Saved
from tests.generic.helpers import FAR, Player, choices, every_table, everything, finished, load, play_on, states

GAMES = range(8)
ENOUGH = 800
"""Of long games fewer are played: when so many states have been looked at."""


def where(game: Game, state: State) -> Counter[str]:
    """How often each card lies in some zone."""
    m = list(state.vector)
    found: Counter[str] = Counter()
    for zone, kind in enumerate(game.machine.board.kinds):
        if kind is game.program.space.items["card"]:
            found.update(kind.texts[item] for item in game.machine.board.items(m, zone))
    return found


@every_table
def test_no_card_is_lost_or_doubled(path: Path, players: int) -> None:
    game = load(path, players)
    pack = Counter(game.program.space.items["card"].texts)
    looked = 0
    for number in GAMES:
        first: Counter[str] | None = None
        for state in states(game, 3, number):
            lying = where(game, state)
            assert lying <= pack
            first = lying if first is None else first
            assert lying == first
            looked += 1
        if looked > ENOUGH:
            break


@every_table
def test_every_game_ends_and_is_scored(path: Path, players: int) -> None:
    game = load(path, players)
    steps = 0
    for number in GAMES:
        if steps > 20 * ENOUGH:
            break
        state = finished(game, 4, number)
        steps += state.steps
        assert state.fault is None
        assert state.outcome not in (Outcome.FAULT, Outcome.UNFINISHED, Outcome.RUNNING)
        assert len(state.scores) == players
        assert state.winners is not None
        assert set(state.winners) <= set(range(players))
        assert state.player is None
        assert state.actions() == ()


@every_table
def test_actions_are_read_back_from_their_texts(path: Path, players: int) -> None:
    game = load(path, players)
    for number in range(2):
        for state in islice(states(game, 5, number), 60):
            texts = [action.text for action in state.actions()]
            assert len(set(texts)) == len(texts)
            assert [state.parse_action(text) for text in texts] == list(state.actions())


@every_table
def test_refused_actions_change_nothing(path: Path, players: int) -> None:
    game = load(path, players)
    # One after another: a game that can be given up may be over at once.
    games = (choice for number in GAMES for choice in choices(game, 6, number))
    stale: list[Action] = []
    refused = 0
    for state, action in islice(games, 25):
        before = everything(state)
        legal = {(other.text, other.seat) for other in state.actions()}
        for old in stale[-3:]:
            if (old.text, old.seat) not in legal:
                with pytest.raises(IllegalAction, match=r"\S"):
                    state.apply(old)
                refused += 1
        for text in ("", "no_such_action", f"{action.name} no_such_thing", "x" * 5000, action.text + " 1 2 3"):
            with pytest.raises(ActionError):
                state.parse_action(text)
        with pytest.raises(InvalidAction):
            state.parse_action("no_such_action 5C")
        stranger = replace(action, name="no_such_action", text="no_such_action")
        with pytest.raises(IllegalAction):
            state.apply(stranger)
        for seat in range(players):
            if seat not in state.players:
                with pytest.raises(IllegalAction):
                    state.apply(replace(action, seat=seat))
                assert state.actions(seat) == ()
        assert everything(state) == before
        stale.append(action)
    assert refused


@every_table
def test_nothing_can_be_done_after_the_end(path: Path, players: int) -> None:
    game = load(path, players)
    state, last = game.new(seed=7), None
    player = Player(7, 0, players)
    while not state.over:
        last = player.choose(state)
        state.apply(last)
    assert last is not None
    before = everything(state)
    with pytest.raises(IllegalAction, match="over"):
        state.apply(last)
    with pytest.raises(IllegalAction, match="over"):
        state.parse_action(last.text)
    assert everything(state) == before


@every_table
def test_clones_go_their_own_ways(path: Path, players: int) -> None:
    game = load(path, players)
    for state in islice(states(game, 8), 0, 45, 15):
        before = everything(state)
        twin, other = state.clone(), state.clone()
        assert everything(twin) == before
        play_on(other, Player(80, 0, players), FAR)
        assert everything(state) == everything(twin) == before
        assert everything(play_on(twin, Player(80, 0, players), FAR)) == everything(other)
        assert everything(state) == before


@every_table
def test_a_key_is_the_position_without_its_chance(path: Path, players: int) -> None:
    game = load(path, players)
    keys = set()
    steps = 0
    for state in islice(states(game, 9), 200):
        log, mark = state.log
        for chance in (SeededChance(1), SeededChance(2)):
            other = State.restore(game.machine, Saved(list(state.vector), chance, log, mark, None))
            assert other.key() == state.key()
            assert hash(other.key()) == hash(state.key())
        keys.add(state.key())
        steps += 1
    assert 1 < len(keys) <= steps
