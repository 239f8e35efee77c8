"""What the records of constructs are made of: facts, and the record types.

A part of a record takes the service that it needs as an argument, so that a record imports no stage that uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory, Space
from cardengine.tree import nodes as t

if TYPE_CHECKING:
    from cardengine.diagnostics import Span
    from cardengine.facts import Facts
    from cardengine.lang.expressions import ExpressionChecker
    from cardengine.lang.parser import Syntax
    from cardengine.lang.world import Names

Value = Any
"""A value of the language: an integer, a bool, a fraction, or a list of values."""

COST_MAX = 10**15
"""A cost that nobody would wait for: higher ones aren't told apart."""


class Failure(Enum):
    """The ways in which an expression can be at fault."""

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
    CLASS = "which pieces are in being, and their classes"
    VARIABLE = "a variable"
    LOCAL = "a register"


@dataclass(frozen=True, slots=True)
class Read:
    """Something that an expression may read.

    Attributes:
        part: what of the state.
        name: of which zones, kind of items, variable or local.
        owner: of a variable, whose it is.
        hidden: whether it may be hidden from somebody.
    """

    part: Part
    name: str
    owner: str = ""
    hidden: bool = False


NO_FAULTS: frozenset[Failure] = frozenset()
NO_READS: frozenset[Read] = frozenset()


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of an expression's value before it is computed.

    Attributes:
        low, high: the range of a number, or of the number that stands for a value; of a list: of its members, of a
            list of lists: of theirs.
        constant: whether it always has the same value; ``value`` is that.
        most: of a list, the most members that it can have.
        inner: of a list of lists, the most members that one of them can have.
        distinct: of a list, whether it has no value twice.
        raises: the faults that the expression itself can have, its parts aside.
        faults: all faults that it can have; none means that it surely has a value.
        reads: what of the state it may read.
        cost: a bound of the work that it takes, in parts of expressions and members of lists.
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
    """The facts of what always has one value."""
    if isinstance(value, int):
        return Fact(int(value), int(value), constant=True, value=value)
    if not isinstance(value, list | tuple):
        return Fact(constant=True, value=value)
    members = list(_innermost(value))
    low, high = WORD_MIN, WORD_MAX
    if members and all(isinstance(x, int) for x in members):
        low, high = int(min(members)), int(max(members))
    inner = max((len(x) for x in value if isinstance(x, list | tuple)), default=0)
    distinct = len(set(map(_hashable, value))) == len(value)
    return Fact(low, high, constant=True, value=value, most=len(value), inner=inner, distinct=distinct)


def _innermost(value: Value) -> Iterator[Value]:
    """The single values in a list, or in lists of lists."""
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
    """The facts of what is computed from parts: it can have their faults, too, and reads what they read.

    Args:
        parts: the facts of the parts.
        low: as in ``Fact``, like those that follow.
        high: from below and from above.
        most: of a list, its most members.
        inner: of a list of lists, the most members of one of them.
        distinct: of a list, whether it has no value twice.
        raises: the faults of the expression itself.
        reads: what the expression itself reads.
        cost: the whole cost; None: that of the parts, and one more.
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
    """The facts of yes or no."""
    return fact(*parts, low=0, high=1, reads=reads, cost=cost)


def number(*parts: Fact, low: int, high: int, exact: bool = True, cost: int | None = None) -> Fact:
    """The facts of a number that is computed within these bounds: leaving 64 bits is a fault.

    Args:
        parts: the facts of the parts.
        low: the least that it can be, however small.
        high: the most that it can be, however large.
        exact: whether it is a whole number; of fractions no bound is kept.
        cost: as in ``fact``.
    """
    if not exact:
        return fact(*parts, raises=frozenset((Failure.OVERFLOW,)), cost=cost)
    fits = low >= WORD_MIN and high <= WORD_MAX
    raises = NO_FAULTS if fits else frozenset((Failure.OVERFLOW,))
    # Bounds that lie beyond 64 bits altogether leave no value: it is always a fault.
    return fact(*parts, low=min(low, WORD_MAX), high=max(high, WORD_MIN), raises=raises, cost=cost)


def hull(*parts: Fact) -> tuple[int, int]:
    """The range that holds those of all parts."""
    return min(part.low for part in parts), max(part.high for part in parts)


# Records -------------------------------------------------------------------------------------------

Closure = Callable[[Memory], Value]
"""The meaning of an expression: its value on a state."""


class Closures(Protocol):
    """What a record's closure may ask for the closures of its parts."""

    @property
    def space(self) -> Space:
        """Where everything of the game lies."""

    @property
    def direct(self) -> bool:
        """Whether a zone's cells may be read without the closure of its items."""

    def known(self, expr: t.Expr) -> Fact:
        """What is known of a part."""

    def function(self, expr: t.Expr) -> Closure:
        """The value of a part."""

    def present(self, expr: t.Expr) -> Closure:
        """The value of a part that must not be nothing; that is a fault."""

    def measured(self, expr: t.Expr) -> Closure:
        """A number, or the strength of a member of an ordered enum."""

    def key(self, it: t.Local, key: t.Expr) -> Callable[[Memory], Callable[[Value], Value]]:
        """For a state, the function that gives the key of a member."""


class Order(Enum):
    """What a function makes of the order of the lists that it is given."""

    IGNORED = "it gives the same in any order"
    READ = "it depends on it, or hands it on"
    EVERYWHERE = "it depends on the order of whatever zone an item lies in"


class Reveals(Enum):
    """What the result of a function tells of a list whose members can't be seen."""

    MEMBERS = "what they are"
    COUNT = "how many there are"
    SEAT = "nothing: it is somebody's seat"


class Picks(Enum):
    """Which members of its first argument a function's result has."""

    NONE = "its result is no such list"
    SOME = "some of them, or all, each as often as it was there"
    GROUPS = "lists of some of them"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The arguments of a call, sorted out but not yet typed."""

    plain: tuple[Syntax, ...]
    key: tuple[Syntax, Syntax] | None
    default: Syntax | None


@dataclass(frozen=True, slots=True)
class Function:
    """A built-in function.

    Attributes:
        name: how it is called.
        form: how it is written, for messages and the documentation.
        text: what it gives, for the documentation.
        examples: expressions and what they come to, for the documentation.
        arguments: how many it takes, at least and at most.
        check: types a call.
        facts: what is known of the value of a call.
        closure: the meaning of a call.
        order: what it makes of the order of lists.
        reveals: what it tells of lists that are hidden.
        picks: which members of its list it gives.
        keyed: whether it takes ``by KEY``.
        default: whether it takes a default.
    """

    name: str
    form: str
    text: str
    examples: tuple[tuple[str, str], ...]
    arguments: tuple[int, int]
    check: Callable[[ExpressionChecker, str, Parsed, Names, Span], t.Expr]
    facts: Callable[[Facts, t.Call], Fact]
    closure: Callable[[Closures, t.Call, Fact], Closure]
    order: Order
    reveals: Reveals
    picks: Picks = Picks.NONE
    keyed: bool = False
    default: bool = False


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator, or another sort of expression that is computed from its parts alone.

    Attributes:
        node: its node in the typed tree.
        facts: what is known of its value.
        closure: its meaning.
    """

    node: type[t.Expr]
    facts: Callable[[Facts, Any], Fact]
    closure: Callable[[Closures, Any, Fact], Closure]
