"""Bots that tests seat, as ``tests.analysis.bots:NAME``."""

from __future__ import annotations

from typing import Any

from cardengine.runtime.generator import Generator


class Words:
    """Draws as the random bot does, but by the long way: with views and named actions."""

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        assert view["players"]
        return actions[rng.below(len(actions))]


class Last:
    """Takes the last action."""

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        return actions[-1]


class Crashing:
    """Fails."""

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        raise KeyError("no plan")


class ValueErring:
    """Fails with the error that a search for an absent action would raise too."""

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        raise ValueError("bad value")


class Quitting:
    """Tries to end the program."""

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        raise SystemExit(0)


class Strange:
    """Gives something that is no action."""

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        return 42


class Stale:
    """Gives the action that it was given first, for ever."""

    def __init__(self) -> None:
        self.first: Any = None

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        self.first = self.first or actions[0]
        return self.first


class Searching:
    """Asks for possible states, and looks whether they agree with what it sees."""

    def choose(self, view: Any, actions: Any, sampler: Any, rng: Generator) -> Any:
        state = sampler()
        if state.view(view["seat"]) != view:
            raise AssertionError("the state shows something else")
        return actions[-1]


class NoBot:
    """Has nothing to choose with."""
