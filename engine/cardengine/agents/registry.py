"""Bots by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.metadata import entry_points

from cardengine.agents.bots import Bot, Greedy, RandomBot
from cardengine.diagnostics import Code, Diagnostic, DiagnosticError, suggest

GROUP = "cardengine.bots"
"""The entry point group under which packages register bots."""

_METHOD = "a bot is a class with a method choose(view, actions, sampler, rng)"

_OWN: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": Greedy}


class SeatError(DiagnosticError):
    """There is no bot of that name, or it can't be loaded."""


def bot_names() -> list[str]:
    """The names of all installed bots."""
    return [*_OWN, *sorted(entry.name for entry in entry_points(group=GROUP) if entry.name not in _OWN)]


def make_bot(name: str) -> Bot:
    """Make a bot by its name or ``module:Class``.

    Raises:
        SeatError: there is no such bot, or it can't be loaded.
    """
    return bot_maker(name)()


def bot_maker(name: str) -> Callable[[], Bot]:
    """The callable that makes bots of a name.

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


def _checked(name: str, load: Callable[[], object]) -> Callable[[], Bot]:
    """Load a third-party bot class and make one bot to check it. Nothing is called before it looks like a bot."""
    try:
        found = load()
    except (Exception, SystemExit) as error:
        raise _unloaded(name, error) from error
    if not callable(getattr(found, "choose", None)):
        raise _error(f"`{name}` is {_kind(found)}, and no bot: it has no `choose`", _METHOD)
    if not isinstance(found, type):
        raise _error(f"`{name}` is {_kind(found)}, and no class", "name the class: each seat gets a bot of its own")
    try:
        bot = found()
    except (Exception, SystemExit) as error:
        raise _unloaded(name, error) from error
    if not isinstance(bot, Bot):
        raise _error(f"`{name}` makes no bot", _METHOD)
    return found


def _kind(found: object) -> str:
    return "a class" if isinstance(found, type) else f"a thing of the type {type(found).__name__}"


def _unloaded(name: str, error: BaseException) -> SeatError:
    return _error(f"the bot `{name}` can't be loaded: {type(error).__name__}: {error}", None)


def _error(message: str, help_: str | None) -> SeatError:
    return SeatError((Diagnostic(Code.SEAT, message, None, help=help_),))
