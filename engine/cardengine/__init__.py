"""cardengine: card games as data, played, checked and measured."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardengine.version import __version__

if TYPE_CHECKING:
    from cardengine.api import Game, load
    from cardengine.diagnostics import DiagnosticError
    from cardengine.model.load import RulesetError
    from cardengine.runtime.actions import Action, AmbiguousAction, IllegalAction, InvalidAction
    from cardengine.runtime.chance import Chance, ChanceError, ChanceOutcome, ExactChance, ScriptedChance, SeededChance
    from cardengine.runtime.outcome import Outcome
    from cardengine.runtime.saving import StateError
    from cardengine.runtime.state import State

__all__ = [
    "Action",
    "AmbiguousAction",
    "Chance",
    "ChanceError",
    "ChanceOutcome",
    "DiagnosticError",
    "ExactChance",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Outcome",
    "RulesetError",
    "ScriptedChance",
    "SeededChance",
    "State",
    "StateError",
    "__version__",
    "load",
]

_HOME = {
    "load": "api",
    "DiagnosticError": "diagnostics",
    "RulesetError": "model.load",
    "Action": "runtime.actions",
    "AmbiguousAction": "runtime.actions",
    "IllegalAction": "runtime.actions",
    "InvalidAction": "runtime.actions",
    "Chance": "runtime.chance",
    "ChanceError": "runtime.chance",
    "ChanceOutcome": "runtime.chance",
    "ExactChance": "runtime.chance",
    "ScriptedChance": "runtime.chance",
    "SeededChance": "runtime.chance",
    "Game": "api",
    "Outcome": "runtime.outcome",
    "StateError": "runtime.saving",
    "State": "runtime.state",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for, so that ``cardengine --help`` is quick."""
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'cardengine' has no attribute {name!r}")
    return getattr(import_module(f"cardengine.{home}"), name)
