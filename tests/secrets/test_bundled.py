"""No seat is told what it can't see; and the test that says so would notice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardengine import Game, RulesetError
from cardengine.diagnostics import Code
from cardengine.model.load import load_text
from cardengine.runtime import view as view_module
from cardengine.runtime.board import Board
from cardengine.runtime.events import Event
from tests.generic.helpers import RULESETS, every_table, load, states
from tests.secrets.worlds import leaks, open_to
from tests.testing.helpers import DUEL

SEEDS = range(2)
STEPS = (1, 6, 20)


@every_table
def test_nobody_is_told_what_he_does_not_see(path: Path, players: int) -> None:
    game = load(path, players)
    found, compared = leaks(game, SEEDS, STEPS)
    assert found == []
    assert compared >= (0 if all_lies_open(game) else len(SEEDS))


def all_lies_open(game: Game) -> bool:
    """Whether every seat sees all cards from the first choice on, so that there are no secrets to tell."""
    kind = game.program.space.items["card"]
    everyone = (1 << game.players) - 1
    return all(
        open_to(game, list(state.vector), item) == everyone
        for state in states(game, SEEDS[0])
        for item in range(kind.count)
        if state.vector[kind.place + item]
    )


def duel(text: str = DUEL, players: int = 2) -> Game:
    """A small game with hidden hands."""
    return Game(load_text(text, "duel.yaml"), {}, players)


def test_hidden_hands_are_secrets() -> None:
    assert not all_lies_open(duel())


@pytest.mark.parametrize("players", [2, 3])
def test_hidden_hands_stay_hidden(players: int) -> None:
    found, compared = leaks(duel(players=players), SEEDS, STEPS)
    assert found == []
    assert compared >= 20


def games() -> list[Game]:
    return [duel(), load(next(p for p in RULESETS if p.stem == "area52"), 1)]


def test_a_view_that_shows_a_hidden_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = view_module.view

    def leaking(machine: Any, m: Any, seat: int) -> Any:
        shown: Any = plain(machine, m, seat)
        first = next(n for n, cell in enumerate(machine.space.cells) if cell.decl.name in ("deck", "aliens"))
        shown["top"] = [machine.board.kinds[first].texts[item] for item in machine.board.items(m, first)[:1]]
        return shown

    monkeypatch.setattr(view_module, "view", leaking)
    for game in games():
        assert leaks(game, SEEDS, STEPS)[0]


def test_an_event_that_names_a_hidden_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "seen_by", lambda event, seat: event.whole())
    assert leaks(duel(), SEEDS, STEPS)[0]


def test_an_event_with_a_wrong_mask_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Board.sees
    monkeypatch.setattr(Board, "sees", lambda board, m, kind, item: plain(board, m, kind, item) | 1)
    assert leaks(duel(), SEEDS, STEPS)[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # what may be done depends on a hidden card
        (
            "    pass:\n      text: Let it be\n",
            "    pass:\n      text: Let it be\n      when: top(deck).color is red\n",
        ),
        ("card: a card from your hand\n", "card: a card from your hand where value > min(value of deck)\n"),
        # so does what an action is worth
        ("      text: Let it be\n", "      text: Let it be\n      evaluate: top(deck).value\n"),
    ],
)
def test_the_checker_refuses_choices_that_tell_what_is_hidden(old: str, new: str) -> None:
    text = DUEL.replace(old, new)
    assert text != DUEL
    with pytest.raises(RulesetError) as caught:
        duel(text)
    assert Code.HIDDEN in [problem.code for problem in caught.value.diagnostics]


def test_steps_that_tell_what_is_hidden_are_noticed() -> None:
    text = DUEL.replace("        - add 1 to your points\n", "        - set your points to top(deck).value\n")
    assert text != DUEL
    assert leaks(duel(text), range(8), STEPS)[0]
