from __future__ import annotations

from itertools import islice
from pathlib import Path

from tests.generic.helpers import FAR, Player, every_table, everything, load, play_on, states

GOING_ON = {0, 1, 5, 21, 89}


@every_table
def test_a_saved_state_goes_on_in_the_same_way(path: Path, players: int) -> None:
    game = load(path, players)
    for number, state in enumerate(islice(states(game, 21), 150)):
        if number > 30 and number % 7 != 5:
            continue
        text = state.to_json()
        restored = game.from_json(text)
        assert restored.to_json() == text
        assert restored.vector == state.vector
        if number in GOING_ON:
            assert everything(restored) == everything(state)
            ends = [play_on(each, Player(22, number, players), FAR) for each in (restored, state.clone())]
            assert everything(ends[0]) == everything(ends[1])


@every_table
def test_the_rest_of_a_game_can_be_played_from_saves_alone(path: Path, players: int) -> None:
    game = load(path, players)
    state = game.new(seed=23)
    other = game.from_json(state.to_json())
    player, twin = Player(23, 0, players), Player(23, 0, players)
    for _ in range(40):
        if state.over:
            break
        player.move(state)
        twin.move(other)
        other = game.from_json(other.to_json())
    assert everything(other) == everything(state)


@every_table
def test_saves_without_a_log(path: Path, players: int) -> None:
    game = load(path, players)
    state = game.new(seed=24, log=False)
    assert game.from_json(state.to_json()).vector == state.vector
    for other in islice(states(game, 24), 1):
        assert other.vector == state.vector
