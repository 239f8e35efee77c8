"""Finds the files that are shipped with cardengine."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError

BundledKind: TypeAlias = Literal["rulesets", "schemas"]
"""A folder of shipped files."""

_PACKAGE: Final = Path(__file__).resolve().parent.parent


def bundled(kind: BundledKind) -> Path:
    """The folder with the rulesets or with the schemas.

    In a checkout this is the top-level folder, so that edits take effect at once; otherwise the installed copy.

    Args:
        kind: which of the two folders.

    Raises:
        DiagnosticError: the folder is missing.
    """
    for folder in _candidates(_PACKAGE, kind):
        if folder.is_dir():
            return folder
    problem = Diagnostic(
        Code.INCOMPLETE_INSTALLATION,
        f"the folder `{kind}` is missing from cardengine",
        place=_PACKAGE.as_posix(),
        help="install cardengine again",
    )
    raise DiagnosticError([problem])


def _candidates(package: Path, kind: BundledKind) -> list[Path]:
    """The places to look for a folder, in order."""
    inside = package / kind
    engine = package.parent
    # Only a checkout has the package under `engine/`; anywhere else the parent folder isn't ours.
    return [engine.parent / kind, inside] if engine.name == "engine" else [inside]
