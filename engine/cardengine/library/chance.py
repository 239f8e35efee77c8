"""The generator, as ``runtime.generator`` has it: PCG32, with streams derived by SplitMix64.

A generator is the address of its two cells: state, increment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardengine.ir import nodes as ir
from cardengine.ir.builder import Builder
from cardengine.ir.nodes import Const, Expr, Get

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering

_MASK_32 = 0xFFFF_FFFF
_MULTIPLIER = 6364136223846793005
_GAMMA = 0x9E37_79B9_7F4A_7C15


def word(value: int) -> Const:
    """An unsigned 64-bit constant."""
    return Const(value - 2**64 if value >= 2**63 else value)


def below(low: Lowering) -> ir.Function:
    """The function of ``drawn_below``."""

    def build(inner: Lowering) -> None:
        b = inner.b
        b.give(drawn_below(b, b.parameter(0), b.parameter(1)))

    return low.shared("below", ("generator", "n"), build, result=True)


def drawn_below(b: Builder, generator: Expr, n: Expr) -> Expr:
    """A uniform number from 0 to n - 1; both arguments are in locals."""

    def draw() -> Expr:
        state = b.var(b.load(generator), "state")
        number = _drawn(b, state, b.load(generator, 1))
        b.store(generator, 0, state)
        return number

    return _reduced(b, draw, n)


def _reduced(b: Builder, draw: Callable[[], Expr], n: Expr) -> Expr:
    """A uniform number below n, from 32-bit numbers (Lemire's method)."""
    scaled = b.var(b.mul(draw(), n), "scaled")
    rest = b.and_(scaled, _MASK_32)
    with b.if_(b.lt(rest, n)):
        surplus = b.let(b.rem_u(2**32, n))
        with b.loop() as loop:
            b.leave(loop, b.ge(rest, surplus))
            b.set(scaled, b.mul(draw(), n))
    return b.shr_u(scaled, 32)


def _drawn(b: Builder, state: Get, increment: Expr) -> Expr:
    """The next 32-bit number of a generator whose state is in a local."""
    old = b.let(state, "old")
    b.set(state, b.add(b.mul(old, _MULTIPLIER), increment))
    mixed = b.and_(b.shr_u(b.xor(b.shr_u(old, 18), old), 27), _MASK_32)
    turned = b.shr_u(b.mul(mixed, 0x1_0000_0001), b.shr_u(old, 59))
    return b.let(b.and_(turned, _MASK_32))


def _mixed(b: Builder, state: Expr) -> Expr:
    """The output of SplitMix64 for a state."""
    z = b.var(b.add(state, word(_GAMMA)))
    for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)):
        b.set(z, b.mul(b.xor(z, b.shr_u(z, shift)), word(factor)))
    return b.xor(z, b.shr_u(z, 31))


def seeding(low: Lowering) -> ir.Function:
    """Starts some streams of a game: that of chance, those of the seats, then, for playouts, that of resampling."""
    return low.shared("seed", ("seed", "game", "streams"), _seeding, export=True)


def _seeding(low: Lowering) -> None:
    b = low.b
    key = b.let(_mixed(b, b.parameter(0)))
    key = b.let(_mixed(b, b.xor(key, b.parameter(1))))
    with b.count(0, b.parameter(2)) as stream:
        mine = b.let(_mixed(b, b.xor(key, stream)))
        start = b.let(_mixed(b, mine))
        increment = b.let(b.or_(_mixed(b, b.add(mine, word(_GAMMA))), 1))
        state = b.add(b.mul(b.add(increment, start), _MULTIPLIER), increment)
        at = b.let(b.mul(stream, 2))
        b.store(at, low.layout.generators, state)
        b.store(at, low.layout.generators + 1, increment)


def permute(low: Lowering) -> ir.Function:
    """The Fisher-Yates shuffle of cells with a generator."""
    return low.shared("permute", ("generator", "first", "count"), _permute)


def _permute(low: Lowering) -> None:
    b = low.b
    generator, first = b.parameter(0), b.parameter(1)
    # The two cells of the generator are kept in locals.
    state, increment = b.var(b.load(generator), "state"), b.let(b.load(generator, 1))
    with b.count(1, b.parameter(2), down=True) as i:
        n = b.let(b.add(i, 1))
        j = b.let(b.add(first, _reduced(b, lambda: _drawn(b, state, increment), n)))
        at = b.let(b.add(first, i))
        kept = b.let(b.load(at))
        b.store(at, 0, b.load(j))
        b.store(j, 0, kept)
    b.store(generator, 0, state)
