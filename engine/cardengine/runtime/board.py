"""The board: moves items between zones, tracks which seats see them, and logs the events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_
from typing import Any

from cardengine.constructs.events import EventKind
from cardengine.constructs.verbs.bringing import BROUGHT
from cardengine.constructs.verbs.moving import MOVED
from cardengine.constructs.verbs.showing import SHOWN, TURNED
from cardengine.constructs.verbs.shuffling import SHUFFLED
from cardengine.diagnostics import Span
from cardengine.lang.ordering import ordered_zones
from cardengine.layout.faults import Fault
from cardengine.layout.space import NOWHERE, ItemSpace, Memory, Space, facing_of
from cardengine.model.program import Header
from cardengine.runtime.chance import Chance, ChanceError
from cardengine.runtime.context import Context
from cardengine.runtime.events import Card, Event, EventData
from cardengine.runtime.names import zone_text
from cardengine.tree.nodes import End, Facing
from cardengine.tree.symbols import OwnerKind


class Board:
    """Moves items in a memory, which every method takes; the board itself holds only the layout."""

    def __init__(self, space: Space) -> None:
        self.space = space
        cells = space.cells
        self.addresses = [cell.address for cell in cells]
        self.capacities = [cell.capacity for cell in cells]
        self.piles = [cell.decl.is_pile for cell in cells]
        self.masks = [cell.mask for cell in cells]
        self.segments = [cell.segment for cell in cells]
        self.facings = [facing_of(cell.decl) for cell in cells]
        self.kinds = [space.items[cell.decl.item.kind] for cell in cells]
        self.hides = [cell.decl.hides_count for cell in cells]
        self.on_pieces = [cell.decl.owner.kind is OwnerKind.ITEM for cell in cells]
        self.refills = [self._refill(number) for number in range(len(cells))]
        self.everyone = space.everyone
        self.ordered = ordered_zones(space.ruleset)
        self.cards = space.items["card"]
        self._texts: dict[int, str] = {}

    def _refill(self, number: int) -> int:
        cell = self.space.cells[number]
        if cell.decl.refill is None:
            return -1
        source = self.space.zones[cell.decl.refill]
        return source.first + cell.owner * source.places

    def text(self, zone: int) -> str:
        """A zone's name."""
        found = self._texts.get(zone)
        if found is None:
            found = self._texts[zone] = zone_text(self.space, zone)
        return found

    # Reading -----------------------------------------------------------------------------------

    def items(self, m: Memory, zone: int) -> list[int]:
        """The items of a zone; of a pile the top first."""
        a = self.addresses[zone]
        return m[a + m[a] : a : -1] if self.piles[zone] else m[a + 1 : a + 1 + m[a]]

    def sees(self, m: Memory, kind: ItemSpace, item: int) -> int:
        """The mask of seats that see an item where it lies now."""
        zone = m[kind.place + item] - 1
        if zone < 0:
            return 0
        mask = self.everyone if m[kind.face + item] else self.masks[zone]
        return mask & self.owner_mask(m, zone) if self.on_pieces[zone] else mask

    def owner_mask(self, m: Memory, zone: int) -> int:
        """The mask of seats that see the piece that owns a zone, the piece in whose zone that one lies, and so on."""
        mask = self.everyone
        # Pieces may lie in zones of each other; the number of zones bounds the depth.
        for _ in self.addresses:
            if not self.on_pieces[zone]:
                break
            cell = self.space.cells[zone]
            owner = self.space.items[cell.decl.owner.item or ""]
            if not owner.model:
                break
            zone = m[owner.place + cell.owner] - 1
            if zone < 0:
                return 0
            mask &= self.everyone if m[owner.face + cell.owner] else self.masks[zone]
        return mask

    def audience(self, m: Memory) -> int:
        """The mask of seats that notice what happens now: all, or during a secret choice the chooser alone."""
        secret = m[Header.SECRET]
        return 1 << (secret - 1) if secret else self.everyone

    def noticed(self, m: Memory, zone: int) -> int:
        """The mask of seats that notice what happens to a whole zone; if its count is hidden, those that see all."""
        seats = self.audience(m)
        if self.on_pieces[zone]:
            seats &= self.owner_mask(m, zone)
        if self.hides[zone]:
            kind = self.kinds[zone]
            for item in self.items(m, zone):
                seats &= self.sees(m, kind, item)
        return seats

    def unnoticed(self, m: Memory, zone: int, seats: int) -> None:
        """The items of a zone have changed places: seats that don't notice lose track of those that they don't see."""
        if seats != self.everyone:
            kind = self.kinds[zone]
            for item in self.items(m, zone):
                m[kind.seen + item] &= seats | self.sees(m, kind, item)

    # Moving ------------------------------------------------------------------------------------

    def take(self, m: Memory, kind: ItemSpace, item: int) -> int:
        """Take an item out of its zone; returns the number of that zone plus one, or 0 if it lay nowhere."""
        place = kind.place + item
        number: int = m[place]
        if number == NOWHERE:
            return NOWHERE
        a = self.addresses[number - 1]
        n = m[a]
        last = a + n
        if m[last] != item:
            at = m.index(item, a + 1, last)
            segment = self.segments[number - 1]
            if segment and m[segment + 1]:
                self._leave_segment(m, segment, at - a - 1)
            m[at:last] = m[at + 1 : last + 1]
        else:
            segment = self.segments[number - 1]
            if segment and m[segment + 1]:
                self._leave_segment(m, segment, n - 1)
        m[last] = 0
        m[a] = n - 1
        m[place] = NOWHERE
        return number

    def _leave_segment(self, m: Memory, segment: int, at: int) -> None:
        start, length = m[segment], m[segment + 1]
        if at < start:
            m[segment] = start - 1
        elif at < start + length:
            m[segment + 1] = length - 1
            if length <= 2:
                m[segment] = m[segment + 1] = 0

    def add(
        self, m: Memory, kind: ItemSpace, item: int, zone: int, end: End, facing: Facing | None, span: Span
    ) -> None:
        """Put an item that lies nowhere into a zone."""
        a = self.addresses[zone]
        n = m[a]
        if n >= self.capacities[zone]:
            raise Fault(f"{self.text(zone)} takes no more than {self.capacities[zone]}", span)
        at_start = (end is End.BOTTOM) if self.piles[zone] else (end is End.TOP)
        if at_start and n:
            m[a + 2 : a + n + 2] = m[a + 1 : a + n + 1]
            m[a + 1] = item
            segment = self.segments[zone]
            if segment and m[segment + 1]:
                m[segment] += 1
        else:
            m[a + 1 + n] = item
        m[a] = n + 1
        self.settle(m, kind, item, zone, facing)

    def settle(self, m: Memory, kind: ItemSpace, item: int, zone: int, facing: Facing | None) -> None:
        """Record where an item lies now, and turn it as the step, or else the zone, says."""
        m[kind.place + item] = zone + 1
        if facing is not None:
            m[kind.face + item] = 1 if facing is Facing.UP else 0
        elif self.facings[zone] is not None:
            m[kind.face + item] = self.facings[zone]

    def move(
        self,
        m: Memory,
        context: Context,
        kind: ItemSpace,
        items: Sequence[int],
        zone: int,
        end: End,
        facing: Facing | None,
        span: Span,
    ) -> None:
        """Move items as a block, keeping their order, and log it."""
        if not items:
            return
        items = _once(items)
        before = [self.sees(m, kind, item) for item in items]
        for source in {m[kind.place + item] for item in items}:
            self._blur(m, kind, source, items)
        self._check_room(m, kind, items, zone, span)
        undecided = any(
            self.segments[zone_] and m[self.segments[zone_] + 1]
            for zone_ in {m[kind.place + item] - 1 for item in items}
            if zone_ >= 0
        )
        if undecided:
            for zone_ in {m[kind.place + item] - 1 for item in items}:
                self.decide(m, context, zone_)
        sources = [self.take(m, kind, item) for item in items]
        # A block keeps its order: its first item ends on top of a pile, so the last is put there first.
        on_top = self.piles[zone] and end is not End.BOTTOM
        at_front = not self.piles[zone] and end is End.TOP
        for item in reversed(items) if on_top or at_front else items:
            self.add(m, kind, item, zone, end, facing, span)
        self._learn(m, kind, items, before)
        if context.log is not None:
            self._log_move(m, context, kind, items, sources, zone, before)

    def _check_room(self, m: Memory, kind: ItemSpace, items: Sequence[int], zone: int, span: Span) -> None:
        """Raise a fault if the items don't fit into a zone, before any of them has moved."""
        coming = sum(1 for item in items if m[kind.place + item] != zone + 1)
        if m[self.addresses[zone]] + coming > self.capacities[zone]:
            raise Fault(f"{self.text(zone)} takes no more than {self.capacities[zone]}", span)

    def _blur(self, m: Memory, kind: ItemSpace, source: int, moving: Sequence[int]) -> None:
        """Seats that can't see which hidden items leave a row lose their knowledge of all hidden items in it."""
        if source == NOWHERE or self.piles[source - 1]:
            return
        a = self.addresses[source - 1]
        there = m[a + 1 : a + 1 + m[a]]
        hidden = [item for item in there if not m[kind.face + item]]
        if not hidden or set(there) <= set(moving):
            return
        if not any(item in hidden for item in moving):
            return
        keep = self.masks[source - 1]
        for item in hidden:
            m[kind.seen + item] &= keep

    def _learn(self, m: Memory, kind: ItemSpace, items: Sequence[int], before: Sequence[int]) -> None:
        for item, seen in zip(items, before, strict=True):
            m[kind.seen + item] |= seen | self.sees(m, kind, item)

    def replace(  # noqa: PLR0913, PLR0917 - all that a move needs, and the successor
        self, m: Memory, context: Context, kind: ItemSpace, item: int, zone: int, end: End, facing: Facing | None,
        successor: int, span: Span,
    ) -> None:  # fmt: skip
        """Move ``item`` to a zone, and ``successor`` to the place that it leaves free."""
        old = m[kind.place + item] - 1
        if old < 0:
            raise Fault("it lies in no zone, so nothing can take its place", span)
        if item == successor:
            raise Fault("it can't take its own place", span)
        a = self.addresses[old]
        place = m.index(item, a + 1, a + 1 + m[a]) - a
        if m[kind.place + successor] - 1 == old and m.index(successor, a + 1, a + 1 + m[a]) - a < place:
            place -= 1
        self.move(m, context, kind, [item], zone, end, facing, span)
        before = self.sees(m, kind, successor)
        self._blur(m, kind, m[kind.place + successor], [successor])
        source = self.take(m, kind, successor)
        n = m[a]
        if n >= self.capacities[old]:
            raise Fault(f"{self.text(old)} takes no more than {self.capacities[old]}", span)
        m[a + place + 1 : a + n + 2] = m[a + place : a + n + 1]
        m[a + place] = successor
        m[a] = n + 1
        self.settle(m, kind, successor, old, None)
        self._learn(m, kind, [successor], [before])
        if context.log is not None:
            self._log_move(m, context, kind, [successor], [source], old, [before])

    def draw_one(
        self, m: Memory, context: Context, source: int, zone: int, end: End, facing: Facing | None, span: Span
    ) -> bool:
        """Draw the top of a pile or the first of a row into a zone; refills an empty source. False if there is none."""
        a = self.addresses[source]
        if not m[a]:
            refill = self.refills[source]
            if refill < 0 or not m[self.addresses[refill]]:
                return False
            self.shuffle(m, context, self.items(m, refill), source, span)
        segment = self.segments[source]
        if segment and m[segment + 1]:
            self._decide_top(m, context, source)
        item = m[a + m[a]] if self.piles[source] else m[a + 1]
        kind = self.kinds[source]
        place = kind.place + item
        if not self.piles[source]:
            self._blur(m, kind, source + 1, [item])
        mask = self.everyone if m[kind.face + item] else self.masks[source]
        if self.on_pieces[source]:
            mask = self.sees(m, kind, item)
        self.take(m, kind, item)
        b = self.addresses[zone]
        if end is End.NATURAL and facing is None and m[b] < self.capacities[zone]:
            m[b] += 1
            m[b + m[b]] = item
            m[place] = zone + 1
            turned = self.facings[zone]
            if turned is not None:
                m[kind.face + item] = turned
        else:
            self.add(m, kind, item, zone, end, facing, span)
        if m[kind.face + item] and not self.on_pieces[zone]:
            m[kind.seen + item] = self.everyone
        else:
            m[kind.seen + item] |= mask | self.sees(m, kind, item)
        if context.log is not None:
            self._log_move(m, context, kind, [item], [source + 1], zone, [mask])
        return True

    # Chance ------------------------------------------------------------------------------------

    def shuffle(self, m: Memory, context: Context, items: Sequence[int] | None, zone: int, span: Span) -> None:
        """Move items into a zone, then permute the whole zone with one call of chance, which gets it in pack order."""
        kind = self.kinds[zone]
        if items:
            items = _once(items)
            for source in {m[kind.place + item] for item in items}:
                self._blur(m, kind, source, items)
            self._check_room(m, kind, items, zone, span)
            for item in items:
                self.take(m, kind, item)
            for item in items:
                self.add(m, kind, item, zone, End.NATURAL, None, span)
        a = self.addresses[zone]
        n = m[a]
        pack = sorted(m[a + 1 : a + 1 + n])
        visible = self.masks[zone] if not self.on_pieces[zone] else self.masks[zone] & self.owner_mask(m, zone)
        for item in pack:
            m[kind.seen + item] = self.everyone if m[kind.face + item] else visible
        segment = self.segments[zone]
        if segment and context.chance.undecided and not any(m[kind.face + item] for item in pack):
            m[a + 1 : a + 1 + n] = pack
            m[segment], m[segment + 1] = (0, n) if n > 1 else (0, 0)
            if self.space.cells[zone].decl.name in self.ordered:
                self.decide(m, context, zone)
        else:
            if segment:
                m[segment] = m[segment + 1] = 0
            order = self._ordered(context.chance, self.text(zone), kind, pack)
            m[a + 1 : a + 1 + n] = order[::-1] if self.piles[zone] else order
        if context.log is not None:
            data = (("zone", self.text(zone)), ("count", n))
            trace = (zone, *pack) if kind is self.cards else ()
            context.log.append(Event(SHUFFLED, self.audience(m), data, trace))

    def _ordered(self, chance: Chance, what: str, kind: ItemSpace, pack: Sequence[int]) -> list[int]:
        texts = [kind.texts[item] for item in pack]
        answer = list(chance.shuffle(what, texts))
        waiting: dict[str, list[int]] = {}
        for text, item in zip(reversed(texts), reversed(pack), strict=True):
            waiting.setdefault(text, []).append(item)
        try:
            order = [waiting[text].pop() for text in answer]
        except (KeyError, IndexError):
            raise ChanceError(f"the new order of {what} has other cards than it held") from None
        if len(order) != len(pack):
            raise ChanceError(f"the new order of {what} has {len(order)} cards; it held {len(pack)}")
        return order

    def _pick(self, m: Memory, context: Context, zone: int) -> int:
        """Let chance pick an item from the undecided part of a pile; returns its index there."""
        segment, start = self.segments[zone], self.addresses[zone] + 1
        what, n = self.text(zone), m[segment + 1]
        first = start + m[segment]
        picked = context.chance.draw(what, [self.kinds[zone].texts[item] for item in m[first : first + n]])
        if not 0 <= picked < n:
            raise ChanceError(f"the pick for {what} must be from 0 to {n - 1}, not {picked}")
        return int(picked)

    def _decide_top(self, m: Memory, context: Context, zone: int) -> None:
        """If the top of a pile is undecided, let chance decide which item it is."""
        segment, a = self.segments[zone], self.addresses[zone]
        start, length = m[segment], m[segment + 1]
        if start + length < m[a]:
            return
        place = a + 1 + start + self._pick(m, context, zone)
        item = m[place]
        top = a + start + length
        m[place:top] = m[place + 1 : top + 1]
        m[top] = item

    def decide(self, m: Memory, context: Context, zone: int) -> None:
        """Let chance decide the order of the whole undecided part of a pile, from the top down."""
        segment = self.segments[zone] if zone >= 0 else 0
        if not segment:
            return
        a = self.addresses[zone]
        while m[segment + 1] > 1:
            start, length = m[segment], m[segment + 1]
            place = a + 1 + start + self._pick(m, context, zone)
            top = a + start + length
            item = m[place]
            m[place:top] = m[place + 1 : top + 1]
            m[top] = item
            m[segment + 1] = length - 1
        m[segment] = m[segment + 1] = 0

    # Turning and showing -----------------------------------------------------------------------

    def turn(self, m: Memory, context: Context, kind: ItemSpace, items: Sequence[int], *, up: bool) -> None:
        """Turn items face up or down; those that already lie so are left out of the event."""
        turned = [item for item in _once(items) if m[kind.face + item] != up and m[kind.place + item]]
        if not turned:
            return
        for zone in {m[kind.place + item] - 1 for item in turned}:
            self.decide(m, context, zone)
        before = [self.sees(m, kind, item) for item in turned]
        for item in turned:
            m[kind.face + item] = 1 if up else 0
        self._learn(m, kind, turned, before)
        if context.log is not None:
            cards = tuple(Card(kind.texts[item], m[kind.seen + item]) for item in turned)
            classes = self._classes(m, kind, turned)
            data: EventData = (("cards", cards), *classes, ("up", up), ("zones", self._zones_of(m, kind, turned)))
            trace = tuple(turned) if kind is self.cards else ()
            context.log.append(Event(TURNED, self._audience_of(m, kind, turned), data, trace))

    def _classes(self, m: Memory, kind: ItemSpace, items: Sequence[int]) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """For an event with pieces, their classes: a seat that hasn't seen a piece before knows only its name."""
        if not kind.model or kind.decl.classes is None:
            return ()
        names = kind.decl.classes.members
        return (("classes", tuple(Card(names[m[kind.model + item] - 1], m[kind.seen + item]) for item in items)),)

    def _zones_of(self, m: Memory, kind: ItemSpace, items: Sequence[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.text(m[kind.place + item] - 1) for item in items))

    def _audience_of(self, m: Memory, kind: ItemSpace, items: Sequence[int]) -> int:
        audience = self.audience(m)
        for item in items:
            zone = m[kind.place + item] - 1
            if zone >= 0 and self.on_pieces[zone]:
                audience &= self.owner_mask(m, zone)
        return audience

    def show(self, m: Memory, context: Context, kind: ItemSpace, items: Sequence[int], seats: Sequence[int]) -> None:
        """Let some players see items once: they remember them."""
        items = _once(items)
        mask = sum(1 << seat for seat in set(seats))
        for zone in {m[kind.place + item] - 1 for item in items}:
            self.decide(m, context, zone)
        for item in items:
            m[kind.seen + item] |= mask
        if context.log is not None:
            cards = tuple(Card(kind.texts[item], mask | self.sees(m, kind, item)) for item in items)
            data = (("cards", cards), ("to", tuple(f"p{seat + 1}" for seat in seats)))
            trace = tuple(items) if kind is self.cards else ()
            context.log.append(Event(SHOWN, self.audience(m), data, trace))

    def exchange(self, m: Memory, context: Context, kind: ItemSpace, first: int, second: int, span: Span) -> None:
        """Let two items change places; each is turned as its new zone says."""
        zones = [m[kind.place + item] - 1 for item in (first, second)]
        if min(zones) < 0:
            raise Fault("it lies in no zone, so it can't be exchanged", span)
        if first == second:
            return
        for zone in set(zones):
            self.decide(m, context, zone)
        before = [self.sees(m, kind, item) for item in (first, second)]
        if zones[0] != zones[1]:
            for zone, item in zip(zones, (first, second), strict=True):
                self._blur(m, kind, zone + 1, [item])
        places = []
        for zone, item in zip(zones, (first, second), strict=True):
            a = self.addresses[zone]
            places.append(m.index(item, a + 1, a + 1 + m[a]))
        m[places[0]], m[places[1]] = second, first
        self.settle(m, kind, first, zones[1], None)
        self.settle(m, kind, second, zones[0], None)
        self._learn(m, kind, (first, second), before)
        if context.log is not None:
            self._log_move(m, context, kind, [first], [zones[0] + 1], zones[1], before[:1])
            self._log_move(m, context, kind, [second], [zones[1] + 1], zones[0], before[1:])

    def bring(self, m: Memory, context: Context, kind: ItemSpace, model: int, zone: int, span: Span) -> None:
        """Create a piece of a class in a player's zone, using the player's next free slot."""
        seat = self.space.cells[zone].seat
        if seat < 0:
            raise Fault("a piece is brought into a player's zone", span)
        slots = range(seat * kind.limit, (seat + 1) * kind.limit)
        item = next((slot for slot in slots if not m[kind.model + slot]), None)
        if item is None:
            raise Fault(f"a player has no more than {kind.limit} {kind.decl.name}s", span)
        m[kind.model + item] = model + 1
        self.add(m, kind, item, zone, End.NATURAL, None, span)
        mask = self.sees(m, kind, item)
        m[kind.seen + item] |= mask
        if context.log is not None:
            names = kind.decl.classes.members if kind.decl.classes else ()
            audience = self.audience(m)
            if self.hides[zone]:
                audience &= mask
            data = (
                ("piece", Card(kind.texts[item], mask)), ("class", Card(names[model], mask)), ("to", self.text(zone)),
            )  # fmt: skip
            context.log.append(Event(BROUGHT, audience, data))

    # Logging -----------------------------------------------------------------------------------

    def log(
        self, context: Context, kind: EventKind, audience: int, data: tuple[tuple[str, Any], ...],
        trace: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        """Log an event, if a log is kept; see ``Event`` for the arguments."""
        if context.log is not None:
            context.log.append(Event(kind, audience, data, trace))

    def _log_move(
        self, m: Memory, context: Context, kind: ItemSpace, items: Sequence[int], sources: Sequence[int], zone: int,
        before: Sequence[int],
    ) -> None:  # fmt: skip
        assert context.log is not None
        audience = self.audience(m)
        groups: dict[int, list[int]] = {}
        masks = {item: mask | self.sees(m, kind, item) for item, mask in zip(items, before, strict=True)}
        for item, source in zip(items, sources, strict=True):
            groups.setdefault(source, []).append(item)
        for source, moved in groups.items():
            cards = [Card(kind.texts[item], masks[item]) for item in moved]
            seats = audience
            for end in (source - 1, zone):
                if end >= 0 and self.hides[end]:
                    seats &= _all_of(card.mask for card in cards)
                if end >= 0 and self.on_pieces[end]:
                    seats &= self.owner_mask(m, end)
            data = (
                ("cards", tuple(cards)),
                ("from", self.text(source - 1) if source else None),
                ("to", self.text(zone)),
            )
            trace = (source, zone, *moved) if kind is self.cards else ()
            context.log.append(Event(MOVED, seats, data, trace))


def _once(items: Sequence[int]) -> Sequence[int]:
    """The items of a list without repetitions: an item lies in one place only."""
    return list(dict.fromkeys(items)) if len(items) > 1 else items


def _all_of(masks: Iterable[int]) -> int:
    return reduce(and_, masks, -1)
