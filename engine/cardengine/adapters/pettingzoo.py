"""Games as PettingZoo environments of the kind AEC (one agent after another), for its wrappers and learners.

>>> import cardengine
>>> from cardengine.adapters.pettingzoo import to_aec_env
>>> env = to_aec_env(cardengine.load("kuhn_poker"))
>>> env.reset(seed=7)
>>> env.agent_selection, env.action_space("player_0")
('player_0', Discrete(4))
"""

from __future__ import annotations

import json
from typing import Any

from cardengine.adapters.errors import AdapterError, MissingExtraError
from cardengine.adapters.features import Features
from cardengine.adapters.numbering import Numbering
from cardengine.runtime.game import Game
from cardengine.runtime.outcome import Outcome
from cardengine.runtime.state import State

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError:
    raise MissingExtraError("PettingZoo", "pettingzoo") from None

_BROKEN_OFF = frozenset({Outcome.UNFINISHED, Outcome.FAULT})


class CardEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an environment.

    An observation has ``observation``, the agent's view in numbers from 0 to 1, and ``action_mask``, which is 1 for
    each legal action (all 0 for an agent that isn't to choose). Agents that choose simultaneously do so one after
    another, unseen by each other. The rewards are the scores, at the end. A game that is stopped by the step cap, or by
    a fault of the ruleset, is truncated.

    Attributes:
        game: the game.
        numbering: the numbers of the actions.
        native: the engine's own state, after ``reset``.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"cardengine_{game.title}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game = game
        self.render_mode = render_mode
        self.numbering = Numbering(game)
        self._features = Features(game)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        count = self.numbering.count
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0.0, 1.0, (self._features.size,), np.float32),
                    "action_mask": Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._seed: int | None = None
        self._games = 0

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: the seed of the game, see ``Game.new``. Without one the next game of the last seed is played, or a
                random one if there was no seed.
            options: ignored; PettingZoo requires the parameter.
        """
        if seed is not None:
            self._seed, self._games = seed, 0
        else:
            self._games += 1
        self._state = self.game.new(seed=self._seed, number=self._games if self._seed is not None else 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    @property
    def native(self) -> State:
        """The engine's own state."""
        return self._state

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and its legal actions."""
        seat = self._seats[agent]
        mask = np.zeros(self.numbering.count, np.int8)
        mask[list(self.numbering.legal(self._state, seat))] = 1
        return {"observation": np.array(self._features.of(self._state.view(seat)), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Apply an action of the selected agent; None for an agent that has finished.

        Raises:
            AdapterError: the action isn't legal now. The state hasn't changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.numbering.legal(self._state, self._seats[agent])
        if action is None or int(action) not in legal:
            raise AdapterError(f"action {action} isn't legal for {agent} now")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._state.apply(legal[int(action)])
        self._settle()
        self._accumulate_rewards()
        self._deads_step_first()

    def _settle(self) -> None:
        """Select the agent to choose, or set the rewards at the end of the game."""
        state = self._state
        if state.player is not None:
            self.agent_selection = self.possible_agents[state.player]
            return
        for agent, score in zip(self.possible_agents, state.scores, strict=True):
            self.rewards[agent] = float(score)
            self.truncations[agent] = state.outcome in _BROKEN_OFF
            self.terminations[agent] = not self.truncations[agent]

    def render(self) -> str:
        """What the selected agent sees, as text."""
        return json.dumps(self._state.view(self._seats[self.agent_selection]), indent=2)

    def close(self) -> None:
        """Do nothing: an environment holds no resources."""


def to_aec_env(game: Game, render_mode: str | None = None) -> CardEnv:
    """Make a PettingZoo environment.

    Args:
        game: the game.
        render_mode: ``ansi`` or None; ``render`` returns a text in any case.

    Raises:
        AdapterError: the game has too many actions, or numbers without bounds.
    """
    return CardEnv(game, render_mode)
