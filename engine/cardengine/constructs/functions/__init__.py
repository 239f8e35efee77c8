"""The built-in functions. Each module of this package has records of some; a new function is one more file."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from cardengine.constructs.base import Function, table


def _records() -> Iterator[Function]:
    for module in iter_modules(__path__):
        yield from import_module(f"{__name__}.{module.name}").FUNCTIONS


FUNCTIONS: dict[str, Function] = table("functions", ((record.name, record) for record in _records()))
"""The record of each built-in function by its name."""

__all__ = ["FUNCTIONS"]
