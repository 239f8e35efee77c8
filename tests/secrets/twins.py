"""A random game played twice: the second time cards that a seat never saw lie in each other's places.

The rules of a random game may themselves tell what is hidden: a step sets a public number to the value of a hidden
card. So the second game counts only as long as it is the image of the first: after each instruction the same comes
next, all numbers are the same, and the cards lie as they did, but for those exchanged. Then nothing that the seat may
know differs, and whatever it is told must be the same, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from cardengine import Game, State
from cardengine.model import program as p
from cardengine.runtime.actions import ActionError
from cardengine.runtime.board import Board
from cardengine.runtime.generator import seat_stream, stream
from cardengine.runtime.knowledge import SamplingError
from cardengine.tree.types import CARD, ListType, OptionalType, Type
from tests.secrets.worlds import (
    Call,
    ExchangedChance,
    OtherWorldError,
    RecordingChance,
    exchange_values,
    open_to,
    told,
    watching,
)

FEW_TEXTS = 40
"""So many texts are tried as actions at the end of a course."""


@dataclass
class Course:
    """What a game went through: after each instruction what comes next and the memory, and what each seat is told."""

    seed: int
    state: State
    memories: list[tuple[int, ...]]
    moved: list[tuple[int, int]]
    seen: list[set[int]]
    calls: list[Call]
    moves: list[tuple[int, tuple[int, tuple[Any, ...]]]] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    told: list[list[bytes]] = field(default_factory=list)


def play(game: Game, seed: int, steps: int) -> Course:
    """Play a random game for some steps."""
    chance = RecordingChance(seed)
    with watching(game, whole=True) as watch:
        state = game.new(chance=chance)
        course = Course(seed, state, watch.memories, watch.moved, watch.seen, chance.calls)
        streams = [stream(seed, 0, seat_stream(seat)) for seat in range(game.players)]
        _note(game, course)
        while not state.over and len(course.moves) < steps:
            seat = state.players[streams[0].below(len(state.players))]
            offered = state.offered(seat)
            course.moves.append((seat, offered[streams[seat].below(len(offered))]))
            state.take(*course.moves[-1])
            _note(game, course)
    return course


def _note(game: Game, course: Course) -> None:
    course.marks.append(len(course.memories))
    course.told.append([told(game, course.state, seat) for seat in range(game.players)])


class Image:
    """Says whether one memory is another, but for exchanged cards and hidden pieces."""

    def __init__(self, game: Game, exchange: Mapping[int, int]) -> None:
        self.game = game
        self.exchange = exchange
        space = game.program.space
        cards = space.items["card"]
        loose: set[int] = set()
        self.cards: list[int] = []
        for cell in space.cells:
            if cell.decl.item == CARD:
                self.cards += range(cell.address + 1, cell.address + 1 + cell.capacity)
        for local, register in space.registers.items():
            if not register.scratch and _names_cards(local.type):
                first = register.address + (register.capacity is not None)
                self.cards += range(first, first + (register.capacity or 1))
        for instruction in game.program.code:
            if isinstance(instruction, p.ListStart) and instruction.loop.kind == "card":
                first = instruction.loop.address + 2
                self.cards += range(first, first + instruction.loop.capacity)
                loose |= set(range(first + instruction.loop.capacity, first + 2 * instruction.loop.capacity))
        for kind in space.items.values():
            loose |= set(range(kind.seen, kind.seen + kind.count))  # what the engine believes decides nothing
        self.arrays = [cards.place, cards.face]
        for start in self.arrays:
            loose |= set(range(start, start + cards.count))
        for choice in game.program.choices:
            records = choice.records
            loose |= set(
                range(records.commits, records.commits + game.players * records.size if records.commits else 0)
            )
        loose |= set(self.cards)
        self.models = {kind.model + item for kind in space.items.values() if kind.model for item in range(kind.count)}
        self.strict = [cell for cell in range(space.size) if cell not in loose and cell not in self.models]
        self.count = cards.count

    def holds(self, first: Sequence[int], second: Sequence[int], flipped: set[int]) -> bool:
        """Whether the second memory is the image of the first."""
        exchange = self.exchange
        if any(first[cell] != second[cell] for cell in self.strict):
            return False
        if any(first[cell] != second[cell] for cell in self.models - flipped):
            return False
        for start in self.arrays:
            if any(first[start + item] != second[start + exchange.get(item, item)] for item in range(self.count)):
                return False
        return all(
            second[cell] == exchange.get(first[cell], first[cell]) or first[cell] == second[cell] == 0
            for cell in self.cards
        )


def _names_cards(kind: Type) -> bool:
    inner = kind.item if isinstance(kind, ListType | OptionalType) else kind
    return inner == CARD


@contextmanager
def other_pieces(game: Game, seat: int) -> Iterator[set[int]]:
    """Pieces that are brought where a seat doesn't see them are of another class; gives the cells of these classes."""
    flipped: set[int] = set()
    plain = Board.bring

    def bring(board: Board, m: Any, context: Any, kind: Any, model: int, zone: int, *rest: Any) -> None:
        classes = len(kind.decl.classes.members) if kind.decl.classes else 1
        before = [m[kind.model + slot] for slot in range(kind.count)]
        cell = board.space.cells[zone]
        hidden = board.facings[zone] != 1 and not board.space.mask_for(cell.decl, 1 << cell.seat) >> seat & 1
        plain(board, m, context, kind, (model + 1) % classes if hidden else model, zone, *rest)
        if hidden:
            flipped.update(kind.model + slot for slot in range(kind.count) if m[kind.model + slot] != before[slot])

    with patch.object(Board, "bring", bring):
        yield flipped


def differences(game: Game, course: Course, seat: int, exchange: Mapping[int, int]) -> tuple[list[str], int]:
    """Where a seat is told other things in the second game; and how many choices were compared."""
    kind = game.program.space.items["card"]
    texts = {kind.texts[old]: kind.texts[new] for old, new in exchange.items()}
    chance = ExchangedChance(course.seed, course.calls, texts)
    image = Image(game, exchange)
    compared = 0
    with watching(game, whole=True) as watch, other_pieces(game, seat) as flipped:
        try:
            state = game.new(chance=chance)
            for place in range(len(course.marks)):
                if watch.moved != course.moved[: len(watch.moved)]:
                    raise OtherWorldError("more cards, or fewer, go somewhere")
                _same_course(game, course, watch.memories, place, image, flipped, seat)
                now = told(game, state, seat)
                if now != course.told[place][seat]:
                    return [f"choice {place}: {_difference(course.told[place][seat], now)}"], compared
                compared += 1
                if place == len(course.moves):
                    return _at_the_end(game, course.state, state, seat, course.seed), compared
                chooser, (number, values) = course.moves[place]
                moved = exchange_values(game, state, number, values, exchange)
                if (number, moved) not in state.offered(chooser):
                    raise OtherWorldError("what another has done is illegal")
                state.take(chooser, (number, moved))
        except OtherWorldError:
            pass
    return [], compared


def _same_course(
    game: Game, course: Course, memories: Sequence[tuple[int, ...]], place: int, image: Image, flipped: set[int],
    seat: int,
) -> None:  # fmt: skip
    """Whether the second game is the image of the first, up to a choice, and hides as much."""
    if len(memories) != course.marks[place]:
        raise OtherWorldError("other steps are done")
    start = course.marks[place - 1] if place else 0
    for mine, theirs in zip(course.memories[start : course.marks[place]], memories[start:], strict=True):
        if mine[0] != theirs[0] or not image.holds(mine[1:], theirs[1:], flipped):
            raise OtherWorldError("the rules tell the worlds apart")
        if any(_told_by_the_rules(game, mine[1:], seat)):
            raise OtherWorldError("a variable names a card that isn't seen")
        for kind in game.program.space.items.values():
            for item in range(kind.count if kind.model else 0):
                if kind.model + item in flipped and open_to(game, mine[1:], item, kind.decl.name) >> seat & 1:
                    raise OtherWorldError("a piece that is another lies open")


def _told_by_the_rules(game: Game, m: Sequence[int], seat: int) -> Iterator[bool]:
    """Known and to be mended: views and events name a card that a variable holds, whoever sees it.

    Here such games aren't compared any further. See KNOWN in the tests.
    """
    for cells in game.program.space.variables.values():
        if _names_cards(cells.decl.type):
            for cell in range(cells.address, cells.address + cells.owners):
                yield m[cell] >= 0 and not open_to(game, m, m[cell]) >> seat & 1


def _at_the_end(game: Game, first: State, second: State, seat: int, seed: int) -> list[str]:
    """What is answered, and what is known of the hidden cards, where the course ends."""
    if refusals(game, first, seat, seed) != refusals(game, second, seat, seed):
        mine, theirs = (refusals(game, state, seat, seed) for state in (first, second))
        return [f"refusals: {next((a, b) for a, b in zip(mine, theirs, strict=True) if a != b)}"]
    if knowledge(game, first, seat) != knowledge(game, second, seat):
        return [f"knowledge: {knowledge(game, first, seat)} / {knowledge(game, second, seat)}"]
    return []


def refusals(game: Game, state: State, seat: int, seed: int) -> list[str]:
    """What a seat is answered to some texts, right and wrong."""
    number = state.vector[p.Header.CHOICE]
    if not number:
        return []
    rng = stream(seed, 1, seat_stream(seat))
    space = game.program.space
    words = list(dict.fromkeys(text for kind in space.items.values() for text in kind.texts))
    words += [f"{game.machine.board.text(zone)}.{place}" for zone in range(len(space.cells)) for place in (1, 2)]
    words += ["1", "2", "p1", "p2", "yes", "nothing"]
    answers = []
    for _ in range(FEW_TEXTS):
        actions = game.program.choices[number - 1].actions
        action = actions[rng.below(len(actions))]
        given = [words[rng.below(len(words))] for _ in action.decl.parameters]
        text = " ".join([action.decl.name, *given])
        try:
            answers.append(f"{text}: {state.parse_action(text, seat).text}")
        except ActionError as error:
            answers.append(f"{text}: {type(error).__name__}: {error}")
    return answers


def knowledge(game: Game, state: State, seat: int) -> object:
    """For each place that a seat doesn't see, what may lie there."""
    try:
        sampler = state.knowledge(seat)
    except SamplingError as error:
        return str(error)
    texts = game.program.space.items["card"].texts
    board = game.machine.board
    return {
        (board.text(zone), place): sorted(texts[other] for other in sampler.labels.allowed(item))
        for zone in range(len(board.addresses))
        if board.kinds[zone] is board.cards
        for place, item in enumerate(board.items(sampler.memory, zone))
        if item in sampler.hidden
    }


def _difference(mine: bytes, theirs: bytes) -> str:
    first, second = json.loads(mine), json.loads(theirs)
    parts = [f"{a} / {b}" for a, b in zip(first, second, strict=True) if a != b]
    return parts[0][:2000]
