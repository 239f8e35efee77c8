"""The seeded generator: PCG32, with streams derived by SplitMix64.

Everything random in a game comes from here, so a deal is the same on every Python and every backend.
The algorithm, its sources and its test vectors are in ``docs/generator.md``. Whatever changes a number
that comes out of this module changes :data:`GENERATOR_VERSION`.

This module imports nothing but the standard library and keeps no state of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CHANCE_STREAM", "GENERATOR_VERSION", "Generator", "seat_stream", "splitmix64", "stream"]

T = TypeVar("T")

GENERATOR_VERSION: Final = "pcg32-1"
"""The version of the algorithm in ``docs/generator.md``; written into every record."""

CHANCE_STREAM: Final = 0
"""The stream from which the game's own chance draws."""

_MASK_32: Final = 0xFFFF_FFFF
_MASK_64: Final = 0xFFFF_FFFF_FFFF_FFFF
_MULTIPLIER: Final = 6364136223846793005
_DOUBLE_32: Final = 0x1_0000_0001  # x * this puts two copies of 32 bits side by side: a shift is a rotation
_GOLDEN_GAMMA: Final = 0x9E37_79B9_7F4A_7C15


class Generator:
    """A PCG32 generator (XSH-RR 64/32): 64 bits of ``state``, an odd ``inc`` that selects the sequence."""

    __slots__ = ("inc", "state")

    state: int
    inc: int

    def __init__(self, start: int, sequence: int) -> None:
        """Begin at ``start`` of the sequence numbered ``sequence``, as the reference implementation does.

        Raises:
            ValueError: If ``start`` isn't in [0, 2**64) or ``sequence`` isn't in [0, 2**63).
        """
        _check_64("start", start)
        if not 0 <= sequence < 2**63:
            raise ValueError(f"sequence must be from 0 to 2**63 - 1, not {sequence}")
        self.inc = sequence << 1 | 1
        self.state = ((self.inc + start) * _MULTIPLIER + self.inc) & _MASK_64

    @classmethod
    def from_words(cls, words: tuple[int, int]) -> Generator:
        """Make the generator whose :meth:`words` are ``words``.

        Raises:
            ValueError: If they can't be: a word out of [0, 2**64), or an even ``inc``.
        """
        state, inc = words
        _check_64("state", state)
        _check_64("inc", inc)
        if inc % 2 == 0:
            raise ValueError(f"inc must be odd, not {inc}")
        made = cls.__new__(cls)
        made.state = state
        made.inc = inc
        return made

    def words(self) -> tuple[int, int]:
        """Return ``(state, inc)``, which determines the generator completely."""
        return self.state, self.inc

    def clone(self) -> Generator:
        """Return an independent generator that will give the same numbers."""
        made = Generator.__new__(Generator)
        made.state = self.state
        made.inc = self.inc
        return made

    def next32(self) -> int:
        """Return the next number, each of 0 to 2**32 - 1 being equally likely."""
        old = self.state
        self.state = (old * _MULTIPLIER + self.inc) & _MASK_64
        return (((old >> 18 ^ old) >> 27 & _MASK_32) * _DOUBLE_32 >> (old >> 59)) & _MASK_32

    def below(self, n: int) -> int:
        """Return a number from 0 to ``n - 1``, each exactly equally likely (Lemire's method).

        One number is drawn, also for ``n == 1``; more only when one has to be rejected.

        Raises:
            ValueError: If ``n`` isn't in [1, 2**32].
        """
        if not 1 <= n <= 0x1_0000_0000:
            raise ValueError(f"n must be from 1 to 2**32, not {n}")
        old = self.state  # next32, written out: this is the hot path of every playout
        self.state = (old * _MULTIPLIER + self.inc) & _MASK_64
        scaled = ((((old >> 18 ^ old) >> 27 & _MASK_32) * _DOUBLE_32 >> (old >> 59)) & _MASK_32) * n
        if scaled & _MASK_32 < n:
            surplus = 0x1_0000_0000 % n
            while scaled & _MASK_32 < surplus:
                scaled = self.next32() * n
        return scaled >> 32

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """Return ``items`` in a new order, each order equally likely, and leave ``items`` as they were.

        Fisher and Yates' method from the end down: for i from len - 1 to 1, swap i with ``below(i + 1)``.
        """
        shuffled = list(items)
        below = self.below
        for i in range(len(shuffled) - 1, 0, -1):
            j = below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    def __repr__(self) -> str:
        return f"Generator.from_words(({self.state:#018x}, {self.inc:#018x}))"


def splitmix64(state: int) -> tuple[int, int]:
    """Take one step of SplitMix64: return its next state and its output."""
    state = (state + _GOLDEN_GAMMA) & _MASK_64
    z = ((state ^ state >> 30) * 0xBF58_476D_1CE4_E5B9) & _MASK_64
    z = ((z ^ z >> 27) * 0x94D0_49BB_1331_11EB) & _MASK_64
    return state, z ^ z >> 31


def stream(seed: int, game: int, stream: int) -> Generator:
    """Return stream number ``stream`` of game number ``game`` under ``seed``, at its beginning.

    Stream 0 is chance (:data:`CHANCE_STREAM`), stream s + 1 is the bot of seat s (:func:`seat_stream`).

    Raises:
        ValueError: If one of the three isn't in [0, 2**64).
    """
    key = 0
    for what, number in (("seed", seed), ("game", game), ("stream", stream)):
        _check_64(what, number)
        _, key = splitmix64(key ^ number)
    key, start = splitmix64(key)
    key, sequence = splitmix64(key)
    return Generator(start, sequence >> 1)


def seat_stream(seat: int) -> int:
    """Return the number of the stream from which the bot of ``seat`` draws."""
    return seat + 1


def _check_64(what: str, number: int) -> None:
    if not 0 <= number <= _MASK_64:
        raise ValueError(f"{what} must be from 0 to 2**64 - 1, not {number}")
