"""A compiled game, which plays batches of games."""

from __future__ import annotations

import ctypes
import struct
import time
import weakref
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Protocol

from cardengine.core.game import lower
from cardengine.fast.errors import Reason, UnavailableError
from cardengine.fast.interrupts import cleared_by_ctrl_c
from cardengine.fast.loading import broken, wasmtime, works
from cardengine.fast.results import Batch, Row
from cardengine.ir.memory import Policy, TooLargeError, result_cells
from cardengine.ir.passes import optimised
from cardengine.model.collection import collection_paused
from cardengine.runtime.game import Game
from cardengine.wasm.emit import CELL, module_bytes

MAX_BYTES = 1_000_000
"""The most bytes of a module; a larger one would take longer to compile than it saves."""

CALL_SECONDS = 0.05
"""About how long one call should take: between calls Ctrl-C is handled and progress is reported."""


class Occupant(Protocol):
    """An object that has its state in an engine's memory."""

    def leave(self) -> None:
        """Take the state out, to make room for another one."""
        ...


class Engine:
    """A compiled game.

    Args:
        game: the game.
        lean: leave out what only views and comparisons of positions need: which seats have seen which cards, and
            clearing unused cells. Batches and playouts don't need it.
        without: the names of passes to leave out, to measure their effect.

    Raises:
        UnavailableError: wasmtime is missing or broken, or the game is too large.
    """

    def __init__(self, game: Game, *, lean: bool = True, without: Collection[str] = ()) -> None:
        self.game = game
        self.lean = lean
        self.occupant: Occupant | None = None
        library = wasmtime()
        self._trap = library.Trap
        try:
            with collection_paused():
                core = lower(game.machine, lean=lean)
                code = module_bytes(optimised(core.module, without=without))
        except (TooLargeError, RecursionError) as error:
            words = str(error) if isinstance(error, TooLargeError) else "its expressions are nested too deeply"
            raise UnavailableError(
                Reason.TOO_LARGE, f"{game.title} can't be compiled: {words}", "it is played by the interpreter"
            ) from None
        except Exception as error:
            raise self._ours(error) from error
        if len(code) > MAX_BYTES:
            raise UnavailableError(
                Reason.TOO_LARGE, f"{game.title} can't be compiled: its code takes {len(code):,} bytes; "
                f"the most is {MAX_BYTES:,}", "it is played by the interpreter",
            )  # fmt: skip
        self.layout = core.layout
        self.cells = game.machine.space.size
        self._row = struct.Struct(f"<{result_cells(game.players)}q")
        self._instantiate(library, code)
        self._size = 16
        self.poke(self.layout.cap, [game.step_cap])

    def _instantiate(self, library: Any, code: bytes) -> None:
        try:
            engine = library.Engine()
            self._store = library.Store(engine)
        except Exception as error:  # noqa: BLE001 - a library that is broken may raise anything
            raise broken(error) from None
        try:
            module = library.Module(engine, code)
        except Exception as error:  # noqa: BLE001 - as above
            raise (self._ours(error) if works(library, engine) else broken(error)) from None
        try:
            instance = library.Instance(self._store, module, [])
        except library.Trap as error:
            raise self._ours(error) from None
        except Exception as error:  # noqa: BLE001 - as above
            raise broken(error) from None
        # Close them before Python shuts its modules down: the library's own clean-up comes too late, and prints errors.
        weakref.finalize(self, _close, (module, self._store, engine))
        self._exports = instance.exports(self._store)
        self._memory = self._exports["memory"]

    def _ours(self, error: BaseException) -> UnavailableError:
        words = str(error).strip().split("\n")[0] or type(error).__name__
        return UnavailableError(
            Reason.OURS, f"compiled code of {self.game.title} has failed ({words}); that is a fault of cardengine",
            "go on with `--backend interpreter`, and tell the authors",
        )  # fmt: skip

    # Memory ------------------------------------------------------------------------------------

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function.

        Raises:
            UnavailableError: the code has failed, which is a fault of the engine.
        """
        try:
            return self._exports[name](self._store, *map(_signed, arguments)) or 0
        except self._trap as error:
            raise self._ours(error) from None

    def peek(self, start: int, count: int) -> list[int]:
        """Read cells of memory."""
        raw = self._memory.read(self._store, start * CELL, (start + count) * CELL)
        return list(struct.unpack(f"<{count}q", raw))

    def poke(self, start: int, cells: Sequence[int]) -> None:
        """Write cells of memory."""
        self._memory.write(self._store, struct.pack(f"<{len(cells)}q", *cells), start * CELL)

    def _address(self, cell: int) -> int:
        """Where a cell lies in the memory of this process."""
        return ctypes.addressof(self._memory.data_ptr(self._store).contents) + cell * CELL

    # Batches -----------------------------------------------------------------------------------

    def play(self, policies: Sequence[str], seed: int, first: int, games: int, *, merge: bool = False) -> Batch:
        """Play games; game number i of a seed is the same game as with the interpreter.

        Args:
            policies: for each seat ``random`` or ``greedy``.
            seed: from 0 to 2**64 - 1.
            first: the number of the first game.
            games: the number of games.
            merge: whether games with the same result share a row.
        """
        rows: list[Row] = []
        for _, part in self.batches("batch", policies, seed, first, games, merge=merge):
            rows += part
        return Batch(rows)

    def batches(
        self, function: str, policies: Sequence[str], seed: int, first: int, games: int, *, merge: bool
    ) -> Iterator[tuple[int, list[Row]]]:
        """Play games in calls of bounded duration.

        Yields:
            For each call, the number of games played and the rows of their results.
        """
        self.poke(self.layout.policies, [Policy[name.upper()] for name in policies])
        cap = self.peek(self.layout.cap, 1)
        # With no step left the game under way ends at its next turn or choice.
        with cleared_by_ctrl_c(self._address(self.layout.cap)):
            try:
                yield from self._calls(function, seed, first, games, cap, merge=merge)
            finally:
                self.poke(self.layout.cap, cap)

    def _calls(
        self, function: str, seed: int, first: int, games: int, cap: Sequence[int], *, merge: bool
    ) -> Iterator[tuple[int, list[Row]]]:
        done = 0
        while done < games:
            wanted = min(self._size, games - done)
            begun = time.perf_counter()
            # Somebody who has heard Ctrl-C may go on all the same.
            self.poke(self.layout.cap, cap)
            played = self.call(function, seed, first + done, wanted, int(merge))
            taken = time.perf_counter() - begun
            start = self.layout.results * CELL
            [count] = self.peek(self.layout.rows, 1)
            raw = self._memory.read(self._store, start, start + count * self._row.size)
            yield played, list(self._row.iter_unpack(raw))
            done += played
            if wanted == self._size:
                faster = int(played * CALL_SECONDS / max(taken, 1e-6))
                self._size = max(1, min(4 * self._size, faster))


def _close(parts: Sequence[Any]) -> None:
    for part in parts:
        part.close()


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number
