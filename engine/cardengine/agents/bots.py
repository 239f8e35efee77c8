"""The bots that come with the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from cardengine.runtime.actions import Action
from cardengine.runtime.generator import Generator
from cardengine.runtime.state import State

Sampler = Callable[[], State]
"""Gives a full state that agrees with all that the seat knows."""


@runtime_checkable
class Bot(Protocol):
    """Chooses for one seat."""

    def choose(self, view: Mapping[str, Any], actions: Sequence[Action], sampler: Sampler, rng: Generator) -> Action:
        """One of the actions on offer.

        Args:
            view: what the seat sees (``State.view``).
            actions: the legal actions, in canonical order; never empty.
            sampler: for search: a state that agrees with all that the seat knows.
            rng: the bot's own stream of random numbers.
        """
        ...


class RandomBot:
    """Takes any legal action, all equally likely; how it draws belongs to the generator's version."""

    def choose(self, view: Mapping[str, Any], actions: Sequence[Action], sampler: Sampler, rng: Generator) -> Action:
        """The action at a place drawn uniformly from the canonical order."""
        return actions[rng.below(len(actions))]


class Greedy:
    """Takes the action with the highest value of the ruleset's ``evaluate``; ties go to the first."""

    def choose(self, view: Mapping[str, Any], actions: Sequence[Action], sampler: Sampler, rng: Generator) -> Action:
        """The best action; one without a value counts as 0."""
        return max(actions, key=lambda action: action.value or 0)
