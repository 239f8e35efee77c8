"""The public entry points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardengine.diagnostics import DiagnosticError
from cardengine.model.link import OptionValue
from cardengine.model.load import RulesetError, load_file, load_text
from cardengine.model.work import BUDGET
from cardengine.runtime.game import Game
from cardengine.runtime.machine import DEFAULT_STEP_CAP
from cardengine.source import text_source


def load(
    ruleset: str | Path,
    options: Mapping[str, OptionValue] | None = None,
    players: int | None = None,
    step_cap: int = DEFAULT_STEP_CAP,
    *,
    budget: int = BUDGET,
) -> Game:
    """Load a game.

    Args:
        ruleset: a file, or the name of a bundled ruleset.
        options: by name, the options that differ from their defaults: numbers, bools or words, also as text; for a data
            file of the ruleset, the path of another one.
        players: the number of players; by default the fewest that the game allows.
        step_cap: the number of choices and loop turns after which a game ends as unfinished.
        budget: the amount of work between choices after which it does, too.

    Raises:
        RulesetError: there are problems in the ruleset, an option or the number of players; ``diagnostics`` lists them.
        DiagnosticError: the file can't be read.
    """
    given = dict(options or {})
    loaded = load_file(ruleset, given)
    settings = {name: value for name, value in given.items() if name not in loaded.data}
    return Game(loaded, settings, players, step_cap, budget=budget)


def loads(
    text: str,
    options: Mapping[str, OptionValue] | None = None,
    players: int | None = None,
    step_cap: int = DEFAULT_STEP_CAP,
    *,
    budget: int = BUDGET,
    data: Mapping[str, str] | None = None,
) -> Game:
    """Load a game from the text of a ruleset, or of a variant of a bundled one. Only bundled files are read.

    Args:
        text: the ruleset.
        options: by name, the options that differ from their defaults; see ``load``.
        players: the number of players; by default the fewest that the game allows.
        step_cap: the number of choices and loop turns after which a game ends as unfinished.
        budget: the amount of work between choices after which it does, too.
        data: the texts of the ruleset's data files, by name.

    Raises:
        RulesetError: the ruleset is wrong, or an option or the number of players doesn't fit; ``diagnostics`` says
            all that is wrong.
    """
    name = "<text>"
    try:
        loaded = load_text(text_source(text, name).text, name, data)
    except RulesetError:
        raise
    except DiagnosticError as error:
        raise RulesetError(error.diagnostics) from None
    return Game(loaded, options, players, step_cap, budget=budget)
