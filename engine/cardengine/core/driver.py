"""What drives a game from outside of its rules: new games, choosing by a bot, taking an action, whole batches."""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.base import BEYOND
from cardengine.core.builder import ZERO, add, binary, bit, compare, is_zero, load
from cardengine.core.flow import Flow
from cardengine.core.ir import Binary, Const, Expr, Op, Zeros
from cardengine.core.memory import result_cells
from cardengine.model import program as p
from cardengine.model.program import Header

HANDED_BACK = 6
"""The outcome of a game that the interpreter has to play, since it takes more than the core can compute."""


class Core(Flow):
    """A whole game in the core.

    Args:
        machine: the game.
        lean: whether to leave out what only views and the comparison of positions need.
    """

    def module(self) -> ir.Module:
        """The functions and the memory."""
        self.running()
        self._listing_all()
        self._worth_all()
        self._take_all()
        self._start()
        self._play()
        self._batch()
        self._playouts()
        return ir.Module(self.functions, self.layout.top, self.layout.data)

    # Choosing ----------------------------------------------------------------------------------

    def _listing_all(self) -> None:
        """``legal(seat)``: lists the actions of a seat that is to choose, and gives how many there are."""
        with self.function("legal", ("seat",), result=True, export=True) as b:
            for choice in self.program.choices:
                with b.if_(compare(Op.EQ, load(None, Header.CHOICE), choice.number + 1)):
                    kept = b.let(load(None, choice.frame.you))
                    b.store(None, choice.frame.you, b.parameter(0))
                    found = b.let(ir.Call(self.listing(choice), ()))
                    b.store(None, choice.frame.you, kept)
                    b.give(found)
            self._legal = b.function

    def _worth_all(self) -> None:
        """``best(seat)``: the place of the action with the highest value; of several the first."""
        with self.function("best", ("seat",), result=True, export=True) as b:
            for choice in self.program.choices:
                with b.if_(compare(Op.EQ, load(None, Header.CHOICE), choice.number + 1)):
                    kept = b.let(load(None, choice.frame.you))
                    b.store(None, choice.frame.you, b.parameter(0))
                    best = b.let(self.best(choice))
                    b.store(None, choice.frame.you, kept)
                    b.give(best)
            self._best_of = b.function

    # Taking an action --------------------------------------------------------------------------

    def _take_all(self) -> None:
        """``take(seat, record)``: applies an action, without running on."""
        with self.function("take", ("seat", "record"), export=True) as b:
            seat, record = b.parameter(0), b.parameter(1)
            b.store(None, Header.STEPS, add(load(None, Header.STEPS), 1))
            for choice in self.program.choices:
                with b.if_(compare(Op.EQ, load(None, Header.CHOICE), choice.number + 1)):
                    if choice.frame.commits:
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
                self.arguments(action, record, None, 0)
                b.store(None, Header.PC, Const(action.entry))
                b.give()

    def _commit(self, choice: p.Choice, seat: Expr, record: Expr) -> None:
        b = self.b
        frame = choice.frame
        base = b.let(add(binary(Op.MUL, seat, Const(frame.commit_size)), frame.commits))
        b.store(base, 0, add(load(record), 1))
        for action in choice.actions:
            if action.parameters:
                with b.if_(compare(Op.EQ, load(record), action.number)):
                    self.arguments(action, record, base, 1)
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
            b.emit(ir.Copy(ZERO, Const(layout.image), Const(self.space.size)))
            for cell in (layout.trouble, layout.decisions):
                b.store(None, cell, ZERO)
            self._begin = b.function

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
                    with b.if_(compare(Op.EQ, load(None, Header.CHOICE), choice.number + 1)):
                        kept = b.let(load(None, choice.frame.you))
                        b.store(None, choice.frame.you, seat)
                        offered = b.let(ir.Call(self.listing(choice), ()))
                        b.leave(loop, load(None, self.layout.trouble))
                        b.set(record, self.choose(choice, seat, offered))
                        b.store(None, choice.frame.you, kept)
                b.call(self._take_record, seat, record)
                with b.if_(is_zero(load(None, Header.CHOICE))):
                    b.call(run)
            self._play_on = b.function

    def _result(self, number: Expr) -> None:
        """Note a game's result."""
        b, layout = self.b, self.layout
        at = b.let(binary(Op.MUL, number, Const(result_cells(self.space.players))))
        unfit = compare(Op.GE, load(None, layout.trouble), BEYOND)
        back = binary(Op.OR, unfit, is_zero(load(None, Header.OUTCOME)))
        b.store(at, layout.results, ir.Choose(back, Const(HANDED_BACK), load(None, Header.OUTCOME)))
        b.store(at, layout.results + 1, load(None, Header.WINNERS))
        b.store(at, layout.results + 2, load(None, Header.STEPS))
        b.store(at, layout.results + 3, load(None, layout.decisions))
        with b.count(ZERO, Const(2 * self.space.players)) as cell:
            b.store(add(at, cell), layout.results + 4, load(cell, layout.scores))

    def _batch(self) -> None:
        """``batch(seed, first, count)``: plays games from the start and notes their results."""
        seed = self.seeding()
        with (
            self.function("batch", ("seed", "first", "count"), export=True) as b,
            b.count(ZERO, b.parameter(2)) as number,
        ):
            b.call(self._begin)
            b.call(seed, b.parameter(0), add(b.parameter(1), number))
            b.call(self._run)
            b.call(self._play_on)
            self._result(number)

    def _playouts(self) -> None:
        """``playouts(seed, first, count)``: plays on from the base state, each time with other chance."""
        layout = self.layout
        seed = self.seeding()
        with (
            self.function("playouts", ("seed", "first", "count"), export=True) as b,
            b.count(ZERO, b.parameter(2)) as number,
        ):
            b.emit(ir.Copy(ZERO, Const(layout.base), Const(self.space.size)))
            for cell in (layout.trouble, layout.decisions):
                b.store(None, cell, ZERO)
            b.call(seed, b.parameter(0), add(b.parameter(1), number))
            # A position at which the game is over already only has its scores.
            with b.if_(load(None, Header.OUTCOME)):
                b.call(self.finishing())
            b.call(self._play_on)
            self._result(number)
