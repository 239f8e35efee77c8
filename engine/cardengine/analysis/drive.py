"""The game loop: asks each seat in turn and applies what it chooses."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardengine.agents import Bot, RandomBot, Sampler
from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.runtime.actions import Action
from cardengine.runtime.generator import Generator, seat_stream, stream
from cardengine.runtime.knowledge import SamplingError
from cardengine.runtime.state import State

Mover = Callable[[State, int], Action | None]
"""Makes and applies one choice of a seat. Returns the action, or None if it was applied by number only."""


class BotError(DiagnosticError):
    """A bot has failed, or has chosen something that isn't a legal action."""


class Step(NamedTuple):
    """An applied choice: the seat and the action (None if it was applied by number only)."""

    seat: int
    action: Action | None


def drive(state: State, movers: Sequence[Mover]) -> Iterator[Step]:
    """Play a game to its end.

    Args:
        state: where to begin; it is changed.
        movers: one for each seat.

    Yields:
        Each choice after it has been applied.
    """
    while (seat := state.player) is not None:
        yield Step(seat, movers[seat](state, seat))


def quick_mover(rng: Generator) -> Mover:
    """A fast random player: applies actions by number, without making their texts; draws just as ``RandomBot`` does."""
    below = rng.below

    def move(state: State, seat: int) -> None:
        offered = state.offered(seat)
        state.take(seat, offered[below(len(offered))])

    return move


def bot_mover(name: str, bot: Bot, rng: Generator) -> Mover:
    """A mover that asks a bot.

    Args:
        name: the bot's name, for error messages.
        bot: the bot.
        rng: its stream of random numbers.
    """

    def move(state: State, seat: int) -> Action:
        action = ask(name, bot, state, seat, rng)
        state.apply(action)
        return action

    return move


def movers_for(
    names: Sequence[str],
    bots: Sequence[Bot],
    seed: int,
    number: int = 0,
    *,
    named: bool = False,
) -> list[Mover]:
    """The movers of one game, each with its own random stream.

    Args:
        names: the names of the bots, one for each seat.
        bots: the bots, one for each seat.
        seed: the seed of all the games.
        number: the number of this game.
        named: whether each step must have its action; without, the random bot is faster.
    """
    movers = []
    for seat, (name, bot) in enumerate(zip(names, bots, strict=True)):
        rng = stream(seed, number, seat_stream(seat))
        if type(bot) is RandomBot and not named:
            movers.append(quick_mover(rng))
        else:
            movers.append(bot_mover(name, bot, rng))
    return movers


def ask(name: str, bot: Bot, state: State, seat: int, rng: Generator) -> Action:
    """Ask a bot for its choice.

    Raises:
        BotError: it raised an exception, or returned something that isn't one of the legal actions.
    """
    actions = state.actions(seat)
    try:
        chosen: object = bot.choose(state.view(seat), actions, _sampler(state, seat, rng), rng)
    except SamplingError as error:
        raise _failed(name, seat, str(error), "choose a bot that does without a sampler, such as `greedy`") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a third-party bot may raise anything
        raise _crashed(name, seat, error) from None
    if isinstance(chosen, Action) and chosen in actions:
        return actions[actions.index(chosen)]
    raise _not_legal(name, seat, chosen, actions)


def _sampler(state: State, seat: int, rng: Generator) -> Sampler:
    """A sampler that is set up on its first call, since most bots don't use one."""
    made: list[Sampler] = []

    def sample() -> State:
        if not made:
            made.append(state.sampler(seat, rng))
        return made[0]()

    return sample


def _not_legal(name: str, seat: int, chosen: object, actions: Sequence[Action]) -> BotError:
    first = ", ".join(f"`{action.text}`" for action in actions[:3])
    more = f" and {len(actions) - 3} more" if len(actions) > 3 else ""
    text = f"`{chosen.text}`" if isinstance(chosen, Action) else _short(chosen)
    help_ = f"`choose` has to return one of the actions that it is given; here: {first}{more}"
    return _failed(name, seat, f"it has chosen {text}, which isn't on offer", help_)


def _crashed(name: str, seat: int, error: BaseException) -> BotError:
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if len(frames) > 1 else None
    words = str(error).strip().split("\n")[0]
    said = f"{type(error).__name__}: {words}" if words else type(error).__name__
    return _failed(name, seat, f"it has failed with {said}", "mend the bot, or choose another one", place)


def _failed(name: str, seat: int, what: str, help_: str, place: str | None = None) -> BotError:
    message = f"the bot `{name}` (seat {seat + 1}) can't go on: {what}"
    return BotError((Diagnostic(Code.SEAT, message, None, help=help_, place=place),))


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a third-party __repr__ may raise anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
