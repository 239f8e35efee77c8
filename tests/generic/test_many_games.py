from __future__ import annotations

from pathlib import Path

import pytest

from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.outcome import Outcome
from tests.generic.helpers import RULESETS, load, name_of, player_counts


@pytest.mark.full
@pytest.mark.parametrize("path", RULESETS, ids=name_of)
def test_ten_thousand_random_games(path: Path) -> None:
    counts = player_counts(path)
    for number in range(10_000):
        game = load(path, counts[number % len(counts)])
        state = game.new(seed=2024, number=number, log=False)
        streams = [stream(2024, number, seat_stream(seat)) for seat in range(game.players)]
        total = sum(state.counts().values())
        while not state.over:
            seat = state.player
            assert seat is not None
            offered = state.offered(seat)
            assert offered
            state.take(seat, offered[streams[seat].below(len(offered))])
        assert state.fault is None
        assert state.outcome not in (Outcome.FAULT, Outcome.UNFINISHED)
        assert sum(state.counts().values()) == total
