"""Bots: players that are programs. They are given views, never states."""

from cardengine.agents.bots import Bot, Greedy, RandomBot, Sampler
from cardengine.agents.registry import SeatError, bot_maker, bot_names, make_bot

__all__ = ["Bot", "Greedy", "RandomBot", "Sampler", "SeatError", "bot_maker", "bot_names", "make_bot"]
