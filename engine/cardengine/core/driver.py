"""What drives a game from outside of its rules: new games, choosing by a bot, taking an action, whole batches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardengine.core import ir
from cardengine.core.base import BEYOND
from cardengine.core.builder import ONE, ZERO, Builder, add, binary, bit, compare, is_zero, load, sub
from cardengine.core.chance import word
from cardengine.core.ir import Binary, Const, Expr, Op, Zeros
from cardengine.core.memory import HANDED_BACK, HEAD, MOST_RESULTS, SLOTS, result_cells
from cardengine.core.resampling import Resampling
from cardengine.model import program as p
from cardengine.model.program import Header
from cardengine.runtime.outcome import Outcome

_ODD = 0x9E37_79B9_7F4A_7C15
"""A factor that spreads numbers."""


class Core(Resampling):
    """A whole game in the core.

    Args:
        machine: the game.
        lean: whether to leave out what only views and the comparison of positions need.
    """

    def module(self) -> ir.Module:
        """The functions and the memory."""
        self.running()
        self._listing_all()
        self._take_all()
        self._start()
        self._play()
        self._note = self._result()
        self._batch()
        self._playouts()
        return ir.Module(self.functions, self.layout.top, self.layout.data)

    # Choosing ----------------------------------------------------------------------------------

    def _listing_all(self) -> None:
        """``legal(seat)``: lists the actions of a seat that is to choose, and gives how many there are."""
        with self.function("legal", ("seat",), result=True, export=True) as b:
            for choice in self.program.choices:
                with b.if_(compare(Op.EQ, load(None, Header.CHOICE), choice.number + 1)):
                    with self._chooser(choice, b.parameter(0)):
                        found = b.let(ir.Call(self.listing(choice), ()))
                    b.give(found)
            self._legal = b.function

    @contextmanager
    def _chooser(self, choice: p.Choice, seat: Expr) -> Iterator[None]:
        """A seat is the one that chooses meanwhile."""
        kept = self.b.let(load(None, choice.frame.you))
        self.b.store(None, choice.frame.you, seat)
        yield
        self.b.store(None, choice.frame.you, kept)

    # Taking an action --------------------------------------------------------------------------

    def _take_all(self) -> None:
        """``take(seat, record)``: applies an action, without running on."""
        with self.function("take", ("seat", "record"), export=True) as b:
            seat, record = b.parameter(0), b.parameter(1)
            b.store(None, Header.STEPS, add(load(None, Header.STEPS), 1))
            for choice in self.program.choices:
                with b.if_(compare(Op.EQ, load(None, Header.CHOICE), choice.number + 1)):
                    if choice.records.commits:
                        alone, together = b.if_else(compare(Op.GE, load(None, choice.frame.back), 0))
                        with b.inside(together):
                            self._commit(choice, seat, record)
                            b.give()
                        with b.inside(alone):
                            self._apply(choice, record)
                    else:
                        self._apply(choice, record)
                    b.give()
            self._take_record = b.function

    def _apply(self, choice: p.Choice, record: Expr) -> None:
        b = self.b
        b.store(None, Header.CHOICE, ZERO)
        b.store(None, Header.WAITING, ZERO)
        for action in choice.actions:
            with b.if_(compare(Op.EQ, load(record), action.number)):
                self.arguments(action, record, None)
                b.store(None, Header.PC, Const(action.entry))
                b.give()

    def _commit(self, choice: p.Choice, seat: Expr, record: Expr) -> None:
        b = self.b
        records = choice.records
        base = b.let(add(binary(Op.MUL, seat, Const(records.size)), records.commits))
        b.store(base, 0, add(load(record), 1))
        for action in choice.actions:
            if action.arguments.slots:
                with b.if_(compare(Op.EQ, load(record), action.number)):
                    self.arguments(action, record, base)
        others = binary(Op.AND, load(None, Header.WAITING), Binary(Op.XOR, bit(seat), Const(-1)))
        b.store(None, Header.WAITING, others)
        with b.if_(is_zero(load(None, Header.WAITING))):
            b.store(None, Header.CHOICE, ZERO)
            b.store(None, Header.PC, add(load(None, Header.PC), 1))

    # Games -------------------------------------------------------------------------------------

    def _start(self) -> None:
        """``start()``: the state before the first instruction."""
        layout = self.layout
        with self.function("start", export=True) as b:
            self._reset(b)
            for cell in (layout.trouble, layout.decisions):
                b.store(None, cell, ZERO)
            self._begin = b.function

    def _reset(self, b: Builder) -> None:
        """Copy the state before the first instruction; of zones lean code needs only that they are empty."""
        image = self.layout.image
        if not self.lean:
            b.emit(ir.Copy(ZERO, Const(image), Const(self.space.size)))
            return
        start = 0
        for cell in sorted(self.space.cells, key=lambda cell: cell.address):
            # The count of a zone goes along with what lies before it.
            b.emit(ir.Copy(Const(start), Const(image + start), Const(cell.address + 1 - start)))
            start = cell.address + 1 + cell.capacity
        b.emit(ir.Copy(Const(start), Const(image + start), Const(self.space.size - start)))

    def _play(self) -> None:
        """``play()``: goes on to the end, each seat choosing by its policy."""
        run = next(function for function in self.functions if function.name == "run")
        self._run = run
        with self.function("play", export=True) as b, b.loop() as loop:
            b.leave(loop, load(None, Header.OUTCOME))
            waiting = b.let(load(None, Header.WAITING))
            with b.if_(is_zero(waiting)):
                b.call(run)
            with b.if_(waiting):
                seat, record = b.let(Zeros(waiting)), b.var(ZERO, "record")
                for choice in self.program.choices:
                    asked = compare(Op.EQ, load(None, Header.CHOICE), choice.number + 1)
                    with b.if_(asked), self._chooser(choice, seat):
                        offered = b.let(ir.Call(self.listing(choice), ()))
                        b.leave(loop, load(None, self.layout.trouble))
                        b.set(record, self.choose(choice, seat, offered))
                b.call(self._take_record, seat, record)
                with b.if_(is_zero(load(None, Header.CHOICE))):
                    b.call(run)
            self._play_on = b.function

    def _result(self) -> ir.Function:
        """``result(number, merge)``: notes a game's result; merged, games that ended alike share a row."""
        layout = self.layout
        cells = result_cells(self.space.players)
        with self.function("result", ("number", "merge")) as b:
            unfit = compare(Op.GE, load(None, layout.trouble), BEYOND)
            back = binary(Op.OR, unfit, is_zero(load(None, Header.OUTCOME)))
            outcome = b.let(ir.Choose(back, Const(HANDED_BACK), load(None, Header.OUTCOME)))
            with b.if_(compare(Op.GE, outcome, Outcome.UNFINISHED)):
                b.emit(ir.Fill(layout.scores, 2 * self.space.players))
            rows = b.let(load(None, layout.rows))
            mergeable = binary(Op.AND, b.parameter(1), compare(Op.LE, outcome, Outcome.UNFINISHED))
            with b.if_(mergeable):
                slot = b.let(self._slot(outcome))
                like = b.let(load(slot, layout.slots))
                b.store(slot, layout.slots, add(rows, 1))
                at = b.let(binary(Op.MUL, sub(like, 1), Const(cells)))
                with b.if_(like), b.if_(self._ended_so(at, outcome)):
                    b.store(slot, layout.slots, like)
                    for cell, more in ((1, ONE), (4, load(None, Header.STEPS)), (5, load(None, layout.decisions))):
                        b.store(at, layout.results + cell, add(load(at, layout.results + cell), more))
                    b.give()
            at = b.let(binary(Op.MUL, rows, Const(cells)))
            noted = (
                b.parameter(0), ONE, outcome, load(None, Header.WINNERS), load(None, Header.STEPS),
                load(None, layout.decisions),
            )  # fmt: skip
            for cell, value in enumerate(noted):
                b.store(at, layout.results + cell, value)
            with b.count(ZERO, Const(2 * self.space.players)) as number:
                b.store(add(at, number), layout.results + HEAD, load(number, layout.scores))
            b.store(None, layout.rows, add(rows, 1))
            return b.function

    def _slot(self, outcome: Expr) -> Expr:
        """A slot for games that end as the present one, and for few others."""
        b = self.b
        mixed = b.var(add(binary(Op.SHL, load(None, Header.WINNERS), Const(3)), outcome))
        for number in range(2 * self.space.players):
            b.set(mixed, Binary(Op.MUL, add(mixed, load(None, self.layout.scores + number)), word(_ODD)))
        return Binary(Op.SHR_U, mixed, Const(64 - SLOTS.bit_length() + 1))

    def _ended_so(self, at: Expr, outcome: Expr) -> Expr:
        """Whether the game of a row ended as the present one: outcome, winners, scores."""
        b, results = self.b, self.layout.results
        like = b.var(binary(
            Op.AND, compare(Op.EQ, load(at, results + 2), outcome),
            compare(Op.EQ, load(at, results + 3), load(None, Header.WINNERS)),
        ))  # fmt: skip
        with b.if_(like), b.count(ZERO, Const(2 * self.space.players)) as number:
            b.set(like, binary(
                Op.AND, like,
                compare(Op.EQ, load(add(at, number), results + HEAD), load(number, self.layout.scores)),
            ))  # fmt: skip
        return like

    def _batch(self) -> None:
        """``batch(seed, first, count, merge)``: plays games from the start and notes their results.

        Gives how many games were played: it stops when no more rows can be noted.
        """
        seed = self.seeding()
        with self._games("batch") as (b, number):
            b.call(self._begin)
            b.call(seed, b.parameter(0), number, Const(self.space.players + 1))
            b.call(self._run)
            b.call(self._play_on)

    def _playouts(self) -> None:
        """``playouts(seed, first, count, merge)``: plays on from the base state, each time with other chance."""
        layout = self.layout
        seed, resample = self.seeding(), self.resampling(self._legal)
        with self._games("playouts") as (b, number):
            b.emit(ir.Copy(ZERO, Const(layout.base), Const(self.space.size)))
            for cell in (layout.trouble, layout.decisions):
                b.store(None, cell, ZERO)
            b.call(seed, b.parameter(0), number, Const(self.space.players + 2))
            with b.if_(load(None, layout.sample)):
                b.call(resample)
            # A position at which the game is over already only has its scores.
            with b.if_(load(None, Header.OUTCOME)):
                b.call(self.finishing())
            b.call(self._play_on)

    @contextmanager
    def _games(self, name: str) -> Iterator[tuple[Builder, Expr]]:
        """A function that plays games one after another; what plays one is to be built."""
        parameters = ("seed", "first", "count", "merge")
        with self.function(name, parameters, result=True, export=True) as b:
            b.store(None, self.layout.rows, ZERO)
            b.emit(ir.Fill(self.layout.slots, SLOTS))
            done = b.var(ZERO, "done")
            with b.loop() as loop:
                b.leave(loop, compare(Op.GE, done, b.parameter(2)))
                b.leave(loop, compare(Op.GE, load(None, self.layout.rows), MOST_RESULTS))
                number = b.let(add(b.parameter(1), done))
                yield b, number
                b.call(self._note, number, b.parameter(3))
                b.set(done, add(done, 1))
            b.give(done)
