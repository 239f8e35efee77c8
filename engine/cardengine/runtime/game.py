"""A game ready to be played: a ruleset with its options and its number of players."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.model.link import OptionValue
from cardengine.model.load import Loaded, RulesetError
from cardengine.model.lower import build
from cardengine.runtime import saving
from cardengine.runtime.actions import Action
from cardengine.runtime.chance import Chance, SeededChance
from cardengine.runtime.machine import DEFAULT_STEP_CAP, Machine
from cardengine.runtime.state import State
from cardengine.tree.types import BOOL, EnumType


class Game:
    """A ruleset with its options and number of players; makes states.

    Attributes:
        loaded: the ruleset and its text.
        players: the number of players.
        step_cap: the number of choices and loop turns after which a game ends as unfinished.
    """

    def __init__(
        self,
        loaded: Loaded,
        options: Mapping[str, OptionValue] | None = None,
        players: int | None = None,
        step_cap: int = DEFAULT_STEP_CAP,
    ) -> None:
        ruleset = loaded.ruleset
        if players is None:
            players = ruleset.fewest
        if not ruleset.fewest <= players <= ruleset.most:
            wanted = str(ruleset.fewest) if ruleset.fewest == ruleset.most else f"{ruleset.fewest} to {ruleset.most}"
            message = f"{ruleset.title} is a game for {wanted}, not for {players}"
            raise RulesetError((Diagnostic(Code.PLAYERS, message, None, place=loaded.name),))
        self.loaded = loaded
        self.players = players
        self.step_cap = step_cap
        self.given: dict[str, OptionValue] = dict(options or {})
        try:
            self.program = build(ruleset, self.given, players)
            self.machine = Machine(self.program, step_cap, identity=self._identity())
        except DiagnosticError as error:
            raise RulesetError(loaded.explain(error.diagnostics)) from None

    def _identity(self) -> dict[str, Any]:
        """The data that a saved state must match to be restored."""
        return {"ruleset": self.loaded.digest, "players": self.players, "options": self.option_texts()}

    @property
    def title(self) -> str:
        """The game's title."""
        return self.loaded.ruleset.title

    @property
    def options(self) -> dict[str, bool | int | str | Fraction]:
        """The value of each option in this game."""
        values: dict[str, bool | int | str | Fraction] = {}
        for name, option in self.loaded.ruleset.options.items():
            value = self.program.options[name]
            kind = option.domain.type
            if kind is BOOL:
                values[name] = bool(value)
            elif isinstance(kind, EnumType):
                values[name] = kind.members[int(value)]
            else:
                values[name] = value
        return values

    def new(self, seed: int | None = None, *, chance: Chance | None = None, number: int = 0, log: bool = True) -> State:
        """A new game, run to its first choice.

        Args:
            seed: from 0 to 2**64 - 1; a random one if neither it nor ``chance`` is given.
            chance: a source of chance to use instead of a seeded one.
            number: the number of the game; the games of one seed differ by it.
            log: whether events are kept; without them simulation is faster, but a state has no history.
        """
        if chance is None:
            chance = SeededChance(secrets.randbits(32) if seed is None else seed, number)
        state = State(self.machine, chance, log=log)
        state.start()
        return state

    def parse_action(self, text: str, state: State, seat: int | None = None) -> Action:
        """Read an action; see ``State.parse_action``."""
        return state.parse_action(text, seat)

    def from_json(self, text: str) -> State:
        """Restore a state from the text of ``State.to_json``.

        Raises:
            StateError: the text isn't a state of this game, or is damaged.
        """
        return State.restore(self.machine, saving.read(self.machine, text))

    def option_texts(self) -> dict[str, str]:
        """The value of each option as text, as ``--set`` takes it."""
        texts = {}
        for name, value in self.options.items():
            texts[name] = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        return texts
