"""Prompts the person at the keyboard for a choice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from rich.text import Text

from cardengine.cli.screen.labels import Labels, capital, number, spaced
from cardengine.cli.screen.menu import draw_help, draw_menu, prompt_text
from cardengine.cli.screen.output import Output
from cardengine.cli.screen.score_visibility import ScoreInputs
from cardengine.cli.screen.table import draw_table, draw_zone
from cardengine.diagnostics import visible
from cardengine.layout.faults import Fault
from cardengine.runtime.actions import Action, ActionError, InvalidAction
from cardengine.runtime.state import State

_QUIT: Final = frozenset({"q", "quit", "exit"})
_HELP: Final = frozenset({"?", "h", "help"})
_AGAIN: Final = frozenset({"b", "board"})

_MAX_INPUT_LENGTH: Final = 1000


class Quit(Exception):  # noqa: N818 - leaving a game is no error
    """The person leaves the game before it is over."""


def read_line(prompt: str) -> str:
    """Read a line from the keyboard.

    Raises:
        Quit: there is no more input.
    """
    try:
        line = input(prompt)
    except EOFError:
        print()
        raise Quit from None
    if not sys.stdin.isatty():
        print()  # piped input echoes no line break
    return line


def edit_lines() -> None:
    """Enable line editing with the arrow keys."""
    if sys.stdin.isatty():
        try:
            import readline  # noqa: F401, PLC0415 - importing it is enough, and is wanted on a terminal only
        except ImportError:
            return


def forget_lines() -> None:
    """Clear the input history, which the arrow keys would show to the next person."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


def draw_position(out: Output, labels: Labels, state: State, seat: int, inputs: ScoreInputs) -> None:
    """Draw what a seat sees, the prompt, and its legal actions."""
    view, actions = state.view(seat), state.actions(seat)
    draw_table(out, labels, view)
    score = _score(labels, state, seat, inputs)
    if score is not None:
        out.line(Text.assemble(" " if out.fancy else "", score), 3)
    out.line()
    out.line(Text.assemble(" " if out.fancy else "", prompt_text(labels, view, actions)), 3)
    draw_menu(out, labels, actions)


def _score(labels: Labels, state: State, seat: int, inputs: ScoreInputs) -> Text | None:
    """The current scores; None if the seat can't see everything that they depend on."""
    if labels.ruleset.result.score is None or not inputs.all_visible_in(state.view(seat)):
        return None
    try:
        scores = state.scores
    except Fault:
        return None
    text = Text("score if it ended now: " if not labels.fancy else "score if it ended now ", "dim")
    if len(scores) == 1:
        return Text.assemble(text, (number(scores[0]), "bold"))
    parts = [Text.assemble(f"{labels.seat(other)} ", (number(score), "bold")) for other, score in enumerate(scores)]
    return Text.assemble(text, Text(", ").join(parts))


def ask_human(out: Output, labels: Labels, state: State, seat: int, draw: Callable[[], None]) -> Action:
    """Prompt a person until a legal action is chosen.

    Args:
        out: where to write.
        labels: the labels for this person.
        state: the state of the game.
        seat: the seat that chooses.
        draw: draws the position again.

    Raises:
        Quit: the person leaves the game.
    """
    actions = state.actions(seat)
    while True:
        if len(actions) == 1:
            prompt = "Your choice (1, ? for help): "
        else:
            prompt = f"Your choice (1 to {len(actions)}, ? for help): "
        text = read_line(prompt).strip()
        word = text.lower()
        names = {action.name for action in actions}
        if word in _QUIT - names:
            raise Quit
        if word in _HELP:
            draw_help(out, labels, actions)
        elif word in _AGAIN - names:
            draw()
        elif text:
            try:
                return _parse_input(state, seat, actions, text)
            except ActionError as error:
                if draw_zone(out, labels, state.view(seat), word):
                    continue
                out.line(_error_text(error))


def _parse_input(state: State, seat: int, actions: tuple[Action, ...], text: str) -> Action:
    """The action that a typed text names.

    Raises:
        ActionError: it names no legal action; the message says why.
    """
    if text.isdecimal():
        chosen = int(text) if len(text) < 10 else 0
        if 1 <= chosen <= len(actions):
            return actions[chosen - 1]
        raise InvalidAction(f"there is no action number {text[:20]}: they go from 1 to {len(actions)}")
    if len(text) > _MAX_INPUT_LENGTH:
        raise InvalidAction("that is too long for an action")
    text = _join_name(text, actions)
    same = [action for action in actions if action.name == text.lower()]
    if len(same) == 1:
        return same[0]
    return state.parse_action(text, seat)


def _join_name(text: str, actions: tuple[Action, ...]) -> str:
    """Join an action's name that was typed as several words."""
    for name in {action.name for action in actions if "_" in action.name}:
        words = spaced(name)
        if text.lower() == words or text.lower().startswith(f"{words} "):
            return name + text[len(words) :]
    return text


def _error_text(error: ActionError) -> Text:
    message = visible(str(error))  # the message may quote what was typed
    end = "" if message.endswith((".", "?", "!")) else "."
    return Text(capital(message) + end, "yellow")
