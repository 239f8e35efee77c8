"""The generator, as ``runtime.generator`` has it: PCG32, with streams derived by SplitMix64."""

from __future__ import annotations

from cardengine.core import ir
from cardengine.core.base import Body
from cardengine.core.builder import ONE, add, binary, compare, load, mul
from cardengine.core.hands import Hands
from cardengine.core.ir import Binary, Const, Expr, Get, Op

_MASK_32 = 0xFFFF_FFFF
_MULTIPLIER = 6364136223846793005


def word(value: int) -> Const:
    """A constant of 64 bits without a sign."""
    return Const(value - 2**64 if value >= 2**63 else value)


class Chance(Hands):
    """Lowers the draws of chance. A generator is the address of its two cells: state, increment."""

    def below(self) -> ir.Function:
        """The function of ``drawn_below``."""

        def make() -> Body:
            with self.function("below", ("generator", "n"), result=True) as b:
                b.give(self.drawn_below(b.parameter(0), b.parameter(1)))
                return Body(b.function, faulty=False)

        return self.shared("below", make)

    def drawn_below(self, generator: Expr, n: Expr) -> Expr:
        """A number from 0 to n - 1, each equally likely (Lemire's method); both are in locals."""
        b = self.b
        scaled = b.var(mul(self._next(generator), n), "scaled")
        low = binary(Op.AND, scaled, Const(_MASK_32))
        with b.if_(compare(Op.LT, low, n)):
            surplus = b.let(Binary(Op.REM_U, Const(2**32), n))
            with b.loop() as loop:
                b.leave(loop, compare(Op.GE, low, surplus))
                b.set(scaled, mul(self._next(generator), n))
        return Binary(Op.SHR_U, scaled, Const(32))

    def _next(self, generator: Expr) -> Expr:
        """The next number of 32 bits."""
        b = self.b
        state = b.var(load(generator), "state")
        number = self._drawn(state, load(generator, 1))
        b.store(generator, 0, state)
        return number

    def _drawn(self, state: Get, increment: Expr) -> Expr:
        """The next number of a generator whose state is in a local."""
        b = self.b
        old = b.let(state, "old")
        b.set(state, add(Binary(Op.MUL, old, word(_MULTIPLIER)), increment))
        folded = Binary(Op.XOR, Binary(Op.SHR_U, old, Const(18)), old)
        mixed = binary(Op.AND, Binary(Op.SHR_U, folded, Const(27)), Const(_MASK_32))
        twice = Binary(Op.MUL, mixed, Const(0x1_0000_0001))
        turned = Binary(Op.SHR_U, twice, Binary(Op.SHR_U, old, Const(59)))
        return b.let(binary(Op.AND, turned, Const(_MASK_32)))

    def _mixed(self, state: Expr) -> Expr:
        """The output of SplitMix64 for a state."""
        b = self.b
        z = b.var(add(state, word(0x9E37_79B9_7F4A_7C15)))
        for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)):
            b.set(z, Binary(Op.MUL, Binary(Op.XOR, z, Binary(Op.SHR_U, z, Const(shift))), word(factor)))
        return Binary(Op.XOR, z, Binary(Op.SHR_U, z, Const(31)))

    def seeding(self) -> ir.Function:
        """Begins so many streams of a game: chance's, then each seat's, then that of resampling, for playouts."""

        def make() -> Body:
            with self.function("seed", ("seed", "game", "streams"), export=True) as b:
                key = b.let(self._mixed(b.parameter(0)))
                key = b.let(self._mixed(Binary(Op.XOR, key, b.parameter(1))))
                with b.count(Const(0), b.parameter(2)) as stream:
                    mine = b.let(self._mixed(Binary(Op.XOR, key, stream)))
                    start = b.let(self._mixed(mine))
                    after = add(mine, word(0x9E37_79B9_7F4A_7C15))
                    increment = b.let(binary(Op.OR, self._mixed(after), ONE))
                    state = add(Binary(Op.MUL, add(increment, start), word(_MULTIPLIER)), increment)
                    at = b.let(mul(stream, 2))
                    b.store(at, self.layout.generators, state)
                    b.store(at, self.layout.generators + 1, increment)
                return Body(b.function, faulty=False)

        return self.shared("seed", make)

    def permute(self) -> ir.Function:
        """Fisher and Yates' shuffle of cells by a generator."""

        def make() -> Body:
            with self.function("permute", ("generator", "first", "count")) as b:
                generator, first = b.parameter(0), b.parameter(1)
                # As `below`, with the generator's two cells kept at hand.
                state, increment = b.var(load(generator), "state"), b.let(load(generator, 1))
                with b.count(ONE, b.parameter(2), down=True) as i:
                    n = b.let(add(i, 1))
                    scaled = b.var(mul(self._drawn(state, increment), n), "scaled")
                    low = binary(Op.AND, scaled, Const(_MASK_32))
                    with b.if_(compare(Op.LT, low, n)):
                        surplus = b.let(Binary(Op.REM_U, Const(2**32), n))
                        with b.loop() as loop:
                            b.leave(loop, compare(Op.GE, low, surplus))
                            b.set(scaled, mul(self._drawn(state, increment), n))
                    j = b.let(add(first, Binary(Op.SHR_U, scaled, Const(32))))
                    at = b.let(add(first, i))
                    kept = b.let(load(at))
                    b.store(at, 0, load(j))
                    b.store(j, 0, kept)
                b.store(generator, 0, state)
                return Body(b.function, faulty=False)

        return self.shared("permute", make)
