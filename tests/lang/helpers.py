"""What the tests of the language and of the machine share: small rulesets made of a few keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import dedent
from typing import Any, Final

from cardengine.diagnostics import Diagnostic, DiagnosticError, Severity
from cardengine.model.load import load_text
from cardengine.runtime.chance import Chance, ScriptedChance
from cardengine.runtime.game import Game
from cardengine.runtime.state import State

DEFAULTS: Final = {
    "game": "game: A test",
    "players": "players: 2",
    "cards": "cards: {pack: standard}",
    "play": "play: [end the game]",
}
"""What a test's ruleset has when it doesn't say otherwise."""


def whole(part: str) -> str:
    """A ruleset from some of its keys; those that it must have and that aren't there are added behind them."""
    text = dedent(part).strip("\n") + "\n"
    keys = {line.partition(":")[0] for line in text.splitlines() if line[:1].isalpha()}
    return text + "".join(f"{line}\n" for key, line in DEFAULTS.items() if key not in keys)


def game(
    part: str, options: Mapping[str, Any] | None = None, players: int | None = None, step_cap: int = 10_000
) -> Game:
    """The game of a ruleset that is given by some of its keys."""
    return Game(load_text(whole(part)), options, players, step_cap)


def play(part: str, *script: Sequence[str] | int, players: int | None = None, chance: Chance | None = None) -> State:
    """A new state of such a game; its chance follows a script (without one a pile is shuffled into pack order)."""
    source = chance if chance is not None else ScriptedChance(script or [[]] * 20)
    return game(part, players=players).new(chance=source)


def texts(state: State, seat: int | None = None) -> list[str]:
    """The legal actions."""
    return [action.text for action in state.actions(seat)]


def do(state: State, *actions: str) -> State:
    """The state after some actions, each by the seat that is to choose."""
    for text in actions:
        state.apply(state.parse_action(text))
    return state


def diagnostics(part: str, options: Mapping[str, Any] | None = None, players: int | None = None) -> list[Diagnostic]:
    """All that is wrong with a ruleset, warnings included."""
    try:
        loaded = load_text(whole(part))
        Game(loaded, options, players)
    except DiagnosticError as error:
        return list(error.diagnostics)
    return list(loaded.warnings)


def errors(part: str, **more: Any) -> list[tuple[str, str]]:
    """The errors of a ruleset: each its code, and the words that it points at."""
    return [_short(one) for one in diagnostics(part, **more) if one.severity is Severity.ERROR]


def warnings(part: str) -> list[tuple[str, str]]:
    """The warnings of a ruleset, likewise."""
    return [_short(one) for one in diagnostics(part) if one.severity is Severity.WARNING]


def _short(problem: Diagnostic) -> tuple[str, str]:
    return problem.code.id, "" if problem.span is None else problem.span.text


def value(expression: str, *, keys: str = "", kind: str = "number from -999999999 to 999999999", **more: Any) -> Any:
    """What an expression comes to: a variable is set to it before a game begins."""
    part = dedent(keys).strip("\n")
    state = play(f"{part}\nvariables:\n  game:\n    found: {kind}\nsetup:\n  - set found to {expression}\n", **more)
    assert state.fault is None, state.fault
    return state.var("found")


def fault(sentences: str | Iterable[str], *, keys: str = "") -> str:
    """What a game that does these steps ends with, which must be a fault."""
    steps = [sentences] if isinstance(sentences, str) else list(sentences)
    part = dedent(keys).strip("\n")
    state = play(part + "\nsetup:\n" + "".join(f"  - {step}\n" for step in steps))
    assert state.fault is not None, f"there is no fault, but {state.outcome}"
    return state.fault
