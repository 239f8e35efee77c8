"""The record of a kind of domain: its syntax and types, and where it can be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

from cardengine.constructs.verbs.base import Form
from cardengine.tree.nodes import Domain, Expr

if TYPE_CHECKING:
    from cardengine.facts import Facts
    from cardengine.lang.domains import DomainSentence

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
        bounds: the expressions that must be constant, except for a parameter.
    """

    node: type[D]
    forms: Mapping[str, Form]
    checks: Mapping[str, Check]
    fits: Callable[[D, Use], bool]
    most: Callable[[Facts, D], int]
    bounds: Callable[[D], tuple[Expr, ...]] = lambda _domain: ()
