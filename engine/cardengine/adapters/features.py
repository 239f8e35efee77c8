"""A seat's view as a vector of numbers from 0 to 1, in a layout that is fixed for the game.

The layout is derived from the declarations, the numbers from the view alone, so nothing hidden can get into them.
Different views give different vectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cardengine.layout.space import ItemSpace, Space
from cardengine.runtime.game import Game
from cardengine.runtime.names import owner_text, zone_text
from cardengine.runtime.view import View, ZoneView
from cardengine.tree.symbols import OwnerKind
from cardengine.tree.types import BOOL, INT, PLAYER, TEAM, EnumType, ItemType, OptionalType, Type, ZoneType

DIGIT = 4096
"""Numbers are split into digits of this base, each a feature of its own, because features have single precision."""

Find = Callable[[View], object]
"""Gives a value of a view."""

Feature = Callable[[View, list[float]], None]
"""Appends the features of a part of a view."""


class Features:
    """The layout of a game's views.

    Attributes:
        size: the length of the vector.
    """

    def __init__(self, game: Game) -> None:
        self._space = game.machine.space
        program = game.program
        seats = range(program.players)
        choices = [choice.decl.name for choice in program.choices]
        self._parts: list[tuple[int, Feature]] = [
            (program.players, lambda view, out: _one_hot(out, list(seats), view["seat"])),
            (program.players, lambda view, out: out.extend(float(seat in view["players"]) for seat in seats)),
            (len(choices), lambda view, out: _one_hot(out, choices, view["choice"])),
            (
                len(program.ruleset.phases),
                lambda view, out: _one_hot(out, list(program.ruleset.phases), view["phase"]),
            ),
        ]
        self._zones()
        self._variables()
        self._pieces()
        self._asked(game)
        self.size = sum(size for size, _ in self._parts)

    def of(self, view: View) -> list[float]:
        """The vector of a view, as ``State.view`` returns it."""
        out: list[float] = []
        for _, part in self._parts:
            part(view, out)
        return out

    # Zones -------------------------------------------------------------------------------------

    def _zones(self) -> None:
        space = self._space
        for number, cell in enumerate(space.cells):
            texts = list(dict.fromkeys(space.items[cell.decl.item.kind].texts))
            most = max(Counter(space.items[cell.decl.item.kind].texts).values())
            find = self._finder(number)
            size = 1 + len(_digits(0, cell.capacity)) + len(texts) + cell.capacity
            self._parts.append((size, _zone_feature(find, texts, most, cell.capacity)))

    def _finder(self, number: int) -> Callable[[View], ZoneView | None]:
        cell = self._space.cells[number]
        name, place, family = cell.decl.name, cell.place, cell.decl.is_family
        kind = cell.decl.owner.kind
        owner = str(cell.owner) if kind is OwnerKind.PLAYER else owner_text(self._space, cell)

        def find(view: View) -> ZoneView | None:
            group = view["zones"][name]
            if kind is not OwnerKind.TABLE:
                group = group.get(owner)
            found: ZoneView | None = group[place] if family and group is not None else group
            return found

        return find

    # Variables and pieces ----------------------------------------------------------------------

    def _variables(self) -> None:
        for (owner, name), cells in self._space.variables.items():
            texts = self._space.items[owner].texts if cells.decl.owner.kind is OwnerKind.ITEM else ()
            for number in range(cells.owners):
                find = _variable_finder(owner, name, number, texts)
                self._value(find, cells.decl.type, cells.low, cells.high)

    def _pieces(self) -> None:
        for kind in self._space.items.values():
            for text in kind.texts if kind.model else ():
                for column in kind.decl.columns:
                    low, high = _bounds(kind, column.name)
                    self._value(_piece_finder(text, column.name), column.type, low, high)

    def _asked(self, game: Game) -> None:
        names = {
            (local.name, local.type)
            for choice in game.program.choices
            for local in choice.decl.captures
            if local.type == PLAYER or isinstance(local.type, ItemType)
        }
        for name, kind in sorted(names, key=repr):
            self._value(_asked_finder(name), kind, 0, 0)

    def _value(self, find: Find, kind: Type, low: int, high: int) -> None:
        """Add the features of a value that may be missing, which differs from its being nothing."""
        if kind is INT:
            size = 1 + len(_digits(0, high - low))

            def number(view: View, out: list[float]) -> None:
                value = find(view)
                out.append(float(isinstance(value, int)))
                out += _digits(value - low if isinstance(value, int) else 0, high - low)

            self._parts.append((size, number))
            return
        values = list(self._all(kind))
        self._parts.append((len(values), lambda view, out: _one_hot(out, values, find(view))))

    def _all(self, kind: Type) -> Sequence[object]:
        """All values of a type, as they occur in a view."""
        match kind:
            case OptionalType(inner):
                return [*self._all(inner), None]
            case EnumType(_, members):
                return members
            case ItemType(name):
                return list(dict.fromkeys(self._space.items[name].texts))
            case ZoneType():
                return [zone_text(self._space, number) for number in range(len(self._space.cells))]
            case _:
                if kind is BOOL:
                    return [False, True]
                return list(range(self._space.players if kind == PLAYER else _teams(self._space, kind)))


class _Missing:
    """Marks a value that a view doesn't show."""


_MISSING = _Missing()


def _teams(space: Space, kind: Type) -> int:
    assert kind == TEAM
    return len(space.teams)


def _bounds(kind: ItemSpace, column: str) -> tuple[int, int]:
    values = kind.tables[column]
    return (min(values), max(values)) if values else (0, 0)


def _one_hot(out: list[float], values: Sequence[object], value: object) -> None:
    out.extend(float(known == value and type(known) is type(value)) for known in values)


def _digits(value: int, width: int) -> list[float]:
    """The digits of a number from 0 to ``width``, the lowest first."""
    digits: list[float] = []
    while True:
        scale = min(width, DIGIT - 1)
        value, digit = divmod(value, DIGIT)
        digits.append(digit / scale if scale else 0.0)
        width //= DIGIT
        if not width:
            return digits


def _zone_feature(find: Callable[[View], ZoneView | None], texts: list[str], most: int, capacity: int) -> Feature:
    places = {text: place for place, text in enumerate(texts)}

    def feature(view: View, out: list[float]) -> None:
        zone = find(view)
        shown = zone["cards"] if zone is not None else []
        count = zone["count"] if zone is not None else None
        out.append(float(count is not None))
        out += _digits(count or 0, capacity)
        held = Counter(shown)
        out.extend(held[text] / most for text in texts)
        # The order: for each place the card that lies there; 1 for a hidden one, 0 for none.
        order = [(places[text] + 1) / (len(texts) + 1) if text is not None else 1.0 for text in shown]
        out += order + [0.0] * (capacity - len(order))

    return feature


def _variable_finder(owner: str, name: str, number: int, texts: Sequence[str]) -> Find:
    def find(view: View) -> object:
        group = view["variables"].get(owner, {})
        if texts:
            return group.get(texts[number], {}).get(name, _MISSING)
        return group[name] if owner == "game" else group[name][number]

    return find


def _piece_finder(text: str, column: str) -> Find:
    return lambda view: view["pieces"].get(text, {}).get(column, _MISSING)


def _asked_finder(name: str) -> Find:
    return lambda view: view["asked"].get(name, _MISSING)
