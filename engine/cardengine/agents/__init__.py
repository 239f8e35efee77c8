"""Bots: players that are programs. They are given views, never states."""

from cardengine.agents.bots import Bot, Greedy, RandomBot, Sampler
from cardengine.agents.registry import SeatError, bot_maker, bot_names, make_bot
from cardengine.agents.seats import seat_names

__all__ = ["Bot", "Greedy", "RandomBot", "Sampler", "SeatError", "bot_maker", "bot_names", "make_bot", "seat_names"]
