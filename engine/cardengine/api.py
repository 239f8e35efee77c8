"""The public entry points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardengine.model.link import OptionValue
from cardengine.model.load import load_file
from cardengine.runtime import game as runtime
from cardengine.runtime.machine import DEFAULT_STEP_CAP
from cardengine.runtime.state import State

if TYPE_CHECKING:
    from cardengine.analysis import Playouts


class Game(runtime.Game):
    """A game: makes states, and plays positions out."""

    def playouts(
        self,
        state: State,
        n: int,
        seed: int,
        policy: str | Sequence[str] = "random",
        *,
        seat: int | None = None,
    ) -> Playouts:
        """Play a position out many times; see ``analysis.playouts``.

        Args:
            state: the position, which isn't changed.
            n: the number of playouts.
            seed: from 0 to 2**64 - 1; the same seed gives the same result.
            policy: the bot of all seats, or one for each seat.
            seat: if given, what this seat can't know is drawn anew for each playout.
        """
        from cardengine.analysis import playouts  # noqa: PLC0415 - playing doesn't need it

        return playouts(self, state, n, seed, policy, seat=seat)


def load(
    ruleset: str | Path,
    options: Mapping[str, OptionValue] | None = None,
    players: int | None = None,
    step_cap: int = DEFAULT_STEP_CAP,
) -> Game:
    """Load a game.

    Args:
        ruleset: a file, or the name of a bundled ruleset.
        options: by name, the options that differ from their defaults: numbers, bools or words, also as text; for a data
            file of the ruleset, the path of another one.
        players: the number of players; by default the fewest that the game allows.
        step_cap: the number of choices and loop turns after which a game ends as unfinished.

    Raises:
        RulesetError: there are problems in the ruleset, an option or the number of players; ``diagnostics`` lists them.
        DiagnosticError: the file can't be read.
    """
    given = dict(options or {})
    loaded = load_file(ruleset, given)
    return Game(loaded, {name: value for name, value in given.items() if name not in loaded.data}, players, step_cap)
