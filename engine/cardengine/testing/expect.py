"""Compares what a test expects with the actual state."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from cardengine.diagnostics import Diagnostic
from cardengine.runtime.actions import AmbiguousAction, IllegalAction, InvalidAction
from cardengine.runtime.machine import Machine
from cardengine.runtime.names import json_number, normal_card, seat_text, value_text
from cardengine.runtime.state import State
from cardengine.source import Entry, MappingNode, Node, ScalarNode, SequenceNode
from cardengine.testing.conditions import check_condition
from cardengine.testing.names import (
    card_text,
    contents,
    face_down,
    seat_number,
    seats_text,
    text_of,
    value_of,
    variable_of,
    words,
    zone_of,
)
from cardengine.testing.results import broken, failure


def check(machine: Machine, state: State, node: MappingNode, report: list[Diagnostic]) -> None:
    """Check the expectations of a test against a state.

    Raises:
        DiagnosticError: the test names something that doesn't exist.
    """
    for entry in node:
        _CHECKS[entry.name](machine, state, entry, report)


_SCORE: Final = re.compile(r"-?[0-9]{1,40}(/0*[1-9][0-9]{0,40}|[.][0-9]{1,40})?")


def _entries(node: Node) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, MappingNode) else ()


def _scalars(node: Node) -> list[ScalarNode]:
    return [item for item in node.items if isinstance(item, ScalarNode)] if isinstance(node, SequenceNode) else []


def _listed(texts: list[str]) -> str:
    return " ".join(texts) if texts else "no cards"


def _zones(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    m = list(state.vector)
    for zone_entry in _entries(entry.value):
        zone = zone_of(machine, zone_entry.key)
        expected = []
        for word in words(zone_entry.value):
            text = card_text(word)
            if text not in machine.board.kinds[zone].texts:
                raise broken(word.span, f"there is no {machine.board.kinds[zone].decl.name} `{word.text}` in this game")
            expected.append(f"({text})" if face_down(word) else text)
        got = contents(machine, m, zone)
        if got != expected:
            name = machine.board.text(zone)
            report.append(failure(zone_entry.value.span, name, _listed(expected), _listed(got)))


def _variables(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    for variable in _entries(entry.value):
        if not isinstance(variable.value, ScalarNode):
            continue
        space, address = variable_of(machine, variable.key)
        expected = value_of(machine, space, variable.value)
        got = state.vector[address]
        if got != expected:
            shown, found = (value_text(machine.space, space.decl.type, value) for value in (expected, got))
            report.append(failure(variable.value.span, f"`{variable.name}`", shown, found))


def normalised(text: str) -> str:
    """An action's text in canonical spelling, as far as the text alone determines it."""
    first, *rest = text.split() or [""]
    return " ".join([first.lower(), *(normal_card(word) for word in rest)])


def action_parts(machine: Machine, node: Node) -> tuple[ScalarNode, int | None]:
    """The text of an action, and the seat that takes it if the test names one."""
    if isinstance(node, MappingNode):
        seat, action = node.get("seat"), node.get("action")
        assert isinstance(action, ScalarNode)
        return action, seat_number(machine, seat) if isinstance(seat, ScalarNode) else None
    assert isinstance(node, ScalarNode)
    return node, None


def _legal(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    for item in entry.value.items if isinstance(entry.value, SequenceNode) else ():
        node, seat = action_parts(machine, item)
        try:
            state.parse_action(node.text, seat)
        except IllegalAction as error:
            report.append(failure(node.span, f"`{node.text}`", "a legal action", f"a refusal: {error}"))
        except (InvalidAction, AmbiguousAction) as error:
            raise broken(node.span, str(error)) from None


def _refused(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    for item in _entries(entry.value):
        part = text_of(item.value)
        try:
            state.parse_action(item.name)
        except IllegalAction as error:
            if part.casefold() not in str(error).casefold():
                what = f"the reason against `{item.name}`"
                report.append(failure(item.value.span, what, f"the words `{part}`", f"`{error}`"))
        except (InvalidAction, AmbiguousAction) as error:
            raise broken(item.key.span, str(error)) from None
        else:
            report.append(failure(item.key.span, f"`{item.name}`", "a refusal", "a legal action"))


def _actions(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    legal = [action.text for action in state.actions()]
    if isinstance(entry.value, ScalarNode):
        if len(legal) != int(entry.value.text):
            notes = ("the legal actions: " + (", ".join(legal) or "none"),)
            report.append(failure(entry.value.span, "legal actions", entry.value.text, str(len(legal)), *notes))
        return
    expected = [normalised(node.text) for node in _scalars(entry.value)]
    if legal != expected:
        missing = [text for text in expected if text not in legal]
        extra = [text for text in legal if text not in expected]
        notes = (
            *((f"not legal: {', '.join(missing)}",) if missing else ()),
            *((f"legal too: {', '.join(extra)}",) if extra else ()),
            *(("the same actions in another order",) if sorted(legal) == sorted(expected) else ()),
        )
        got = ", ".join(legal) or "none"
        report.append(failure(entry.value.span, "legal actions", ", ".join(expected) or "none", got, *notes))


def _scores(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    nodes = _scalars(entry.value)
    expected: list[Fraction] = []
    for node in nodes:
        if not _SCORE.fullmatch(node.text):
            raise broken(node.span, f"`{node.text[:40]}` is no score", "write a number, or a fraction such as 37/2")
        expected.append(Fraction(node.text))
    if [Fraction(score) for score in state.scores] != expected:
        got = ", ".join(str(json_number(score)) for score in state.scores)
        shown = ", ".join(str(json_number(score)) for score in expected) or "none"
        report.append(failure(entry.value.span, "scores", shown, got))


def _winners(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    expected = tuple(sorted(seat_number(machine, node) for node in _scalars(entry.value)))
    if state.winners is None:
        report.append(failure(entry.value.span, "winners", seats_text(expected), "none yet: the game isn't over"))
    elif state.winners != expected:
        report.append(failure(entry.value.span, "winners", seats_text(expected), seats_text(state.winners)))


def _over(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    expected = text_of(entry.value) == "true"
    if state.over != expected:
        shown, got = ("over" if over else "still going on" for over in (expected, state.over))
        report.append(failure(entry.value.span, "the game", shown, got))


def _player(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    assert isinstance(entry.value, ScalarNode)
    seat = seat_number(machine, entry.value)
    if seat not in state.players:
        report.append(failure(entry.value.span, "who is asked", seat_text(seat), seats_text(state.players)))


def _choice(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    expected = text_of(entry.value)
    known = [choice.decl.name for choice in machine.program.choices]
    if expected not in known:
        raise broken(entry.value.span, f"this game has no choice `{expected}`", f"the choices: {', '.join(known)}")
    if state.choice != expected:
        report.append(failure(entry.value.span, "the choice that is asked", expected, state.choice or "none"))


def _holds(machine: Machine, state: State, entry: Entry, report: list[Diagnostic]) -> None:
    for node in _scalars(entry.value):
        check_condition(machine, state, node, report)


_CHECKS: Final[Mapping[str, Callable[[Machine, State, Entry, list[Diagnostic]], None]]] = {
    "zones": _zones,
    "variables": _variables,
    "legal": _legal,
    "refused": _refused,
    "actions": _actions,
    "scores": _scores,
    "winners": _winners,
    "over": _over,
    "player": _player,
    "choice": _choice,
    "holds": _holds,
}
