# Tests are named for the rules that they check, and those are written with a capital.
# ruff: noqa: N802
"""A52-30 to A52-34 over whole games."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardengine import State
from cardengine.runtime.saving import Saved
from tests.conformance.area52.helpers import POLICIES, ZONES, Policy, area52, at, played, texts, zones
from tests.conformance.area52.reference import PACK, legal_actions, red, value

seeds = st.integers(0, 2**64 - 1)
policies = st.sampled_from(POLICIES)
options = st.fixed_dictionaries(
    {},
    optional={
        "reveal": st.sampled_from([1, 2, 4, 26]) | st.integers(1, 26),
        "board": st.sampled_from([1, 2, 5, 26]) | st.integers(1, 26),
        "waves": st.integers(1, 3),
        "casualties": st.sampled_from(["matching", "none", "both"]),
    },
)


@settings(max_examples=40)
@given(seed=seeds, policy=policies, given_options=options)
def test_A52_30_the_choices_are_just_those_of_the_rules(
    seed: int, policy: Policy, given_options: dict[str, int | str]
) -> None:
    for state, _ in played(area52(**given_options), seed, policy):
        attacker = state.zone("attackers")[0]
        assert state.var("attacker") == attacker
        legal = legal_actions(attacker, state.zone("defenders"))
        assert texts(state) == legal
        assert all(state.parse_action(text).text == text for text in legal)
        if value(attacker) == 1:
            assert not any(text.startswith("dual") for text in legal)
        if value(attacker) == 13:
            assert not any(text.startswith("single") for text in legal)


def test_A52_30_every_pair_and_every_defender_of_a_whole_board() -> None:
    for attacker in PACK:
        board = [card for card in PACK if card != attacker][:26]
        state = at(f"attackers: {attacker}, defenders: [{', '.join(board)}], reserves: []", "aliens", wave=2, board=26)
        assert texts(state) == legal_actions(attacker, board)


def measure(state: State) -> int:
    """Aliens left in the wave, and defenders on the board and in their pile."""
    return sum(len(state.zone(name)) for name in ("aliens", "attackers", "defenders", "reserves"))


@settings(max_examples=40)
@given(seed=seeds, policy=policies, given_options=options)
def test_A52_31_each_choice_of_a_wave_uses_something_up(
    seed: int, policy: Policy, given_options: dict[str, int | str]
) -> None:
    before: tuple[int, int, int] | None = None
    choices = 0
    for state, action in played(area52(**given_options), seed, policy):
        if before is not None and before[0] == state.var("wave"):
            assert before[1] - measure(state) == before[2]
        fallen = 0
        if action.name == "dual_attack":
            kind = given_options.get("casualties", "matching")
            same = sum(red(card) == red(state.var("attacker")) for card in action.args["pair"])
            fallen = {"matching": same, "none": 0, "both": 2}[str(kind)]
        before = (state.var("wave"), measure(state), 1 + fallen)
        choices += 1
    assert choices <= 52 * int(given_options.get("waves", 2))


@settings(max_examples=40)
@given(seed=seeds, policy=policies, given_options=options)
def test_A52_32_there_are_always_52_cards(seed: int, policy: Policy, given_options: dict[str, int | str]) -> None:
    for state, _ in played(area52(**given_options), seed, policy):
        assert sorted(card for cards in zones(state).values() for card in cards) == sorted(PACK)
        assert sum(state.counts().values()) == 52


# A52-33 --------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(seed=seeds, policy=policies)
def test_A52_33_open_cards_are_seen_one_by_one_and_piles_are_counted(seed: int, policy: Policy) -> None:
    for state, _ in played(area52(), seed, policy):
        shown = state.view(0)["zones"]
        assert set(shown) == set(ZONES)
        for name in ("attackers", "defenders", "discard"):
            assert shown[name] == {"count": len(state.zone(name)), "cards": state.zone(name)}
        for name in ("aliens", "reserves"):
            count = len(state.zone(name))
            assert shown[name] == {"count": count, "cards": [None] * count}


def with_piles(state: State, order: st.DataObject) -> State:
    """The same state with the hidden cards of each pile in another order, told to nobody."""
    game = area52()
    vector = list(state.vector)
    board = game.machine.board
    kind = game.machine.space.items["card"]
    for name in ("aliens", "reserves"):
        zone = game.machine.space.zones[name].first
        hidden = [item for item in board.items(vector, zone) if not vector[kind.seen + item] & 1]
        if len(hidden) > 1:
            address = board.addresses[zone]
            cells = [address + 1 + n for n in range(vector[address]) if vector[address + 1 + n] in hidden]
            for cell, item in zip(cells, order.draw(st.permutations(hidden)), strict=True):
                vector[cell] = item
    log, mark = state.log
    return State.restore(game.machine, Saved(vector, state.chance, list(log or []), mark, None))


def told(state: State) -> bytes:
    """All that the player is given, byte by byte."""
    everything = [state.view(0), state.information(0), state.events_for(0), texts(state), state.scores]
    return json.dumps(everything).encode()


@settings(max_examples=40)
@given(seed=seeds, policy=policies, stop=st.integers(0, 45), order=st.data())
def test_A52_33_the_order_of_the_piles_shows_nowhere(
    seed: int, policy: Policy, stop: int, order: st.DataObject
) -> None:
    for number, (state, _) in enumerate(played(area52(), seed, policy)):
        if number == stop:
            other = with_piles(state, order)
            assert told(other) == told(state)
            break


@settings(max_examples=25)
@given(seed=seeds, policy=policies)
def test_A52_33_sacrificed_against_aliens_are_known_to_lie_below(seed: int, policy: Policy) -> None:
    """The player saw them go; that isn't what lies open: so the view hides them, and the information doesn't."""
    for state, action in played(area52(), seed, policy):
        if action.name == "sacrifice":
            attacker = state.var("attacker")
            after = state.clone()
            after.apply(action)
            assert f"cards={attacker} from=attackers to=aliens" in after.information(0)
            assert attacker not in (after.view(0)["zones"]["aliens"]["cards"] or [])
            break


def test_A52_34_the_choice_is_asked_with_one_action_too() -> None:
    state = at("attackers: KH 2D, defenders: 5C, reserves: 7S", "aliens")
    assert texts(state) == ["sacrifice 5C"]
    assert (state.player, state.choice, state.var("attacker")) == (0, "answer", "KH")


@pytest.mark.parametrize("policy", POLICIES)
def test_A52_34_one_choice_for_each_attacker_that_was_dealt_with(policy: Policy) -> None:
    for seed in range(10):
        stood: list[str] = []
        for state, action in played(area52(), seed, policy):
            attackers = state.zone("attackers")
            assert not stood or attackers == stood
            assert state.choice == "answer"
            after = state.clone()
            after.apply(action)
            # Either the next one stands now, or a new turn has begun.
            stood = attackers[1:] if not after.over else []
