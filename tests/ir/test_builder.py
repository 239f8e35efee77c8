"""The builder: what is folded means the same, and what is done is known to be done."""

from __future__ import annotations

from itertools import product

from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder, as_expr
from cardengine.ir.nodes import Const, Get
from tests.ir.running import run

NUMBERS = (-(2**63), -3, -1, 0, 1, 2, 7, 2**63 - 1)


def test_folding_changes_nothing() -> None:
    fold = Builder("fold")
    sums, tests = (fold.add, fold.sub, fold.mul), (fold.eq, fold.ne, fold.lt, fold.le, fold.gt, fold.ge)
    operations = (*sums, *tests, fold.and_, fold.or_)
    for operation in operations:
        for left, right in product(NUMBERS, repeat=2):
            folded = [operation(Const(left), right), operation(Get(0), right), operation(Const(left), Get(1))]

            def build(b: Builder, left: int = left, right: int = right, folded: list[ir.Expr] = folded) -> None:
                b.function.names = ["x", "y"]
                b.set(Get(0), left)
                b.set(Get(1), right)
                for cell, expr in enumerate((operation(Get(0), Get(1)), *folded)):  # noqa: B023 - called at once
                    b.put(cell, expr)

            assert len(set(run(build)[:4])) == 1, (operation.__name__, left, right)


def test_sums_of_constants_are_joined() -> None:
    b = Builder("f")
    assert b.add(b.add(Get(0), 3), -3) == Get(0)
    assert b.sub(b.add(Get(0), 3), 1) == b.add(Get(0), 2)
    assert isinstance(b.add(Const(2**63 - 1), 1), ir.Binary), "it would wrap around"
    assert as_expr(5) == Const(5)


def test_what_is_done_is_known() -> None:
    b = Builder("f")
    with b.if_(Get(0)):
        then = b.body
        assert b.is_done(b.function.body)
        with b.loop():
            assert b.is_done(then)
    assert not b.is_done(then)
    assert b.is_done(b.function.body)


def test_a_table_is_read_once_where_the_item_gets_its_value() -> None:
    found: list[ir.Expr] = []

    def build(b: Builder) -> None:
        item = b.item(b.load(0))
        with b.count(0, 3) as place:
            for _ in range(2):
                found.append(b.column_of(item, 10))
                b.store(place, 20, found[-1])

    cells = run(build, [5, *[0] * 14, 77])
    assert found[0] is found[1]
    assert cells[20:23] == [77] * 3
