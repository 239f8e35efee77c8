"""From a file, or a text, to a checked ruleset: the front of the pipeline in one call."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from cardengine.diagnostics import (
    Code,
    Diagnostic,
    DiagnosticError,
    Severity,
    SourceText,
    sort_diagnostics,
    suggest,
)
from cardengine.lang.checker import check_ruleset
from cardengine.lang.symbols import Ruleset
from cardengine.schema import SchemaName, check_structure
from cardengine.source import MappingNode, bundled, read_source, read_yaml


class RulesetError(DiagnosticError):
    """A ruleset that can't be used; ``diagnostics`` says all that is wrong with it."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A checked ruleset and the text that it came from.

    Attributes:
        ruleset: what it declares.
        text: its whole text.
        name: what the text is called: a path, as it was given.
        path: its file, if it has one.
        warnings: what is probably not meant so.
    """

    ruleset: Ruleset
    text: str
    name: str
    path: Path | None
    warnings: tuple[Diagnostic, ...]

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def find(name: str | Path) -> Path:
    """The file of a ruleset: a path, or the name of a bundled one.

    Raises:
        DiagnosticError: there is neither.
    """
    path = Path(name)
    text = str(name)
    if path.suffix in (".yaml", ".yml") or path.exists() or "/" in text:
        return path
    folder = bundled("rulesets")
    found = folder / f"{text}.yaml"
    if found.is_file():
        return found
    names = bundled_names()
    close = suggest(text, names)
    help_ = f"did you mean `{close}`?" if close else f"give a file, or one of: {', '.join(names)}"
    raise DiagnosticError(
        (Diagnostic(Code.FILE_NOT_FOUND, f"there is no ruleset `{text}`", None, help=help_, place=text),)
    )


def bundled_names() -> list[str]:
    """The names of the rulesets that come with the package."""
    return sorted(path.stem for path in bundled("rulesets").glob("*.yaml"))


def load_file(name: str | Path) -> Loaded:
    """Read and check a ruleset.

    Raises:
        RulesetError: with all that is wrong with it.
        DiagnosticError: the file can't be read at all.
    """
    path = find(name)
    return _check(read_source(path), path)


def load_text(text: str, name: str = "<text>") -> Loaded:
    """Check a ruleset that is given as a text.

    Raises:
        RulesetError: with all that is wrong with it.
    """
    return _check(SourceText(name, text), None)


def _check(source: SourceText, path: Path | None) -> Loaded:
    report: list[Diagnostic] = []
    node = read_yaml(source, report)
    ruleset: Ruleset | None = None
    if node is not None and not report:
        report += check_structure(node, SchemaName.RULESET)
        if isinstance(node, MappingNode) and not report:
            ruleset = check_ruleset(node, report)
    problems = tuple(sort_diagnostics(report))
    if ruleset is None or any(problem.severity is Severity.ERROR for problem in problems):
        raise RulesetError(problems)
    return Loaded(ruleset, source.text, source.name, path, problems)
