"""The public front door."""

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
    """One game: makes states, and plays positions out."""

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
            state: the position; it stays as it is.
            n: how many playouts.
            seed: from 0 to 2**64 - 1; the figures of a seed are always the same.
            policy: the bot of all seats, or one a seat.
            seat: whose knowledge counts: what this seat can't know is drawn anew for each playout.
        """
        from cardengine.analysis import playouts  # noqa: PLC0415 - a game can be played without what analyses it

        return playouts(self, state, n, seed, policy, seat=seat)


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
