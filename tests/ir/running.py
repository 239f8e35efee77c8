"""Runs a function of the core by itself."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

import wasmtime

from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.wasm.emit import CELL, module_bytes

CELLS = 64


def run(build: Callable[[Builder], None], cells: Sequence[int] = (), *more: ir.Function) -> list[int]:
    """Run a function on some cells of memory; gives all cells as it leaves them."""
    b = Builder("run", export=True)
    build(b)
    code = module_bytes(ir.Module([b.function, *more], CELLS, [(0, [*cells, *[0] * (CELLS - len(cells))])]))
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, code), []).exports(store)
    function, memory = exports["run"], exports["memory"]
    assert isinstance(function, wasmtime.Func)
    assert isinstance(memory, wasmtime.Memory)
    function(store)
    return list(struct.unpack(f"<{CELLS}q", memory.read(store, 0, CELL * CELLS)))
