"""Tiny modules for tests: how they are run, and random ones."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from typing import Any

import wasmtime

from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.nodes import Expr, Op
from cardengine.wasm.emit import CELL, module_bytes

STATE, TABLE, TROUBLE, ROOM, NOTES, CELLS = 16, 16, 24, 25, 40, 4096
"""Where things lie: the state first, a table of eight numbers, the trouble cell, a room, what is noted."""


def module(*functions: ir.Function) -> ir.Module:
    """A module of these functions."""
    return ir.Module(list(functions), CELLS, [(TABLE, [3, 1, 4, 1, 5, 9, 2, 6])])


class Running:
    """A module that runs."""

    def __init__(self, made: ir.Module) -> None:
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self._store, wasmtime.Module(engine, module_bytes(made)), [])
        self._exports: Any = instance.exports(self._store)

    def call(self, name: str, *arguments: int, state: Sequence[int] = ()) -> tuple[int, list[int]]:
        """What a function gives, and the cells before the notes afterwards; it begins with this state."""
        memory = self._exports["memory"]
        cells = [*state, *[0] * (STATE - len(state))]
        memory.write(self._store, struct.pack(f"<{STATE}q", *cells), 0)
        memory.write(self._store, struct.pack(f"<{NOTES - TROUBLE}q", *[0] * (NOTES - TROUBLE)), TROUBLE * CELL)
        result = self._exports[name](self._store, *arguments)
        return result or 0, list(struct.unpack(f"<{NOTES}q", memory.read(self._store, 0, NOTES * CELL)))

    def notes(self, count: int) -> list[int]:
        """The first cells that have been noted."""
        memory = self._exports["memory"]
        return list(struct.unpack(f"<{count}q", memory.read(self._store, NOTES * CELL, (NOTES + count) * CELL)))


_OPS = (Op.ADD, Op.SUB, Op.AND, Op.OR, Op.XOR, Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)


def random_function(seed: int) -> ir.Function:  # noqa: C901 - a case a kind of statement
    """A function with loops, branches, locals, notes and stores, which gives a digest of its locals and its count."""
    chance = random.Random(seed)
    b = Builder(f"f{seed}", ("a", "b"), result=True, export=True)
    at = b.var(NOTES, "at")
    names = [b.parameter(0), b.parameter(1), b.var(0), b.var(1), b.var(5)]
    own = names[2:]

    def value(depth: int) -> Expr:
        kind = chance.randrange(9) if depth else chance.randrange(3)
        if kind < 2:
            return chance.choice(names)
        if kind == 2:
            return ir.Const(chance.choice((0, 1, 1, 2, 7)))
        if kind == 3:
            return b.load(b.and_(value(depth - 1), 7), chance.choice((0, TABLE)))
        if kind == 4:
            return b.not_(value(depth - 1))
        if kind == 5:
            return b.choose(value(depth - 1), value(depth - 1), value(depth - 1))
        return ir.Binary(chance.choice(_OPS), value(depth - 1), value(depth - 1))

    def statements(depth: int, loops: int) -> None:
        for _ in range(chance.randrange(1, 4)):
            kind = chance.randrange(8)
            if kind < 3 or not depth:
                b.set(chance.choice(own), value(2))
            elif kind == 3 and loops < 2:
                with b.count(0, chance.randrange(1, 5)) as number:
                    names.append(number)
                    statements(depth - 1, loops + 1)
                    names.remove(number)
            elif kind == 4:
                # As conditions that are joined are built.
                first = b.let(b.truth(value(1)))
                joined, when = b.var(first), chance.random() < 0.5
                with b.if_(first if when else b.not_(first)):
                    b.set(joined, b.truth(value(2)) if chance.random() < 0.7 else value(2))
                b.set(chance.choice(own), joined)
            elif kind == 5:
                with b.if_(value(2)):
                    b.note(at, 0, value(1))
                    b.step(at)
            elif kind == 6:
                then, otherwise = b.if_else(value(2))
                with b.inside(then):
                    statements(depth - 1, loops)
                with b.inside(otherwise):
                    statements(depth - 1, loops)
            elif chance.random() < 0.3:
                b.store(b.and_(value(1), 7), chance.choice((0, ROOM)), value(1))
            else:
                with b.if_(value(2)):
                    statements(depth - 1, loops)

    with b.count(0, 3) as turn:
        names.append(turn)
        statements(3, 1)
        names.remove(turn)
    digest: Expr = b.sub(at, NOTES)
    for name in own:
        digest = b.add(b.mul(digest, 31), name)
    b.give(digest)
    return b.function
