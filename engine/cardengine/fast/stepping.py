"""A game in progress in compiled code, played choice by choice."""

from __future__ import annotations

from cardengine.fast.engine import Engine
from cardengine.fast.results import scores_of
from cardengine.ir.memory import HANDED_BACK
from cardengine.model.codec import Offered
from cardengine.model.program import Header
from cardengine.runtime.outcome import Outcome, Score


class HandedBackError(Exception):
    """The game needs more than compiled code can compute; the interpreter can play it."""


class FastState:
    """The state of a game in compiled code. Actions are numbers, in the same order as in ``State.offered``.

    An engine holds one game in its memory; the states of an engine are swapped in and out.

    Args:
        engine: the compiled game.
        seed: from 0 to 2**64 - 1.
        number: the number of the game.

    Raises:
        ValueError: the engine is lean: it doesn't stop at choices.
    """

    def __init__(self, engine: Engine, seed: int, number: int = 0) -> None:
        if engine.lean:
            raise ValueError("a lean engine plays games to their ends: make it with `Engine(game, lean=False)`")
        self.engine = engine
        self._kept: tuple[list[int], list[int]] | None = None
        self._enter(fresh=True)
        engine.call("start")
        engine.call("seed", seed, number, engine.game.players + 2)
        self._run()

    # Which state is in the engine's memory -----------------------------------------------------

    def _enter(self, *, fresh: bool = False) -> None:
        engine = self.engine
        there = engine.occupant
        if there is self:
            return
        if there is not None:
            there.leave()
        engine.occupant = self
        if not fresh:
            assert self._kept is not None
            vector, rest = self._kept
            engine.poke(0, vector)
            engine.poke(engine.layout.generators, rest)

    def leave(self) -> None:
        """Save the state outside the engine's memory, to make room for another one."""
        engine = self.engine
        generators = 2 * (engine.game.players + 2)
        self._kept = engine.peek(0, engine.cells), engine.peek(engine.layout.generators, generators)

    def clone(self) -> FastState:
        """An independent copy, which continues with the same chance."""
        self._enter()
        self.leave()
        other = object.__new__(FastState)
        other.engine = self.engine
        other._kept = self._kept
        return other

    # Reading -----------------------------------------------------------------------------------

    def _cell(self, address: int) -> int:
        self._enter()
        return self.engine.peek(address, 1)[0]

    @property
    def vector(self) -> tuple[int, ...]:
        """The whole flat state as integers; see ``State.vector``."""
        self._enter()
        return tuple(self.engine.peek(0, self.engine.cells))

    @property
    def player(self) -> int | None:
        """The seat to choose (the first of several); None when the game is over."""
        waiting = self._cell(Header.WAITING)
        return (waiting & -waiting).bit_length() - 1 if waiting else None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that have still to choose, ascending."""
        waiting = self._cell(Header.WAITING)
        return tuple(seat for seat in range(self.engine.game.players) if waiting >> seat & 1)

    @property
    def outcome(self) -> Outcome:
        """Whether and how the game has ended."""
        return Outcome(self._cell(Header.OUTCOME))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not Outcome.RUNNING

    @property
    def steps(self) -> int:
        """The number of choices and loop turns so far."""
        return self._cell(Header.STEPS)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The exact score of each seat, as things stand; zeros if they can't be computed now."""
        self._enter()
        layout = self.engine.layout
        self.engine.call("score")
        if self._cell(layout.trouble):
            self.engine.poke(layout.trouble, [0])
            return (0,) * self.engine.game.players
        return scores_of(self.engine.peek(layout.scores, 2 * self.engine.game.players))

    def offered(self, seat: int | None = None) -> list[Offered]:
        """The legal actions of a seat, by default the one to choose, as numbers, in canonical order."""
        chosen = self.player if seat is None else seat
        if chosen is None or not self._cell(Header.WAITING) >> chosen & 1:
            return []
        layout = self.engine.layout
        count = self.engine.call("legal", chosen)
        self._check()
        used = self._cell(layout.used)
        cells = self.engine.peek(layout.records, used)
        choice = self.engine.game.program.choices[self._cell(Header.CHOICE) - 1]
        return choice.records.unpack(cells, count)

    # Playing -----------------------------------------------------------------------------------

    def take(self, seat: int, offered: Offered) -> None:
        """Apply a legal action, given as numbers, and run to the next choice."""
        self._enter()
        layout = self.engine.layout
        choice = self.engine.game.program.choices[self._cell(Header.CHOICE) - 1]
        self.engine.poke(layout.records, choice.records.pack(offered))
        self.engine.call("take", seat, layout.records)
        if not self._cell(Header.CHOICE):
            self._run()

    def _run(self) -> None:
        self.engine.call("run")
        self._check()

    def _check(self) -> None:
        if self._cell(self.engine.layout.trouble) >= 2:
            raise HandedBackError(f"outcome {HANDED_BACK}: the interpreter has to play this game")
        self.engine.poke(self.engine.layout.trouble, [0])
