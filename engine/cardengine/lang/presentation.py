"""Checks the `table` section: how the table is drawn. It has no effect on the rules."""

from __future__ import annotations

from collections.abc import Iterator

from cardengine.diagnostics import Code
from cardengine.lang.world import World
from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode
from cardengine.tree.symbols import Presentation
from cardengine.tree.types import PLAYER, ItemType, Type, fits


def read_presentation(world: World, node: MappingNode) -> Presentation:
    """Check the ``table`` section; everything that it names has been declared before."""
    layout: list[tuple[str, ...]] = []
    rows = node.get("layout")
    for row in rows.items if isinstance(rows, SequenceNode) else ():
        cells = list(_scalars(row))
        for cell in cells:
            _known_zone(world, cell)
        layout.append(tuple(cell.text for cell in cells))
    labels: dict[str, str] = {}
    named = node.get("labels")
    for entry in named.entries if isinstance(named, MappingNode) else ():
        if _known_zone(world, entry.key) and isinstance(entry.value, ScalarNode):
            labels[entry.key.text] = entry.value.line
    return Presentation(tuple(layout), tuple(_shown(world, node.get("show"))), labels)


def _scalars(node: Node) -> Iterator[ScalarNode]:
    for part in node.items if isinstance(node, SequenceNode) else (node,):
        if isinstance(part, ScalarNode):
            yield part


def _known_zone(world: World, scalar: ScalarNode) -> bool:
    if scalar.text in world.zones:
        return True
    world.unknown(Code.UNKNOWN_NAME, "zone", scalar.text, scalar.span, list(world.zones))
    return False


def _shown(world: World, node: Node | None) -> Iterator[tuple[str, str]]:
    for entry in node.entries if isinstance(node, MappingNode) else ():
        owners: dict[str, tuple[Type, ...]] = {"game": (), "player": (PLAYER,)}
        owners |= {kind: (ItemType(kind),) for kind in world.kinds}
        owner = entry.key.text
        if owner not in owners:
            world.unknown(Code.UNKNOWN_NAME, "owner", owner, entry.key.span, list(owners))
            continue
        for name in _scalars(entry.value):
            parameters = world.define_parameters.get(name.text)
            if parameters is None:
                world.unknown(Code.UNKNOWN_NAME, "definition", name.text, name.span, list(world.define_parameters))
            elif len(parameters) != len(owners[owner]) or not all(
                fits(given, local.type) for given, local in zip(owners[owner], parameters, strict=True)
            ):
                wanted = f"one parameter, a {owner}" if owners[owner] else "no parameter"
                world.error(Code.ARGUMENTS, f"to be shown here `{name.text}` must have {wanted}", name.span)
            elif name.text in world.checked_defines:
                yield owner, name.text
