"""Exact chance: its probabilities, and its tree against every order that a shuffle can bring."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

import cardengine
from cardengine.model.load import load_text
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from tests.knowledge.games import DRAWING, EXACT, SHUFFLING, SHUFFLING_HIDDEN
from tests.knowledge.games import game as small_game
from tests.knowledge.worlds import EveryOrder, after

ALIKE = Game(
    load_text("""
game: Cards that are alike
players: 2
cards: {suits: [x], ranks: [one, two, three], packs: 2}
zones:
  table: {deck: face-down pile}
  player: {hand: face-down row seen by owner}
setup:
  - shuffle every card into deck
  - deal 2 from deck to hand of players
play:
  - for each player in players:
      - player chooses going
  - draw 1 from deck to first(players).hand
  - first(players) chooses going
choices:
  going:
    text: Go on
    go: {text: Go on}
""")
)

TOP = small_game(
    5,
    """
zones:
  table: {deck: face-down pile, drawn: face-up row}
setup:
  - shuffle every card into deck
play:
  - draw 1 from deck to drawn
""",
)


def ends(game: Game, chance: cardengine.ExactChance) -> Iterator[tuple[State, Fraction]]:
    """All ends of a game in which everybody takes his first action, with their probabilities."""
    left = [(game.new(chance=chance), Fraction(1))]
    while left:
        state, probability = left.pop()
        if state.over:
            yield state, probability
        elif state.outcomes:
            assert sum(outcome.probability for outcome in state.outcomes) == 1
            assert len({outcome.text for outcome in state.outcomes}) == len(state.outcomes) > 1
            for outcome in state.outcomes:
                child = state.clone()
                child.resolve(outcome)
                left.append((child, probability * outcome.probability))
        else:
            state.apply(state.actions()[0])
            left.append((state, probability))


def distribution(game: Game, chance: cardengine.ExactChance) -> dict[tuple[str, ...], Fraction]:
    """How likely each end is, as the players see it."""
    found: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for state, probability in ends(game, chance):
        found[tuple(state.information(seat) for seat in range(game.players))] += probability
    assert sum(found.values()) == 1
    return dict(found)


@pytest.mark.parametrize("game", [*EXACT.values(), ALIKE], ids=[*EXACT, "alike"])
def test_undecided_piles_are_as_likely_as_decided_ones(game: Game) -> None:
    assert distribution(game, cardengine.ExactChance()) == distribution(game, EveryOrder())


@pytest.mark.parametrize("game", [DRAWING, ALIKE], ids=["drawing", "alike"])
def test_the_distribution_is_that_of_all_shuffles(game: Game) -> None:
    cards = game.machine.space.items["card"].texts
    counted: Counter[tuple[str, ...]] = Counter()
    for order in permutations(cards):
        state = game.new(chance=cardengine.ScriptedChance([order]))
        while not state.over:
            state.apply(state.actions()[0])
        counted[tuple(state.information(seat) for seat in range(game.players))] += 1
    whole = sum(counted.values())
    exact = distribution(game, cardengine.ExactChance())
    assert exact == {end: Fraction(count, whole) for end, count in counted.items()}


def test_a_tree_of_undecided_piles_is_smaller() -> None:
    assert sum(1 for _ in ends(TOP, cardengine.ExactChance())) == 5
    assert sum(1 for _ in ends(TOP, EveryOrder())) == 120


def positions(state: State, random: Random) -> list[tuple[tuple[str, ...], str]]:
    """A game to its end with random choices: what each seat knew at each choice, and what was done."""
    found = []
    while not state.over:
        informations = tuple(state.information(seat) for seat in range(len(state.scores)))
        action = random.choice(state.actions())
        found.append((informations, action.text))
        state.apply(action)
    return found


@pytest.mark.parametrize("game", [SHUFFLING, SHUFFLING_HIDDEN, cardengine.load("leduc_poker")], ids=["a", "b", "leduc"])
@pytest.mark.parametrize("seed", range(6))
def test_a_seeded_game_is_in_the_tree(game: Game, seed: int) -> None:
    seeded = game.new(seed=seed)
    path = positions(seeded, Random(seed))
    found = [game.new(chance=cardengine.ExactChance())]
    for informations, text in path:
        found = [state for start in found for state in resolved(start)]
        found = [s for s in found if tuple(s.information(seat) for seat in range(game.players)) == informations]
        assert found, "no way through the tree shows the players what they saw"
        for state in found:
            state.apply(state.parse_action(text))
    found = [state for start in found for state in resolved(start)]
    assert any(state.over and state.scores == seeded.scores for state in found)


def resolved(state: State) -> Iterator[State]:
    """The states at which the game goes on once chance has decided all it has to."""
    left = [state]
    while left:
        state = left.pop()
        if state.outcomes:
            left += after(state)
        else:
            yield state


def test_outcomes_that_are_not_there_are_refused() -> None:
    state = ALIKE.new(chance=cardengine.ExactChance())
    assert [(o.index, o.text, o.probability) for o in state.outcomes] == [
        (0, "one_x", Fraction(1, 3)),
        (1, "two_x", Fraction(1, 3)),
        (2, "three_x", Fraction(1, 3)),
    ]
    before = state.key()
    with pytest.raises(ValueError, match="no outcome 4"):
        state.resolve(4)
    assert state.key() == before
    assert state.players == ()
    assert state.actions() == ()
    with pytest.raises(ValueError, match="no outcome 0"):
        ALIKE.new(seed=1).resolve(0)


def test_positions_that_wait_for_chance_are_told_apart() -> None:
    """The vector alone is the one before the steps that ask for chance."""
    game = cardengine.load("leduc_poker")
    keys = set()
    for first in game.new(chance=cardengine.ExactChance()).outcomes:
        state = game.new(chance=cardengine.ExactChance())
        state.resolve(first)
        keys.add(state.key())
    assert len(keys) == 6
    state.resolve(state.outcomes[0])
    state.apply(state.parse_action("raise"))
    folded, called = state.clone(), state.clone()
    called.apply(called.parse_action("call"))
    assert called.outcomes
    raised = folded.clone()
    raised.apply(raised.parse_action("raise"))
    raised.apply(raised.parse_action("call"))
    assert raised.outcomes
    assert raised.key() != called.key()
