"""Views: what a seat may see now, and nothing else. Whatever no rule below shows is hidden."""

from __future__ import annotations

from typing import TypedDict

from cardengine.layout.space import Memory
from cardengine.model.program import Header
from cardengine.runtime.machine import Machine
from cardengine.runtime.names import ByRuleset, owner_text, plain_value
from cardengine.tree.symbols import OwnerKind, ZoneDecl
from cardengine.tree.types import PLAYER, ItemType


class ZoneView(TypedDict):
    """A zone as a seat sees it.

    Attributes:
        count: the number of items; None if the zone hides it.
        cards: of a pile the top first, of a row in its order; None for each hidden card.
    """

    count: int | None
    cards: list[str | None]


Zones = ZoneView | list[ZoneView]
"""A zone, or the zones of a family."""


class View(TypedDict):
    """What a seat sees, ready for JSON.

    Attributes:
        seat: the seat whose view it is.
        players: the seats that have still to choose.
        choice, phase: the names of the open choice and the current phase, or None.
        zones: by name, of a zone of the table a ``ZoneView``, of an owner's a mapping from the owner (a seat's number
            as text, or an item's name) to that; of a family a list of those.
        variables: those of the game under ``game``, by name; those of each kind of owner, by owner.
        pieces: the printed attributes of the pieces that the seat sees.
        asked: the cards, pieces and players that the open choice is about.
        shown: the values that the ruleset has shown beside things.
    """

    seat: int
    players: list[int]
    choice: str | None
    phase: str | None
    zones: dict[str, ByRuleset]
    variables: dict[str, ByRuleset]
    pieces: dict[str, dict[str, ByRuleset]]
    asked: dict[str, str | int]
    shown: dict[str, ByRuleset]


def view(machine: Machine, m: Memory, seat: int) -> View:
    """What a seat sees."""
    program = machine.program
    waiting = m[Header.WAITING]
    choice = m[Header.CHOICE]
    phase = m[Header.PHASE]
    return {
        "seat": seat,
        "players": [other for other in range(program.players) if waiting >> other & 1],
        "choice": program.choices[choice - 1].decl.name if choice else None,
        "phase": program.ruleset.phases[phase - 1] if phase else None,
        "zones": {name: _zone_group(machine, m, decl, seat) for name, decl in program.ruleset.zones.items()},
        "variables": _variables(machine, m, seat),
        "pieces": _pieces(machine, m, seat),
        "asked": _asked(machine, m, seat),
        "shown": machine.shown_values.visible_to(m, seat),
    }


def _zone_group(machine: Machine, m: Memory, decl: ZoneDecl, seat: int) -> Zones | dict[str, Zones]:
    space = machine.space.zones[decl.name]
    owners: dict[str, Zones] = {}
    for owner in range(space.owners):
        first = space.first + owner * space.places
        cell = machine.space.cells[first]
        if decl.owner.kind is OwnerKind.ITEM and not _piece_seen(machine, m, decl.owner.item or "", owner, seat):
            continue
        zones = [zone_view(machine, m, first + place, seat) for place in range(space.places)]
        name = str(owner) if decl.owner.kind is OwnerKind.PLAYER else owner_text(machine.space, cell)
        owners[name] = zones if decl.is_family else zones[0]
    return owners[""] if decl.owner.kind is OwnerKind.TABLE else owners


def _piece_seen(machine: Machine, m: Memory, kind: str, item: int, seat: int) -> bool:
    items = machine.space.items[kind]
    if not items.model:
        return True
    return bool(m[items.model + item]) and bool(machine.board.sees(m, items, item) >> seat & 1)


def zone_view(machine: Machine, m: Memory, zone: int, seat: int) -> ZoneView:
    """A zone as a seat sees it."""
    board = machine.board
    kind = board.kinds[zone]
    items = board.items(m, zone)
    seen = [bool(board.sees(m, kind, item) >> seat & 1) for item in items]
    if board.piles[zone] and any(shown and not m[kind.face + item] for item, shown in zip(items, seen, strict=True)):
        # Nobody knows the order of a face-down pile. Its owner sees which cards it has, in pack order.
        hidden = sorted(item for item, shown in zip(items, seen, strict=True) if shown and not m[kind.face + item])
        order = iter(hidden)
        items = [item if m[kind.face + item] else next(order) for item in items]
    cards = [kind.texts[item] if shown else None for item, shown in zip(items, seen, strict=True)]
    count: int | None = len(items)
    if board.hides[zone] and not all(seen):
        cards = [card for card in cards if card is not None]
        count = None
    if board.hides[zone] and not items and not board.masks[zone] >> seat & 1:
        count = None
    return {"count": count, "cards": cards}


def _variables(machine: Machine, m: Memory, seat: int) -> dict[str, ByRuleset]:
    groups: dict[str, ByRuleset] = {"game": {}}
    for (owner, name), cells in machine.space.variables.items():
        kind = cells.decl.type
        values = [plain_value(machine.space, kind, m[cells.address + n]) for n in range(cells.owners)]
        if owner == "game":
            groups["game"][name] = values[0]
        elif cells.decl.owner.kind is OwnerKind.ITEM:
            items = machine.space.items[owner]
            group = groups.setdefault(owner, {})
            for number, value in enumerate(values):
                if _piece_seen(machine, m, owner, number, seat):
                    group.setdefault(items.texts[number], {})[name] = value
        else:
            groups.setdefault(owner, {})[name] = values
    return groups


def _pieces(machine: Machine, m: Memory, seat: int) -> dict[str, dict[str, ByRuleset]]:
    """The printed attributes of the pieces that a seat sees."""
    shown: dict[str, dict[str, ByRuleset]] = {}
    for kind in machine.space.items.values():
        if not kind.model:
            continue
        for item in range(kind.count):
            if _piece_seen(machine, m, kind.decl.name, item, seat):
                row = m[kind.model + item] - 1
                shown[kind.texts[item]] = {
                    column.name: plain_value(machine.space, column.type, kind.tables[column.name][row])
                    for column in kind.decl.columns
                }
    return shown


def _asked(machine: Machine, m: Memory, seat: int) -> dict[str, str | int]:
    """The subject of the open choice: of its captures the players, and the items that the seat sees."""
    number = m[Header.CHOICE]
    shown: dict[str, str | int] = {}
    if not number or (m[Header.SECRET] and m[Header.SECRET] != seat + 1):
        return shown
    for local in machine.program.choices[number - 1].decl.captures:
        address = machine.space.register(local).address
        kind = local.type
        if kind == PLAYER:
            shown[local.name] = m[address]
        elif isinstance(kind, ItemType):
            items = machine.space.items[kind.kind]
            if machine.board.sees(m, items, m[address]) >> seat & 1:
                shown[local.name] = items.texts[m[address]]
    return shown
