"""Closures, and what is known of their values before they are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cardengine.layout.space import WORD_MAX, WORD_MIN, Memory

Value = Any
Function = Callable[[Memory], Value]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A closure, and what is known of its value: a constant, or the range of a number (of a list: of its items)."""

    call: Function
    low: int = WORD_MIN
    high: int = WORD_MAX
    constant: bool = False
    most: int = WORD_MAX
    """Of a list: the most items it can have."""

    @property
    def value(self) -> Value:
        """The value of a constant."""
        return self.call([])


def constant(value: Value) -> Compiled:
    """A closure that always gives the same."""
    low, high, most = WORD_MIN, WORD_MAX, WORD_MAX
    if isinstance(value, int):
        low = high = int(value)
    elif isinstance(value, list | tuple):
        most = len(value)
        if value and all(isinstance(item, int) for item in value):
            low, high = min(value), max(value)
    return Compiled(lambda _m: value, low, high, True, most)
