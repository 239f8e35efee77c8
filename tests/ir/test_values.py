"""Lists that lie somewhere: counted, read and walked."""

from __future__ import annotations

import pytest

from cardengine.ir.builder import Builder
from cardengine.ir.nodes import Const, Get
from cardengine.ir.values import Array, Range, Seq, Strided, Tuple, Zone, holds, same
from cardengine.tree.types import INT
from tests.ir.running import run

MEMORY = [9, 4, 11, 12, 13, 14, 0, 0]
"""A zone of four items at cell 1; cell 9 is a number that code can't know."""

OUT = 20

SEQS: list[tuple[str, Seq, list[int]]] = [
    ("array", Array(INT, 4, Const(2), Const(3)), [11, 12, 13]),
    ("row", Zone(INT, 8, Const(1), pile=False), [11, 12, 13, 14]),
    ("pile", Zone(INT, 8, Const(1), pile=True), [14, 13, 12, 11]),
    ("backwards", Strided(INT, 8, Const(5), Const(-1), Const(3)), [14, 13, 12]),
    ("range", Range(INT, 5, Const(-2), Const(3)), [-2, -1, 0, 1, 2]),
    ("short range", Range(INT, 2, Const(7), Const(9)), [7, 8]),
    ("tuple", Tuple(INT, 3, (Const(3), Const(1), Const(2))), [3, 1, 2]),
    ("nothing", Array(INT, 4, Const(2), Const(0)), []),
]


@pytest.mark.parametrize(("seq", "values"), [row[1:] for row in SEQS], ids=[row[0] for row in SEQS])
def test_walked_counted_and_read(seq: Seq, values: list[int]) -> None:
    def build(b: Builder) -> None:
        b.put(OUT, seq.count(b))
        at = b.var(OUT + 1)

        def put(x: object) -> None:
            assert isinstance(x, Const | Get)
            b.store(at, 0, x)
            b.step(at)

        seq.each_number(b, put)
        with b.count(0, seq.count(b)) as place:
            put(b.let(seq.number(b, place)))

    cells = run(build, MEMORY)
    assert cells[OUT] == len(values)
    assert cells[OUT + 1 : OUT + 1 + 2 * len(values)] == values * 2
    assert not any(cells[OUT + 1 + 2 * len(values) :])


@pytest.mark.parametrize(("seq", "values"), [row[1:] for row in SEQS], ids=[row[0] for row in SEQS])
def test_found_and_compared(seq: Seq, values: list[int]) -> None:
    def build(b: Builder) -> None:
        for number in range(-3, 17):
            b.put(OUT + 3 + number, b.let(holds(b, seq, Const(number))))
        for number, (_, other, _) in enumerate(SEQS):
            b.put(OUT + 30 + number, b.let(same(b, seq, other)))

    cells = run(build, MEMORY)
    assert [cells[OUT + 3 + number] for number in range(-3, 17)] == [int(n in values) for n in range(-3, 17)]
    assert cells[OUT + 30 : OUT + 30 + len(SEQS)] == [int(other == values) for _, _, other in SEQS]
