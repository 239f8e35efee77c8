"""OpenSpiel's speed with random choices, in the fastest loop that it has and in the plain loop from Python.

What is counted are decisions of players; its chance nodes cost time and aren't counted. In C++ there are two loops that
Python can start:

- ``evaluate_bots`` plays a whole game, the deal included, but seeds a generator and asks a bot object for each game.
- ``RandomRolloutEvaluator`` plays many games from one position, with nothing around them. It can't be called itself; a
  Monte Carlo tree search of one simulation does nothing but call it once. It can't begin at a chance node, so it leaves
  out the deal. What a deal takes is then measured as the difference between whole games and games from a dealt
  position, both by ``evaluate_bots``, and added.

    python -m benchmarks.openspiel --games 2000 hearts
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import Any

DEALS = 40
"""Rollouts begin at that many different deals, where there are so many games."""


class SpielError(Exception):
    """OpenSpiel isn't there, or can't play a game in the way that is asked for."""


def load(name: str) -> Any:
    """OpenSpiel's game.

    Args:
        name: its name, parameters in brackets behind it.

    Raises:
        SpielError: it isn't installed, or has no such game.
    """
    try:
        import pyspiel  # noqa: PLC0415 - it may be missing
    except ImportError as error:
        raise SpielError(f"OpenSpiel can't be imported: {error}") from None
    if name.partition("(")[0] not in pyspiel.registered_names():
        raise SpielError(f"OpenSpiel has no game {name}")
    try:
        return pyspiel.load_game(name)
    except Exception as error:  # noqa: BLE001 - its errors are of a type of its own
        raise SpielError(f"OpenSpiel can't load {name}: {' '.join(str(error).split())}") from None


class Spiel:
    """One game of OpenSpiel, played in different loops; each gives the number of decisions and the seconds.

    Attributes:
        game: OpenSpiel's game.
        rollable: the same game as its rollouts take it, taking turns where ours choose together; None where they don't.
    """

    def __init__(self, game: Any) -> None:
        import pyspiel  # noqa: PLC0415 - it may be missing

        self.pyspiel = pyspiel
        self.game = game
        kind = game.get_type()
        self.rollable = None
        if kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL:
            together = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
            self.rollable = pyspiel.convert_to_turn_based(game) if together else game

    def whole(self, games: int, seed: int) -> tuple[int, float]:
        """Whole games by ``evaluate_bots``."""
        start, play = self.game.new_initial_state, self.pyspiel.evaluate_bots
        bots = self._bots(seed)
        started = time.process_time()
        for number in range(games):
            play(start(), bots, seed + number)
        seconds = time.process_time() - started
        # The same games again, to count what was done in them.
        bots = self._bots(seed)
        decisions = 0
        for number in range(games):
            state = start()
            play(state, bots, seed + number)
            decisions += _decisions(state)
        return decisions, seconds

    def rollouts(self, games: int, seed: int) -> tuple[int, float]:
        """Games by rollouts from dealt positions, the time that a deal takes left out.

        Raises:
            SpielError: this game can't be played so.
        """
        begun = self._begun(games, seed)
        seconds = self._roll(begun, seed)
        return self._count(begun, seed), seconds

    def dealt_rollouts(self, games: int, seed: int) -> tuple[int, float]:
        """Games by rollouts from dealt positions, and what the deals take by ``evaluate_bots``.

        Raises:
            SpielError: this game can't be played so.
        """
        begun = self._begun(games, seed)
        seconds = self._roll(begun, seed)
        play = self.pyspiel.evaluate_bots
        bots = self._bots(seed)
        started = time.process_time()
        for place, deal in enumerate(begun):
            play(deal.clone(), bots, seed + place)
        from_deal = time.process_time() - started
        assert self.rollable is not None
        start = self.rollable.new_initial_state
        bots = self._bots(seed)
        started = time.process_time()
        for place in range(games):
            play(start(), bots, seed + place)
        from_start = time.process_time() - started
        return self._count(begun, seed), seconds + max(0.0, from_start - from_deal)

    def python_loop(self, games: int, seed: int) -> tuple[int, float]:
        """Whole games by a loop in Python, as a user writes it."""
        random = Random(seed)
        choice, choices = random.choice, random.choices
        start = self.game.new_initial_state
        players = range(self.game.num_players())
        decisions = 0
        started = time.process_time()
        for _ in range(games):
            state = start()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(choices(outcomes, probabilities)[0])
                elif state.is_simultaneous_node():
                    offered = [state.legal_actions(player) for player in players]
                    decisions += sum(map(bool, offered))
                    state.apply_actions([choice(legal) if legal else 0 for legal in offered])
                else:
                    decisions += 1
                    state.apply_action(choice(state.legal_actions()))
        return decisions, time.process_time() - started

    def _begun(self, games: int, seed: int) -> list[Any]:
        """For each game the dealt position in which it begins; games with the same one follow each other."""
        if self.rollable is None:
            raise SpielError("there are no rollouts of games that pay as they go")
        random = Random(seed)
        number = min(games, DEALS)
        deals = [self._deal(random) for _ in range(number)]
        return [deals[game * number // games] for game in range(games)]

    def _roll(self, begun: Sequence[Any], seed: int) -> float:
        """The seconds that rollouts from these positions take."""
        searches = []
        for place, (_, same) in enumerate(groupby(begun, id)):
            games = list(same)
            bot = self.pyspiel.MCTSBot(
                self.rollable,
                self.pyspiel.RandomRolloutEvaluator(len(games), seed + place),
                1.0,  # how eager to explore: of no account in a single simulation
                1,  # simulations
                1,  # megabytes
                False,  # don't solve
                seed,
                False,  # don't talk
            )
            searches.append((bot.mcts_search, games[0]))
        started = time.process_time()
        for search, deal in searches:
            search(deal)
        return time.process_time() - started

    def _count(self, begun: Sequence[Any], seed: int) -> int:
        """Decisions of as many games from the same positions, with other choices: rollouts can't be counted."""
        bots = self._bots(seed)
        decisions = 0
        for place, deal in enumerate(begun):
            state = deal.clone()
            self.pyspiel.evaluate_bots(state, bots, seed + place)
            decisions += _decisions(state)
        return decisions

    def _bots(self, seed: int) -> Sequence[Any]:
        make = self.pyspiel.make_uniform_random_bot
        return [make(player, seed + player) for player in range(self.game.num_players())]

    def _deal(self, random: Random) -> Any:
        """A position in which a player is the first to choose."""
        assert self.rollable is not None
        state = self.rollable.new_initial_state()
        while state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, probabilities)[0])
        return state


def _decisions(state: Any) -> int:
    return sum(step.player >= 0 for step in state.full_history())


def main() -> None:
    """Measure one game in all loops."""
    parser = argparse.ArgumentParser(description="Time OpenSpiel with random choices.")
    parser.add_argument("game", help="its name in OpenSpiel, parameters in brackets behind it")
    parser.add_argument("--games", type=int, default=2000, help="how many games to play in each loop (2000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (1)")
    options = parser.parse_args()
    try:
        spiel = Spiel(load(options.game))
    except SpielError as error:
        parser.exit(1, f"{error}\n")
    loops = {
        "evaluate_bots": spiel.whole,
        "rollouts, dealt": spiel.rollouts,
        "rollouts and deal": spiel.dealt_rollouts,
        "Python loop": spiel.python_loop,
    }
    for name, loop in loops.items():
        try:
            decisions, seconds = loop(options.games, options.seed)
        except SpielError as error:
            print(f"{name:18} {error}")
        else:
            rate, each = decisions / seconds, decisions / options.games
            print(f"{name:18} {rate:12,.0f} decisions/s, {each:.1f} decisions a game")


if __name__ == "__main__":
    main()
