"""The bots that are shipped with the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from cardengine.runtime.actions import Action
from cardengine.runtime.generator import Generator
from cardengine.runtime.state import State
from cardengine.runtime.view import View

Sampler = Callable[[], State]
"""Draws a full state that agrees with everything the seat knows (a determinization)."""


@runtime_checkable
class Bot(Protocol):
    """Makes the choices of one seat."""

    def choose(self, view: View, actions: Sequence[Action], sampler: Sampler, rng: Generator) -> Action:
        """Choose one of the legal actions.

        Args:
            view: what the seat sees (``State.view``).
            actions: the legal actions, in canonical order; never empty.
            sampler: for search: draws a state that agrees with everything the seat knows.
            rng: the bot's own stream of random numbers.
        """
        ...


class RandomBot:
    """Takes a uniformly random legal action; how it draws is fixed by the generator's version."""

    def choose(self, view: View, actions: Sequence[Action], sampler: Sampler, rng: Generator) -> Action:
        """The action at a uniformly drawn index of the canonical order."""
        return actions[rng.below(len(actions))]


class Greedy:
    """Takes the action with the highest value of the ruleset's ``evaluate``; ties go to the first."""

    def choose(self, view: View, actions: Sequence[Action], sampler: Sampler, rng: Generator) -> Action:
        """The best action; one without a value counts as 0."""
        return max(actions, key=lambda action: action.value or 0)
