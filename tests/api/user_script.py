"""A program as a user writes it, with types: ``mypy --strict`` has nothing to say about it, and it runs."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence

import cardengine


class Searcher:
    """Plays every action out on tables that agree with what its seat knows, and takes what did best."""

    def choose(
        self,
        view: cardengine.View,
        actions: Sequence[cardengine.Action],
        sampler: cardengine.Sampler,
        rng: cardengine.Generator,
    ) -> cardengine.Action:
        def worth(action: cardengine.Action) -> cardengine.Score:
            state = sampler()
            state.apply(action.text, seat=action.seat)
            while not state.over:
                state.apply(rng.below(len(state.actions())))
            return state.scores[action.seat]

        return max(actions, key=worth)


def play(game: cardengine.Game, bot: cardengine.Bot, seed: int) -> cardengine.State:
    """A game to its end."""
    state = game.new(seed=seed)
    while (seat := state.player) is not None:
        rng = cardengine.stream(seed, 0, seat + 1)
        view = state.view(seat)
        shown: list[int] = view["players"]
        assert seat in shown
        state.apply(bot.choose(view, state.actions(), state.sampler(seat, rng), rng))
        for event in state.events_for(seat):
            if event["event"] == "moved":
                print(len(event["cards"]), event["from"], event["to"])
    return state


def main() -> None:
    """What a user does with a game."""
    game = cardengine.loads("extends: area52\n", options={"reveal": 4}, players=1)
    end = play(game, Searcher(), 7)
    other: cardengine.State = pickle.loads(pickle.dumps(copy.deepcopy(end)))
    assert other.scores == end.scores
    print(end.outcome is cardengine.Outcome.LOST, end.winners, end.scores)
    report = cardengine.simulate(game, "greedy", 3, seed=1)
    figures = cardengine.playouts(game, game.new(seed=1), 3, seed=1)
    print(report.win_rate, figures.score_mean)
    try:
        game.new(seed=1).apply("retreat")
    except cardengine.ActionError as error:
        print(error)
    try:
        cardengine.load("no_such_game")
    except cardengine.DiagnosticError as error:
        print(error.diagnostics[0].code.id)


if __name__ == "__main__":
    main()
