"""Games as Python games of OpenSpiel, with explicit chance, for its algorithms, bots and tests.

    >>> import cardengine
    >>> from cardengine.adapters.open_spiel import to_open_spiel
    >>> game = to_open_spiel(cardengine.load("kuhn_poker"), zero_sum=True)
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 3)

The number of a chance outcome is the index, in pack order, of the card among the possible ones.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from cardengine.adapters.errors import AdapterError, MissingExtraError
from cardengine.adapters.features import Features
from cardengine.adapters.numbering import Numbering
from cardengine.adapters.recall import Recall, known_to
from cardengine.layout.space import WORD_MAX, WORD_MIN
from cardengine.model import program as p
from cardengine.runtime.chance import ExactChance
from cardengine.runtime.game import Game
from cardengine.runtime.state import State
from cardengine.tree import nodes as t
from cardengine.tree.walk import steps_under

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise MissingExtraError("OpenSpiel", "open-spiel") from None


@dataclass(frozen=True)
class _Setting:
    """What all states of one OpenSpiel game share."""

    name: str
    game: Game
    numbering: Numbering
    features: Features
    recall: Recall
    first: State
    together: bool
    outcomes: int


class _Node:
    """A node of the game tree: a state and the moves that led to it. OpenSpiel copies it deeply, and pickles it.

    Attributes:
        state: the engine's own state.
        setting: what all states of the game share.
        moves: the numbers of the outcomes and actions that led to it; for a simultaneous choice one for each seat.
    """

    def __init__(self, setting: _Setting, state: State, moves: tuple[int, ...] = ()) -> None:
        self.setting = setting
        self.state = state
        self.moves = moves

    def __deepcopy__(self, memo: dict[int, Any]) -> _Node:
        return _Node(self.setting, self.state.clone(), self.moves)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.setting.name, self.moves)

    def go(self, number: int, seat: int | None = None) -> None:
        """Apply an outcome of chance, or an action of a seat, by default the one to choose."""
        state, numbering = self.state, self.setting.numbering
        if state.outcomes:
            state.resolve(number)
        else:
            action = numbering.legal(state, seat).get(number)
            if action is None:
                who = seat if seat is not None else state.player
                raise AdapterError(f"action {number} ({numbering.text(number)}) isn't legal for player {who} now")
            state.apply(action)
        self.moves = (*self.moves, number)


def _known(name: str) -> _Setting:
    setting: _Setting = _loaded(name).setting
    return setting


def _loaded(name: str) -> Any:
    """A registered game, from OpenSpiel's own registry."""
    if name not in pyspiel.registered_names():
        raise AdapterError(f"the game {name} isn't known here; call to_open_spiel for it first")
    return pyspiel.load_game(name)


def _restored(name: str, moves: tuple[int, ...]) -> _Node:
    """Restore a pickled node."""
    setting = _known(name)
    node = _Node(setting, setting.first.clone())
    for number in moves:
        node.go(number)
    return node


class _State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state, as OpenSpiel uses it."""

    def __init__(self, game: Any, setting: _Setting) -> None:
        super().__init__(game)
        self.node = _Node(setting, setting.first.clone())

    @property
    def native(self) -> State:
        """The engine's own state."""
        return self.node.state

    def current_player(self) -> int:
        """The seat to choose, or OpenSpiel's number for chance, for several seats, or for the end."""
        state = self.node.state
        if state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if state.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        players = state.players
        if self.node.setting.together and len(players) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return players[0]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.setting.numbering.legal(self.node.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of chance with their probabilities."""
        found = self.node.state.outcomes
        return [(outcome.index, float(outcome.probability)) for outcome in sorted(found, key=lambda o: o.index)]

    def _apply_action(self, action: int) -> None:
        self.node.go(int(action))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        for seat in self.node.state.players:
            self.node.go(int(actions[seat]), seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            found = {outcome.index: outcome for outcome in self.node.state.outcomes}
            return f"{found[action].what}: {found[action].text}" if action in found else f"outcome {action}"
        return self.node.setting.numbering.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.state.over

    def returns(self) -> list[float]:
        """The scores at the end, zeros before."""
        state = self.node.state
        return [float(score) if state.over else 0.0 for score in state.scores]

    def __str__(self) -> str:
        state = self.node.state
        head = f"outcome: {state.outcome.name.lower()}" if state.over else f"to choose: {list(state.players)}"
        events = "\n".join(json.dumps(event) for event in state.history())
        # While the game waits for chance, the engine's state is the one before it: only the moves differ.
        return f"{head}\nmoves: {self.node.moves}\n{events}"


class _Observer:
    """What a seat sees now, or everything that it has seen, as text and as numbers."""

    def __init__(self, kind: Any, params: Mapping[str, Any] | None, setting: _Setting) -> None:
        if params:
            raise AdapterError(f"these games have no parameters for observers, such as {', '.join(params)}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise AdapterError("these games tell what one seat knows: public_info, and private_info of a single player")
        self.recalls = bool(kind.perfect_recall)
        self.setting = setting
        sizes = {"view": setting.features.size}
        if self.recalls:
            sizes["history"] = setting.recall.size
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: _State, player: int) -> None:
        """Compute the numbers for a state."""
        native = state.node.state
        self.dict["view"][:] = self.setting.features.of(native.view(player))
        if self.recalls:
            self.dict["history"][:] = self.setting.recall.of(known_to(native, player))

    def string_from(self, state: _State, player: int) -> str:
        """The text for a state."""
        native = state.node.state
        if self.recalls:
            return native.information(player)
        return json.dumps(native.view(player), sort_keys=True)


def to_open_spiel(
    game: Game,
    *,
    zero_sum: bool = False,
    turn_based: bool = False,
    utility: tuple[float, float] | None = None,
    recall: int = 64,
) -> Any:
    """Make an OpenSpiel game, registered under a name that depends only on the game.

    To read a pickled or serialised game in another process, call this function there first.

    Args:
        game: the game.
        zero_sum: declare that the scores always add up to 0.
        turn_based: let seats that choose simultaneously do so one after another, unseen by each other, instead of at a
            simultaneous node.
        utility: the least and the greatest score. By default they are derived from the ruleset's score, and are
            infinite if it has no known bounds.
        recall: the number of events, counted from the last one, in the information state tensor.

    Returns:
        A ``pyspiel.Game``; a state's ``native`` is the engine's state.

    Raises:
        AdapterError: the game has too many actions, or numbers without bounds.
    """
    together = not turn_based and any(isinstance(step, p.Together) for step in game.program.code)
    numbering = Numbering(game)
    low, high = utility if utility is not None else _bounds(game)
    identity = [game.loaded.digest, game.option_texts(), game.players, game.step_cap, game.budget]
    identity += [zero_sum, together, low, high, recall]
    word = re.sub(r"[^a-z0-9]+", "_", game.title.lower()).strip("_")
    name = f"cardengine_{word}_{crc32(json.dumps(identity, sort_keys=True).encode()):08x}"
    if name not in pyspiel.registered_names():
        chance = any(isinstance(step, t.Shuffle) for step in steps_under(game.program.ruleset))
        chance |= any(zone.refill is not None for zone in game.program.ruleset.zones.values())
        setting = _Setting(
            name,
            game,
            numbering,
            Features(game),
            Recall(game, recall),
            game.new(chance=ExactChance()),
            together,
            max(items.count for items in game.machine.space.items.values()) if chance else 0,
        )
        _register(setting, (low, high), zero_sum=zero_sum)
    return pyspiel.load_game(name)


def _register(setting: _Setting, utility: tuple[float, float], *, zero_sum: bool) -> None:
    game, kinds = setting.game, pyspiel.GameType
    game_type = kinds(
        short_name=setting.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if setting.together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if setting.outcomes else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=setting.numbering.count,
        max_chance_outcomes=setting.outcomes,
        num_players=game.players,
        min_utility=utility[0],
        max_utility=utility[1],
        utility_sum=0.0 if zero_sum else None,
        max_game_length=game.step_cap,
    )

    class _Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        """A game, as OpenSpiel uses it."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game_type, info, params or {})
            self.setting = setting

        def __reduce__(self) -> tuple[Any, ...]:
            return _loaded, (setting.name,)

        def new_initial_state(self) -> _State:
            """The start of the game."""
            return _State(self, setting)

        def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> _Observer:
            """An observer, which gives texts and numbers for states."""
            kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
            return _Observer(kind, params, setting)

    pyspiel.register_game(game_type, _Game)


def _bounds(game: Game) -> tuple[float, float]:
    """The least and the greatest possible score; infinite if unknown."""
    score = game.program.ruleset.result.score
    if score is None:
        return 0.0, 1.0
    known = game.program.facts.of(score)
    low = float(known.low) if known.low > WORD_MIN else -math.inf
    return low, float(known.high) if known.high < WORD_MAX else math.inf
