"""The budget of work: a game that runs away ends as unfinished, at the same place in both executions, and soon."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings

import cardengine
from cardengine import Game
from cardengine.fast import Engine, FastState
from cardengine.model.program import Header
from cardengine.model.work import BUDGET, REFUND
from cardengine.runtime.generator import stream
from cardengine.runtime.outcome import Outcome
from tests.fast.test_random_rulesets import modest, play
from tests.generic.helpers import RULESETS, load, name_of, player_counts
from tests.lang.helpers import game
from tests.random_rulesets.rulesets import Case, cases

OPEN_STOCK = Path(__file__).parents[1] / "openspiel" / "variants" / "klondike.yaml"

ZONES = """
zones: {table: {deck: face-down pile, other: face-down pile, row: face-up row}}
variables: {game: {n: number from 0 to 1000000}}
setup:
  - shuffle every card into deck
"""
PACKS = "cards: {pack: standard, packs: 38}\n"
DOUBLING = "".join(f"  p{n}:\n    - run p{n - 1}()\n    - run p{n - 1}()\n" for n in range(40, 0, -1))
CASES = {
    "doubling procedures": f"{ZONES}play: [run p40()]\nprocedures:\n{DOUBLING}  p0:\n    - set n to 1\n",
    "38 packs moved": "cards: {pack: standard, packs: 38}\n"
    + ZONES
    + "play:\n  - repeat:\n      - move deck to other\n"
    "      - move other to deck\n",
    "38 packs shuffled": PACKS + ZONES + "play:\n  - repeat:\n      - shuffle deck\n",
    "38 packs turned": PACKS + ZONES + "play:\n  - repeat:\n      - move deck to row\n"
    "      - turn up row\n      - move row to deck\n",
    "nested conditions": ZONES + "play:\n  - repeat:\n"
    "      - if any(deck where any(deck where any(deck where any(deck where n > 5)))):\n          - set n to 1\n",
    "nested conditions of 38 packs": PACKS + ZONES + "play:\n  - repeat:\n"
    "      - if any(deck where any(deck where n > 5)):\n          - set n to 1\n",
    "nested sums": ZONES + "play:\n  - repeat:\n"
    "      - set n to sum(sum(sum(sum(n of every rank) of every rank) of every rank) of every rank)\n",
    "many subsets": ZONES + "play:\n  - repeat:\n      - set n to count(subsets(deck, 3))\n",
}


@pytest.mark.parametrize("name", CASES)
def test_what_runs_away_ends_soon_and_at_one_place(name: str) -> None:
    made = game(CASES[name], step_cap=100_000)
    begun = time.process_time()
    played = made.new(seed=1, log=False)
    assert played.outcome is Outcome.UNFINISHED
    # Some two seconds on a machine that has nothing else to do.
    assert time.process_time() - begun < 15
    compiled = FastState(Engine(made, lean=False), seed=1)
    assert compiled.vector == played.vector
    begun = time.process_time()
    [result] = Engine(made).play(["random"] * 2, 1, 0, 1).results()
    assert time.process_time() - begun < 15
    assert result.outcome is Outcome.UNFINISHED


@pytest.mark.parametrize("budget", [100, 2_000, 40_000])
@given(cases())
@settings(modest, max_examples=15)
def test_random_rulesets_run_out_of_work_at_one_place(budget: int, case: Case) -> None:
    play(case, 2, budget)


def largest_use(made: Game, seed: int, choices: int) -> int:
    """The most work that a game of random choices has used up at any time, up to a number of choices."""
    state, random, most = made.new(seed, log=False), stream(seed, 0, 1), 0
    for _ in range(choices):
        most = max(most, state.vector[Header.WORK])
        if state.over:
            break
        actions = state.actions()
        state.apply(actions[random.below(len(actions))])
    return most


@pytest.mark.parametrize("path", RULESETS, ids=name_of)
def test_no_game_comes_near_the_budget(path: Path) -> None:
    for players in {min(counts := player_counts(path)), max(counts)}:
        assert largest_use(load(path, players), 5, 300) < BUDGET / 10


def test_the_longest_list_of_conditions_does_not_use_up_the_budget() -> None:
    """Whether anything can be moved in Klondike with an open stock is asked at each choice."""
    made = cardengine.load(OPEN_STOCK, {"moves": 300})
    assert all(largest_use(made, seed, 300) < BUDGET / 10 for seed in range(3))


def test_a_choice_gives_back_no_more_than_was_used() -> None:
    made = game(
        ZONES + "play:\n  - repeat:\n      - first(players) chooses turn\n      - move deck to other\n"
        "      - move other to deck\nchoices: {turn: {text: A turn, go: {text: Go}}}\n"
    )
    state = made.new(seed=1)
    for _ in range(5):
        state.apply("go")
        assert 0 <= state.vector[Header.WORK] < REFUND
    assert made.program.budget == BUDGET


def test_positions_are_the_same_whatever_work_has_led_to_them() -> None:
    made = game(
        ZONES + "play:\n  - for n from 1 to 2:\n      - first(players) chooses turn\n"
        "choices: {turn: {text: A turn, short: {text: Do nothing}, long: {text: Do much, do: [shuffle deck, "
        "move deck to other, move other to deck, set n to 1]}}}\n"
    )
    state = made.new(seed=1)
    other = state.clone()
    other._memory[Header.WORK] += 12_345
    assert other.key() == state.key()
