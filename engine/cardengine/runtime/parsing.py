"""Reads the actions that people and programs write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardengine.diagnostics import suggest
from cardengine.layout.space import ItemSpace, Memory, Space
from cardengine.model.codec import Slot, Value, Values
from cardengine.model.program import Action as ProgramAction
from cardengine.model.program import Choice, Header
from cardengine.runtime import names
from cardengine.runtime.actions import Action, AmbiguousAction, IllegalAction, InvalidAction
from cardengine.runtime.machine import Machine
from cardengine.tree.types import BOOL, PLAYER, TEAM, EnumType, ItemType, OptionalType, Type, ZoneType

if TYPE_CHECKING:
    from cardengine.runtime.state import State

MAX_TEXT = 2000
MAX_NAMED = 4
"""The most actions that the message about an ambiguous text names."""

_Lying = tuple[str, int, int, int]
"""Kind, text, zone and facing of an item: no action distinguishes items for which all four are the same."""

_UNKNOWN = -2
"""Represents an item that a seat has named but doesn't know; no list contains it."""


# Actions -------------------------------------------------------------------------------------------


def parse_action(state: State, machine: Machine, m: Memory, seat: int | None, text: str) -> Action:
    """The legal action with a text; see ``State.parse_action``."""
    words = text.split() if len(text) <= MAX_TEXT else []
    if not words:
        raise InvalidAction("there is no action to read")
    name = words[0].lower()
    known = {action.name for choice in machine.program.ruleset.choices.values() for action in choice.actions}
    if name not in known:
        close = suggest(name, sorted(known))
        hint = f"; did you mean `{close}`?" if close else f"; actions: {', '.join(sorted(known))}"
        raise InvalidAction(f"this game has no action `{words[0][:40]}`{hint}")
    if seat is None:
        raise IllegalAction("the game is over")
    if seat not in state.players:
        raise IllegalAction(f"{names.seat_text(seat)} has nothing to choose now")
    normal = " ".join([name, *(names.normal_card(word) for word in words[1:])])
    exact = [action for action in state.actions(seat) if action.text == normal]
    if len(exact) == 1:
        return exact[0]
    if len(exact) > 1:
        raise _ambiguous(text, exact)
    choice = machine.program.choices[m[Header.CHOICE] - 1]
    found = next((action for action in choice.actions if action.decl.name == name), None)
    if found is None:
        offered = ", ".join(action.decl.name for action in choice.actions)
        raise IllegalAction(f"`{name}` isn't on offer now; choose from: {offered}")
    arguments = normal.split()[1:]
    values = _read_values(machine, m, seat, found, arguments)
    same = [
        a for a in state.actions(seat)
        if a.number == found.number and _alike(machine, m, seat, found, a.values, values)
    ]  # fmt: skip
    if len(same) > 1:
        placed = _placed(machine, m, found, arguments)
        same = [a for a in same if placed <= _lying(machine, m, found, a.values)] or same
    if len(same) == 1:
        return same[0]
    if same:
        raise _ambiguous(text, same)
    raise IllegalAction(_refusal(machine, m, choice, found, seat, values))


def _ambiguous(text: str, found: Sequence[Action]) -> AmbiguousAction:
    named = ", ".join(f"`{action.text}`" for action in found[:MAX_NAMED])
    more = f" and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else ""
    return AmbiguousAction(f"`{text}` could be {len(found)} actions: {named}{more}")


def _alike(machine: Machine, m: Memory, seat: int, action: ProgramAction, left: Values, right: Values) -> bool:
    """Whether two lists of arguments are the same to a seat, regardless of the order of subsets."""
    first, second = (
        [sorted(_identity(machine, m, seat, slot.kind, x) for x in part) for slot, part in action.arguments.parts(side)]
        for side in (left, right)
    )
    return first == second


def _identity(machine: Machine, m: Memory, seat: int, kind: Type, value: int) -> tuple[bool, int]:
    """A value as a seat distinguishes it: identical items are the same if the seat knows them, otherwise different."""
    if isinstance(kind, ItemType) and value >= 0:
        items = machine.space.items[kind.kind]
        if machine.redaction.knows(m, seat, items, value):
            return True, items.pack[value]
    return False, value


def _items_of(slot: Slot) -> ItemType | None:
    """The type of items that a parameter takes; None if it takes none."""
    kind = slot.kind.item if isinstance(slot.kind, OptionalType) else slot.kind
    return kind if isinstance(kind, ItemType) else None


def _placed(machine: Machine, m: Memory, action: ProgramAction, words: list[str]) -> Counter[_Lying]:
    """How the items lie that the words of an action name by their place."""
    found: Counter[_Lying] = Counter()
    for kind in dict.fromkeys(map(_items_of, action.arguments.slots)):
        for word in words if kind is not None else ():
            assert kind is not None
            item = _at_place(machine, m, kind, word) if read_value(machine.space, kind, word) is None else None
            if item is not None and item >= 0:
                found[_lies(machine, m, kind, item)] += 1
    return found


def _lying(machine: Machine, m: Memory, action: ProgramAction, values: Values) -> Counter[_Lying]:
    """How the items in an action's arguments lie."""
    found: Counter[_Lying] = Counter()
    for slot, part in action.arguments.parts(values):
        kind = _items_of(slot)
        for item in part:
            if kind is not None and item >= 0:
                found[_lies(machine, m, kind, item)] += 1
    return found


def _lies(machine: Machine, m: Memory, kind: ItemType, item: int) -> _Lying:
    items = machine.space.items[kind.kind]
    return kind.kind, items.pack[item], m[items.place + item], m[items.face + item]


def _refusal(machine: Machine, m: Memory, choice: Choice, action: ProgramAction, seat: int, values: Values) -> str:
    frame = choice.frame
    kept, m[frame.you] = m[frame.you], seat
    try:
        ordered = _in_zone_order(machine, m, action, values)
        reason = machine.offers[choice.number].actions[action.number].refusal(m, ordered)
    finally:
        m[frame.you] = kept
    return reason or f"{action.decl.name} isn't legal with these arguments"


def _in_zone_order(machine: Machine, m: Memory, action: ProgramAction, values: Values) -> Values:
    """The arguments with subsets in the order of their zone, as domains give them."""
    ordered: list[Value] = []
    for slot, part in action.arguments.parts(values):
        if slot.many and isinstance(slot.kind, ItemType):
            items = machine.space.items[slot.kind.kind]
            part = tuple(sorted(part, key=lambda item: _place(machine, m, items, item)))
        ordered.append(part if slot.many else part[0])
    return tuple(ordered)


def _place(machine: Machine, m: Memory, items: ItemSpace, item: int) -> tuple[int, int]:
    zone = m[items.place + item] - 1 if item >= 0 else -1
    return (zone, machine.board.items(m, zone).index(item)) if zone >= 0 else (-1, item)


def no_place(state: State, seat: int | None, place: int, count: int) -> str:
    """Why there is no action at an index of a seat's list."""
    if state.over:
        return "the game is over"
    chosen = state.player if seat is None else seat
    if chosen is None:
        return "nobody has anything to choose now: the game waits for chance"
    if chosen not in state.players:
        return f"{names.seat_text(chosen)} has nothing to choose now"
    return f"there is no action {place}: there are {count}, counted from 0"


def refusal(state: State, machine: Machine, m: Memory, action: Action) -> str:
    """Why a given action, which may come from another state, isn't legal now."""
    if state.over:
        return "the game is over"
    if action.seat not in state.players:
        return f"{names.seat_text(action.seat)} has nothing to choose now"
    choice = machine.program.choices[m[Header.CHOICE] - 1]
    found = next((known for known in choice.actions if known.decl.name == action.name), None)
    if found is None or len(found.arguments.slots) != len(action.values):
        offered = ", ".join(known.decl.name for known in choice.actions)
        return f"`{action.name}` isn't on offer now; choose from: {offered}"
    return _refusal(machine, m, choice, found, action.seat, action.values)


def _read_values(machine: Machine, m: Memory, seat: int, action: ProgramAction, words: list[str]) -> Values:
    slots = action.arguments.slots
    form = " ".join([action.decl.name, *(slot.name.upper() for slot in slots)])
    singles = sum(1 for slot in slots if not slot.many)
    subsets = len(slots) - singles
    if (subsets == 0 and len(words) != singles) or len(words) < singles:
        raise InvalidAction(f"`{action.decl.name}` has the form `{form}`; {len(words)} words follow its name")
    values: list[Value] = []
    rest = list(words)
    for number, slot in enumerate(slots):
        if slot.many:
            behind = sum(1 for later in slots[number + 1 :] if not later.many)
            mine = len(rest) - behind if subsets == 1 else _until_other(machine, slot.kind, rest)
            read = [_read(machine, m, seat, slot.kind, rest.pop(0), slot.name) for _ in range(mine)]
            values.append(_apart(machine, slot.kind, read))
        else:
            values.append(_read(machine, m, seat, slot.kind, rest.pop(0), slot.name))
    return tuple(values)


def _apart(machine: Machine, kind: Type, values: list[int]) -> tuple[int, ...]:
    """Replace repeated items by further items with the same text."""
    if not isinstance(kind, ItemType) or len(set(values)) == len(values):
        return tuple(values)
    items = machine.space.items[kind.kind]
    found: list[int] = []
    for value in values:
        alike = [item for item in range(items.count) if items.texts[item] == items.texts[value]]
        found.append(next((item for item in alike if item not in found), value))
    return tuple(found)


def _until_other(machine: Machine, kind: Type, words: list[str]) -> int:
    """The number of leading words that can be values of a type."""
    count = 0
    while count < len(words) and read_value(machine.space, kind, words[count]) is not None:
        count += 1
    return count


def _read(machine: Machine, m: Memory, seat: int, kind: Type, word: str, what: str) -> int:
    value = read_value(machine.space, kind, word)
    if isinstance(kind, ItemType):
        value = _known_item(machine, m, seat, kind, word) if value is not None else _at_place(machine, m, kind, word)
    if value is None:
        raise InvalidAction(f"`{word[:40]}` is no {what.replace('_', ' ')}")
    return value


def _known_item(machine: Machine, m: Memory, seat: int, kind: ItemType, word: str) -> int:
    """The item with this text, if the seat knows where it lies.

    Nothing may be revealed about an item that it doesn't know, not even whether it could be chosen.
    """
    items = machine.space.items[kind.kind]
    text = {names.normal_card(word), word}
    known = (x for x in range(items.count) if items.texts[x] in text and machine.redaction.knows(m, seat, items, x))
    return next(known, _UNKNOWN)


def _at_place(machine: Machine, m: Memory, kind: ItemType, word: str) -> int | None:
    zone_name, _, place = word.rpartition(".")
    if not (place.isascii() and place.isdigit() and len(place) <= 9):
        return None
    for number in range(len(machine.space.cells)):
        if machine.board.text(number) == zone_name and machine.board.kinds[number].decl.name == kind.kind:
            items = machine.board.items(m, number)
            return items[int(place) - 1] if 1 <= int(place) <= len(items) else _UNKNOWN
    return None


def read_value(space: Space, kind: Type, word: str) -> int | None:
    """The value of a type that a word means; None if it means none."""
    match kind:
        case OptionalType(inner):
            return -1 if word == "nothing" else read_value(space, inner, word)
        case ItemType(name):
            return names.item_number(space, name, word)
        case EnumType(_, members):
            return members.index(word) if word in members else None
        case ZoneType():
            return next((n for n in range(len(space.cells)) if names.zone_text(space, n) == word), None)
        case _:
            if kind == TEAM:
                return next((team for team in range(len(space.teams)) if names.team_text(team) == word), None)
            if kind == PLAYER:
                seats = {names.seat_text(seat): seat for seat in range(space.players)}
                return seats.get(word)
            if kind is BOOL:
                return {"yes": 1, "no": 0}.get(word)
            return int(word) if word.lstrip("-").isdigit() and len(word) <= 19 and word.isascii() else None
