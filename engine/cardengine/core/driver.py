"""Builds the functions that drive a game: start, list and apply actions, choose by policy, play batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardengine.core.flow import count_choice, scoring
from cardengine.core.offers import listing, take_arguments
from cardengine.core.policies import choose
from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.memory import HANDED_BACK, HEAD, MAX_RESULTS, SLOTS, Trouble, result_cells
from cardengine.ir.nodes import Const, Expr
from cardengine.library.chance import seeding, word
from cardengine.library.resampling import resampling
from cardengine.model import program as p
from cardengine.model.program import Header
from cardengine.model.work import BUDGET
from cardengine.runtime.outcome import Outcome

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

_SPREAD = 0x9E37_79B9_7F4A_7C15
"""The factor of a hash."""

LONG_WORK = BUDGET // 8
LONG_STEPS = 50_000
"""What a game has done that has taken long: beyond that, a call ends with it."""


def driving(low: Lowering, run: ir.Function) -> None:
    """Build the functions that drive a game; ``run`` runs to the next choice or the end."""
    legal, take, start = _legal(low), _take(low), _start(low)
    play = _play(low, run, take)
    note = _result(low)
    _batch(low, start, run, play, note)
    _playouts(low, legal, play, note)


# Choosing --------------------------------------------------------------------------------------------


def _legal(low: Lowering) -> ir.Function:
    """``legal(seat)``: lists the legal actions of a seat that is to choose, and returns their number."""
    low = low.function("legal", ("seat",), result=True, export=True)
    b = low.b
    for choice in low.program.choices:
        with b.if_(_is_asked(b, choice)):
            with _chooser(b, choice, b.parameter(0)):
                found = b.result(listing(low, choice))
            b.give(found)
    return b.function


def _is_asked(b: Builder, choice: p.Choice) -> Expr:
    return b.eq(b.load(Header.CHOICE), choice.number + 1)


@contextmanager
def _chooser(b: Builder, choice: p.Choice, seat: Expr) -> Iterator[None]:
    """Make a seat the chooser inside the ``with``."""
    kept = b.let(b.load(choice.frame.you))
    b.put(choice.frame.you, seat)
    yield
    b.put(choice.frame.you, kept)


# Taking an action ------------------------------------------------------------------------------------


def _take(low: Lowering) -> ir.Function:
    """``take(seat, record)``: applies an action, without running."""
    low = low.function("take", ("seat", "record"), export=True)
    b = low.b
    seat, record = b.parameter(0), b.parameter(1)
    count_choice(b)
    for choice in low.program.choices:
        with b.if_(_is_asked(b, choice)):
            if choice.records.commits:
                with b.if_(b.lt(b.load(choice.frame.back), 0)):
                    _commit(low, choice, seat, record)
                    b.give()
            _apply(low, choice, record)
            b.give()
    return b.function


def _apply(low: Lowering, choice: p.Choice, record: Expr) -> None:
    b = low.b
    b.put(Header.CHOICE, 0)
    b.put(Header.WAITING, 0)
    for action in choice.actions:
        with b.if_(b.eq(b.load(record), action.number)):
            take_arguments(low, action, record)
            b.put(Header.PC, action.entry)
            b.give()


def _commit(low: Lowering, choice: p.Choice, seat: Expr, record: Expr) -> None:
    b = low.b
    base = b.let(b.add(b.mul(seat, choice.records.size), choice.records.commits))
    b.store(base, 0, b.add(b.load(record), 1))
    for action in choice.actions:
        if action.arguments.slots:
            with b.if_(b.eq(b.load(record), action.number)):
                take_arguments(low, action, record, base)
    b.put(Header.WAITING, b.and_(b.load(Header.WAITING), b.xor(b.bit(seat), -1)))
    with b.if_(b.not_(b.load(Header.WAITING))):
        b.put(Header.CHOICE, 0)
        b.put(Header.PC, b.add(b.load(Header.PC), 1))


# Games -----------------------------------------------------------------------------------------------


def _start(low: Lowering) -> ir.Function:
    """``start()``: sets the state to the one before the first instruction."""
    low = low.function("start", export=True)
    b, image, start = low.b, low.layout.image, 0
    if low.lean:
        # Lean code needs only the counts of zones; each is copied along with the cells before it.
        for cell in sorted(low.space.cells, key=lambda cell: cell.address):
            b.copy(start, image + start, cell.address + 1 - start)
            start = cell.address + 1 + cell.capacity
    b.copy(start, image + start, low.space.size - start)
    _no_trouble(low)
    return b.function


def _no_trouble(low: Lowering) -> None:
    for cell in (low.layout.trouble, low.layout.decisions):
        low.b.put(cell, 0)


def _play(low: Lowering, run: ir.Function, take: ir.Function) -> ir.Function:
    """``play()``: plays to the end, each seat choosing by its policy."""
    low = low.function("play", export=True)
    b = low.b
    with b.loop() as loop:
        b.leave(loop, b.load(Header.OUTCOME))
        waiting = b.let(b.load(Header.WAITING))
        with b.if_(b.not_(waiting)):
            b.call(run)
        with b.if_(waiting):
            seat, record = b.let(b.zeros(waiting)), b.var(0, "record")
            for choice in low.program.choices:
                with b.if_(_is_asked(b, choice)), _chooser(b, choice, seat):
                    offered = b.result(listing(low, choice))
                    b.leave(loop, b.load(low.layout.trouble))
                    b.set(record, choose(low, choice, seat, offered))
            b.call(take, seat, record)
            with b.if_(b.not_(b.load(Header.CHOICE))):
                b.call(run)
    return b.function


def _result(low: Lowering) -> ir.Function:
    """``result(number, merge)``: records the result of a game; if merged, games with equal results share a row."""
    low = low.function("result", ("number", "merge"))
    b, layout, cells = low.b, low.layout, result_cells(low.space.players)
    unfit = b.ge(b.load(layout.trouble), Trouble.BEYOND)
    back = b.or_(unfit, b.not_(b.load(Header.OUTCOME)))
    outcome = b.let(b.choose(back, HANDED_BACK, b.load(Header.OUTCOME)))
    with b.if_(b.ge(outcome, Outcome.UNFINISHED)):
        b.fill(layout.scores, 2 * low.space.players)
    rows = b.let(b.load(layout.rows))
    with b.if_(b.and_(b.parameter(1), b.le(outcome, Outcome.UNFINISHED))):
        slot = b.let(_slot(low, outcome))
        like = b.let(b.load(slot, layout.slots))
        b.store(slot, layout.slots, b.add(rows, 1))
        at = b.let(b.mul(b.sub(like, 1), cells))
        with b.if_(like), b.if_(_ended_so(low, at, outcome)):
            b.store(slot, layout.slots, like)
            for cell, more in ((1, Const(1)), (4, b.load(Header.STEPS)), (5, b.load(layout.decisions))):
                b.store(at, layout.results + cell, b.add(b.load(at, layout.results + cell), more))
            b.give()
    at = b.let(b.mul(rows, cells))
    noted = (
        b.parameter(0), Const(1), outcome, b.load(Header.WINNERS), b.load(Header.STEPS), b.load(layout.decisions),
    )  # fmt: skip
    for cell, value in enumerate(noted):
        b.store(at, layout.results + cell, value)
    with b.count(0, 2 * low.space.players) as number:
        b.store(b.add(at, number), layout.results + HEAD, b.load(number, layout.scores))
    b.put(layout.rows, b.add(rows, 1))
    return b.function


def _slot(low: Lowering, outcome: Expr) -> Expr:
    """The slot of the current result: a hash of outcome, winners and scores."""
    b = low.b
    mixed = b.var(b.add(b.shl(b.load(Header.WINNERS), 3), outcome))
    for number in range(2 * low.space.players):
        b.set(mixed, b.mul(b.add(mixed, b.load(low.layout.scores + number)), word(_SPREAD)))
    return b.shr_u(mixed, 64 - SLOTS.bit_length() + 1)


def _ended_so(low: Lowering, at: Expr, outcome: Expr) -> Expr:
    """Whether the result in a row equals the current one in outcome, winners and scores."""
    b, results, scores = low.b, low.layout.results, low.layout.scores
    like = b.var(b.and_(
        b.eq(b.load(at, results + 2), outcome), b.eq(b.load(at, results + 3), b.load(Header.WINNERS)),
    ))  # fmt: skip
    with b.if_(like), b.count(0, 2 * low.space.players) as number:
        b.set(like, b.and_(like, b.eq(b.load(b.add(at, number), results + HEAD), b.load(number, scores))))
    return like


def _batch(low: Lowering, start: ir.Function, run: ir.Function, play: ir.Function, note: ir.Function) -> None:
    """``batch(seed, first, count, merge)``: plays games from the start, and records their results.

    Returns the number of games played: it stops early when there is no room for more rows.
    """
    seed = seeding(low)

    def game(inner: Lowering, number: Expr) -> None:
        b = inner.b
        b.call(start)
        b.call(seed, b.parameter(0), number, inner.space.players + 1)
        b.call(run)
        b.call(play)

    _games(low, "batch", note, game)


def _playouts(low: Lowering, legal: ir.Function, play: ir.Function, note: ir.Function) -> None:
    """``playouts(seed, first, count, merge)``: plays the base state out, each time with other chance."""
    seed, resample = seeding(low), resampling(low, legal)

    def game(inner: Lowering, number: Expr) -> None:
        b, layout = inner.b, inner.layout
        b.copy(0, layout.base, inner.space.size)
        _no_trouble(inner)
        b.call(seed, b.parameter(0), number, inner.space.players + 2)
        with b.if_(b.load(layout.sample)):
            b.call(resample)
        # If the game is over in the base state, only its scores are needed.
        with b.if_(b.load(Header.OUTCOME)):
            b.call(scoring(inner))
        b.call(play)

    _games(low, "playouts", note, game)


def _games(low: Lowering, name: str, note: ir.Function, game: Callable[[Lowering, Expr], None]) -> None:
    """Build a function that plays games one after another; ``game`` builds the code for the game with a number."""
    low = low.function(name, ("seed", "first", "count", "merge"), result=True, export=True)
    b = low.b
    b.put(low.layout.rows, 0)
    b.fill(low.layout.slots, SLOTS)
    done = b.var(0, "done")
    with b.loop() as loop:
        b.leave(loop, b.ge(done, b.parameter(2)))
        b.leave(loop, b.ge(b.load(low.layout.rows), MAX_RESULTS))
        number = b.let(b.add(b.parameter(1), done))
        game(low, number)
        b.call(note, number, b.parameter(3))
        b.step(done)
        # Between calls Ctrl-C is heard: a game that has taken long is the last one of a call.
        b.leave(loop, b.or_(b.gt(b.load(Header.WORK), LONG_WORK), b.gt(b.load(Header.STEPS), LONG_STEPS)))
    b.give(done)
