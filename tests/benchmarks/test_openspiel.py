"""OpenSpiel is measured at the games that the lockstep tests play, and what it does is counted rightly."""

from __future__ import annotations

import sys
from random import Random

import pytest

from benchmarks import openspiel
from benchmarks.contests import MATCHES, Contest
from tests.openspiel.lockstep import Mapping
from tests.openspiel.mappings import Goofspiel, Kuhn, Leduc
from tests.openspiel.test_crazy_eights import CrazyEights
from tests.openspiel.test_cribbage import Cribbage
from tests.openspiel.test_gin_rummy import Gin
from tests.openspiel.test_hearts import Hearts
from tests.openspiel.test_klondike import Klondike
from tests.openspiel.test_spades import Spades

MAPPINGS: dict[str, Mapping] = {
    "kuhn_poker": Kuhn(),
    "leduc_poker": Leduc(),
    "goofspiel": Goofspiel(),
    "crazy_eights": CrazyEights(2),
    "hearts": Hearts(1),
    "spades": Spades(),
    "cribbage": Cribbage(2),
    "gin_rummy": Gin(),
    "klondike": Klondike(),
}

OF_THE_BENCHMARK = {"klondike": {"moves"}}
"""Options that only make random play alike: in lockstep it is steered."""

GAMES = 20


def name(contest: Contest) -> str:
    return contest.name


@pytest.mark.parametrize("contest", MATCHES, ids=name)
def test_it_is_the_game_that_is_played_in_lockstep(contest: Contest) -> None:
    assert contest.spiel is not None
    mapping = MAPPINGS[contest.name]
    assert str(openspiel.load(contest.spiel)) == str(mapping.spiel)
    here, there = contest.load(), mapping.game
    assert here.loaded.digest == there.loaded.digest
    assert here.players == there.players
    options, theirs = here.option_texts(), there.option_texts()
    assert {key for key in options if options[key] != theirs[key]} == OF_THE_BENCHMARK.get(contest.name, set())


def test_all_mappings_are_measured() -> None:
    assert {contest.name for contest in MATCHES} == set(MAPPINGS)


@pytest.mark.parametrize(
    ("game", "least", "most"), [("spades", 56, 56), ("goofspiel(imp_info=True)", 24, 24), ("kuhn_poker", 2, 3)]
)
def test_decisions_are_counted_and_chance_is_not(game: str, least: int, most: int) -> None:
    spiel = openspiel.Spiel(openspiel.load(game))
    for loop in (spiel.whole, spiel.rollouts, spiel.dealt_rollouts, spiel.python_loop):
        decisions, seconds = loop(GAMES, 1)
        assert least * GAMES <= decisions <= most * GAMES
        assert seconds > 0


def test_what_is_counted_is_what_was_played() -> None:
    spiel = openspiel.Spiel(openspiel.load("hearts"))
    assert spiel.whole(GAMES, 5)[0] == spiel.whole(GAMES, 5)[0]
    assert 52 * GAMES < spiel.whole(GAMES, 5)[0] < 64 * GAMES  # one game in four is played without passing


def test_rollouts_begin_behind_the_deal() -> None:
    spiel = openspiel.Spiel(openspiel.load("hearts"))
    state = spiel._deal(Random(1))
    assert state.current_player() >= 0
    assert not any(step.player >= 0 for step in state.full_history())


def test_a_game_that_pays_as_it_goes_has_no_rollouts() -> None:
    spiel = openspiel.Spiel(openspiel.load("cribbage"))
    assert spiel.rollable is None
    with pytest.raises(openspiel.SpielError, match="pay as they go"):
        spiel.rollouts(GAMES, 1)


def test_a_game_that_it_does_not_have_is_said() -> None:
    with pytest.raises(openspiel.SpielError, match=r"^OpenSpiel has no game nothing\(players=2\)$"):
        openspiel.load("nothing(players=2)")


def test_that_it_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(openspiel.SpielError, match=r"^OpenSpiel can't be imported"):
        openspiel.load("hearts")
    monkeypatch.setattr(sys, "argv", ["openspiel", "hearts"])
    with pytest.raises(SystemExit, match="1"):
        openspiel.main()
    assert capsys.readouterr().err.count("\n") == 1
