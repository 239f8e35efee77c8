"""Domains: one record for each kind of domain, and the tables derived from the records.

Every ``DomainRecord`` in a module of this package is found automatically.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar, cast

from cardengine.constructs.base import table
from cardengine.constructs.domains.base import Check, DomainRecord
from cardengine.constructs.verbs.base import Form
from cardengine.tree import nodes
from cardengine.tree.dispatch import exhaustive
from cardengine.tree.nodes import Domain

__all__ = ["DOMAIN_CHECKS", "DOMAIN_FORMS", "record_of"]

D = TypeVar("D", bound=Domain)


def _records() -> Iterator[DomainRecord[Domain]]:
    for module in sorted(found.name for found in iter_modules(__path__)):
        for value in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(value, DomainRecord):
                yield value


_RECORDS = tuple(_records())
_TABLE: dict[type[Domain], DomainRecord[Domain]] = exhaustive(
    table("domains", ((record.node, record) for record in _RECORDS)), nodes, Domain
)
DOMAIN_FORMS: dict[str, Form] = {word: form for record in _RECORDS for word, form in record.forms.items()}
DOMAIN_CHECKS: dict[str, Check] = table("alternatives", (row for record in _RECORDS for row in record.checks.items()))


def record_of(domain: D) -> DomainRecord[D]:
    """The record of a domain."""
    return cast("DomainRecord[D]", _TABLE[type(domain)])
