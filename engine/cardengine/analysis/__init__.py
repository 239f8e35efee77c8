"""Simulations and their statistics, and the loop that drives a game."""

from cardengine.analysis.backend import Backend
from cardengine.analysis.drive import (
    BotError,
    Mover,
    Step,
    ask,
    bot_mover,
    drive,
    movers_for,
)
from cardengine.analysis.playouts import Playouts, playouts
from cardengine.analysis.report import FirstFault, Report
from cardengine.analysis.simulation import simulate
from cardengine.analysis.statistics import wilson

__all__ = [
    "Backend",
    "BotError",
    "FirstFault",
    "Mover",
    "Playouts",
    "Report",
    "Step",
    "ask",
    "bot_mover",
    "drive",
    "movers_for",
    "playouts",
    "simulate",
    "wilson",
]
