"""The faults that can be planted in a module."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from functools import lru_cache
from pathlib import Path

from libcst import Module
from mutmut.mutation.file_mutation import Mutation, create_mutations

Change = tuple[tuple[str, ...], tuple[str, ...]]
"""The lines that a fault takes away, and those that it puts there, without their indentation."""


@dataclass(frozen=True)
class Mutant:
    """A fault that can be planted.

    Attributes:
        module: the file, from the engine's folder on.
        number: which of the module's faults.
    """

    module: str
    number: int


def modules(engine: Path) -> list[str]:
    """All modules of the engine."""
    return sorted(path.relative_to(engine).as_posix() for path in engine.rglob("*.py"))


@lru_cache(maxsize=4)
def _mutations(path: Path) -> tuple[Module, Sequence[Mutation]]:
    module, mutations, *_ = create_mutations(str(path), path.read_text(encoding="utf-8"))
    # Outside of functions a fault mostly keeps the module from being imported.
    return module, [mutation for mutation in mutations if mutation.contained_by_top_level_function is not None]


def mutants_of(engine: Path, module: str) -> list[Mutant]:
    """All faults of a module."""
    _, mutations = _mutations(engine / module)
    return [Mutant(module, number) for number in range(len(mutations))]


def planted(engine: Path, mutant: Mutant) -> str:
    """The module's text with the fault in it."""
    module, mutations = _mutations(engine / mutant.module)
    mutation = mutations[mutant.number]
    changed = module.deep_replace(mutation.original_node, mutation.mutated_node)
    assert isinstance(changed, Module)
    return changed.code


def change(before: str, after: str) -> tuple[int, Change]:
    """Where two texts differ: the line, and what was there and is there."""
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    place = next((line for line in lines if line.startswith("@@")), "@@ -0")
    number = int(place.removeprefix("@@ -").split(",")[0].split()[0])
    gone = tuple(line[1:].strip() for line in lines if line.startswith("-"))
    come = tuple(line[1:].strip() for line in lines if line.startswith("+"))
    return number, (gone, come)


_STRICT = re.compile(r", (strict=\w+)?(?=\))")


def only_strict(changed: Change) -> bool:
    """Whether a mutant changes only the `strict` of a `zip`, which is an assertion without effect."""
    gone, come = ([_STRICT.sub("", line) for line in lines] for lines in changed)
    return gone == come
