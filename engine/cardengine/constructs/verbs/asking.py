"""``run``, ``choose``: procedures and choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lark import Token

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import FlowVerb, Form, Phrase
from cardengine.diagnostics import Code
from cardengine.tree.nodes import Ask, AskTogether, Constant, Expr, Run, Step
from cardengine.tree.types import PLAYER

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.lang.sentences import Sentence


def _who(labels: Labels, event: Seen) -> str:
    seat = labels.seat_of(event["player"])
    return labels.seat(seat) if seat is not None else str(event["player"])


def _say_chosen(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    event = group[0]
    parts: list[str | Text] = [f"{_who(labels, event)}: ", labels.strong(event["action"])]
    for argument in event["arguments"]:
        parts += [" ", labels.argument(argument)]
    return parts


def _say_committed(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    seat = labels.seat_of(group[0].get("player"))
    return [f"{labels.seat(seat) if seat is not None else 'a player'} has chosen"]


def _say_skipped(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    who = _who(labels, group[0])
    return [f"{who} {'have' if who == 'you' else 'has'} nothing to choose ({labels.spaced(group[0]['choice'])})"]


CHOSEN = EventKind("chosen", _say_chosen)
"""A player has taken an action."""
COMMITTED = EventKind("committed", _say_committed)
"""A player has chosen, unseen by the others, who have still to choose."""
SKIPPED = EventKind("skipped", _say_skipped)
"""A choice had no legal action."""


def _check_run(s: Sentence) -> Step | None:
    token = s.word(0)
    name = str(token)
    parameters = s.world.procedure_parameters.get(name)
    given = s.arguments(1)
    if parameters is None:
        s.world.unknown(Code.UNKNOWN_NAME, "procedure", name, s.place(token), list(s.world.procedure_parameters))
        return None
    if len(given) != len(parameters):
        form = f"run {name}({', '.join(local.name for local in parameters)})"
        message = f"`{name}` takes {len(parameters)} values; {len(given)} are given"
        s.world.error(Code.ARGUMENTS, message, s.span, f"its form: {form}")
        return None
    s.owner.runs.append((name, s.place(token)))
    arguments = tuple(
        s.expressions.typed(child, s.names, local.type) for child, local in zip(given, parameters, strict=True)
    )
    return Run(s.span, name, arguments)


RUN = FlowVerb(
    Run,
    (
        Phrase(
            "run",
            Form("run PROCEDURE(VALUES)", "run pay(player, 5)"),
            {"run": _check_run},
            (("`run p(values)`", "a procedure"),),
        ),
    ),
)


def _check_choose(s: Sentence) -> Step | None:
    if s.world.most_players > 1:
        message = "who chooses? there are several players"
        s.world.error(Code.NO_CHOOSER, message, s.span, "say who, such as `player chooses move`")
    return _ask(s, 0, Constant(PLAYER, s.span, 0))


def _choice(s: Sentence, place: int) -> str | None:
    token = s.word(place)
    if str(token) not in s.world.action_names:
        s.world.unknown(Code.UNKNOWN_NAME, "choice", str(token), s.place(token), list(s.world.action_names))
        return None
    return str(token)


def _ask(s: Sentence, place: int, player: Expr) -> Step | None:
    """A choice that one player makes; behind its name stand ``in secret`` and ``until ACTION``."""
    choice = _choice(s, place)
    if choice is None:
        return None
    secret, until = False, None
    for clause in s.clauses(place + 1):
        if clause.data == "secret":
            secret = True
        else:
            (word,) = (child for child in clause.children if isinstance(child, Token))
            until = str(word)
            actions = s.world.action_names[choice]
            if until not in actions:
                s.world.unknown(Code.UNKNOWN_NAME, "action", until, s.place(word), list(actions))
    return Ask(s.span, choice, player, secret, until, s.ask(choice))


def _check_together(s: Sentence) -> Step | None:
    players, choice = s.players(0), _choice(s, 1)
    return None if choice is None else AskTogether(s.span, choice, players, s.ask(choice))


ASK = FlowVerb(
    Ask,
    (
        Phrase(
            "choose",
            Form("choose CHOICE [until ACTION]", "choose move"),
            {"choose": _check_choose},
            (("`choose c`", "the same for the first seat: for games of one player"),),
        ),
        Phrase(
            "chooses",
            Form("PLAYER chooses CHOICE [in secret] [until ACTION]", "player chooses bidding until pass"),
            {"chooses": lambda s: _ask(s, 1, s.typed(0, PLAYER))},
            (
                ("`P chooses c`", "P is asked for one action of the choice c ([Choices](#choices))"),
                ("`P chooses c until x`", "asked again and again, until the action x has been taken"),
                ("`P chooses c in secret`", "unseen by the others; `until` may follow"),
            ),
        ),
    ),
    (CHOSEN, SKIPPED),
)
ASK_TOGETHER = FlowVerb(
    AskTogether,
    (
        Phrase(
            "together",
            Form("PLAYERS choose CHOICE together", "players choose bid together"),
            {"together": _check_together},
            (("`PLAYERS choose c together`", "each commits unseen; then all is done"),),
        ),
    ),
    (COMMITTED, CHOSEN, SKIPPED),
)
