"""What an expression has become: a number, a fraction, or a list that can be walked as often as is wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardengine.core import ir
from cardengine.core.builder import Builder, add, load, mul, sub
from cardengine.core.ir import Const, Expr
from cardengine.tree.types import FRACTION, ListType, Type

FEW = 2
"""What is done with each of so many numbers is written out for each."""


@dataclass(slots=True)
class Frac:
    """A fraction in lowest terms; the denominator is positive."""

    num: Expr
    den: Expr


class Seq:
    """A list that lies somewhere.

    Attributes:
        most: the most values that it can have.
        item: the type of one.
        distinct: whether it is known that no value is there twice.
    """

    __slots__ = ("distinct", "item", "most")

    most: int
    item: Type
    distinct: bool

    def count(self, b: Builder) -> Expr:
        """How many there are."""
        raise NotImplementedError

    def at(self, b: Builder, place: Expr) -> Value:
        """The value at a place, counted from 0."""
        raise NotImplementedError

    def each(self, b: Builder, body: Callable[[Value], None]) -> None:
        """Build a loop over all values."""
        with b.count(Const(0), self.count(b)) as place:
            body(keep(b, self.at(b, place)))


Value = Expr | Frac | Seq


def width(kind: Type) -> int:
    """How many cells a value of a type takes in a list: a fraction two, a list in a list its place and its count."""
    return 2 if kind is FRACTION or isinstance(kind, ListType) else 1


def keep(b: Builder, value: Value) -> Value:
    """A value held in locals, so that it is computed once."""
    if isinstance(value, Frac):
        return Frac(b.let(value.num), b.let(value.den))
    if isinstance(value, Seq):
        if isinstance(value, Array):
            return Array(b.let(value.start), b.let(value.size), value.item, value.most, distinct=value.distinct)
        return value
    return b.let(value)


def read(item: Type, most: int, address: Expr, offset: int) -> Value:
    """The value that lies in a list's cells."""
    if item is FRACTION:
        return Frac(load(address, offset), load(address, offset + 1))
    if isinstance(item, ListType):
        return Array(load(address, offset), load(address, offset + 1), item.item, most)
    return load(address, offset)


class Array(Seq):
    """Values in cells that follow one another."""

    __slots__ = ("inner", "size", "start")

    def __init__(
        self, start: Expr, size: Expr, item: Type, most: int, *, inner: int = 0, distinct: bool = False
    ) -> None:
        self.start = start
        self.size = size
        self.item = item
        self.most = most
        self.inner = inner
        self.distinct = distinct

    def count(self, b: Builder) -> Expr:
        """As ``Seq.count``."""
        return self.size

    def at(self, b: Builder, place: Expr) -> Value:
        """As ``Seq.at``."""
        scaled = mul(place, width(self.item))
        if isinstance(self.start, Const):
            return read(self.item, self.inner, scaled, self.start.value)
        return read(self.item, self.inner, add(self.start, scaled), 0)


class Tuple(Seq):
    """A few values of which the number is known; what is done with each is written out for each."""

    __slots__ = ("items",)

    def __init__(self, items: list[Expr], item: Type, *, distinct: bool = False) -> None:
        self.items = items
        self.item = item
        self.most = len(items)
        self.distinct = distinct

    def count(self, b: Builder) -> Expr:
        """As ``Seq.count``."""
        return Const(len(self.items))

    def at(self, b: Builder, place: Expr) -> Value:
        """As ``Seq.at``."""
        if isinstance(place, Const):
            return self.items[min(max(place.value, 0), len(self.items) - 1)]
        found = self.items[-1]
        for number, item in reversed(list(enumerate(self.items[:-1]))):
            found = ir.Choose(ir.Binary(ir.Op.EQ, place, Const(number)), item, found)
        return found

    def each(self, b: Builder, body: Callable[[Value], None]) -> None:
        """As ``Seq.each``."""
        for item in self.items:
            body(item)


class Zone(Seq):
    """The items of a zone: a count, then the items; of a pile the last is the top."""

    __slots__ = ("address", "pile")

    def __init__(self, address: Expr, item: Type, most: int, *, pile: bool) -> None:
        self.address = address
        self.pile = pile
        self.item = item
        self.most = most
        self.distinct = True

    def count(self, b: Builder) -> Expr:
        """As ``Seq.count``."""
        return load(self.address)

    def _cell(self, number: Expr) -> Expr:
        if isinstance(self.address, Const):
            return load(number, self.address.value)
        return load(add(self.address, number))

    def at(self, b: Builder, place: Expr) -> Value:
        """As ``Seq.at``."""
        if self.pile:
            return self._cell(sub(load(self.address), place))
        return self._cell(add(place, 1))

    def each(self, b: Builder, body: Callable[[Value], None]) -> None:
        """As ``Seq.each``."""
        beyond = add(load(self.address), 1)
        with b.count(Const(1), beyond, down=self.pile) as number:
            item = b.item(self._cell(number))
            b.spots[item.local] = self.address, number, self.pile
            body(item)
            del b.spots[item.local]


class Strided(Seq):
    """Values in cells that follow one another, forwards or backwards: a zone of which it isn't known whether a pile."""

    __slots__ = ("first", "size", "step")

    def __init__(self, first: Expr, step: Expr, size: Expr, item: Type, most: int, *, distinct: bool = False) -> None:
        self.first = first
        self.step = step
        self.size = size
        self.item = item
        self.most = most
        self.distinct = distinct

    def count(self, b: Builder) -> Expr:
        """As ``Seq.count``."""
        return self.size

    def at(self, b: Builder, place: Expr) -> Value:
        """As ``Seq.at``."""
        return load(add(self.first, ir.Binary(ir.Op.MUL, place, self.step)))

    def each(self, b: Builder, body: Callable[[Value], None]) -> None:
        """As ``Seq.each``."""
        address = b.var(self.first, "p")
        with b.count(Const(0), self.size):
            body(b.let(load(address)))
            b.set(address, add(address, self.step))


class Range(Seq):
    """Numbers that follow one another."""

    __slots__ = ("beyond", "low")

    def __init__(self, low: Expr, beyond: Expr, item: Type, most: int) -> None:
        self.low = low
        self.beyond = beyond
        self.item = item
        self.most = most
        self.distinct = True

    def count(self, b: Builder) -> Expr:
        """As ``Seq.count``."""
        return sub(self.beyond, self.low)

    def at(self, b: Builder, place: Expr) -> Value:
        """As ``Seq.at``."""
        return add(self.low, place)

    def each(self, b: Builder, body: Callable[[Value], None]) -> None:
        """As ``Seq.each``."""
        if isinstance(self.low, Const) and isinstance(self.beyond, Const):
            numbers = range(self.low.value, self.beyond.value)
            if len(numbers) <= FEW:
                for value in numbers:
                    body(Const(value))
                return
        with b.count(self.low, self.beyond) as number:
            body(number)
