"""Identical items: of those that a chooser can't distinguish, only one is offered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardengine.ir.nodes import Expr
from cardengine.ir.values import Array, Consumer, Seq, Value, number
from cardengine.layout.space import ItemSpace, Space
from cardengine.library.knowledge import sees
from cardengine.model import program as p
from cardengine.tree import nodes as t
from cardengine.tree.symbols import Audience, OwnerKind
from cardengine.tree.types import ItemType, ListType, Type

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering


def alike(space: Space, kind: Type) -> ItemSpace | None:
    """The kind of the items (or of the items in lists) of a type, if some of the kind are identical; otherwise None."""
    inner = kind.item if isinstance(kind, ListType) else kind
    if not isinstance(inner, ItemType):
        return None
    items = space.items[inner.kind]
    return None if list(items.pack) == list(range(items.count)) else items


def open_to(space: Space, you: t.Local, domain: t.Domain) -> bool:
    """Whether the items of a domain certainly lie in a zone in which the chooser sees them, face up or not."""
    if not isinstance(domain, t.OneOfDomain | t.SubsetDomain):
        return False
    source = domain.source
    while isinstance(source, t.Filter):
        source = source.source
    if not isinstance(source, t.ItemsOf) or not isinstance(source.zone, t.ZoneRef):
        return False
    owner, decl = source.zone.owner, space.zones[source.zone.name].decl
    if decl.seen_by is Audience.EVERYBODY:
        return decl.owner.kind is not OwnerKind.ITEM
    mine = isinstance(owner, t.LocalValue) and owner.local is you
    return mine and decl.owner.kind is OwnerKind.PLAYER and decl.seen_by is Audience.OWNER


def asks_who_knows(space: Space) -> bool:
    """Whether the legal actions depend on what the chooser knows."""
    return any(
        alike(space, parameter.domain.type) is not None and not open_to(space, choice.you, parameter.domain)
        for choice in space.ruleset.choices.values()
        for action in choice.actions
        for parameter in action.parameters
    )


def first_of_each(low: Lowering, items: ItemSpace, found: Seq, body: Consumer) -> None:
    """Iterate over the items of a zone, all known to the chooser, skipping those identical to an earlier one."""
    b = low.b
    listed, now = _listing(low, items)

    def one(x: Value) -> None:
        key = b.let(_key(low, items, number(x)))
        new = b.let(b.ne(b.load(key, listed), now))
        b.store(key, listed, now)
        with b.if_(new):
            body(x)

    found.each(b, one)


def earlier_ones(low: Lowering, items: ItemSpace, made: Array, choice: p.Choice, domain: t.Domain) -> int:
    """The address of a table with, for each item, the last earlier place of an identical one, or -1."""
    earlier = low.layout.take(max(made.most, 1))
    if open_to(low.space, choice.decl.you, domain):
        _among_known(low, items, made, earlier)
    else:
        _among_all(low, items, made, earlier, choice)
    return earlier


def _listing(low: Lowering, items: ItemSpace) -> tuple[int, Expr]:
    """A table of the last listing in which each text and facing occurred, and the number of the current listing."""
    b = low.b
    listed, listing = low.layout.take(2 * items.count), low.layout.take(1)
    now = b.let(b.add(b.load(listing), 1))
    b.put(listing, now)
    return listed, now


def _key(low: Lowering, items: ItemSpace, item: Expr) -> Expr:
    b = low.b
    return b.add(b.shl(b.load(item, low.column(items.pack)), 1), b.load(item, items.face))


def _among_known(low: Lowering, items: ItemSpace, made: Array, earlier: int) -> None:
    b = low.b
    listed, now = _listing(low, items)
    last = low.layout.take(2 * items.count)
    with b.count(0, made.size) as place:
        key = b.let(_key(low, items, b.let(made.number(b, place))))
        b.store(place, earlier, b.choose(b.eq(b.load(key, listed), now), b.load(key, last), -1))
        b.store(key, listed, now)
        b.store(key, last, place)


def _among_all(low: Lowering, items: ItemSpace, made: Array, earlier: int, choice: p.Choice) -> None:
    """Two items are identical if they are so, and lie alike, as far as the chooser knows."""
    b = low.b
    known, classes = low.layout.take(max(made.most, 1)), low.column(items.pack)
    you = b.let(b.load(choice.frame.you))
    with b.count(0, made.size) as place:
        x = b.let(made.number(b, place))
        seen = b.or_(b.load(x, items.seen), sees(low, items, x))
        b.store(place, known, b.has_bit(seen, you))
        b.store(place, earlier, -1)
        with b.if_(b.load(place, known)), b.count(0, place) as other, b.if_(b.load(other, known)):
            y = b.let(made.number(b, other))
            columns = (classes, items.place, items.face)
            with b.if_(b.both(*(b.eq(b.load(x, column), b.load(y, column)) for column in columns))):
                b.store(place, earlier, other)
