"""Draws the table as a seat sees it: zones, pieces, variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rich.text import Text

from cardengine.cli.screen.labels import Labels, and_list, capital, spaced
from cardengine.cli.screen.output import Output, padded
from cardengine.runtime.names import python_value
from cardengine.tree.symbols import OwnerKind, ZoneDecl

_MAX_PILE_CARDS = 8
"""How many cards of a face-up pile are drawn on a terminal; typing its name shows all."""

_GAP = 4


@dataclass(frozen=True, slots=True)
class Box:
    """One zone as drawn: its title, and what the viewer sees of it.

    Attributes:
        name: the declared name.
        title: the title on the screen.
        place: the member of a family; empty for a single zone.
        owner: text for the owning team; empty if it has none.
        seat: the owning seat; None for a zone of the table or of a team.
        cards: its cards, top of a pile first; None for a hidden card.
        count: how many cards; None if that is hidden.
        pile: whether it is a pile, so that mainly its top matters.
        kind: the kind of items in it: `card`, or a kind of pieces.
    """

    name: str
    title: str
    place: str
    owner: str
    seat: int | None
    cards: tuple[str | None, ...]
    count: int | None
    pile: bool
    kind: str


def boxes(labels: Labels, view: Mapping[str, Any]) -> list[Box]:
    """All zones of a view that belong to the table, a team or a player, in order of declaration."""
    found: list[Box] = []
    for name, group in view["zones"].items():
        decl = labels.ruleset.zones[name]
        match decl.owner.kind:
            case OwnerKind.TABLE:
                found += _family(labels, decl, group, None, "")
            case OwnerKind.PLAYER:
                for owner, zones in group.items():
                    found += _family(labels, decl, zones, int(owner), "")
            case OwnerKind.TEAM:
                for owner, zones in group.items():
                    found += _family(labels, decl, zones, None, f" of team {owner.removeprefix('team')}")
            case OwnerKind.ITEM:
                pass  # drawn with the item that owns them
    return found


def _family(labels: Labels, decl: ZoneDecl, zones: Any, seat: int | None, owner: str) -> Iterator[Box]:
    label = labels.label(decl.name)
    for place, zone in enumerate(zones if decl.is_family else [zones]):
        which = "" if not decl.is_family else spaced(decl.each.members[place]) if decl.each else str(place + 1)
        title = (f"{label} {which}" if which else label) + owner
        cards = tuple(zone["cards"])
        yield Box(decl.name, title, which, owner, seat, cards, zone["count"], decl.is_pile, decl.item.kind)


def merge_empty(labels: Labels, row: Sequence[Box]) -> list[Box]:
    """Merge adjacent empty zones of one family into one box: ``melds 3 to 17``."""
    found: list[Box] = []
    for (name, owner, _, empty), group in groupby(row, _family_of):
        run = list(group)
        if empty and len(run) > 1:
            numbered = run[0].place.isdigit() and len(run) > 2
            which = f"{run[0].place} to {run[-1].place}" if numbered else and_list([box.place for box in run])
            run = [replace(run[0], title=f"{labels.label(name)} {which}{owner}")]
        found += run
    return found


def _family_of(box: Box) -> tuple[str, str, int | None, bool]:
    """The grouping key under which empty zones of one family are merged."""
    return box.name, box.owner, box.seat, bool(box.place) and box.count == 0


def on_item(labels: Labels, view: Mapping[str, Any], item: str) -> list[Box]:
    """The non-empty zones that belong to a card or piece."""
    found: list[Box] = []
    for name, group in view["zones"].items():
        decl = labels.ruleset.zones[name]
        if decl.owner.kind is OwnerKind.ITEM and item in group:
            found += [box for box in _family(labels, decl, group[item], None, "") if box.cards or box.count]
    return found


def heading(labels: Labels, box: Box, *, own: bool = False) -> str:
    """A zone's title and card count.

    Args:
        labels: the viewer's labels.
        box: the zone.
        own: whether to name the owner.
    """
    title = box.title if box.seat is None or not own else f"{labels.whose(box.seat)} {box.title}"
    if not box.cards or box.count is None:
        return title
    return f"{title} ({box.count})"


def contents(labels: Labels, box: Box, most: int | None = None) -> Text:
    """The visible content of a zone, on one line.

    Args:
        labels: the viewer's labels.
        box: the zone.
        most: the most cards of a pile to show.
    """
    if not box.cards:
        return Text("unknown" if box.count is None else "empty", "dim")
    if all(card is None for card in box.cards):
        return labels.item(None) if labels.fancy else Text("face down")
    shown = box.cards if most is None or not box.pile else box.cards[:most]
    text = labels.items(shown)
    if len(shown) < len(box.cards):
        text.append(" …", "dim")
    if box.count is None:
        text.append(" and maybe more", "dim")
    return text


def draw_table(out: Output, labels: Labels, view: Mapping[str, Any]) -> None:
    """Draw the whole table."""
    zones = boxes(labels, view)
    table = [box for box in zones if box.seat is None]
    _draw_table_zones(out, labels, table)
    _draw_zones_of_cards(out, labels, view)
    for seat in _seats_in_order(labels):
        mine = [box for box in zones if box.seat == seat]
        _draw_seat(out, labels, view, seat, mine)
    facts = _game_variables(labels, view)
    if facts:
        _line(out, Text("   ").join(facts) if out.fancy else Text(", ").join(facts))


def draw_zone(out: Output, labels: Labels, view: Mapping[str, Any], name: str) -> bool:
    """Draw all cards of the zones with a name; returns False if there is none."""
    found = [box for box in boxes(labels, view) if name in (box.name, box.title, labels.label(box.name))]
    for box in merge_empty(labels, found):
        title = capital(heading(labels, box, own=True))
        _line(out, Text.assemble((f"{title}: ", "bold"), contents(labels, box)))
    return bool(found)


def _seats_in_order(labels: Labels) -> list[int]:
    """The seats in drawing order: the viewer last, next to the prompt."""
    seats = list(range(labels.game.players))
    if labels.viewer is None:
        return seats
    return [*seats[labels.viewer + 1 :], *seats[: labels.viewer], labels.viewer]


def _line(out: Output, text: Text) -> None:
    out.line(Text.assemble(" " if out.fancy else "", text), 3)


# The table -------------------------------------------------------------------------------------------


def _draw_table_zones(out: Output, labels: Labels, table: Sequence[Box]) -> None:
    if not out.fancy:
        for box in merge_empty(labels, table):
            out.line(Text.assemble(f"{heading(labels, box)}: ", contents(labels, box)))
        return
    rows = _rows(labels, table)
    widths = _column_widths(labels, rows)
    for row in rows:
        _draw_row(out, labels, row, widths)


def _rows(labels: Labels, table: Sequence[Box]) -> list[list[Box]]:
    """The zones arranged by the ruleset's layout; those that it doesn't name come below."""
    layout = labels.ruleset.presentation.layout
    placed = [[box for name in row for box in table if box.name == name] for row in layout]
    named = {name for row in layout for name in row}
    rest = [box for box in table if box.name not in named]
    single = [box for box in rest if not labels.ruleset.zones[box.name].is_family]
    families = [list(group) for _, group in groupby((box for box in rest if box not in single), lambda box: box.name)]
    return [row for row in [*placed, single, *families] if row]


def _column_widths(labels: Labels, rows: Sequence[Sequence[Box]]) -> list[int]:
    """The width of each column, so that the rows of a layout are aligned."""
    widths: list[int] = []
    for row in rows:
        for place, width in enumerate(_widths(labels, row)):
            if place == len(widths):
                widths.append(0)
            widths[place] = max(widths[place], width)
    return widths


def _draw_row(out: Output, labels: Labels, row: Sequence[Box], widths: Sequence[int]) -> None:
    room = out.width - 2
    merged = merge_empty(labels, row)
    tries = [(row, widths[: len(row)]), (row, _widths(labels, row)), (merged, _widths(labels, merged))]
    for boxes_, chosen in tries:
        if sum(chosen) + _GAP * (len(boxes_) - 1) <= room:
            _side_by_side(out, labels, boxes_, chosen)
            return
    row, own = tries[-1]
    for part in _parts(row, own, room):  # still too wide for one row
        if len(part) > 1:
            _side_by_side(out, labels, [row[place] for place in part], [own[place] for place in part])
        else:
            box = row[part[0]]
            title = f"{capital(heading(labels, box))}: "
            _line(out, Text.assemble((title, "dim"), contents(labels, box, _MAX_PILE_CARDS)))


def _widths(labels: Labels, row: Sequence[Box]) -> list[int]:
    return [max(len(heading(labels, box)), contents(labels, box, _MAX_PILE_CARDS).cell_len) for box in row]


def _parts(row: Sequence[Box], widths: Sequence[int], room: int) -> list[list[int]]:
    """Break a row into parts whose boxes fit beside each other."""
    parts: list[list[int]] = []
    used = room + 1
    for place in range(len(row)):
        if used + _GAP + widths[place] > room:
            parts.append([])
            used = -_GAP
        parts[-1].append(place)
        used += _GAP + widths[place]
    return parts


def _side_by_side(out: Output, labels: Labels, row: Sequence[Box], widths: Sequence[int]) -> None:
    heads, bodies = Text(" "), Text(" ")
    for box, width in zip(row, widths, strict=False):
        heads.append_text(padded(Text(capital(heading(labels, box)), "dim"), width + _GAP))
        bodies.append_text(padded(contents(labels, box, _MAX_PILE_CARDS), width + _GAP))
    out.line(heads)
    out.line(bodies)


def _draw_zones_of_cards(out: Output, labels: Labels, view: Mapping[str, Any]) -> None:
    """Draw the zones that belong to cards; cards have no line of their own to show them on."""
    for name, group in view["zones"].items():
        decl = labels.ruleset.zones[name]
        if decl.owner.kind is OwnerKind.ITEM and decl.owner.item == "card":
            for item, zone in group.items():
                for box in _family(labels, decl, zone, None, ""):
                    if box.cards:
                        _line(out, Text.assemble(f"{box.title} of ", labels.item(item), ": ", contents(labels, box)))


# Players ---------------------------------------------------------------------------------------------


def _draw_seat(out: Output, labels: Labels, view: Mapping[str, Any], seat: int, mine: Sequence[Box]) -> None:
    values = view["variables"].get("player", {})
    facts = [
        Text(f"{spaced(name)} {labels.value(labels.ruleset.variables['player', name].type, each[seat])}")
        for name, each in values.items()
    ]
    facts += _shown(labels, "player", view["shown"].get("player", {}).get(str(seat), {}))
    if not mine and not facts:
        return
    head = Text(capital(labels.seat(seat)), "bold")
    if facts:
        head.append_text(Text.assemble(": ", Text(", ").join(facts)))
    _line(out, head)
    zones = merge_empty(labels, mine)
    empty = [box for box in zones if not box.cards and box.count == 0] if out.fancy else []
    for box in zones:
        if box not in empty:
            _draw_owned(out, labels, view, box)
    if empty:
        _line(out, Text("  empty: " + ", ".join(box.title for box in empty), "dim"))


def _draw_owned(out: Output, labels: Labels, view: Mapping[str, Any], box: Box) -> None:
    """Draw a player's zone; pieces get a line each."""
    title = Text(f"  {heading(labels, box)}: ", "dim")
    if box.kind == "card" or not any(box.cards):
        _line(out, Text.assemble(title, contents(labels, box, _MAX_PILE_CARDS if out.fancy else None)))
        return
    _line(out, title)
    for row in aligned(out, [_piece(labels, view, piece) for piece in box.cards]):
        out.line(Text.assemble("     " if out.fancy else "    ", row), 8)


def _piece(labels: Labels, view: Mapping[str, Any], piece: str | None) -> list[Text]:
    """The cells of a piece: its name, printed attributes, state, and the zones on it."""
    cells = [labels.item(piece)]
    if piece is None:
        return cells
    for name, value in view["pieces"].get(piece, {}).items():
        text = labels.value(None, value)
        cells.append(Text(spaced(text)) if isinstance(value, str) else Text(f"{spaced(name)} {text}"))
    standing: list[Text] = []
    for kind, group in view["shown"].items():
        if kind in labels.ruleset.kinds and piece in group:
            standing += _shown(labels, kind, group[piece])
    for kind, group in view["variables"].items():
        if kind in labels.ruleset.kinds and piece in group:
            standing += _standing(labels, kind, group[piece])
    for box in on_item(labels, view, piece):
        standing.append(Text.assemble(f"{box.title} ", contents(labels, box)))
    cells.append(Text(", ").join(standing))
    return cells


def class_attributes(labels: Labels, kind: str, name: str) -> dict[str, Any]:
    """The printed attributes of a class of pieces, except its name."""
    space = labels.game.program.space
    items = space.items[kind]
    classes = items.decl.classes
    if classes is None or name not in classes.members:
        return {}
    row = classes.members.index(name)
    return {
        column.name: python_value(space, column.type, items.tables[column.name][row])
        for column in items.decl.columns
        if column.type != classes
    }


def _standing(labels: Labels, kind: str, values: Mapping[str, Any]) -> list[Text]:
    """The variables of a piece, except those that are no, nothing or 0."""
    shown = []
    for name, value in values.items():
        if value is True:
            shown.append(Text(spaced(name)))
        elif value not in (False, None, 0):
            shown.append(Text(f"{spaced(name)} {labels.value(labels.ruleset.variables[kind, name].type, value)}"))
    return shown


def _shown(labels: Labels, owner: str, values: Mapping[str, Any]) -> list[Text]:
    """The values that the ruleset's `table` section shows for an owner."""
    kinds = {
        name: labels.ruleset.defines[name].body.type for of, name in labels.ruleset.presentation.show if of == owner
    }
    return [Text(f"{spaced(name)} {labels.value(kinds[name], value)}", "bold") for name, value in values.items()]


def aligned(out: Output, rows: Sequence[list[Text]]) -> list[Text]:
    """Lay out rows of cells in columns if they fit, otherwise separated by commas."""
    count = max(map(len, rows))
    widths = [max((row[place].cell_len for row in rows if place < len(row)), default=0) for place in range(count)]
    if not out.fancy or sum(widths) + 2 * count + 6 > out.width:
        return [Text(", ").join([cell for cell in row if cell.plain]) for row in rows]
    return [Text("  ").join([padded(cell, width) for cell, width in zip(row, widths, strict=False)]) for row in rows]


def _game_variables(labels: Labels, view: Mapping[str, Any]) -> list[Text]:
    facts = []
    for name, value in view["variables"]["game"].items():
        shown = labels.value(labels.ruleset.variables["game", name].type, value)
        facts.append(Text.assemble((f"{spaced(name)} ", "dim"), spaced(shown)))
    facts += _shown(labels, "game", view["shown"].get("game", {}))
    for name, values in view["variables"].get("team", {}).items():
        kind = labels.ruleset.variables["team", name].type
        for team, value in enumerate(values, start=1):
            facts.append(Text.assemble((f"{spaced(name)} of team {team} ", "dim"), labels.value(kind, value)))
    return facts
