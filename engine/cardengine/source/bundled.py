"""Where the files are that come with cardengine."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError

BundledKind: TypeAlias = Literal["rulesets", "schemas"]
"""A folder of files that come with cardengine."""

_PACKAGE: Final = Path(__file__).resolve().parent.parent


def bundled(kind: BundledKind) -> Path:
    """The folder with the rulesets or with the schemas.

    In a checkout that is its top-level folder, so that edits count at once; otherwise the package's copy.

    Args:
        kind: which of the two.

    Raises:
        DiagnosticError: the folder isn't there.
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
    """Where to look for a folder, first place first."""
    inside = package / kind
    engine = package.parent
    # Only a checkout has the package in a folder of that name; elsewhere the folder above belongs to others.
    return [engine.parent / kind, inside] if engine.name == "engine" else [inside]
