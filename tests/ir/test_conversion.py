"""If-conversion: which branches become choices, and that nothing else does."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.nodes import Binary, Choose, Get, Op
from cardengine.ir.passes.conversion import MOST_STORES, conversion
from cardengine.ir.verify import verify
from cardengine.ir.walk import everything
from tests.ir.tiny import NOTES, ROOM, TABLE, TROUBLE, Running, module, random_function


def branches(function: ir.Function) -> int:
    return sum(isinstance(s, ir.If) for s in everything(function.body))


def sets(function: ir.Function, local: int) -> list[ir.Expr]:
    return [s.value for s in everything(function.body) if isinstance(s, ir.Set) and s.local == local]


def converted(build: Callable[[Builder, Get, Get], None], *, looped: bool = True) -> tuple[ir.Function, Get]:
    """A function of a number that goes around three times, with one more local, after the pass."""
    b = Builder("f", ("a",), result=True, export=True)
    x = b.var(5)
    with ExitStack() as stack:
        number = stack.enter_context(b.count(0, 3)) if looped else b.parameter(0)
        build(b, number, x)
    b.give(x)
    made = module(b.function)
    verify(made)
    before = Running(made)
    expected = [before.call("f", a, state=[2, 0, 7]) for a in range(4)]
    conversion(made)
    verify(made)
    after = Running(made)
    assert [after.call("f", a, state=[2, 0, 7]) for a in range(4)] == expected
    return b.function, x


def test_a_short_branch_becomes_a_choice() -> None:
    def build(b: Builder, number: Get, x: Get) -> None:
        with b.if_(b.gt(number, b.parameter(0))):
            b.set(x, b.load(number, TABLE))

    function, x = converted(build)
    assert branches(function) == 0
    assert isinstance(sets(function, x.local)[-1], Choose)


def test_an_index_of_nothing_is_not_read_where_the_branch_is_not_taken() -> None:
    # It would trap: an index of -1 lies outside of the memory.
    def build(b: Builder, number: Get, x: Get) -> None:
        nothing = b.let(b.sub(b.parameter(0), 1))
        b.emit(ir.If(b.ge(nothing, 0), [ir.Set(x.local, b.load(nothing, TABLE))], []))
        b.emit(ir.If(b.lt(nothing, 0), [], [ir.Set(x.local, b.load(b.load(nothing, TABLE), TABLE))]))

    function, _ = converted(build)
    assert branches(function) == 0


def test_joined_conditions_become_an_operation() -> None:
    def build(b: Builder, number: Get, x: Get) -> None:
        first = b.let(b.gt(number, 1))
        joined = b.var(first)
        with b.if_(b.not_(first)):
            b.set(joined, b.eq(number, b.parameter(0)))
        b.set(x, joined)

    function, _ = converted(build)
    assert branches(function) == 0
    assert sum(isinstance(s, ir.Set) and isinstance(s.value, Binary) and s.value.op is Op.OR
               for s in everything(function.body)) == 1  # fmt: skip


def test_counting_adds_the_test() -> None:
    def build(b: Builder, number: Get, x: Get) -> None:
        with b.if_(b.gt(number, 0)):
            b.step(x)

    function, x = converted(build)
    last = sets(function, x.local)[-1]
    assert isinstance(last, Binary)
    assert last.op is Op.ADD


def test_what_is_noted_in_vain_isnt_counted() -> None:
    b = Builder("f", result=True, export=True)
    at = b.var(NOTES)
    with b.count(0, 8) as number, b.if_(b.gt(b.load(number, TABLE), 3)):
        b.note(at, 0, b.load(number, TABLE))
        b.step(at)
    b.give(b.sub(at, NOTES))
    conversion(made := module(b.function))
    assert branches(b.function) == 0
    running = Running(made)
    assert running.call("f")[0] == 4
    assert running.notes(4) == [4, 5, 9, 6]


def _store(b: Builder, number: Get, x: Get) -> None:
    with b.if_(number):
        b.store(number, ROOM, x)


def _fault(b: Builder, number: Get, x: Get) -> None:
    with b.if_(number):
        b.put(TROUBLE, b.or_(b.load(TROUBLE), 1))


def _division(b: Builder, number: Get, x: Get) -> None:
    with b.if_(number):
        b.set(x, b.div(7, number))


def _deep(b: Builder, number: Get, x: Get) -> None:
    with b.if_(number):
        value: ir.Expr = number
        for _ in range(30):
            value = b.xor(b.load(b.and_(value, 7), TABLE), 1)
        b.set(x, value)


def _leave(b: Builder, number: Get, x: Get) -> None:
    with b.block() as block:
        with b.if_(number):
            b.leave(block)
        b.set(x, number)


def _many(b: Builder, number: Get, x: Get) -> None:
    with b.if_(number):
        for place in range(MOST_STORES + 1):
            b.note(number, NOTES + place, x)


@pytest.mark.parametrize("build", [_store, _fault, _division, _deep, _leave, _many])
def test_what_does_harm_in_vain_stays_a_branch(build: Callable[[Builder, Get, Get], None]) -> None:
    function, _ = converted(build)
    assert branches(function) == 1


def test_outside_of_loops_branches_stay() -> None:
    b = Builder("f", ("a",), result=True, export=True)
    x = b.var(1)
    with b.if_(b.parameter(0)):
        b.set(x, 2)
    with b.count(0, 2):
        b.step(x)
    b.give(x)
    conversion(module(b.function))
    assert branches(b.function) == 1


def test_a_branch_that_changes_its_own_condition_reads_it_first() -> None:
    def build(b: Builder, number: Get, x: Get) -> None:
        test = b.var(b.and_(number, 1))
        y = b.var(0)
        with b.if_(test):
            b.set(test, 0)
            b.set(y, b.add(test, 9))
        b.set(x, b.add(b.mul(x, 3), b.add(test, y)))

    function, _ = converted(build)
    assert branches(function) == 0


def test_both_sides_read_what_was_before() -> None:
    def build(b: Builder, number: Get, x: Get) -> None:
        y = b.var(number)
        then, otherwise = b.if_else(b.eq(number, 1))
        with b.inside(then):
            b.set(x, b.add(y, 1))
            b.set(y, b.add(x, x))
        with b.inside(otherwise):
            b.set(y, b.sub(x, 7))
        b.set(x, b.add(b.mul(x, 5), y))

    function, _ = converted(build)
    assert branches(function) == 0


def test_what_was_copied_and_is_read_again_isnt_joined() -> None:
    def build(b: Builder, number: Get, x: Get) -> None:
        first = b.let(b.gt(number, 0))
        joined = b.var(b.not_(number))
        b.set(joined, first)
        with b.if_(b.not_(first)):
            b.set(joined, b.eq(joined, 0))
        b.set(x, b.add(b.mul(x, 2), joined))

    converted(build)


def test_random_functions_do_the_same() -> None:
    functions = [random_function(seed) for seed in range(300)]
    made = module(*functions)
    verify(made)
    before = Running(made)
    chance = random.Random(1)
    cases = [
        (function.name, [chance.randrange(-3, 9) for _ in range(2)], [chance.randrange(0, 8) for _ in range(8)])
        for function in functions
        for _ in range(4)
    ]
    expected = [before.call(name, *arguments, state=state) for name, arguments, state in cases]
    noted = sum(map(branches, functions))
    conversion(made)
    verify(made)
    after = Running(made)
    assert [after.call(name, *arguments, state=state) for name, arguments, state in cases] == expected
    assert sum(map(branches, functions)) < noted / 2
