from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import cardengine
from cardengine.adapters.errors import AdapterError
from cardengine.adapters.open_spiel import to_open_spiel
from tests.adapters.games import BUNDLED, game


def nodes(of: Any) -> Iterator[Any]:
    """All states of a game of turns."""
    left = [of.new_initial_state()]
    while left:
        state = left.pop()
        yield state
        left += [state.child(action) for action in state.legal_actions()]


@pytest.mark.parametrize("name", [name for name in BUNDLED if name != "alpha_strike"])
@pytest.mark.parametrize("turn_based", [False, True])
def test_open_spiels_own_simulation(name: str, turn_based: bool, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(to_open_spiel(BUNDLED[name], turn_based=turn_based), 3, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.full
def test_open_spiels_own_simulation_of_a_long_game(capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(to_open_spiel(BUNDLED["alpha_strike"]), 3, serialize=True, verbose=False)
    capfd.readouterr()


def test_cfr_finds_the_value_of_kuhn_poker() -> None:
    kuhn = to_open_spiel(BUNDLED["kuhn_poker"], zero_sum=True)
    solver = cfr.CFRSolver(kuhn)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(kuhn, policy) < 0.05
    values = expected_game_score.policy_value(kuhn.new_initial_state(), [policy] * 2)
    assert values[0] == pytest.approx(-1 / 18, abs=0.01)


def test_the_game_says_what_it_is() -> None:
    kuhn = to_open_spiel(BUNDLED["kuhn_poker"], zero_sum=True)
    kinds = pyspiel.GameType
    assert kuhn.get_type().dynamics == kinds.Dynamics.SEQUENTIAL
    assert kuhn.get_type().chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert kuhn.get_type().utility == kinds.Utility.ZERO_SUM
    assert (kuhn.num_players(), kuhn.num_distinct_actions()) == (2, 4)
    assert kuhn.min_utility() <= -2
    assert kuhn.max_utility() >= 2
    plain = to_open_spiel(cardengine.load("goofspiel", options={"cards": 3, "scoring": "win"}), utility=(-1, 1))
    assert plain.get_type().dynamics == kinds.Dynamics.SIMULTANEOUS
    assert (plain.min_utility(), plain.max_utility()) == (-1, 1)


def test_the_same_game_has_the_same_name_and_another_game_another() -> None:
    name = str(to_open_spiel(BUNDLED["kuhn_poker"]))
    assert str(to_open_spiel(cardengine.load("kuhn_poker"))) == name
    others = [
        to_open_spiel(BUNDLED["kuhn_poker"], zero_sum=True),
        to_open_spiel(BUNDLED["kuhn_poker"], recall=3),
        to_open_spiel(BUNDLED["kuhn_poker for five"]),
        to_open_spiel(cardengine.load("leduc_poker", options={"ante": 3})),
        to_open_spiel(BUNDLED["leduc_poker"]),
    ]
    assert len({name, *map(str, others)}) == 6
    assert pyspiel.load_game(name.removesuffix("()")).num_players() == 2


def test_chance_is_explicit() -> None:
    leduc = to_open_spiel(BUNDLED["leduc_poker"])
    state = leduc.new_initial_state()
    assert state.is_chance_node()
    assert [probability for _, probability in state.chance_outcomes()] == pytest.approx([1 / 6] * 6)
    assert state.action_to_string(0) == "deck: JH"
    state.apply_action(0)
    assert len(state.chance_outcomes()) == 5
    state.apply_action(4)
    assert [state.native.zone("hand", seat) for seat in range(2)] == [["JH"], ["KS"]]
    assert state.current_player() == 0
    assert leduc.max_chance_outcomes() >= 6


def test_information_tensors_tell_apart_what_information_strings_do() -> None:
    kuhn = to_open_spiel(BUNDLED["kuhn_poker"])
    found: dict[tuple[int, str], bytes] = {}
    for state in nodes(kuhn):
        for player in range(2):
            tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
            assert found.setdefault((player, state.information_state_string(player)), tensor) == tensor
    assert len(set(found.values())) == len(found)


def test_observations_are_the_views() -> None:
    leduc = to_open_spiel(BUNDLED["leduc_poker"])
    state = leduc.new_initial_state()
    state.apply_action(3)
    state.apply_action(0)
    for player, own, other in ((0, "JS", "JH"), (1, "JH", "JS")):
        assert own in state.observation_string(player)
        assert other not in state.observation_string(player)
        assert len(state.observation_tensor(player)) == leduc.observation_tensor_size()
    assert state.observation_tensor(0) != state.observation_tensor(1)


def test_a_clone_goes_its_own_way() -> None:
    state = to_open_spiel(BUNDLED["kuhn_poker"]).new_initial_state()
    other = state.clone()
    state.apply_action(0)
    assert str(other) != str(state)
    assert other.history() == []
    assert len(other.chance_outcomes()) == 3


@pytest.mark.parametrize("name", ["leduc_poker", "goofspiel", "area52"])
def test_pickles_and_texts_bring_a_state_back(name: str) -> None:
    spiel = to_open_spiel(BUNDLED[name])
    random = Random(3)
    state = spiel.new_initial_state()
    for _ in range(12):
        if state.is_terminal():
            break
        if state.is_simultaneous_node():
            state.apply_actions([random.choice(state.legal_actions(player)) for player in range(2)])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        for other in (pickle.loads(pickle.dumps(state)), serialised(spiel, state)):
            assert str(other) == str(state)
            assert other.native.key() == state.native.key()
            assert other.history() == state.history()
    assert str(pickle.loads(pickle.dumps(spiel))) == str(spiel)


def serialised(spiel: Any, state: Any) -> Any:
    return pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))[1]


def test_another_process_reads_a_pickle_once_it_knows_the_game() -> None:
    state = to_open_spiel(BUNDLED["kuhn_poker"]).new_initial_state()
    state.apply_action(2)
    state.apply_action(0)
    code = (
        "import sys, pickle, cardengine; from cardengine.adapters.open_spiel import to_open_spiel; "
        "to_open_spiel(cardengine.load('kuhn_poker')); "
        "print(pickle.loads(bytes.fromhex(sys.argv[1])).native.zone('hand', 0))"
    )
    command = [sys.executable, "-c", code, pickle.dumps(state).hex()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['KS']"


def test_an_unknown_place_says_what_to_do() -> None:
    state = to_open_spiel(BUNDLED["kuhn_poker"]).new_initial_state()
    restore, arguments = state.node.__reduce__()
    with pytest.raises(AdapterError, match="call to_open_spiel for it first"):
        restore("cardengine_nothing", arguments[1])


def test_actions_that_are_not_legal_are_refused() -> None:
    state = to_open_spiel(BUNDLED["kuhn_poker"]).new_initial_state()
    state.apply_action(0)
    state.apply_action(0)
    before = str(state)
    with pytest.raises(AdapterError, match=r"action 2 \(fold\) isn't legal for player 0 now"):
        state.node.go(2)
    assert str(state) == before


def test_seats_that_choose_together() -> None:
    spiel = to_open_spiel(cardengine.load("goofspiel", options={"cards": 3, "prizes": "descending"}))
    state = spiel.new_initial_state()
    assert state.is_simultaneous_node()
    mine, theirs = state.legal_actions(0), state.legal_actions(1)
    assert [spiel.new_initial_state().action_to_string(0, action) for action in mine] == ["bid AC", "bid 2C", "bid 3C"]
    state.apply_actions([mine[2], theirs[0]])
    assert state.native.zone("won", 0) == ["3D"]
    in_turn = to_open_spiel(
        cardengine.load("goofspiel", options={"cards": 3, "prizes": "descending"}), turn_based=True
    ).new_initial_state()
    in_turn.apply_action(mine[2])
    assert in_turn.current_player() == 1
    assert "3C" not in in_turn.information_state_string(1)
    assert "3C" in in_turn.information_state_string(0)


def test_a_game_without_chance_and_observers_that_are_not_there() -> None:
    plain = to_open_spiel(cardengine.load("goofspiel", options={"cards": 2, "prizes": "ascending"}))
    assert not plain.new_initial_state().is_chance_node()
    with pytest.raises(AdapterError, match="what one seat knows"):
        plain.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )
    with pytest.raises(AdapterError, match="no parameters for observers"):
        plain.make_py_observer(None, {"size": 3})


def test_too_many_actions() -> None:
    large = game(
        """
        lay:
          text: Lay
          choose: {some: 5 cards from your hand}
        """,
        cards="cards: {pack: standard}\n",
    )
    with pytest.raises(AdapterError, match="has 2,598,960 possible actions"):
        to_open_spiel(large)
