"""The record of a domain: what a name can range over, and where such a domain may stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

from cardengine.constructs.verbs.base import Form
from cardengine.tree.nodes import Domain, Expr

if TYPE_CHECKING:
    from cardengine.lang.domains import DomainSentence

D = TypeVar("D", bound=Domain)

Check = Callable[["DomainSentence"], Domain]
"""Types a domain's text that has been parsed; what is wrong has the unknown type after a report."""


class Use(Enum):
    """What a domain is for."""

    OPTION = "an option"
    """Fixed before a game begins, and given as one word."""
    VARIABLE = "a variable"
    """Sized before a game begins."""
    COLUMN = "a column"
    """Printed, so a number or a word."""
    PARAMETER = "a parameter"
    """Listed while the game goes on."""


@dataclass(frozen=True, slots=True)
class DomainRecord(Generic[D]):
    """What a name can range over.

    Attributes:
        node: the typed domain.
        forms: by the word that it is found by in messages, how it is written.
        checks: for each alternative in the grammar what types it.
        fits: whether it may stand where a domain is used so.
        bounds: what must be known before a game begins, wherever it isn't listed while the game goes on.
    """

    node: type[D]
    forms: Mapping[str, Form]
    checks: Mapping[str, Check]
    fits: Callable[[D, Use], bool]
    bounds: Callable[[D], tuple[Expr, ...]] = lambda _domain: ()
