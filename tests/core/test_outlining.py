"""Long computations get functions of their own, and compute the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from cardengine.core import ir
from cardengine.core.builder import ONE, ZERO, Builder, add, compare, load, mul
from cardengine.core.ir import Const, Get, Op
from cardengine.core.outlining import LONG, outline
from cardengine.wasm.emit import module_bytes

wasmtime = pytest.importorskip("wasmtime", reason="compiled code needs the extra `fast`")

CELLS = 100


def long_sum(b: Builder, start: Get, times: int) -> Get:
    """Statements that are many, with a loop: they read a local and leave another."""
    total = b.var(start, "total")
    with b.count(ZERO, Const(5)) as number:
        for factor in range(times):
            b.set(total, add(mul(total, 3), add(number, factor)))
    return total


def built(fill: Callable[[Builder, Get, ir.Block], None], *, outlined: bool) -> tuple[list[int], int]:
    """Run a function; gives its cells, and how many functions its statements have become."""
    b = Builder("run", result=False)
    b.function.export = True
    pc = b.var(Const(7), "pc")
    before = list(b.body)
    body: list[ir.Statement] = []
    block = ir.Block()
    with b.inside(body):
        fill(b, b.var(Const(2), "start"), block)
    cells = count(50)
    more = outline(body, b.function, pc.local, "step", lambda _: next(cells)) if outlined else []
    block.body = body
    b.function.body = [*before, block, ir.Store(None, 9, pc)]
    module = ir.Module([b.function, *more], CELLS, [])
    store = wasmtime.Store(engine := wasmtime.Engine())
    instance = wasmtime.Instance(store, wasmtime.Module(engine, module_bytes(module)), [])
    exports = instance.exports(store)
    exports["run"](store)
    data = bytes(exports["memory"].read(store, 0, 8 * 10))
    return [int.from_bytes(data[8 * cell : 8 * cell + 8], "little", signed=True) for cell in range(10)], len(more)


def one_run(b: Builder, start: Get, block: ir.Block) -> None:
    b.store(None, 0, long_sum(b, start, LONG))
    b.store(None, 1, start)


def around_a_leave(b: Builder, start: Get, block: ir.Block) -> None:
    total = long_sum(b, start, LONG)
    b.leave(block, compare(Op.LT, load(None, 5), 0))
    b.set(start, add(total, start))
    b.store(None, 2, long_sum(b, start, LONG))


def left_in_the_middle(b: Builder, start: Get, block: ir.Block) -> None:
    b.store(None, 0, long_sum(b, start, LONG))
    b.leave(block, ONE)
    b.store(None, 1, long_sum(b, start, LONG))


def short(b: Builder, start: Get, block: ir.Block) -> None:
    b.store(None, 0, long_sum(b, start, 3))


@pytest.mark.parametrize(
    ("fill", "functions"), [(one_run, 1), (around_a_leave, 2), (left_in_the_middle, 2), (short, 0)]
)
def test_what_is_moved_out_computes_the_same(fill: Callable[[Builder, Get, ir.Block], None], functions: int) -> None:
    plain, _ = built(fill, outlined=False)
    moved, number = built(fill, outlined=True)
    assert moved == plain
    assert moved[9] == 7
    assert number == functions
