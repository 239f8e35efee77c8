"""The operators. Each module of this package has records of some."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from cardengine.constructs.base import Operator, OperatorCheck
from cardengine.tree.nodes import Expr


def _records() -> Iterator[Operator]:
    for module in iter_modules(__path__):
        yield from import_module(f"{__name__}.{module.name}").OPERATORS


OPERATORS: dict[type[Expr], Operator] = {record.node: record for record in _records()}
"""The record of each operator by its node in the typed tree."""

OPERATOR_CHECKS: dict[str, OperatorCheck] = {
    name: check for record in OPERATORS.values() for name, check in record.checks.items()
}
"""What types each alternative of the grammar that is an operator."""

__all__ = ["OPERATORS", "OPERATOR_CHECKS"]
