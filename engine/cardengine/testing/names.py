"""Resolves the names in a test file: seats, zones, variables and cards."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardengine.diagnostics import Span
from cardengine.layout.space import Memory, VariableSpace
from cardengine.runtime.lookup import zone_number
from cardengine.runtime.machine import Machine
from cardengine.runtime.names import normal_card, seat_text, value_text
from cardengine.runtime.parsing import read_value
from cardengine.source import Node, ScalarNode, SequenceNode
from cardengine.testing.results import broken
from cardengine.tree.nodes import Facing
from cardengine.tree.symbols import OwnerKind
from cardengine.tree.types import INT, OptionalType, describe


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a test file and its span."""

    text: str
    span: Span


def words(node: Node) -> list[Word]:
    """The words of a text, or of a list of texts."""
    if isinstance(node, SequenceNode):
        return [word for item in node.items for word in words(item)]
    if not isinstance(node, ScalarNode):
        return []
    return [Word(match.group(), node.span_of(match.start(), match.end())) for match in re.finditer(r"\S+", node.text)]


def text_of(node: Node | None) -> str:
    """The text of a scalar; empty for anything else."""
    return node.text if isinstance(node, ScalarNode) else ""


def seat_number(machine: Machine, node: ScalarNode) -> int:
    """The seat, from 0, written as a number from 1, alone or as in ``p1``.

    Raises:
        DiagnosticError: there is no such seat.
    """
    number = _small(node.text.removeprefix("p"))
    if number is None or not 1 <= number <= machine.program.players:
        raise broken(
            node.span, f"there is no p{node.text.removeprefix('p')[:9]}: {machine.program.players} play in this test"
        )
    return number - 1


def _split(text: str) -> tuple[str, str | None, str | None]:
    """Split ``pile.3 of p1`` into name, place in a family, and owner."""
    name, of, owner = text.partition(" of ")
    name, dot, place = name.partition(".")
    return name, place if dot else None, owner.strip() if of else None


def _owner(kind: OwnerKind, owner: str | None) -> int | str | None:
    if owner is None or kind is OwnerKind.ITEM:
        return owner
    number = _small(owner.removeprefix("team" if kind is OwnerKind.TEAM else "p"))
    return owner if number is None else number - 1


def _small(text: str) -> int | None:
    """A number small enough for a seat or a place; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def zone_of(machine: Machine, key: ScalarNode) -> int:
    """The number of the zone that a test names.

    Raises:
        DiagnosticError: there is no such zone.
    """
    name, place, owner = _split(key.text)
    declared = machine.space.zones.get(name)
    kind = declared.decl.owner.kind if declared is not None else OwnerKind.TABLE
    try:
        number = _small(place) if place is not None else None
        return zone_number(machine.space, name, _owner(kind, owner), place if number is None else number)
    except KeyError as error:
        raise broken(key.span, str(error.args[0])) from None


def variable_of(machine: Machine, key: ScalarNode) -> tuple[VariableSpace, int]:
    """The variable that a test names: its space, and the address of the cell that is meant.

    Raises:
        DiagnosticError: there is no such variable.
    """
    name, _, owner = _split(key.text)
    cells = [found for (_, known), found in machine.space.variables.items() if known == name]
    fitting = [found for found in cells if (found.decl.owner.kind is OwnerKind.TABLE) == (owner is None)]
    if not fitting:
        known = ", ".join(dict.fromkeys(name for _, name in machine.space.variables)) or "none"
        help = "say whose: `NAME of p1`" if cells and owner is None else f"the variables: {known}"
        raise broken(key.span, f"there is no variable `{key.text}`", help)
    space = fitting[0]
    if owner is None:
        return space, space.address
    number: int | str | None = _owner(space.decl.owner.kind, owner)
    if space.decl.owner.kind is OwnerKind.ITEM:
        texts = machine.space.items[space.decl.owner.item or ""].texts
        wanted = normal_card(owner)
        number = texts.index(wanted) if wanted in texts else None
    if not isinstance(number, int) or not 0 <= number < space.owners:
        raise broken(key.span, f"there is no {space.decl.owner.name} `{owner}`")
    return space, space.address + number


def value_of(machine: Machine, space: VariableSpace, node: ScalarNode) -> int:
    """The value that a test gives a variable, checked against its bounds.

    Raises:
        DiagnosticError: the variable can't have that value.
    """
    kind = space.decl.type
    value = read_value(machine.space, kind, {"true": "yes", "false": "no"}.get(node.text, node.text))
    if value is None:
        raise broken(node.span, f"`{node.text}` is not {describe(kind)}, which `{space.decl.name}` is")
    if (kind is INT or not isinstance(kind, OptionalType)) and not space.low <= value <= space.high:
        low, high = (value_text(machine.space, kind, bound) for bound in (space.low, space.high))
        raise broken(node.span, f"`{space.decl.name}` goes from {low} to {high}")
    return value


def keeps_faces(machine: Machine, zone: int) -> bool:
    """Whether cards keep their facing in a zone."""
    return machine.space.cells[zone].decl.facing is Facing.KEEP


def face_down(word: Word) -> bool:
    """Whether a card is written as face down: in parentheses."""
    return word.text.startswith("(") and word.text.endswith(")")


def card_text(word: Word) -> str:
    """A card's text in the engine's spelling."""
    return normal_card(word.text.strip("()") if face_down(word) else word.text)


def contents(machine: Machine, m: Memory, zone: int) -> list[str]:
    """The cards of a zone as tests write them: in a zone that keeps faces, face-down cards in parentheses."""
    kind = machine.board.kinds[zone]
    marks = keeps_faces(machine, zone)
    return [
        f"({kind.texts[item]})" if marks and not m[kind.face + item] else kind.texts[item]
        for item in machine.board.items(m, zone)
    ]


def seats_text(seats: tuple[int, ...] | None) -> str:
    """A list of seats as text."""
    return "nobody" if not seats else ", ".join(seat_text(seat) for seat in seats)
