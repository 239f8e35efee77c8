"""Saved states: a game in progress as JSON, including the state of its generator."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardengine.model.codec import Offered
from cardengine.model.program import Header
from cardengine.runtime.chance import Chance, ChancePoint, ScriptedChance, SeededChance
from cardengine.runtime.events import Event
from cardengine.runtime.generator import Generator
from cardengine.runtime.machine import Machine

FORMAT = 1


class StateError(ValueError):
    """A saved state belongs to another game, or is damaged."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The parts of a state.

    Attributes:
        vector: its cells.
        chance: the source of random outcomes.
        log: all events; None if they aren't kept.
        mark: the number of events at the last choice.
        fault: what ended the game.
        veil: during a secret choice, the cells before it.
        aside: after a secret choice, its chooser, and the number of events before it.
        work: while the game waits for chance, the seat and its current action.
        point: the open chance point, if the game waits for chance.
    """

    vector: Sequence[int]
    chance: Chance
    log: Sequence[Event] | None
    mark: int
    fault: str | None
    veil: Sequence[int] | None = None
    aside: tuple[int, int] | None = None
    work: tuple[int, Offered] | None = None
    point: ChancePoint | None = None


def dump(machine: Machine, saved: Saved) -> str:
    """A state as JSON.

    Raises:
        StateError: its chance is neither seeded nor scripted, and so can't be saved.
    """
    data = {
        "cardengine": FORMAT,
        **machine.recipe.identity,
        "state": list(saved.vector),
        "chance": _chance_data(saved.chance),
        "log": [event.to_json() for event in saved.log] if saved.log is not None else None,
        "mark": saved.mark,
        "fault": saved.fault,
        "veil": saved.veil,
        "aside": saved.aside,
    }
    return json.dumps(data | {"check": _checksum(data)})


def _checksum(data: Mapping[str, object]) -> str:
    """A checksum that reveals later changes."""
    rest = {key: value for key, value in data.items() if key != "check"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def read(machine: Machine, text: str) -> Saved:
    """Read the parts of a state from the text of ``dump``.

    Raises:
        StateError: the text isn't a state of this game, or is damaged.
    """
    try:
        return _read(machine, json.loads(text))
    except StateError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, RecursionError, AttributeError) as error:
        raise StateError(f"this is no saved state: {error}") from None


def _read(machine: Machine, data: Any) -> Saved:  # as ``json`` gives it
    if not isinstance(data, dict) or data.get("cardengine") != FORMAT:
        raise StateError(f"this is no saved state of format {FORMAT}")
    if data["ruleset"] != machine.recipe.identity["ruleset"]:
        raise StateError("the state was saved by another ruleset")
    if any(data[key] != value for key, value in machine.recipe.identity.items()):
        raise StateError("the state was saved with other options, or another number of players")
    if data.get("check") != _checksum(data):
        raise StateError("the state has been damaged: its check doesn't fit")
    vector = data["state"]
    if not isinstance(vector, list) or len(vector) != machine.space.size:
        raise StateError("the state has another size")
    if not all(type(cell) is int and -(2**63) <= cell < 2**63 for cell in vector):
        raise StateError("the state holds something else than numbers")
    _check(machine, vector)
    log = [Event.from_json(event) for event in data["log"]] if data["log"] is not None else None
    fault = data["fault"]
    return Saved(
        vector=vector,
        chance=_chance(data["chance"]),
        log=log,
        mark=int(data["mark"]),
        fault=str(fault) if fault is not None else None,
        veil=data["veil"],
        aside=tuple(data["aside"]) if data["aside"] is not None else None,
    )


def _check(machine: Machine, vector: list[int]) -> None:
    """Refuse an inconsistent vector: header, counts and places must agree."""
    if not 0 <= vector[Header.PC] < len(machine.code) or not 0 <= vector[Header.CHOICE] <= len(machine.program.choices):
        raise StateError("the state points nowhere in this game")
    for cells in machine.space.variables.values():
        for value in vector[cells.address : cells.address + cells.owners]:
            if not cells.low <= value <= cells.high:
                raise StateError(f"the state has `{cells.decl.name}` at {value}, out of its bounds")
    for number, cell in enumerate(machine.space.cells):
        kind = machine.board.kinds[number]
        count = vector[cell.address]
        if not 0 <= count <= cell.capacity:
            raise StateError(f"the state has {count} items in {machine.board.text(number)}")
        for item in vector[cell.address + 1 : cell.address + 1 + count]:
            if not 0 <= item < kind.count or vector[kind.place + item] != number + 1:
                raise StateError(f"the state has an item in {machine.board.text(number)} that lies elsewhere")
    for kind in machine.space.items.values():
        lying = sum(1 for place in vector[kind.place : kind.place + kind.count] if place)
        held = sum(
            vector[cell.address]
            for number, cell in enumerate(machine.space.cells)
            if machine.board.kinds[number] is kind
        )
        if lying != held:
            raise StateError(f"the state has lost a {kind.decl.name}")


def _chance_data(chance: Chance) -> dict[str, object]:
    if isinstance(chance, SeededChance):
        return {"seeded": list(chance.generator.words())}
    if isinstance(chance, ScriptedChance):
        outcomes = [item if isinstance(item, int | str) else list(item) for item in chance.outcomes]
        return {"scripted": outcomes, "place": chance.place}
    raise StateError(f"a state whose chance is {type(chance).__name__} can't be saved")


def _chance(data: Any) -> Chance:  # as above
    if "seeded" in data:
        state, inc = data["seeded"]
        chance = SeededChance(0)
        chance.generator = Generator.from_words((state, inc))
        return chance
    scripted = ScriptedChance(data["scripted"])
    scripted.place = int(data["place"])
    return scripted
