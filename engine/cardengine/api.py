"""The public front door."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardengine.model.link import OptionValue
from cardengine.model.load import load_file
from cardengine.runtime.game import Game
from cardengine.runtime.machine import DEFAULT_STEP_CAP


def load(
    ruleset: str | Path,
    options: Mapping[str, OptionValue] | None = None,
    players: int | None = None,
    step_cap: int = DEFAULT_STEP_CAP,
) -> Game:
    """A game from a ruleset.

    Args:
        ruleset: a file, or the name of a bundled ruleset.
        options: values that differ from the defaults, by name: numbers, bools, words, or texts of them; for a
            data file of the ruleset the path of another one.
        players: how many play; the fewest that the game allows when it isn't said.
        step_cap: choices and loop turns after which a game counts as unfinished.

    Raises:
        RulesetError: the ruleset is wrong, or an option or the number of players doesn't fit; ``diagnostics`` says
            all that is wrong.
        DiagnosticError: the file can't be read.
    """
    given = dict(options or {})
    loaded = load_file(ruleset, given)
    return Game(loaded, {name: value for name, value in given.items() if name not in loaded.data}, players, step_cap)
