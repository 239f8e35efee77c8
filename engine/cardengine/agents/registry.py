"""Bots by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from cardengine.agents.bots import Bot, Greedy, RandomBot
from cardengine.diagnostics import Code, Diagnostic, DiagnosticError, suggest

GROUP = "cardengine.bots"
"""The entry point group in which a package may offer bots."""

_OWN: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": Greedy}


class SeatError(DiagnosticError):
    """A name that is no bot."""


def bot_names() -> list[str]:
    """The names of all bots that are installed."""
    return [*_OWN, *sorted(entry.name for entry in entry_points(group=GROUP) if entry.name not in _OWN)]


def make_bot(name: str) -> Bot:
    """A bot by its name, or as ``module:Class``.

    Raises:
        SeatError: there is no such bot, or it can't be loaded.
    """
    return bot_maker(name)()


def bot_maker(name: str) -> Callable[[], Bot]:
    """What makes bots of a name.

    Raises:
        SeatError: there is no such bot, or it can't be loaded.
    """
    if name in _OWN:
        return _OWN[name]
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _checked(name, entry.load)
    module, colon, attribute = name.partition(":")
    if colon:
        return _checked(name, lambda: getattr(importlib.import_module(module), attribute))
    close = suggest(name, ["human", *bot_names()])
    known = ", ".join(bot_names())
    raise _error(
        f"there is no bot `{name}`", f"did you mean `{close}`?" if close else f"bots: {known}, or module:Class"
    )


def _checked(name: str, load: Callable[[], Any]) -> Callable[[], Bot]:
    """A stranger's class, tried out once."""
    try:
        maker: Callable[[], Bot] = load()
        bot = maker()
    except Exception as error:
        raise _error(f"the bot `{name}` can't be loaded: {type(error).__name__}: {error}", None) from error
    if not isinstance(bot, Bot):
        raise _error(f"`{name}` is no bot", "a bot has a method choose(view, actions, sampler, rng)")
    return maker


def _error(message: str, help_: str | None) -> SeatError:
    return SeatError((Diagnostic(Code.SEAT, message, None, help=help_),))
