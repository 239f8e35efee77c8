"""The record of a kind of domain: its syntax and types, where it can be used, and which values it offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from cardengine.constructs.base import Closure
from cardengine.constructs.verbs.base import Form
from cardengine.layout.space import Memory
from cardengine.tree.nodes import Domain, Expr
from cardengine.tree.types import Type

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.facts import Facts
    from cardengine.ir.values import Consumer
    from cardengine.lang.domains import DomainSentence
    from cardengine.model.program import Choice

D = TypeVar("D", bound=Domain)

Check = Callable[["DomainSentence"], Domain]
"""Types a parsed domain; after a report its type is unknown."""


class Use(Enum):
    """Where a domain is used."""

    OPTION = "an option"
    """Fixed before a game begins, and given as one word."""
    VARIABLE = "a variable"
    """Sized before a game begins."""
    COLUMN = "a column"
    """Printed, so a number or a word."""
    PARAMETER = "a parameter"
    """Listed while the game goes on."""


Offered = Callable[[Memory], Iterable[Any]]
"""The values that a domain offers, in canonical order: numbers, or tuples of numbers for a subset."""


Key = tuple[int, ...]
"""What distinguishes an item for the chooser."""


class Offering(Protocol):
    """The service with which a record lists the values of a domain for the chooser."""

    def function(self, expr: Expr) -> Closure:
        """The closure of a part."""

    def every(self, kind: Type) -> list[int]:
        """All values of a finite type."""

    def distinct(self, source: Expr) -> Callable[[Memory], list[int]]:
        """The closure of a list without repeated values."""

    def apart(self, kind: Type) -> Callable[[Memory], Callable[[int], Key]] | None:
        """Given a memory, a key that is equal for items between which the chooser sees no difference.

        None if there are no such items.
        """


def every_offered(offering: Offering, domain: Domain) -> Offered:
    """All values of the type of a domain."""
    values = offering.every(domain.type)
    return lambda _m: values


def lower_every(low: Lowering, _choice: Choice, domain: Domain, body: Consumer) -> None:
    """Build code for each value of the type of a domain."""
    low.every_value(domain.type).each(low.b, body)


def no_parts(_domain: Domain) -> tuple[Expr, ...]:
    """No bounds, or no figures."""
    return ()


def every_value(facts: Facts, domain: Domain) -> int:
    """The number of values of the type of a domain."""
    low, high = facts.space.range_of(domain.type)
    return high - low + 1


@dataclass(frozen=True, slots=True)
class DomainRecord(Generic[D]):
    """One kind of domain.

    Attributes:
        node: its node type.
        forms: its syntax, by the word under which messages find it.
        checks: the function that types each of its alternatives in the grammar.
        fits: whether it can be used in this way.
        most: the most values that it can offer.
        offered: the closure of the values that it offers.
        lower: builds code for each of these values.
        bounds: the expressions that must be constant, except for a parameter.
        figures: the numbers in its text, in their order there; a refusal gives their values.
    """

    node: type[D]
    forms: Mapping[str, Form]
    checks: Mapping[str, Check]
    fits: Callable[[D, Use], bool]
    most: Callable[[Facts, D], int]
    offered: Callable[[Offering, D], Offered]
    lower: Callable[[Lowering, Choice, D, Consumer], None]
    bounds: Callable[[D], tuple[Expr, ...]]
    figures: Callable[[D], tuple[Expr, ...]]
