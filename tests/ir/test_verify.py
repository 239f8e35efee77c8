"""The verifier: what is well formed passes, and each rule is noticed when it is broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import cardengine
from cardengine.core.game import lower
from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.nodes import Const, Get
from cardengine.ir.passes import PASSES
from cardengine.ir.verify import MalformedError, verify
from cardengine.model.load import bundled_names
from tests.ir.tiny import TABLE, module

Build = Callable[[Builder], None]


@pytest.mark.parametrize("name", bundled_names())
def test_bundled_rulesets_are_well_formed_after_each_pass(name: str) -> None:
    game = cardengine.load(name)
    for lean in (True, False):
        made = lower(game.machine, lean=lean).module
        verify(made)
        for each in PASSES:
            made = each.run(made)
            verify(made)


def _one_branch(b: Builder) -> None:
    x = b.new()
    with b.if_(b.parameter(0)):
        b.set(x, 1)
    b.give(x)


def _left_early(b: Builder) -> None:
    x = b.new()
    with b.block() as block:
        b.leave(block, b.parameter(0))
        b.set(x, 1)
    b.give(x)


def _never_left(b: Builder) -> None:
    x = b.new()
    with b.loop() as loop:
        b.leave(loop, b.parameter(0))
        b.set(x, 1)
    b.give(x)


def _from_outside(b: Builder) -> None:
    with b.block() as block:
        pass
    b.leave(block)
    b.give(0)


def _no_loop(b: Builder) -> None:
    with b.block() as block:
        b.emit(ir.Again(block))
    b.give(0)


def _twice(b: Builder) -> None:
    b.emit(store := ir.Store(None, 0, Const(1)))
    b.emit(store)
    b.give(0)


def _nothing_given(b: Builder) -> None:
    b.give()


def _too_few(b: Builder) -> None:
    b.call(b.function)
    b.give(0)


def _not_there(b: Builder) -> None:
    b.give(ir.Call(Builder("other", result=True).function, ()))


def _no_local(b: Builder) -> None:
    b.set(Get(7), 1)
    b.give(0)


def _constant(b: Builder) -> None:
    b.put(TABLE + 1, 7)
    b.give(0)


def _constant_with_base(b: Builder) -> None:
    b.store(b.parameter(0), TABLE, 7)
    b.give(0)


def _spare(b: Builder) -> None:
    b.emit(ir.Store(None, 3, Const(1), spare=True))
    b.give(0)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (_one_branch, "x1 is read before it is set"),
        (_left_early, "x1 is read before it is set"),
        (_never_left, "x1 is read before it is set"),
        (_from_outside, "left from outside"),
        (_no_loop, "no loop is begun again"),
        (_twice, "two places"),
        (_nothing_given, "its result"),
        (_too_few, "has 1 parameters"),
        (_not_there, "other is called, but isn't there"),
        (_no_local, "no local 7"),
        (_constant, "constant is overwritten"),
        (_constant_with_base, "constant is overwritten"),
        (_spare, "marked spare"),
    ],
)
def test_what_is_malformed_is_named(build: Build, said: str) -> None:
    b = Builder("f", ("a",), result=True)
    build(b)
    with pytest.raises(MalformedError, match=said):
        verify(module(b.function))


def _both_branches(b: Builder) -> None:
    x = b.new()
    then, otherwise = b.if_else(b.parameter(0))
    with b.inside(then):
        b.set(x, 1)
    with b.inside(otherwise):
        b.give(3)
    b.give(x)


def _set_wherever_left(b: Builder) -> None:
    x = b.new()
    with b.block() as block:
        with b.if_(b.parameter(0)):
            b.set(x, 2)
            b.leave(block)
        b.set(x, 1)
    b.give(x)


def _behind_a_loop(b: Builder) -> None:
    x = b.new()
    with b.loop() as loop:
        b.set(x, 1)
        b.leave(loop, b.parameter(0))
    b.give(x)


@pytest.mark.parametrize("build", [_both_branches, _set_wherever_left, _behind_a_loop])
def test_what_is_set_on_every_way_may_be_read(build: Build) -> None:
    b = Builder("f", ("a",), result=True)
    build(b)
    verify(module(b.function))
