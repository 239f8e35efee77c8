"""A game ready to be played: a ruleset with its options and its number of players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.model.collection import collection_paused
from cardengine.model.link import OptionValue
from cardengine.model.load import Loaded, RulesetError, load_text
from cardengine.model.lower import build
from cardengine.model.work import BUDGET
from cardengine.runtime import saving
from cardengine.runtime.actions import Action
from cardengine.runtime.chance import Chance, SeededChance
from cardengine.runtime.machine import DEFAULT_STEP_CAP, Machine
from cardengine.runtime.recipe import Recipe
from cardengine.runtime.state import State
from cardengine.tree.types import BOOL, EnumType

if TYPE_CHECKING:
    from cardengine.analysis import Playouts


class Game:
    """A ruleset with its options and number of players; makes states.

    Attributes:
        loaded: the ruleset and its text.
        players: the number of players.
        step_cap: the number of choices and loop turns after which a game ends as unfinished.
        budget: the amount of work between choices after which it does, too; see ``model.work``.
    """

    @collection_paused()
    def __init__(
        self,
        loaded: Loaded,
        options: Mapping[str, OptionValue] | None = None,
        players: int | None = None,
        step_cap: int = DEFAULT_STEP_CAP,
        *,
        budget: int = BUDGET,
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
        self.budget = budget
        self.given: dict[str, OptionValue] = dict(options or {})
        try:
            self.program = build(ruleset, self.given, players, budget)
            self.machine = Machine(self.program, self._recipe())
        except DiagnosticError as error:
            raise RulesetError(loaded.explain(error.diagnostics)) from None

    def _recipe(self) -> Recipe:
        loaded = self.loaded
        return Recipe(
            loaded.digest,
            loaded.text,
            loaded.name,
            tuple(loaded.data.items()),
            tuple(self.option_texts().items()),
            self.players,
            self.step_cap,
            self.budget,
        )

    def __repr__(self) -> str:
        players = "1 player" if self.players == 1 else f"{self.players} players"
        options = "".join(f", {name}={value}" for name, value in self.option_texts().items())
        return f"<Game {self.title}: {players}{options}>"

    # A game is immutable, so copies aren't needed.

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[[Recipe], Game], tuple[Recipe]]:
        return game_of, (self.machine.recipe,)

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

    def playouts(
        self,
        state: State,
        n: int,
        seed: int,
        policy: str | Sequence[str] = "random",
        *,
        seat: int | None = None,
    ) -> Playouts:
        """Play a position out many times; see ``cardengine.playouts``."""
        from cardengine.analysis import playouts  # noqa: PLC0415 - playing doesn't need it

        return playouts(self, state, n, seed, policy, seat=seat)

    def option_texts(self) -> dict[str, str]:
        """The value of each option as text, as ``--set`` takes it."""
        texts = {}
        for name, value in self.options.items():
            texts[name] = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        return texts


@lru_cache(maxsize=8)
def game_of(recipe: Recipe) -> Game:
    """The game of a recipe. The most recent ones are cached, so that many unpickled states share one game."""
    loaded = load_text(recipe.text, recipe.name, dict(recipe.data))
    return Game(loaded, dict(recipe.options), recipe.players, recipe.step_cap, budget=recipe.budget)


def state_of(recipe: Recipe, saved: saving.Saved) -> State:
    """A state of the game of a recipe."""
    return State.restore(game_of(recipe).machine, saved)
