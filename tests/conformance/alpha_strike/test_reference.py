"""The ruleset against an independent account of the rules, decision by decision, over games played at random."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cardengine import Game, Outcome, SeededChance, State
from cardengine.runtime.generator import Generator, stream
from tests.conformance.alpha_strike.helpers import PACK, SHIPS, STANDARD, alpha, ship_file
from tests.conformance.alpha_strike.reference import Question, Reference, Row, Ship

DEFAULTS: dict[str, Any] = {
    "points": 60, "fleets": "choose", "start_hand": 6, "draw": 2, "hand_limit": 8, "royalties": 10, "damage_step": 10,
    "repair_step": 10, "evades": 3, "withdrawn_share": "1/2", "turn_limit": 0, "keep_surplus": False, "hold": False,
}  # fmt: skip


def compare(
    game: Game, options: Mapping[str, Any], seed: int, number: int, kinds: Mapping[str, Row] = SHIPS,
    ready: tuple[str, ...] = STANDARD,
) -> int:  # fmt: skip
    """Play one game at random on both sides; gives the number of decisions."""
    state = game.new(seed, number=number, log=False)
    rng = stream(seed, number, 99)
    other = Reference(game.players, DEFAULTS | dict(options), kinds, ready, SeededChance(seed, number).shuffle)
    run = other.run()
    question = next(run, None)
    decisions = 0
    while question is not None:
        assert not state.over, f"the game is over; the rules ask {question}"
        assert_same(state, other, question)
        answer = _answer(question, rng)
        state.apply(state.parse_action(answer))
        decisions += 1
        try:
            question = run.send(answer)
        except StopIteration:
            question = None
    assert (state.over, state.outcome) == (True, Outcome.ENDED)
    assert_same(state, other, None)
    assert state.winners == other.winners()
    return decisions


def _answer(question: Question, rng: Generator) -> str:
    """At random, but fewer evasions than there would be, and more cards."""
    answers = question.answers
    wanted = [text for text in answers if text not in ("pass", "evade", "hold")]
    chosen = wanted if wanted and rng.below(4) else answers
    return chosen[rng.below(len(chosen))]


def assert_same(state: State, other: Reference, question: Question | None) -> None:
    """Everything that the rules speak of is the same."""
    if question is not None:
        assert (state.player, state.choice) == (question.seat, question.choice)
        assert state.var("declaring") == question.ship
        assert [action.text for action in state.actions()] == question.answers
    assert state.zone("deck") == other.deck
    assert state.zone("discard") == other.discard
    for seat in range(other.players):
        assert state.zone("hand", seat) == other.hands[seat]
        for zone, ships in (("fleet", other.fleets), ("destroyed", other.destroyed), ("withdrawn", other.withdrawn)):
            assert state.zone(zone, seat) == [ship.name for ship in ships[seat]]
        for ship in other.fleets[seat]:
            _assert_same_ship(state, ship)
    assert [card for card in PACK if state.facing(card)] == [card for card in PACK if card in other.up]
    assert (state.var("controller"), state.var("turn")) == (other.controller, other.turn)
    assert state.scores == other.scores()


def _assert_same_ship(state: State, ship: Ship) -> None:
    assert state.zone("loaded", ship.name) == ship.cards
    assert state.var("damage", ship.name) == ship.damage
    assert state.var("evades", ship.name) == ship.evades
    assert state.var("leader", ship.name) == (ship.leader.name if ship.leader else None)


# The games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("fleets", ["standard", "choose"])
@pytest.mark.parametrize(("players", "games"), [(2, 12), (3, 8), (6, 3)])
def test_games_go_as_the_rules_say(players: int, games: int, fleets: str) -> None:
    game = alpha(players, fleets=fleets)
    assert all(compare(game, {"fleets": fleets}, 1, number) for number in range(games))


def some_options(rng: Generator) -> dict[str, Any]:
    """Each option at a value of its own, at its bounds more often than not."""

    def number(*often: int, low: int, high: int) -> int:
        return often[rng.below(len(often))] if rng.below(2) else low + rng.below(high - low + 1)

    start = number(0, 6, 8, low=0, high=8)
    return {
        "points": number(60, 120, low=30, high=120),
        "fleets": ("choose", "standard")[rng.below(2)],
        "start_hand": start,
        "draw": number(0, 2, 8, low=1, high=8),
        "hand_limit": number(max(start, 8), 52, low=start, high=52),
        "royalties": number(1, 13, low=1, high=13),
        "damage_step": number(1, 50, low=1, high=50),
        "repair_step": number(1, 50, low=1, high=20),
        "evades": number(1, 9, low=1, high=9),
        "withdrawn_share": ("0", "1/3", "1/2", "1", "7/9")[rng.below(5)],
        "turn_limit": number(1, 40, low=2, high=40),
        "keep_surplus": bool(rng.below(2)),
        "hold": bool(rng.below(2)),
    }


@pytest.mark.parametrize("number", range(24))
def test_games_with_other_options_go_as_the_rules_say(number: int) -> None:
    rng = stream(5, number, 7)
    options = some_options(rng)
    assert compare(alpha(2 + number % 5, **options), options, 2, number)


@pytest.mark.parametrize("number", range(6))
def test_games_with_another_ship_list_go_as_the_rules_say(tmp_path: Path, number: int) -> None:
    rng = stream(6, number, 7)
    kinds: dict[str, Row] = {}
    for place in range(1 + rng.below(6)):
        cost, hull = 1 + rng.below(30), 1 + rng.below(6)
        weapons, shields, maneuver, power = rng.below(15), rng.below(13), rng.below(9), rng.below(6)
        kinds[f"kind{place}"] = (cost, weapons, hull, shields, maneuver, power)
    ready = (*kinds, *kinds)
    rows = "\n".join(f"{name}, {', '.join(map(str, row))}" for name, row in kinds.items())
    options: dict[str, Any] = {
        "ships": ship_file(tmp_path, rows, ", ".join(ready)), "turn_limit": 25, "keep_surplus": bool(number % 2),
        "points": 40, "fleets": "standard" if number % 3 else "choose",
    }  # fmt: skip
    assert compare(alpha(2 + number % 3, **options), options, 3, number, kinds, ready)


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_many_games_go_as_the_rules_say(players: int) -> None:
    for number in range(10_000 // players // 5):
        rng = stream(8, number, players)
        options = some_options(rng) if number % 2 else {"fleets": "choose"}
        assert compare(alpha(players, **options), options, players, number)
