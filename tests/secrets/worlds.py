"""Two worlds that a seat can't tell apart: one is the other with cards exchanged that the seat has never seen.

A game is played once. Then cards which a seat never saw, by the declared visibility alone, and was never shown, change
places everywhere: in what chance deals and in what the others do with them. As long as the same cards lie open to the
seat in the same places, whatever it is told must be the same, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from cardengine import Game, State
from cardengine.layout.space import Memory
from cardengine.model import program as p
from cardengine.model.codec import Offered
from cardengine.runtime.actions import ActionError
from cardengine.runtime.board import Board
from cardengine.runtime.chance import SeededChance
from cardengine.runtime.generator import Generator, seat_stream, stream
from cardengine.tree.symbols import Audience, OwnerKind
from cardengine.tree.types import ItemType, ListType, OptionalType

CARD = ItemType("card")


class OtherWorldError(Exception):
    """The exchanged cards make another game of it: what was done can't be done there."""


@dataclass
class Call:
    """One shuffle: the zone, and the cards in pack order."""

    what: str
    cards: list[str]


class RecordingChance:
    """Seeded chance that keeps what it was asked."""

    def __init__(self, seed: int) -> None:
        self.seeded = SeededChance(seed)
        self.calls: list[Call] = []

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        self.calls.append(Call(what, list(cards)))
        return self.seeded.shuffle(what, cards)

    def pick(self, what: str, n: int) -> int:
        return self.seeded.pick(what, n)


class ExchangedChance:
    """The chance of the other world: it deals what the first one has dealt, with cards exchanged."""

    def __init__(self, seed: int, calls: Sequence[Call], exchange: Mapping[str, str]) -> None:
        self.seeded = SeededChance(seed)
        self.calls = list(calls)
        self.exchange = exchange

    def shuffle(self, what: str, cards: Sequence[str]) -> Sequence[str]:
        if not self.calls or self.calls[0].what != what:
            raise OtherWorldError("something else is shuffled")
        theirs = self.calls.pop(0).cards
        if sorted(self.exchange.get(card, card) for card in theirs) != sorted(cards):
            raise OtherWorldError("other cards are shuffled")
        return [self.exchange.get(card, card) for card in self.seeded.shuffle(what, theirs)]

    def pick(self, what: str, n: int) -> int:
        return self.seeded.pick(what, n)


@dataclass
class Played:
    """A game up to some choice."""

    seed: int
    state: State
    moves: list[tuple[int, Offered]]
    told: list[list[bytes]]
    seen: list[set[int]]
    traces: list[list[Open]]
    marks: list[list[int]]
    calls: list[Call]


def open_to(game: Game, m: Sequence[int], item: int, of: str = "card") -> int:
    """The seats that see an item where it lies, as a mask: by the declarations and by how it is turned alone."""
    space = game.program.space
    kind = space.items[of]
    number = m[kind.place + item] - 1
    if number < 0:
        return 0
    cell = space.cells[number]
    everyone = (1 << game.players) - 1
    owner = 1 << cell.seat if cell.seat >= 0 else 0
    mask = everyone if m[kind.face + item] else {
        Audience.EVERYBODY: everyone,
        Audience.OWNER: owner,
        Audience.OTHERS: everyone & ~owner if owner else 0,
        Audience.NOBODY: 0,
    }[cell.decl.seen_by]  # fmt: skip
    if cell.decl.owner.kind is OwnerKind.ITEM:
        pieces = space.items[cell.decl.owner.item or ""]
        if pieces.model:
            home = m[pieces.place + cell.owner] - 1
            open_piece = home >= 0 and m[pieces.face + cell.owner]
            mask &= everyone if open_piece else (1 << space.cells[home].seat if home >= 0 else 0)
    return mask


Open = tuple[tuple[int, int], ...]
"""Cards that lie open to a seat, each with its zone; or cards that are shown to it, with -1."""


class Watch:
    """Notes, after each instruction, which cards each seat sees; and the whole memory, if that is wanted."""

    def __init__(self, game: Game, *, whole: bool = False) -> None:
        self.game = game
        self.whole = whole
        self.size = game.program.space.size
        self.memories: list[tuple[int, ...]] = []
        self.moved: list[tuple[int, int]] = []
        self.seen: list[set[int]] = [set() for _ in range(game.players)]
        self.traces: list[list[Open]] = [[] for _ in range(game.players)]
        kind = game.program.space.items["card"]
        self.cards = range(kind.count)
        self.place = kind.place
        self.last: object = None

    def look(self, m: Memory) -> None:
        """Add what lies open now."""
        now = [(m[self.place + item], open_to(self.game, m, item)) for item in self.cards]
        if now == self.last:
            return
        self.last = now
        for seat, trace in enumerate(self.traces):
            shown = tuple((item, zone) for item, (zone, mask) in enumerate(now) if mask >> seat & 1)
            if not trace or trace[-1] != shown:
                trace.append(shown)
                self.seen[seat].update(item for item, _ in shown)

    def show(self, items: Sequence[int], seats: Sequence[int]) -> None:
        """Add what is shown to some seats: they know it from now on, though it doesn't lie open."""
        for seat in seats:
            self.traces[seat].append(tuple((item, -1) for item in items))
            self.seen[seat].update(items)

    def wrap(self, operation: Callable[..., int]) -> Callable[..., int]:
        """The operation, watched."""

        def watched(m: Memory, context: Any) -> int:
            following = operation(m, context)
            self.look(m)
            if self.whole:
                self.memories.append((following, *map(int, m[: self.size])))
            return following

        return watched


@contextmanager
def watching(game: Game, *, whole: bool = False) -> Iterator[Watch]:
    """Watch what a game does meanwhile."""
    watch = Watch(game, whole=whole)
    plain, show, draw_one, move = game.machine.code, Board.show, Board.draw_one, Board.move

    def shown(board: Board, m: Memory, context: Any, kind: Any, items: Sequence[int], seats: Sequence[int]) -> None:
        if kind is board.cards:
            watch.show(items, seats)
        show(board, m, context, kind, items, seats)

    def drawn(board: Board, m: Memory, *rest: Any) -> bool:
        # One step may draw several cards, and shuffle those drawn first again.
        done = draw_one(board, m, *rest)
        watch.look(m)
        return done

    def moved(board: Board, m: Memory, context: Any, kind: Any, items: Sequence[int], zone: int, *rest: Any) -> None:
        # How many go is told by the rules, and isn't seen afterwards when they come to where they were.
        watch.moved.append((zone, len(set(items))))
        move(board, m, context, kind, items, zone, *rest)

    # An instruction puts its closure in its place when it is first carried out: not in place of what watches it.
    machine = game.machine
    machine.code = [watch.wrap(machine._compile(number, i)) for number, i in enumerate(machine.program.code)]
    try:
        with patch.multiple(Board, show=shown, draw_one=drawn, move=moved):
            yield watch
    finally:
        machine.code = plain


def told(game: Game, state: State, seat: int) -> bytes:
    """All that a seat is given at a choice."""
    actions = [(action.text, action.value, action.sentence) for action in state.actions(seat)]
    everything = [
        state.view(seat), state.information(seat), state.events_for(seat), actions, state.players, state.over,
        state.choice, state.phase,
    ]  # fmt: skip
    return json.dumps(everything).encode()


def refusals(game: Game, state: State, seat: int) -> bytes:
    """What a seat is answered to each action with each card, legal or not."""
    answers = []
    number = state.vector[p.Header.CHOICE]
    names = [a.decl.name for a in game.program.choices[number - 1].actions] if number else []
    for name in names:
        for card in game.program.space.items["card"].texts:
            try:
                answers.append(state.parse_action(f"{name} {card}", seat).text)
            except ActionError as error:
                answers.append(f"{type(error).__name__}: {error}")
    return json.dumps(answers).encode()


def play(game: Game, seed: int, steps: int) -> Played:
    """Play a random game for some steps and note what each seat is told and sees."""
    chance = RecordingChance(seed)
    with watching(game) as watch:
        state = game.new(chance=chance)
        streams = [stream(seed, 0, seat_stream(seat)) for seat in range(game.players)]
        played = Played(seed, state, [], [[] for _ in streams], watch.seen, watch.traces, [], chance.calls)
        _note(game, played)
        while not state.over and len(played.moves) < steps:
            seat = state.player
            assert seat is not None
            offered = state.offered(seat)
            move = offered[streams[seat].below(len(offered))]
            played.moves.append((seat, move))
            state.take(seat, move)
            _note(game, played)
    return played


def _note(game: Game, played: Played) -> None:
    played.marks.append([len(trace) for trace in played.traces])
    for seat, lines in enumerate(played.told):
        lines.append(told(game, played.state, seat))


def exchanged_cards(
    game: Game, m: Sequence[int], seen: Collection[int], rng: Generator, *, across: bool
) -> dict[int, int]:
    """Cards that a seat never saw, exchanged at random: within each zone, or across all zones.

    Cards that are alike are exchanged together, for as many others that are alike: chance deals them by their names.
    """
    kind = game.program.space.items["card"]
    alike: dict[int, list[int]] = {}
    for item in range(kind.count):
        if m[kind.place + item]:
            alike.setdefault(kind.pack[item], []).append(item)
    groups: dict[tuple[int, ...], list[list[int]]] = {}
    for items in alike.values():
        zones = {m[kind.place + item] for item in items}
        if not any(item in seen for item in items) and (across or len(zones) == 1):
            groups.setdefault((len(items), 0 if across else min(zones)), []).append(items)
    exchange: dict[int, int] = {}
    for group in groups.values():
        for old, new in zip(group, rng.shuffle(group), strict=True):
            exchange |= dict(zip(old, new, strict=True))
    return {old: new for old, new in exchange.items() if old != new}


def replay(game: Game, played: Played, exchange: Mapping[int, int], seat: int) -> tuple[State, list[bytes]]:
    """The game of the other world, and what a seat is told there.

    Raises:
        OtherWorldError: the rules don't let the same happen there.
    """
    kind = game.program.space.items["card"]
    texts = {kind.texts[old]: kind.texts[new] for old, new in exchange.items()}
    chance = ExchangedChance(played.seed, played.calls, texts)
    lines: list[bytes] = []
    with watching(game) as watch:
        state = game.new(chance=chance)
        for (chooser, (number, values)), marks in zip(played.moves, played.marks, strict=False):
            _same_table(played, watch, marks, seat)
            lines.append(told(game, state, seat))
            if lines[-1] != played.told[seat][len(lines) - 1]:
                return state, lines
            moved = exchange_values(game, state, number, values, exchange)
            if (number, moved) not in state.offered(chooser):
                raise OtherWorldError("what another has done is illegal")
            state.take(chooser, (number, moved))
        _same_table(played, watch, played.marks[-1], seat)
    lines.append(told(game, state, seat))
    return state, lines


def _same_table(played: Played, watch: Watch, marks: Sequence[int], seat: int) -> None:
    """What the cards themselves have shown may differ: a card was turned up because of what it is."""
    if watch.traces[seat] != played.traces[seat][: marks[seat]]:
        raise OtherWorldError("other cards lie open")


def exchange_values(
    game: Game, state: State, number: int, values: tuple[Any, ...], exchange: Mapping[int, int]
) -> tuple[Any, ...]:
    """The arguments of an action, with cards exchanged."""
    action = game.program.choices[state.vector[p.Header.CHOICE] - 1].actions[number]
    return tuple(
        _exchanged(parameter.domain.type, value, exchange)
        for parameter, value in zip(action.decl.parameters, values, strict=True)
    )


def _exchanged(kind: object, value: Any, exchange: Mapping[int, int]) -> Any:
    inner = kind.item if isinstance(kind, ListType | OptionalType) else kind
    if inner != CARD:
        return value
    return tuple(exchange.get(item, item) for item in value) if isinstance(value, tuple) else exchange.get(value, value)


def leaks(game: Game, seeds: Sequence[int], steps: Sequence[int]) -> tuple[list[str], int]:
    """Where a seat is told what it can't see; and how many pairs of worlds were compared."""
    found: list[str] = []
    compared = 0
    for seed in seeds:
        for count in steps:
            played = play(game, seed, count)
            for seat in sorted({0, 1, game.players - 1} & set(range(game.players))):
                rng = stream(seed, count, seat_stream(seat))
                for across in (False, True):
                    exchange = exchanged_cards(game, played.state.vector, played.seen[seat], rng, across=across)
                    if not exchange:
                        continue
                    try:
                        other, lines = replay(game, played, exchange, seat)
                    except OtherWorldError:
                        continue
                    compared += 1
                    mine = played.told[seat][: len(lines)]
                    if lines != mine:
                        found.append(
                            f"seed {seed}, p{seat + 1}, choice {len(lines) - 1}: {_difference(mine[-1], lines[-1])}"
                        )
                    elif refusals(game, played.state, seat) != refusals(game, other, seat):
                        found.append(f"seed {seed}, p{seat + 1}: refusals differ")
    return found, compared


def _difference(mine: bytes, theirs: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
    return f"...{mine[max(0, at - 60) : at + 20]!r} / ...{theirs[max(0, at - 60) : at + 20]!r}"
