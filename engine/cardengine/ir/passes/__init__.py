"""The passes: transformations of a module that make it faster."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import reduce
from typing import Final

from cardengine.ir.nodes import Module
from cardengine.ir.passes.conversion import conversion


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass.

    Attributes:
        name: what it is switched off by.
        run: makes a module of a module that does the same; the one that it gets may be changed.
    """

    name: str
    run: Callable[[Module], Module]


PASSES: Final[tuple[Pass, ...]] = (Pass("conversion", conversion),)
"""All passes, in the order in which they are run. Each earns its place: `docs/performance.md` has the figures."""


def optimised(module: Module, *, without: Collection[str] = ()) -> Module:
    """A module that does the same, faster.

    Args:
        module: as it was built; it may be changed.
        without: the names of passes that are left out.
    """
    return reduce(lambda so_far, each: each.run(so_far), (each for each in PASSES if each.name not in without), module)
