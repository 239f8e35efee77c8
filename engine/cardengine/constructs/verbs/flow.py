"""``if``, loops, ``stop``, ``skip``, ``phase``: decide which step comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.constructs.events import EventKind, Seen
from cardengine.constructs.verbs.base import FlowVerb, Form, Phrase
from cardengine.diagnostics import Code
from cardengine.tree.nodes import (
    CountFrom,
    Expr,
    ForEach,
    If,
    LocalValue,
    Phase,
    Skip,
    Step,
    Stop,
    Times,
    Variable,
    While,
)
from cardengine.tree.types import FRACTION, INT, UNKNOWN, ListType, element

if TYPE_CHECKING:
    from rich.text import Text

    from cardengine.cli.screen.labels import Labels
    from cardengine.lang.sentences import Sentence


def _stray(s: Sentence) -> None:
    s.world.error(Code.SENTENCE, f"`{s.scalar.text}` follows no `if`", s.span)


IF = FlowVerb(
    If,
    (
        Phrase(
            "if",
            Form("if CONDITION:", "if empty(deck):"),
            {"if_": lambda s: s.branches()},
            (("`if C:`, `else if C:`, `else:`", ""),),
        ),
        Phrase(
            "else",
            Form("else:", "else:"),
            {"else_if": _stray, "else_": _stray},
            (),
        ),
    ),
    header=True,
)

_FOR = Form(
    "for each NAME in LIST[, highest VALUE first]:   or   for NAME from N [to N]:", "for each player in players:"
)


def _check_for_each(s: Sentence) -> Step:
    source = s.list_of(1)
    item = element(source.type) or UNKNOWN
    if isinstance(item, ListType):
        source = s.mismatch(source, "a list of single things")
        item = UNKNOWN
    elif item is FRACTION:
        help_ = "write `rounded down` or `rounded up` behind what is in it"
        source = s.mismatch(source, "a list of whole things", help_)
        item = UNKNOWN
    it = s.expressions.scratch(item)
    keys = s.sort_keys(2, it)
    local = s.declare(0, item)
    return ForEach(s.span, local, source, it, keys, s.steps(local))


FOR_EACH = FlowVerb(
    ForEach,
    (
        Phrase(
            "for",
            _FOR,
            {"for_each": _check_for_each},
            (
                ("`for each x in L:`", "for each item of L"),
                ("`for each x in L, highest K first, then lowest K first:`", "sorted; ties keep the order of L"),
            ),
        ),
    ),
    header=True,
)


def _check_count(s: Sentence) -> Step:
    token = s.word(0)
    low = s.number(1)
    high = s.number(2) if s.has(2) else None
    variable = s.world.variables.get(("game", str(token)))
    place = s.place(token)
    counter: Expr
    if variable is not None:
        if variable.type is not INT:
            s.world.error(Code.TYPE, f"`{token}` counts, so it has to be a number", place)
        counter = Variable(INT, place, variable.name, None, "game")
        return CountFrom(s.span, counter, low, high, s.steps())
    local = s.declare(0, INT)
    counter = LocalValue(INT, place, local)
    return CountFrom(s.span, counter, low, high, s.steps(local))


COUNT_FROM = FlowVerb(
    CountFrom,
    (
        Phrase(
            "for",
            _FOR,
            {"count_from": _check_count, "count_from_to": _check_count},
            (
                ("`for n from A to B:`", "A, A + 1 ... B; not at all when A is more than B"),
                ("`for n from A:`", "without end, until `stop` or the end of the game"),
            ),
        ),
    ),
    header=True,
)

_REPEAT = Form("repeat while CONDITION:   or   repeat N times:   or   repeat:", "repeat while any(deck):")


def _check_while(s: Sentence) -> Step:
    condition = s.condition(0)
    return While(s.span, condition, s.steps())


def _check_times(s: Sentence) -> Step:
    amount = s.number(0)
    return Times(s.span, amount, s.steps())


WHILE = FlowVerb(
    While,
    (
        Phrase(
            "repeat",
            _REPEAT,
            {"while_": _check_while, "forever": lambda s: While(s.span, None, s.steps())},
            (
                ("`repeat while C:`", "C is tested before each turn"),
                ("`repeat:`", "until `stop` or the end of the game"),
            ),
        ),
    ),
    header=True,
)
TIMES = FlowVerb(
    Times,
    (
        Phrase(
            "repeat",
            _REPEAT,
            {"times": _check_times},
            (("`repeat N times:`", ""),),
        ),
    ),
    header=True,
)


def _needs_loop(s: Sentence, word: str) -> None:
    if not s.looping:
        s.world.error(Code.NO_LOOP, f"`{word}` stands in no loop here", s.span)


def _check_stop(s: Sentence) -> Step:
    _needs_loop(s, "stop")
    return Stop(s.span)


def _check_skip(s: Sentence) -> Step:
    _needs_loop(s, "skip")
    return Skip(s.span)


STOP = FlowVerb(
    Stop,
    (
        Phrase(
            "stop",
            Form("stop", "stop"),
            {"stop": _check_stop},
            (("`stop`", "leave the innermost loop of this list of steps"),),
        ),
    ),
)
SKIP = FlowVerb(
    Skip,
    (
        Phrase(
            "skip",
            Form("skip", "skip"),
            {"skip": _check_skip},
            (("`skip`", "go on with its next turn"),),
        ),
    ),
)


def _say_phase(labels: Labels, group: Sequence[Seen]) -> list[str | Text]:
    return ["phase: ", labels.strong(group[0]["phase"])]


PHASE_BEGAN = EventKind("phase", _say_phase)
"""A phase began."""


def _check_phase(s: Sentence) -> Step:
    name = str(s.word(0))
    if name not in s.owner.phases:
        s.owner.phases.append(name)
    return Phase(s.span, name, s.steps(looping=s.looping))


PHASE = FlowVerb(
    Phase,
    (
        Phrase(
            "phase",
            Form("phase NAME:", "phase scoring:"),
            {"phase": _check_phase},
            (("`phase x:`", "a block with a name, which is shown"),),
        ),
    ),
    (PHASE_BEGAN,),
    header=True,
)
