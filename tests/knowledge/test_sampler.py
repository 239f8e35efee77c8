"""Samples against all that can be: every world of a small game is walked, and grouped by what a seat knows.

How likely the others' choices are plays no part; a world can be when it is there in the tree at all.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import cardengine
from cardengine.analysis import Backend, playouts
from cardengine.runtime.game import Game
from cardengine.runtime.generator import stream
from cardengine.runtime.state import State
from tests.knowledge.games import EXACT, UNORDERED, WIDE
from tests.knowledge.games import game as small_game
from tests.knowledge.worlds import Group, Layout, chi_square, chi_square_limit, groups, sample, unordered
from tests.lang.helpers import game as language_game

EACH = 40
"""How often each layout is to be drawn, in the mean."""


def some(found: list[Group], most: int) -> list[Group]:
    """Some of the positions, those with many worlds first."""
    Random(7).shuffle(found)
    return sorted(found, key=lambda group: -len(group.layouts))[:most]


def check(game: Game, found: list[Group]) -> None:
    """The samples are just what can be, each as often as the others."""
    assert any(len(group.layouts) > 1 for group in found)
    for group in found:
        possible = list(group.layouts)
        drawn = sample(game, group, EACH * len(possible))
        told = f"seat {group.seat}\n{group.state.information(group.seat)}"
        assert set(drawn) == set(possible), told
        if len(possible) > 1:
            far = chi_square([drawn[where] for where in possible], [EACH] * len(possible))
            assert far < chi_square_limit(len(possible) - 1), told


@pytest.mark.parametrize("name", EXACT)
def test_samples_are_what_can_be_and_uniform(name: str) -> None:
    check(EXACT[name], some(groups(EXACT[name]), 60))


@pytest.mark.full
@pytest.mark.parametrize("name", EXACT)
def test_samples_of_every_position(name: str) -> None:
    check(EXACT[name], groups(EXACT[name]))


def check_unordered(game: Game, most: int) -> None:
    for group in some(groups(game), most):
        possible = {unordered(where) for where in group.layouts}
        drawn = {unordered(where) for where in sample(game, group, EACH * len(group.layouts))}
        assert drawn == possible, f"seat {group.seat}\n{group.state.information(group.seat)}"


@pytest.mark.parametrize("name", ["passing", "two piles each"])
def test_samples_are_what_can_be_but_for_the_order_of_a_hand(name: str) -> None:
    check_unordered(UNORDERED[name], 60)


@pytest.mark.full
@pytest.mark.parametrize("name", UNORDERED)
def test_samples_of_every_position_but_for_the_order_of_a_hand(name: str) -> None:
    check_unordered(UNORDERED[name], 10_000)


@pytest.mark.full
@pytest.mark.parametrize("game", [*WIDE.values(), *UNORDERED.values()], ids=[*WIDE, *UNORDERED])
def test_nothing_that_can_be_is_left_out(game: Game) -> None:
    for group in some(groups(game), 200):
        drawn = sample(game, group, EACH * len(group.layouts))
        assert set(group.layouts) <= set(drawn)


def test_samples_of_leduc() -> None:
    game = cardengine.load("leduc_poker")
    found = groups(game, decided=False)
    to_choose = [group for group in found if group.seat in group.state.players]
    assert len(to_choose) == 936
    assert {len(group.layouts) for group in to_choose} == {4, 5}
    check(game, to_choose[::12])


@pytest.mark.parametrize("name", ["drawing", "burying", "shuffling", "open discards", "showing", "seen by others"])
def test_a_sample_looks_the_same_to_its_seat_and_goes_on(name: str) -> None:
    game = EXACT[name]
    for group in some(groups(game), 20):
        state, seat = group.state, group.seat
        draw = state.sampler(seat, a_generator())
        for _ in range(5):
            other = draw()
            assert other.view(seat) == state.view(seat)
            assert other.information(seat) == state.information(seat)
            assert other.counts() == state.counts()
            assert other.players == state.players
            if seat in state.players:
                assert [a.text for a in other.actions(seat)] == [a.text for a in state.actions(seat)]
            while not other.over:
                other.apply(other.actions()[-1])
            assert other.fault is None


def a_generator() -> cardengine.runtime.generator.Generator:
    return stream(3, 0, 1)


def test_the_truth_decides_nothing_about_a_sample() -> None:
    """Two states that are one to a seat have the same samples in the long run, whatever lies where in truth."""
    game = EXACT["taking"]
    first: dict[tuple[int, str], Counter[Layout]] = {}
    compared = 0
    for group in some(groups(game), 6):
        first[group.seat, group.state.information(group.seat)] = sample(game, group, 400)
    left = [game.new(seed=seed) for seed in range(4000)]
    for state in left:
        while state.players:
            for seat in range(game.players):
                known = first.get((seat, state.information(seat)))
                if known is not None:
                    compared += 1
                    assert set(sample(game, Group(seat, state), 400)) == set(known)
            state.apply(state.actions()[-1])
        if compared > 40:
            break
    assert compared > 3


TURNED_UP = small_game(
    5,
    """
zones:
  table: {low: face-down pile, high: face-down pile}
  player: {hand: face-down row seen by owner}
setup:
  - shuffle every card where rank <= two into low
  - shuffle every card where rank > two into high
  - draw 1 from high to first(players).hand
  - draw 1 from low to first(players).hand
  - draw 1 from high to first(players).hand
  - turn up first(first(players).hand)
  - shuffle first(first(players).hand) into high
play: [last(players) chooses looking]
choices: {looking: {text: L, go: {text: G}}}
""",
)


def test_when_an_open_card_leaves_a_row_the_hidden_ones_are_known_to_lie_where_they_lay() -> None:
    state = TURNED_UP.new(seed=1)
    draw = state.sampler(1, stream(3, 0, 0))
    low, high = {"one_x", "two_x"}, {"three_x", "four_x", "five_x"} - {open_card(state)}
    assert {tuple(draw().zone("hand", 0)) for _ in range(100)} == {(one, other) for one in low for other in high}


def open_card(state: State) -> str:
    """The card that has been turned up."""
    (event,) = (event for event in state.events_for(1) if event["event"] == "turned")
    (card,) = event["cards"]
    assert card is not None
    return card


TOGETHER = """
players: 2
cards: {suits: [cups], ranks: [one, two, three, four, five], value: {one: 1, two: 2, three: 3, four: 4, five: 5}}
zones:
  table: {hidden: face-down row}
  player: {hand: face-down row seen by owner}
setup: [shuffle every card into hidden]
play: [players choose pick together]
choices:
  pick:
    text: P
    one: {text: O, choose: {card: a card from hidden}, do: [move card to your hand]}
    two: {text: T, choose: {cards: 2 cards from hidden}, do: [move cards to your hand]}
result: {score: sum(value of your hand), winner: highest score}
"""


@pytest.mark.parametrize("text", ["one hidden.1", "two hidden.2 hidden.4"])
def test_what_a_seat_has_committed_names_places_not_the_cards_that_lie_there(text: str) -> None:
    """It has chosen unseen cards by their places, so in a sample the choice means the cards that lie there now."""
    game = language_game(TOGETHER)
    state = game.new(seed=3)
    state.apply(text, seat=0)
    draw = state.sampler(0, stream(1, 2, 3))
    hands = set()
    for _ in range(30):
        drawn = draw()
        assert drawn.information(0) == state.information(0)
        lying = drawn.zone("hidden")
        drawn.apply("one hidden.3", seat=1)
        chosen = [lying[int(word.rpartition(".")[2]) - 1] for word in text.split()[1:]]
        assert drawn.zone("hand", 0) == chosen
        hands.add(tuple(chosen))
    assert len(hands) > 3
    compiled = playouts(game, state, 60, 5, seat=0, backend=Backend.WASM)
    interpreted = playouts(game, state, 60, 5, seat=0, backend=Backend.INTERPRETER)
    assert (compiled.score_mean, compiled.backend) == (interpreted.score_mean, "wasm")
