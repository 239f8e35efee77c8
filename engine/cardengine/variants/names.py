"""Finds variants: where they are stored, and which file a name refers to.

``RULESETS/NAME.yaml`` has its variants in ``RULESETS/NAME/variants/*.yaml``; a variant may also be stored elsewhere.
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
    """A file that a name may refer to.

    Attributes:
        path: the file.
        folder: the folder that the file must lie in, links resolved.
    """

    path: Path
    folder: Path

    @property
    def leads_out(self) -> bool:
        """Whether a link takes the file out of its folder."""
        return not self.path.resolve().is_relative_to(self.folder.resolve())


def split_name(name: str) -> tuple[str, str | None] | None:
    """Split a name into ruleset and variant; None if it isn't a valid name.

    Args:
        name: the name of a ruleset, or ``RULESET/VARIANT``.
    """
    found = _NAME.fullmatch(name)
    return None if found is None else (found[1], found[2])


def variant_file(folder: Path, ruleset: str, variant: str) -> Path:
    """The file of a ruleset's variant.

    Args:
        folder: the rulesets folder.
        ruleset: the ruleset's name.
        variant: the variant's name.
    """
    return folder / ruleset / VARIANTS / f"{variant}.yaml"


def variant_files(ruleset: Path) -> list[Path]:
    """The variants stored beside a ruleset, including mixins, sorted by name.

    Args:
        ruleset: the ruleset's file.
    """
    return sorted((ruleset.parent / ruleset.stem / VARIANTS).glob("*.yaml"))


def base_files(name: str, extending: Path | None) -> Iterator[Candidate]:
    """The files that a name under ``extends`` may refer to, in search order.

    Args:
        name: the name of a ruleset or of a variant.
        extending: the file in which the name is written; None for a text without a file.
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
    """The files that a name under ``mixins`` may refer to, in search order.

    Args:
        name: the mixin's name.
        extending: the file in which the name is written; None for a text without a file.
        ruleset: the ruleset at the end of the chain; its variants can be mixed in, too.
    """
    if extending is not None:
        yield Candidate(extending.parent / f"{name}.yaml", _rulesets_folder(extending))
    if ruleset is not None:
        yield Candidate(variant_file(ruleset.parent, ruleset.stem, name), ruleset.parent)


def _rulesets_folder(file: Path) -> Path:
    """The rulesets folder that a variant belongs to; the variant's own folder if that isn't a ``variants`` folder."""
    parent = file.parent
    if file.absolute().parent.name != VARIANTS:
        return parent
    # Kept relative if possible, so that messages name the base in the same way as the variant.
    return parent.parent.parent if len(parent.parts) > 2 and ".." not in parent.parts else parent / ".." / ".."
