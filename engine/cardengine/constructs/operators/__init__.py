"""The operators. Each module of this package has records of some."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from cardengine.constructs.base import Operator, OperatorCheck, table
from cardengine.tree.nodes import Expr


def _records() -> Iterator[Operator]:
    for module in iter_modules(__path__):
        for record in import_module(f"{__name__}.{module.name}").OPERATORS:
            if not (record.forms and record.examples and record.checks):
                raise TypeError(f"the record of {record.node.__name__} has no form, no example or no check")
            yield record


OPERATORS: dict[type[Expr], Operator] = table("operators", ((record.node, record) for record in _records()))
"""The record of each operator by its node in the typed tree."""

OPERATOR_CHECKS: dict[str, OperatorCheck] = table(
    "alternatives", (row for record in OPERATORS.values() for row in record.checks.items())
)
"""What types each alternative of the grammar that is an operator."""

__all__ = ["OPERATORS", "OPERATOR_CHECKS"]
