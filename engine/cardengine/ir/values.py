"""The values of lowered expressions: a number, a fraction, or a list that can be iterated over repeatedly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

from cardengine.ir.builder import Builder
from cardengine.ir.nodes import Const, Expr, Get
from cardengine.tree import nodes as t
from cardengine.tree.types import FRACTION, ListType, Type, element

UNROLLED = 2
"""Loops over at most so many numbers are unrolled."""

Place = tuple[int, ...]
"""The occurrence of an expression: the inlined calls around it, and the expression, by identity."""


@dataclass(frozen=True, slots=True)
class Frac:
    """A fraction in lowest terms, with a positive denominator."""

    num: Expr
    den: Expr


@dataclass(frozen=True, slots=True)
class Seq(ABC):
    """A list in memory, or a range of numbers.

    Attributes:
        item: the type of one value.
        most: the most values that it can have.
        distinct: whether it is known that no value is there twice.
    """

    item: Type
    most: int
    distinct: bool = field(default=False, kw_only=True)

    @abstractmethod
    def count(self, b: Builder) -> Expr:
        """The number of values."""

    @abstractmethod
    def at(self, b: Builder, place: Expr) -> Value:
        """The value at an index, counted from 0."""

    def number(self, b: Builder, place: Expr) -> Expr:
        """The value at an index in a list of numbers."""
        return number(self.at(b, place))

    def each(self, b: Builder, body: Callable[[Value], None]) -> None:
        """Build a loop over all values."""
        with b.count(0, self.count(b)) as place:
            body(keep(b, self.at(b, place)))

    def each_number(self, b: Builder, body: Callable[[Expr], None]) -> None:
        """Build a loop over all values of a list of numbers."""
        self.each(b, lambda x: body(number(x)))


Value = Expr | Frac | Seq
Consumer = Callable[[Value], None]


def number(value: Value) -> Expr:
    """A value that is one number."""
    assert isinstance(value, Expr)
    return value


def sequence(value: Value) -> Seq:
    """A value that is a list."""
    assert isinstance(value, Seq)
    return value


def fraction(value: Value) -> Frac:
    """A number or fraction as a fraction."""
    return value if isinstance(value, Frac) else Frac(number(value), Const(1))


def set_fraction(b: Builder, num: Get, den: Get, value: Frac) -> None:
    """Assign the parts of a fraction to two locals."""
    b.set(num, value.num)
    b.set(den, value.den)


def item_of(expr: t.Expr) -> Type:
    """The type of a list's values."""
    found = element(expr.type)
    assert found is not None
    return found


def width(kind: Type) -> int:
    """The cells of a value in a list: two for a fraction, and for a list, of which address and count are stored."""
    return 2 if kind is FRACTION or isinstance(kind, ListType) else 1


def keep(b: Builder, value: Value) -> Value:
    """A value stored in locals, so that it is computed once."""
    if isinstance(value, Frac):
        return Frac(b.let(value.num), b.let(value.den))
    if isinstance(value, Array):
        return Array(value.item, value.most, b.let(value.start), b.let(value.size), distinct=value.distinct)
    return value if isinstance(value, Seq) else b.let(value)


def same(b: Builder, left: Value, right: Value) -> Expr:
    """Whether two values are equal."""
    if isinstance(left, Frac) or isinstance(right, Frac):
        first, second = fraction(left), fraction(right)
        return b.and_(b.eq(first.num, second.num), b.eq(first.den, second.den))
    if isinstance(left, Expr):
        return b.eq(left, number(right))
    other = sequence(right)
    size = b.let(left.count(b))
    equal = b.var(b.eq(size, other.count(b)))
    with (
        b.if_(equal),
        b.count(0, size) as place,
        b.if_(b.truth(b.not_(same(b, left.at(b, place), other.at(b, place))))),
    ):
        b.set(equal, 0)
    return equal


def holds(b: Builder, seq: Seq, item: Value) -> Expr:
    """Whether a list contains a value."""
    if isinstance(seq, Range) and isinstance(item, Expr):
        return b.and_(b.ge(item, seq.low), b.lt(item, seq.beyond))
    if isinstance(seq, Array) and seq.size == Const(1):
        return same(b, item, seq.at(b, Const(0)))
    found = b.var(0, "found")
    with b.block() as block:

        def look(x: Value) -> None:
            with b.if_(same(b, item, x)):
                b.set(found, 1)
                b.leave(block)

        seq.each(b, look)
    return found


@dataclass(frozen=True, slots=True)
class Array(Seq):
    """Values in consecutive cells; ``inner`` is the most values of a list in it."""

    start: Expr
    size: Expr
    inner: int = 0

    def count(self, b: Builder) -> Expr:
        """See ``Seq.count``."""
        return self.size

    def at(self, b: Builder, place: Expr) -> Value:
        """See ``Seq.at``."""
        base, offset = b.mul(place, width(self.item)), 0
        if isinstance(self.start, Const):
            offset = self.start.value
        else:
            base = b.add(self.start, base)
        first = b.load(base, offset)
        if self.item is FRACTION:
            return Frac(first, b.load(base, offset + 1))
        if isinstance(self.item, ListType):
            return Array(self.item.item, self.inner, first, b.load(base, offset + 1))
        return first


@dataclass(frozen=True, slots=True)
class Tuple(Seq):
    """A known number of values; loops over them are unrolled."""

    items: tuple[Expr, ...]

    def count(self, b: Builder) -> Expr:
        """See ``Seq.count``."""
        return Const(len(self.items))

    def at(self, b: Builder, place: Expr) -> Value:
        """See ``Seq.at``."""
        if isinstance(place, Const):
            return self.items[min(max(place.value, 0), len(self.items) - 1)]
        found = self.items[-1]
        for number, item in reversed(list(enumerate(self.items[:-1]))):
            found = b.choose(b.eq(place, number), item, found)
        return found

    def each(self, b: Builder, body: Consumer) -> None:
        """See ``Seq.each``."""
        for item in self.items:
            body(item)


@dataclass(frozen=True, slots=True)
class Zone(Seq):
    """The items of a zone: a count, then the items; the last item of a pile is its top."""

    distinct: bool = field(default=True, kw_only=True)
    address: Expr
    pile: bool

    def count(self, b: Builder) -> Expr:
        """See ``Seq.count``."""
        return b.load(self.address)

    def _cell(self, b: Builder, number: Expr) -> Expr:
        if isinstance(self.address, Const):
            return b.load(number, self.address.value)
        return b.load(b.add(self.address, number))

    def at(self, b: Builder, place: Expr) -> Value:
        """See ``Seq.at``."""
        return self._cell(b, b.sub(b.load(self.address), place) if self.pile else b.add(place, 1))

    def each(self, b: Builder, body: Consumer) -> None:
        """See ``Seq.each``."""
        with b.count(1, b.add(b.load(self.address), 1), down=self.pile) as number:
            item = b.item(self._cell(b, number))
            with b.lying(item, self.address, number, pile=self.pile):
                body(item)


@dataclass(frozen=True, slots=True)
class Strided(Seq):
    """Values in consecutive cells, forwards or backwards, such as those of a zone that may be a pile."""

    first: Expr
    step: Expr
    size: Expr

    def count(self, b: Builder) -> Expr:
        """See ``Seq.count``."""
        return self.size

    def at(self, b: Builder, place: Expr) -> Value:
        """See ``Seq.at``."""
        return b.load(b.add(self.first, b.mul(place, self.step)))

    def each(self, b: Builder, body: Consumer) -> None:
        """See ``Seq.each``."""
        address = b.var(self.first, "p")
        with b.count(0, self.size):
            body(b.let(b.load(address)))
            b.step(address, self.step)


@dataclass(frozen=True, slots=True)
class Range(Seq):
    """Consecutive numbers."""

    distinct: bool = field(default=True, kw_only=True)
    low: Expr
    beyond: Expr

    def count(self, b: Builder) -> Expr:
        """See ``Seq.count``."""
        return b.sub(self.beyond, self.low)

    def at(self, b: Builder, place: Expr) -> Value:
        """See ``Seq.at``."""
        return b.add(self.low, place)

    def each(self, b: Builder, body: Consumer) -> None:
        """See ``Seq.each``."""
        if isinstance(self.low, Const) and isinstance(self.beyond, Const):
            numbers = range(self.low.value, self.beyond.value)
            if len(numbers) <= UNROLLED:
                for value in numbers:
                    body(Const(value))
                return
        with b.count(self.low, self.beyond) as number:
            body(number)
