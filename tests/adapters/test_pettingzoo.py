from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import cardengine
from cardengine.adapters.errors import AdapterError
from cardengine.adapters.pettingzoo import CardEnv, to_aec_env
from cardengine.runtime.game import Game
from tests.adapters.games import BUNDLED, game

# PettingZoo has a list of its own games whose observations are mappings with a mask; others are warned.
MASKED = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("name", [pytest.param(name, marks=MASKED) for name in BUNDLED])
def test_pettingzoos_own_tests(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(to_aec_env(BUNDLED[name]), num_cycles=30)
    seed_test(lambda: to_aec_env(BUNDLED[name]), num_cycles=10)
    capsys.readouterr()


@pytest.mark.parametrize("name", BUNDLED)
def test_a_seeded_rollout_is_the_native_one(name: str) -> None:
    native, random = BUNDLED[name].new(seed=11), Random(11)
    env = to_aec_env(BUNDLED[name])
    env.reset(seed=11)
    while not native.over:
        assert native.player is not None
        assert env.agent_selection == f"player_{native.player}"
        for seat, agent in enumerate(env.agents):
            mask = env.observe(agent)["action_mask"]
            texts = [sorted(env.numbering.text(int(number)).split()) for number in np.flatnonzero(mask)]
            legal = native.actions(seat) if seat in native.players else ()
            assert sorted(texts) == sorted(sorted(action.text.split()) for action in legal)
        number, action = random.choice(list(env.numbering.legal(native).items()))
        env.step(number)
        native.apply(action)
        assert env.native.key() == native.key()
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == [float(score) for score in native.scores]


def test_views_that_differ_give_observations_that_differ() -> None:
    seen: dict[bytes, str] = {}
    env = to_aec_env(BUNDLED["leduc_poker"])
    random = Random(1)
    for seed in range(40):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            for seat, agent in enumerate(env.agents):
                numbers = env.observe(agent)["observation"].tobytes()
                view = json.dumps(env.native.view(seat))
                assert seen.setdefault(numbers, view) == view
            env.step(int(random.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert len(seen) > 100


def test_an_agent_does_not_see_what_another_one_has_chosen_together_with_it() -> None:
    env = to_aec_env(BUNDLED["goofspiel"])
    observations = []
    for place in (0, 3):
        env.reset(seed=3)
        env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[place]))
        assert env.agent_selection == "player_1"
        observations.append(env.observe("player_1")["observation"])
    assert np.array_equal(*observations)


def played(env: CardEnv, seed: int | None) -> str:
    env.reset(seed=seed)
    return json.dumps(env.native.view(0))


def test_games_after_a_seeded_one_follow_from_its_seed() -> None:
    first, second = to_aec_env(BUNDLED["area52"]), to_aec_env(BUNDLED["area52"])
    games = [[played(env, seed) for seed in (5, None, None)] for env in (first, second)]
    assert games[0] == games[1]
    assert len(set(games[0])) == 3


def test_wrong_actions_are_refused_and_change_nothing() -> None:
    env = to_aec_env(BUNDLED["kuhn_poker"])
    env.reset(seed=1)
    before = env.native.key()
    for wrong in (2, 99, -1, None):
        with pytest.raises(AdapterError, match="isn't legal for player_0 now"):
            env.step(wrong)
    assert env.native.key() == before


def test_a_game_that_is_broken_off_is_truncated() -> None:
    steps = BUNDLED["leduc_poker"].new(seed=1).steps
    env = to_aec_env(Game(cardengine.load("leduc_poker").loaded, step_cap=steps + 2))
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_the_text_shows_what_the_agent_sees() -> None:
    env = to_aec_env(BUNDLED["kuhn_poker"], render_mode="ansi")
    env.reset(seed=2)
    assert json.loads(env.render()) == env.native.view(0)
    env.close()


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
        to_aec_env(large)
