"""Finds zones, variables and items by their names."""

from __future__ import annotations

from cardengine.diagnostics import suggest
from cardengine.layout.space import ItemSpace, Memory, Space
from cardengine.model.program import Header
from cardengine.runtime import names
from cardengine.runtime.machine import Machine
from cardengine.tree.nodes import Local, LocalValue
from cardengine.tree.symbols import OwnerKind


def _owner_number(space: Space, kind: OwnerKind, item: str | None, owner: int | str | None, name: str) -> int:
    if kind is OwnerKind.TABLE:
        if owner is not None:
            raise KeyError(f"{name} belongs to the table, to no player")
        return 0
    if owner is None:
        raise KeyError(f"say whose {name}: there is one for each {item or kind.value}")
    if kind is OwnerKind.ITEM:
        number = names.item_number(space, item or "", str(owner))
        if number is None:
            raise KeyError(f"there is no {item} {owner}")
        return number
    what, count = ("team", len(space.teams)) if kind is OwnerKind.TEAM else ("seat", space.players)
    if not isinstance(owner, int) or not 0 <= owner < count:
        raise KeyError(f"there is no {what} {owner}: {what}s go from 0 to {count - 1}")
    return owner


def zone_number(space: Space, name: str, owner: int | str | None, place: int | str | None) -> int:
    """The number of the zone with this name, owner and place in a family."""
    zones = space.zones.get(name)
    if zones is None:
        close = suggest(name, list(space.zones))
        raise KeyError(
            f"there is no zone {name}" + (f"; did you mean {close}?" if close else f": {', '.join(space.zones)}")
        )
    decl = zones.decl
    if decl.is_family and decl.owner.kind is OwnerKind.TABLE and place is None:
        owner, place = None, owner
    number = _owner_number(space, decl.owner.kind, decl.owner.item, owner, name)
    offset = 0
    if decl.is_family:
        if decl.each is not None:
            if place not in decl.each.members:
                raise KeyError(f"say which {name}: {', '.join(decl.each.members)}")
            offset = decl.each.members.index(str(place))
        elif not isinstance(place, int) or not 1 <= place <= decl.places:
            raise KeyError(f"say which {name}: 1 to {decl.places}")
        else:
            offset = place - 1
    return zones.first + number * zones.places + offset


def variable_value(machine: Machine, m: Memory, name: str, owner: int | str | None) -> names.ByRuleset:
    """The value of a variable, or else of a local in scope at the open choice."""
    space = machine.space
    candidates = [key for key in space.variables if key[1] == name]
    chosen = [key for key in candidates if (key[0] == "game") == (owner is None)]
    if chosen:
        key = chosen[0]
        if len(chosen) > 1 and isinstance(owner, int):
            key = next((k for k in chosen if k[0] == "player"), chosen[0])
        cells = space.variables[key]
        number = _owner_number(space, cells.decl.owner.kind, cells.decl.owner.item, owner, name)
        return names.python_value(space, cells.decl.type, m[cells.address + number])
    known, value = _in_scope(machine, m, name)
    if known and owner is None:
        return value
    if candidates:
        raise KeyError(f"say whose {name}: there is one for each {candidates[0][0]}")
    close = suggest(name, [key[1] for key in space.variables])
    raise KeyError(f"there is no variable {name}" + (f"; did you mean {close}?" if close else ""))


def _in_scope(machine: Machine, m: Memory, name: str) -> tuple[bool, names.ByRuleset]:
    known = False
    for choice in machine.program.choices:
        for local in choice.decl.captures:
            if local.name == name:
                known = True
                if m[Header.CHOICE] == choice.number + 1:
                    value = machine.closures.function(_local_value(machine, local))(m)
                    return True, names.python_value(machine.space, local.type, value)
    return known, None


def _local_value(machine: Machine, local: Local) -> LocalValue:
    return LocalValue(local.type, machine.program.ruleset.span, local)


def find_item(space: Space, text: str) -> tuple[ItemSpace, int]:
    """The kind and number of the item with this text.

    Raises:
        KeyError: there is none.
    """
    for kind in space.items.values():
        number = names.item_number(space, kind.decl.name, text)
        if number is not None:
            return kind, number
    raise KeyError(f"there is no card or piece {text}")
