"""Sets up a position: rearranges the cards and variables of a game that waits for a choice.

A zone gets the listed cards in that order, the top of a pile first. With ``rest`` all other cards go to that zone,
below its listed cards, in pack order. Without it every other card stays in its zone, and a position that would
leave a card without a zone is refused, so no card is ever lost or duplicated. The game then continues from the
point where the choice is asked or, if a loop over cards of a named or changed zone is running, from the start of
that loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardengine.diagnostics import Span
from cardengine.layout.faults import Fault
from cardengine.layout.space import NOWHERE, Memory, facing_of
from cardengine.runtime.chance import ChanceError
from cardengine.runtime.machine import Machine
from cardengine.runtime.names import seat_text, value_text
from cardengine.runtime.saving import Saved
from cardengine.runtime.state import State
from cardengine.source import Entry, MappingNode, ScalarNode
from cardengine.testing.flow import Flow, Point
from cardengine.testing.names import (
    Word,
    card_text,
    face_down,
    keeps_faces,
    seat_number,
    value_of,
    variable_of,
    words,
    zone_of,
)
from cardengine.testing.results import broken
from cardengine.tree.symbols import OwnerKind


def set_up_position(machine: Machine, state: State, node: MappingNode, place: Span) -> State:
    """A new state with the position set up; the history of the old one is dropped.

    Args:
        machine: the game's machine.
        state: a state that waits for a choice; it isn't changed, but the new state shares its chance.
        node: the position.
        place: the span of the position in the test.

    Raises:
        DiagnosticError: the position contradicts itself or the game.
    """
    if state.over:
        raise broken(place, "the game is over before the position can be laid")
    m: Memory = [*state.vector, *([0] * machine.space.scratch)]
    flow = Flow(machine, m)
    zones = _section(node, "zones")
    named = _named_zones(machine, zones)
    player = node.get("player")
    seat = seat_number(machine, player) if isinstance(player, ScalarNode) else None
    laid = _lay_cards(machine, m, zones, named, node.entry("rest"))
    point = flow.before_loops_over(machine.space.cells[zone].decl.name for zone in laid) or flow.asking()
    if seat is not None:
        point = flow.at_player(seat, point) or point
    for entry in _section(node, "variables"):
        _set_variable(machine, m, flow, entry, point)
    flow.rewind(point)
    new = State.restore(machine, Saved(m[: machine.space.size], state.chance, [], 0, None))
    try:
        new.start()
    except ChanceError as error:
        raise broken(place, str(error)) from None
    if new.fault:
        raise broken(place, f"the position ends the game with a fault: {new.fault}")
    if seat is not None and seat not in new.players:
        asked = ", ".join(seat_text(other) for other in new.players) or "nobody"
        assert player is not None
        raise broken(player.span, f"in this position {asked} is asked, not {seat_text(seat)}")
    choice = node.get("choice")
    if isinstance(choice, ScalarNode) and choice.text != new.choice:
        known = [choice.decl.name for choice in machine.program.choices]
        help = None if choice.text in known else f"the choices: {', '.join(known)}"
        raise broken(choice.span, f"in this position `{new.choice}` is asked, not `{choice.text}`", help)
    return new


def _section(node: MappingNode, name: str) -> Sequence[Entry]:
    section = node.get(name)
    return section.entries if isinstance(section, MappingNode) else ()


def _named_zones(machine: Machine, zones: Sequence[Entry]) -> dict[int, list[Word]]:
    named: dict[int, list[Word]] = {}
    for entry in zones:
        zone = zone_of(machine, entry.key)
        if zone in named:
            raise broken(entry.key.span, f"the zone {machine.board.text(zone)} is named twice")
        named[zone] = words(entry.value)
    return named


# Cards ---------------------------------------------------------------------------------------------


def _lay_cards(
    machine: Machine, m: Memory, entries: Sequence[Entry], named: Mapping[int, list[Word]], rest: Entry | None
) -> set[int]:
    """Lay out all cards; returns the zones that are named or whose cards change."""
    board = machine.board
    claimed: dict[str, dict[int, tuple[int, Word]]] = {}
    layout: dict[int, list[int]] = {}
    spans = {zone: entry.key.span for zone, entry in zip(named, entries, strict=True)}
    for zone, cards in named.items():
        kind = board.kinds[zone]
        taken = claimed.setdefault(kind.decl.name, {})
        layout[zone] = [_claim(machine, m, zone, word, taken) for word in cards]
    rest_zone = _rest_zone(machine, rest)
    if rest_zone is not None:
        spans.setdefault(rest_zone, rest.key.span if rest is not None else spans[rest_zone])
    homeless: list[str] = []
    for zone in range(len(machine.space.cells)):
        kind = board.kinds[zone]
        taken = claimed.get(kind.decl.name, {})
        others = [item for item in board.items(m, zone) if item not in taken]
        if rest_zone is not None and kind is board.kinds[rest_zone]:
            layout.setdefault(zone, [])
            layout.setdefault(rest_zone, [])
            layout[rest_zone] += others
        elif zone not in named:
            if len(others) != m[board.addresses[zone]]:
                layout[zone] = others
        else:
            homeless += [kind.texts[item] for item in others]
    if homeless:
        span = next(iter(spans.values()))
        help = "say where all other cards lie: `rest: ZONE`"
        raise broken(span, f"the position leaves {', '.join(homeless)} without a place", help)
    if rest_zone is not None:
        given = len(named.get(rest_zone, ()))
        layout[rest_zone] = layout[rest_zone][:given] + sorted(layout[rest_zone][given:])
    changed = {zone: items for zone, items in layout.items() if items != board.items(m, zone)}
    _write(machine, m, changed, spans)
    for kind_name, taken in claimed.items():
        kind = machine.space.items[kind_name]
        for item, (zone, word) in taken.items():
            if keeps_faces(machine, zone):
                m[kind.face + item] = 0 if face_down(word) else 1
    _settle(machine, m, changed)
    return {*named, *changed}


def _rest_zone(machine: Machine, rest: Entry | None) -> int | None:
    if rest is None or not isinstance(rest.value, ScalarNode):
        return None
    return zone_of(machine, rest.value)


def _claim(machine: Machine, m: Memory, zone: int, word: Word, taken: dict[int, tuple[int, Word]]) -> int:
    """The item that a word names. Of several alike: one that is in the zone already, otherwise the first free one."""
    kind = machine.board.kinds[zone]
    text = card_text(word)
    alike = [item for item, known in enumerate(kind.texts) if known == text]
    if not alike:
        raise broken(word.span, f"there is no {kind.decl.name} `{word.text}` in this game")
    if face_down(word) and not keeps_faces(machine, zone):
        how = "up" if facing_of(machine.space.cells[zone].decl) else "down"
        raise broken(word.span, f"all cards lie face {how} in {machine.board.text(zone)}: leave the parentheses out")
    free = [item for item in alike if item not in taken]
    if not free:
        where = machine.board.text(taken[alike[0]][0])
        raise broken(word.span, f"the position has {text} twice: it lies in {where} already")
    there = [item for item in free if m[kind.place + item] != NOWHERE]
    if not there:
        raise broken(word.span, f"{text} is out of the game at this point: it lies in no zone")
    item = next((item for item in there if m[kind.place + item] == zone + 1), there[0])
    taken[item] = (zone, word)
    return item


def _write(machine: Machine, m: Memory, layout: Mapping[int, list[int]], spans: Mapping[int, Span]) -> None:
    board = machine.board
    for zone, items in layout.items():
        capacity, address = board.capacities[zone], board.addresses[zone]
        if len(items) > capacity:
            span = spans.get(zone) or next(iter(spans.values()))
            raise broken(span, f"{board.text(zone)} takes no more than {capacity} cards, not {len(items)}")
        stored = items[::-1] if board.piles[zone] else items
        m[address : address + 1 + capacity] = [len(items), *stored, *([0] * (capacity - len(items)))]
        segment = board.segments[zone]
        if segment:
            m[segment] = m[segment + 1] = 0


def _settle(machine: Machine, m: Memory, layout: Mapping[int, list[int]]) -> None:
    """Give each laid card the facing of its zone; it counts as seen by those who see it now."""
    board = machine.board
    laid = [(board.kinds[zone], item, zone) for zone, items in layout.items() for item in items]
    for kind, item, zone in laid:
        board.settle(m, kind, item, zone, None)
    for kind, item, _ in laid:
        m[kind.seen + item] = board.sees(m, kind, item)


# Variables -----------------------------------------------------------------------------------------


def _set_variable(machine: Machine, m: Memory, flow: Flow, entry: Entry, point: Point) -> None:
    if not isinstance(entry.value, ScalarNode):
        return
    space, address = variable_of(machine, entry.key)
    value = value_of(machine, space, entry.value)
    loop = flow.counting(space.decl.name, point) if space.decl.owner.kind is OwnerKind.TABLE else None
    if loop is not None:
        start, going = loop
        try:
            low = machine.closures.function(start.low)(m)
        except Fault:
            low = space.low
        left = m[going.cell]
        turns_left = left + m[address] - value
        if value < low or (left >= 0 and turns_left < 0):
            last = value_text(machine.space, space.decl.type, m[address] + left) if left >= 0 else "no end"
            raise broken(entry.value.span, f"the game counts `{space.decl.name}` from {low} to {last} here")
        m[going.cell] = turns_left if left >= 0 else left
        m[going.cell + 1] = value + 1
    m[address] = value
