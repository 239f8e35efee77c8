"""cardengine: card games as data, played, checked and measured."""

from importlib import import_module
from typing import TYPE_CHECKING

from cardengine.version import __version__

if TYPE_CHECKING:
    from cardengine.agents import Bot, Sampler, SeatError, make_bot
    from cardengine.analysis import Backend, BotError, Playouts, Report, playouts, simulate
    from cardengine.api import load, loads
    from cardengine.diagnostics import Diagnostic, DiagnosticError
    from cardengine.model.load import RulesetError
    from cardengine.runtime.actions import Action, ActionError, AmbiguousAction, IllegalAction, InvalidAction
    from cardengine.runtime.chance import Chance, ChanceError, ChanceOutcome, ExactChance, ScriptedChance, SeededChance
    from cardengine.runtime.event_views import EventView
    from cardengine.runtime.game import Game
    from cardengine.runtime.generator import Generator, stream
    from cardengine.runtime.knowledge import SamplingError
    from cardengine.runtime.outcome import Outcome, Score
    from cardengine.runtime.saving import StateError
    from cardengine.runtime.state import State
    from cardengine.runtime.view import View, ZoneView

__all__ = [
    "Action",
    "ActionError",
    "AmbiguousAction",
    "Backend",
    "Bot",
    "BotError",
    "Chance",
    "ChanceError",
    "ChanceOutcome",
    "Diagnostic",
    "DiagnosticError",
    "EventView",
    "ExactChance",
    "Game",
    "Generator",
    "IllegalAction",
    "InvalidAction",
    "Outcome",
    "Playouts",
    "Report",
    "RulesetError",
    "Sampler",
    "SamplingError",
    "Score",
    "ScriptedChance",
    "SeatError",
    "SeededChance",
    "State",
    "StateError",
    "View",
    "ZoneView",
    "__version__",
    "load",
    "loads",
    "make_bot",
    "playouts",
    "simulate",
    "stream",
]

_HOME = {
    "EventView": "runtime.event_views",
    "ZoneView": "runtime.view",
    "View": "runtime.view",
    "Score": "runtime.outcome",
    "Sampler": "agents",
    "Bot": "agents",
    "SeatError": "agents",
    "make_bot": "agents",
    "Backend": "analysis",
    "BotError": "analysis",
    "Playouts": "analysis",
    "Report": "analysis",
    "playouts": "analysis",
    "simulate": "analysis",
    "load": "api",
    "loads": "api",
    "Diagnostic": "diagnostics",
    "DiagnosticError": "diagnostics",
    "RulesetError": "model.load",
    "Action": "runtime.actions",
    "ActionError": "runtime.actions",
    "AmbiguousAction": "runtime.actions",
    "IllegalAction": "runtime.actions",
    "InvalidAction": "runtime.actions",
    "Chance": "runtime.chance",
    "ChanceError": "runtime.chance",
    "ChanceOutcome": "runtime.chance",
    "ExactChance": "runtime.chance",
    "ScriptedChance": "runtime.chance",
    "SeededChance": "runtime.chance",
    "Game": "runtime.game",
    "Generator": "runtime.generator",
    "stream": "runtime.generator",
    "SamplingError": "runtime.knowledge",
    "Outcome": "runtime.outcome",
    "StateError": "runtime.saving",
    "State": "runtime.state",
}


if not TYPE_CHECKING:  # so that type checkers notice unknown names

    def __getattr__(name: str) -> object:
        """Import a public name on first use, so that ``cardengine --help`` is fast."""
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module 'cardengine' has no attribute {name!r}")
        return getattr(import_module(f"cardengine.{home}"), name)


def __dir__() -> list[str]:
    return __all__
