"""Verbs: one record for each kind of step, and the tables derived from the records.

Every ``Verb`` or ``FlowVerb`` in a module of this package is found automatically.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar, cast

from cardengine.constructs.events import EventKind
from cardengine.constructs.verbs.base import Check, FlowVerb, Form, Phrase, Verb
from cardengine.tree import nodes
from cardengine.tree.dispatch import exhaustive
from cardengine.tree.nodes import Step

__all__ = [
    "EVENTS",
    "FLOW",
    "HEADER_CHECKS",
    "HEADER_FORMS",
    "STEP_CHECKS",
    "STEP_FORMS",
    "STEP_ROWS",
    "VERBS",
    "Form",
    "effect",
    "turns_up",
]

S = TypeVar("S", bound=Step)
Record = Verb[Step] | FlowVerb[Step]


def _records() -> Iterator[Record]:
    for module in sorted(found.name for found in iter_modules(__path__)):
        for value in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(value, Verb | FlowVerb):
                yield value


def _by_node(records: tuple[Record, ...]) -> dict[type[Step], Record]:
    table: dict[type[Step], Record] = {}
    for record in records:
        if table.setdefault(record.node, record) is not record:
            raise TypeError(f"{record.node.__name__} has two records")
    return exhaustive(table, nodes, Step)


def _phrases(*, header: bool) -> Iterator[Phrase]:
    for record in VERBS:
        if (isinstance(record, FlowVerb) and record.header) is header:
            yield from record.phrases


def _forms(*, header: bool) -> dict[str, Form]:
    table: dict[str, Form] = {}
    for phrase in _phrases(header=header):
        if table.setdefault(phrase.word, phrase.form) != phrase.form:
            raise TypeError(f"`{phrase.word}` has two forms")
    return table


def _checks(*, header: bool) -> dict[str, Check]:
    table: dict[str, Check] = {}
    for phrase in _phrases(header=header):
        for alternative, check in phrase.checks.items():
            if table.setdefault(alternative, check) is not check:
                raise TypeError(f"`{alternative}` is typed twice")
    return table


def _events() -> dict[str, EventKind]:
    table: dict[str, EventKind] = {}
    for record in VERBS:
        for kind in record.events:
            if table.setdefault(kind.value, kind) is not kind:
                raise TypeError(f"two events are called {kind.value}")
    return table


VERBS: tuple[Record, ...] = tuple(_records())
_TABLE = _by_node(VERBS)
EVENTS = _events()
STEP_ROWS = tuple(row for record in VERBS for phrase in record.phrases for row in phrase.rows)
FLOW = frozenset(record.node for record in VERBS if isinstance(record, FlowVerb))
STEP_FORMS, HEADER_FORMS = _forms(header=False), _forms(header=True)
STEP_CHECKS, HEADER_CHECKS = _checks(header=False), _checks(header=True)


def effect(step: S) -> Verb[S] | None:
    """The record of a step that changes cards or variables; None for a step of flow."""
    record = _TABLE[type(step)]
    return cast("Verb[S]", record) if isinstance(record, Verb) else None


def turns_up(step: Step) -> tuple[nodes.Expr, ...]:
    """The items that a step turns up."""
    record = effect(step)
    return record.turns_up(step) if record is not None else ()
