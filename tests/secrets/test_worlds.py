"""The leak test itself: packs with cards alike, and cards that are shown, are compared and are no leaks."""

from __future__ import annotations

from typing import Any

import pytest

from cardengine import Game
from cardengine.model.load import load_text
from cardengine.runtime.board import Board
from tests.secrets.worlds import leaks
from tests.testing.helpers import DUEL

SEEDS = range(3)
STEPS = (1, 4)


def game(*changes: tuple[str, str]) -> Game:
    text = DUEL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return Game(load_text(text, "duel.yaml"), {}, 2)


TWO_PACKS = ("  pack: standard\n", "  pack: standard\n  packs: 2\n")
SHOWN = (
    "        - add 1 to your points\n",
    "        - show first(your hand, 1) to players\n        - add 1 to your points\n",
)


@pytest.mark.parametrize("changes", [(TWO_PACKS,), (SHOWN,), (TWO_PACKS, SHOWN)])
def test_worlds_are_compared_and_nothing_leaks(changes: tuple[tuple[str, str], ...]) -> None:
    found, compared = leaks(game(*changes), SEEDS, STEPS)
    assert found == []
    assert compared >= len(SEEDS)


def test_a_card_that_is_shown_to_more_seats_than_was_said_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    private = game((SHOWN[0], SHOWN[1].replace("to players", "to [you]")))
    assert leaks(private, SEEDS, STEPS)[0] == []
    plain = Board.show

    def to_all(board: Board, m: Any, context: Any, kind: Any, items: Any, seats: Any) -> None:
        plain(board, m, context, kind, items, range(2))

    monkeypatch.setattr(Board, "show", to_all)
    assert leaks(private, SEEDS, STEPS)[0]
