"""The record types of constructs, and the facts that they compute.

Each part of a record takes the service that it works with as an argument, so that a record imports none of the
stages that use it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory, Space
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.parser import Syntax
    from cardengine.lang.world import Names
    from cardengine.tree.types import Type

K = TypeVar("K")
V = TypeVar("V")

Value = Any
"""A value of the language: an integer, a bool, a fraction, or a list of values."""

COST_MAX = 10**15
"""The largest cost; anything above is far beyond what anybody would wait for."""


class Failure(Enum):
    """The kinds of faults that an expression can have."""

    NOTHING = "there is nothing here"
    NO_ZONE = "an item lies in no zone"
    NO_OWNER = "something belongs to no player"
    NO_PLACE = "a family has no such zone"
    NO_MEMBER = "a list has no such member"
    EMPTY = "a list is empty"
    DIVISION = "division by zero"
    OVERFLOW = "a number leaves 64 bits"
    TOO_MANY = "a list is too long"


class Part(Enum):
    """Parts of a state that an expression can read."""

    ZONE = "the items of a zone"
    COUNT = "how many items a zone has"
    PLACE = "in which zones items lie"
    FACE = "which items lie face up"
    CLASS = "which pieces are in play, and their classes"
    VARIABLE = "a variable"
    LOCAL = "a register"


@dataclass(frozen=True, slots=True)
class Read:
    """A part of the state that an expression may read.

    Attributes:
        part: the kind of part.
        name: the name of the zone, kind of items, variable or local.
        owner: for a variable, its kind of owner.
        hidden: whether it may be hidden from some seat.
    """

    part: Part
    name: str
    owner: str = ""
    hidden: bool = False


NO_FAULTS: frozenset[Failure] = frozenset()
NO_READS: frozenset[Read] = frozenset()


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known about an expression's value before it is computed.

    Attributes:
        low, high: the range of the number, or of the number that represents the value; for a list, the range of its
            (innermost) members.
        constant: whether it always has the same value, which is then ``value``.
        most: for a list, the most members that it can have.
        inner: for a list of lists, the most members that one of them can have.
        distinct: for a list, whether no value occurs twice.
        raises: the faults that the expression itself can have, not counting its parts.
        faults: all faults that it can have; none means that it certainly has a value.
        reads: the parts of the state that it may read.
        cost: an upper bound of its work, counted in nodes of expressions and members of lists.
    """

    low: int = WORD_MIN
    high: int = WORD_MAX
    constant: bool = False
    value: Value = None
    most: int = WORD_MAX
    inner: int = WORD_MAX
    distinct: bool = False
    raises: frozenset[Failure] = NO_FAULTS
    faults: frozenset[Failure] = NO_FAULTS
    reads: frozenset[Read] = NO_READS
    cost: int = 1


def constant(value: Value) -> Fact:
    """The facts of a constant value."""
    if isinstance(value, int):
        return Fact(int(value), int(value), constant=True, value=value)
    if not isinstance(value, list | tuple):
        return Fact(constant=True, value=value)
    low, high, inner = WORD_MIN, WORD_MAX, 0
    nested = bool(value) and isinstance(value[0], list | tuple)
    members = list(_innermost(value)) if nested else value
    # All members of a list have one type, but a number may stand among fractions.
    if members and isinstance(members[0], int) and not any(isinstance(x, Fraction) for x in members):
        low, high = int(min(members)), int(max(members))
    if nested:
        inner = max(map(len, value))
    distinct = len(set(map(_hashable, value) if nested else value)) == len(value)
    return Fact(low, high, constant=True, value=value, most=len(value), inner=inner, distinct=distinct)


def _innermost(value: Value) -> Iterator[Value]:
    """The innermost values of a nested list."""
    for x in value:
        if isinstance(x, list | tuple):
            yield from _innermost(x)
        else:
            yield x


def _hashable(value: Value) -> Hashable:
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple) else value


def fact(
    *parts: Fact,
    low: int = WORD_MIN,
    high: int = WORD_MAX,
    most: int = WORD_MAX,
    inner: int = WORD_MAX,
    distinct: bool = False,
    raises: frozenset[Failure] = NO_FAULTS,
    reads: frozenset[Read] = NO_READS,
    cost: int | None = None,
) -> Fact:
    """The facts of an expression computed from parts, whose faults and reads it inherits.

    Args:
        parts: the facts of the parts.
        low: see ``Fact``, as for the following ones.
        high: the upper bound.
        most: for a list, the most members.
        inner: for a list of lists, the most members of one of them.
        distinct: for a list, whether no value occurs twice.
        raises: the faults of the expression itself.
        reads: what the expression itself reads.
        cost: the total cost; by default that of the parts plus one.
    """
    faults = raises
    for part in parts:
        if part.faults:
            faults = faults | part.faults
        if part.reads:
            reads = reads | part.reads
    if cost is None:
        cost = 1 + sum(part.cost for part in parts)
    return Fact(
        max(low, WORD_MIN), min(high, WORD_MAX), False, None, min(most, WORD_MAX), inner, distinct, raises, faults,
        reads, min(cost, COST_MAX),
    )  # fmt: skip


def truth(*parts: Fact, cost: int | None = None, reads: frozenset[Read] = NO_READS) -> Fact:
    """The facts of a condition."""
    return fact(*parts, low=0, high=1, reads=reads, cost=cost)


def number(*parts: Fact, low: int, high: int, exact: bool = True, cost: int | None = None) -> Fact:
    """The facts of a computed number; leaving 64 bits is a fault.

    Args:
        parts: the facts of the parts.
        low: its mathematical lower bound, which may lie outside 64 bits.
        high: its mathematical upper bound.
        exact: whether it is a whole number; for fractions no bounds are kept.
        cost: as in ``fact``.
    """
    if not exact:
        return fact(*parts, raises=frozenset((Failure.OVERFLOW,)), cost=cost)
    fits = low >= WORD_MIN and high <= WORD_MAX
    raises = NO_FAULTS if fits else frozenset((Failure.OVERFLOW,))
    # If the bounds lie entirely outside 64 bits, it has no value: it is always a fault.
    return fact(*parts, low=min(low, WORD_MAX), high=max(high, WORD_MIN), raises=raises, cost=cost)


def hull(*parts: Fact) -> tuple[int, int]:
    """The smallest range that contains those of all parts."""
    return min(part.low for part in parts), max(part.high for part in parts)


# Records -------------------------------------------------------------------------------------------

Closure = Callable[[Memory], Value]
"""The meaning of an expression: computes its value from a memory."""


class Closures(Protocol):
    """The service with which a record makes its closure: gives the closures and facts of parts."""

    @property
    def space(self) -> Space:
        """The layout of the game."""

    @property
    def direct(self) -> bool:
        """Whether closures may read a zone's cells directly, bypassing the closure of its items."""

    def known(self, expr: t.Expr) -> Fact:
        """The facts of a part."""

    def function(self, expr: t.Expr) -> Closure:
        """The closure of a part."""

    def present(self, expr: t.Expr) -> Closure:
        """The closure of a part whose value must not be nothing; otherwise a fault."""

    def cell(self, expr: t.Expr) -> int | None:
        """The cell whose content is the value of a part that is there for sure, if it is that of one cell."""

    def measured(self, expr: t.Expr) -> Closure:
        """The closure of a number, or of the strength of a member of an ordered enum."""

    def key(self, it: t.Local, key: t.Expr) -> Callable[[Memory], Callable[[Value], Value]]:
        """Given a memory, the function from a member to its key."""


class Order(Enum):
    """How a function depends on the order of its list arguments."""

    IGNORED = "its result is the same in any order"
    READ = "its result depends on the order, or keeps it"
    EVERYWHERE = "its result depends on the order of whichever zone an item is in"


class Reveals(Enum):
    """What the result of a function reveals about a list of hidden members."""

    MEMBERS = "which members it has"
    COUNT = "only how many there are"
    SEAT = "nothing: the result is a seat"


class Picks(Enum):
    """How a function's result relates to the members of its first argument."""

    NONE = "the result isn't a list of its members"
    SOME = "the result has some or all of them, each at most as often"
    GROUPS = "the result is lists of some of them"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The arguments of a call, sorted by kind but not yet typed."""

    plain: tuple[Syntax, ...]
    key: tuple[Syntax, Syntax] | None
    default: Syntax | None


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in function.

    Attributes:
        name: its name.
        form: its syntax, for messages and the documentation.
        text: its result, for the documentation.
        examples: expressions and their values, for the documentation.
        arguments: the least and the greatest number of arguments.
        check: types a call.
        facts: computes the facts of a call.
        closure: makes the closure of a call.
        order: how it depends on the order of lists.
        reveals: what it reveals about hidden members.
        picks: which members of its list are in the result.
        keyed: whether it takes ``by KEY``.
        default: whether it takes a default.
        walks: whether compiled code iterates over the list without building it.
    """

    name: str
    form: str
    text: str
    examples: tuple[tuple[str, str], ...]
    arguments: tuple[int, int]
    check: Callable[[ExpressionChecker, str, Parsed, Names, Span], t.Expr]
    facts: Callable[[Facts, t.Call], Fact]
    closure: Callable[[Closures, t.Call, Fact], Closure]
    lower: Callable[[Lowering, t.Call], Any]
    order: Order
    reveals: Reveals
    picks: Picks = Picks.NONE
    keyed: bool = False
    default: bool = False
    walks: bool = False


def table(what: str, rows: Iterable[tuple[K, V]]) -> dict[K, V]:
    """A table of records.

    Raises:
        TypeError: a key stands there twice.
    """
    found: dict[K, V] = {}
    for key, value in rows:
        if key in found:
            raise TypeError(f"there are two {what} {key!r}")
        found[key] = value
    return found


OperatorCheck = Callable[["ExpressionChecker", "Syntax", "Names", "Type | None"], t.Expr]
"""Types an expression; the last argument is the type that is expected, if any."""


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: its value depends on its parts alone.

    If it makes something else of items, it counts as telling what they are: hidden ones are refused.

    Attributes:
        node: its node type in the typed tree.
        forms: its syntax and meaning, for the documentation: the rows of a table.
        examples: expressions and their values, for the documentation.
        checks: what types it, by the name of each alternative in the grammar.
        facts: computes its facts.
        closure: makes its closure.
        lower: lowers it.
    """

    node: type[t.Expr]
    forms: tuple[tuple[str, str], ...]
    examples: tuple[tuple[str, str], ...]
    checks: Mapping[str, OperatorCheck]
    facts: Callable[[Facts, Any], Fact]
    closure: Callable[[Closures, Any, Fact], Closure]
    lower: Callable[[Lowering, Any], Any]
