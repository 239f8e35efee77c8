"""Simulation and its figures, and the loop that drives a game."""

from cardengine.analysis.drive import (
    BotError,
    Mover,
    SamplerHook,
    SamplerMissing,
    Step,
    ask,
    bot_mover,
    drive,
    movers_for,
    no_sampler,
)
from cardengine.analysis.report import FirstFault, Report
from cardengine.analysis.simulation import simulate
from cardengine.analysis.statistics import wilson

__all__ = [
    "BotError",
    "FirstFault",
    "Mover",
    "Report",
    "SamplerHook",
    "SamplerMissing",
    "Step",
    "ask",
    "bot_mover",
    "drive",
    "movers_for",
    "no_sampler",
    "simulate",
    "wilson",
]
