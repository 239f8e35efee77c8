# Tests are named for the rules that they check, and those are written with a capital.
# ruff: noqa: N802
from __future__ import annotations

from collections.abc import Sequence

import pytest

from cardengine import State
from cardengine.runtime.chance import SeededChance
from cardengine.runtime.outcome import Outcome
from tests.conformance.area52.helpers import area52, at, attack_first, do, finished, played
from tests.conformance.area52.reference import PACK

LAST = "attackers: 8H, aliens: [], defenders: 5D 3S KC, reserves: 2C 4C"


class Recorder(SeededChance):
    """Seeded chance that keeps what it was asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.asked: list[tuple[str, list[str]]] = []

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        self.asked.append((what, list(cards)))
        return super().shuffle(what, cards)


def second_wave(seed: int) -> tuple[State, Recorder]:
    """The first choice of a second wave that was reached by playing."""
    chance = Recorder(seed)
    state = area52().new(chance=chance)
    while not state.over and state.var("wave") == 1:
        attacks = [a for a in state.actions() if a.name != "sacrifice"]
        state.apply((attacks or list(state.actions()))[-1])
    return state, chance


def test_A52_22_the_whole_discard_pile_is_the_second_wave() -> None:
    reached = 0
    for seed in range(30):
        state, chance = second_wave(seed)
        if state.over:
            continue
        reached += 1
        assert state.zone("discard") == []
        aliens = state.zone("attackers") + state.zone("aliens")
        what, asked = chance.asked[-1]
        assert len(chance.asked) == 3
        assert what == "aliens"
        assert asked == [card for card in PACK if card in aliens]
        assert len(aliens) + len(state.zone("defenders")) + len(state.zone("reserves")) == 52
    assert reached >= 3


def test_A52_22_not_before_the_last_attacker_is_dealt_with() -> None:
    state = at("attackers: 2H 2D, aliens: [], defenders: KC KS", "discard")
    do(state, "single_attack KC")
    assert state.var("wave") == 1
    do(state, "single_attack KS")
    assert state.var("wave") == 2
    assert len(state.zone("attackers")) == 3
    # 50 cards: all but the two that have come on to the board.
    assert len(state.zone("aliens")) == 47
    assert state.zone("discard") == []


def test_A52_23_board_and_reserves_stay_as_they_are() -> None:
    state = at("attackers: 2H, aliens: [], defenders: KC 3S, reserves: 4C 5C 6C", "discard")
    do(state, "single_attack KC")
    assert state.var("wave") == 2
    assert state.zone("defenders") == ["2H", "3S"]
    assert state.zone("reserves") == ["4C", "5C", "6C"]


def test_A52_24_two_waves_make_a_win() -> None:
    state = at("attackers: 2H, aliens: [], defenders: KC 3S, reserves: []", "discard", wave=2)
    do(state, "single_attack KC")
    assert (state.over, state.winners, state.outcome) == (True, (0,), Outcome.WON)
    assert state.var("wave") == 2


@pytest.mark.parametrize("waves", range(1, 10))
def test_A52_24_as_many_waves_as_the_option_says(waves: int) -> None:
    for wave in range(1, waves + 1):
        state = at("attackers: 2H, aliens: [], defenders: KC 3S, reserves: []", "discard", wave=wave, waves=waves)
        do(state, "single_attack KC")
        assert state.over == (wave == waves)
        assert state.var("wave") == min(wave + 1, waves)


def test_A52_25_no_defender_left_is_a_loss_at_once() -> None:
    state = do(at("attackers: 8H 2D, aliens: 3H, defenders: 5C, reserves: []", "discard"), "sacrifice 5C")
    assert (state.over, state.winners, state.outcome) == (True, (), Outcome.LOST)
    assert state.player is None
    assert state.actions() == ()


def test_A52_25_replacements_come_first() -> None:
    state = do(at("attackers: 8H 2D, aliens: 3H, defenders: 5C, reserves: 2C", "discard"), "sacrifice 5C")
    assert not state.over
    assert state.zone("defenders") == ["2C"]


def test_A52_26_the_last_defender_falling_with_the_last_alien_is_a_loss() -> None:
    for wave in (1, 2):
        state = at("attackers: 8H, aliens: [], defenders: 5D 3H, reserves: []", "discard", wave=wave)
        do(state, "dual_attack 5D 3H")
        assert (state.over, state.winners, state.outcome) == (True, (), Outcome.LOST)
        assert state.scores == ((-50,) if wave == 1 else (0,))
        assert state.var("wave") == wave


def test_A52_27_a_loss_counts_the_pile_and_those_that_stand() -> None:
    state = at("attackers: 8H 2D 9D, aliens: 3H 4H 5H 6H, defenders: 5C, reserves: []", "discard", wave=2)
    do(state, "sacrifice 5C")
    # 2D and 9D stand; 3H to 6H and 8H, just sacrificed against, lie in the pile.
    assert state.scores == (-7,)
    dual = at("attackers: 8H 2D 9D, aliens: 4H 5H 6H, defenders: 5D 3H, reserves: []", "discard", wave=2)
    assert do(dual, "dual_attack 5D 3H").scores == (-5,)


@pytest.mark.parametrize(
    ("wave", "penalty", "score"), [(1, 50, -53), (2, 50, -3), (1, 0, -3), (1, 100, -103), (2, 100, -3)]
)
def test_A52_28_a_loss_in_the_first_wave_scores_less(wave: int, penalty: int, score: int) -> None:
    state = at("attackers: 8H 2D, aliens: 3H, defenders: 5C, reserves: []", "discard", wave=wave, penalty=penalty)
    assert do(state, "sacrifice 5C").scores == (score,)


def test_A52_28_also_when_it_is_the_only_wave() -> None:
    state = at("attackers: 8H, aliens: [], defenders: 5C, reserves: []", "discard", waves=1)
    assert do(state, "sacrifice 5C").scores == (-51,)


def test_A52_29_a_win_scores_board_and_pile_together() -> None:
    state = at("attackers: 2H, aliens: [], defenders: KC 3S 4S 5S 6S 7S, reserves: 8S 9S TS", "discard", wave=2)
    assert do(state, "single_attack KC").scores == (9,)
    fallen = at("attackers: 8H, aliens: [], defenders: 5D 3S KC, reserves: 8S", "discard", wave=2)
    assert do(fallen, "dual_attack 5D 3S").scores == (3,)


def test_A52_29_before_the_end_the_score_is_that_of_a_loss() -> None:
    state = area52().new(seed=1)
    assert state.winners is None
    assert state.scores == (-76,)


def test_A52_24_games_are_won_by_playing() -> None:
    game = area52(reveal=1, casualties="none", board=26)
    ends = [finished(game, seed, attack_first) for seed in range(40)]
    won = [state for state in ends if state.winners == (0,)]
    assert won
    for state in won:
        assert state.scores == (len(state.zone("defenders")) + len(state.zone("reserves")),)
        assert state.zone("aliens") == state.zone("attackers") == []


def test_A52_14_first_wave_pairs_of_black_lose_nobody() -> None:
    seen = 0
    for seed in range(20):
        for state, action in played(area52(), seed, attack_first):
            if action.name == "dual_attack" and state.var("wave") == 1:
                pair = action.args["pair"]
                if all(card[1] in "CS" for card in pair):
                    seen += 1
                    after = state.clone()
                    after.apply(action)
                    assert set(pair) <= set(after.zone("defenders"))
    assert seen > 20
