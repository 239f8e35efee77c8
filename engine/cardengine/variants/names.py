"""Where variants lie, and which file a name stands for.

``RULESETS/NAME.yaml`` has its variants in ``RULESETS/NAME/variants/*.yaml``. A variant may also lie anywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cardengine.source import bundled

VARIANTS: Final = "variants"
_NAME: Final = re.compile(r"([a-z][a-z0-9_]*)(?:/([a-z][a-z0-9_]*))?")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that a name may stand for.

    Attributes:
        path: the file.
        folder: the folder that it must not lead out of.
    """

    path: Path
    folder: Path

    @property
    def leads_out(self) -> bool:
        """Whether the file is a link, or lies behind one, that leads out of its folder."""
        return not self.path.resolve().is_relative_to(self.folder.resolve())


def split_name(name: str) -> tuple[str, str | None] | None:
    """The ruleset and the variant that a name has; nothing when it isn't the name of either.

    Args:
        name: of a ruleset, or ``RULESET/VARIANT`` for a variant.
    """
    found = _NAME.fullmatch(name)
    return None if found is None else (found[1], found[2])


def variant_file(folder: Path, ruleset: str, variant: str) -> Path:
    """Where a variant of a ruleset lies.

    Args:
        folder: the folder of the rulesets.
        ruleset: the ruleset's name.
        variant: the variant's name.
    """
    return folder / ruleset / VARIANTS / f"{variant}.yaml"


def variant_files(ruleset: Path) -> list[Path]:
    """The variants that lie beside a ruleset, mixins among them, by name.

    Args:
        ruleset: the ruleset's file.
    """
    return sorted((ruleset.parent / ruleset.stem / VARIANTS).glob("*.yaml"))


def base_files(name: str, extending: Path | None) -> Iterator[Candidate]:
    """The files that a name under ``extends`` may stand for, in the order in which they are looked for.

    Args:
        name: the name of a ruleset or of a variant.
        extending: the file that has the name; None for a text without a file.
    """
    parts = split_name(name)
    if parts is None:
        return
    ruleset, variant = parts
    folders: list[Path] = []
    if extending is not None:
        root = _rulesets_folder(extending)
        if variant is None:
            yield Candidate(extending.parent / f"{name}.yaml", root)
        folders.append(root)
    folders.append(bundled("rulesets"))
    for folder in folders:
        path = folder / f"{ruleset}.yaml" if variant is None else variant_file(folder, ruleset, variant)
        yield Candidate(path, folder)


def mixin_files(name: str, extending: Path | None, ruleset: Path | None) -> Iterator[Candidate]:
    """The files that a name under ``mixins`` may stand for, in the order in which they are looked for.

    Args:
        name: the mixin's name.
        extending: the file that has the name; None for a text without a file.
        ruleset: the ruleset that all of it extends in the end; its variants can be mixed in, too.
    """
    if extending is not None:
        yield Candidate(extending.parent / f"{name}.yaml", _rulesets_folder(extending))
    if ruleset is not None:
        yield Candidate(variant_file(ruleset.parent, ruleset.stem, name), ruleset.parent)


def _rulesets_folder(file: Path) -> Path:
    """The folder of the rulesets that a variant belongs to; its own one when it lies in no folder of variants."""
    parent = file.parent
    if file.absolute().parent.name != VARIANTS:
        return parent
    # Given relative to here if it can be, so that messages name the base as the variant is named.
    return parent.parent.parent if len(parent.parts) > 2 and ".." not in parent.parts else parent / ".." / ".."
