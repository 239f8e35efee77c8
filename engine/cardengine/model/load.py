"""Loads a ruleset from a file or a text: the front half of the pipeline in one call."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardengine.diagnostics import (
    Code,
    Diagnostic,
    DiagnosticError,
    Severity,
    SourceText,
    Span,
    sort_diagnostics,
    suggest,
)
from cardengine.lang.checker import check_ruleset
from cardengine.model.collection import collection_paused
from cardengine.schema import SchemaName, check_structure
from cardengine.source import MappingNode, Node, ScalarNode, bundled, read_source, read_yaml
from cardengine.tree.symbols import Ruleset
from cardengine.variants import Provenance, is_variant, resolve, split_name, variant_file, variant_files


class RulesetError(DiagnosticError):
    """A ruleset that can't be used; ``diagnostics`` has all its problems."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A checked ruleset and the text that it came from.

    Attributes:
        ruleset: the checked ruleset.
        text: its complete text; for a variant, the merged text.
        name: the name of the text: the path as given.
        path: its file, if it has one.
        warnings: the warnings of the check.
        data: the text of each data file, by name.
        provenance: for a variant, where its parts come from.
    """

    ruleset: Ruleset
    text: str
    name: str
    path: Path | None
    warnings: tuple[Diagnostic, ...]
    data: Mapping[str, str]
    provenance: Provenance | None = None

    @property
    def digest(self) -> str:
        """The SHA-256 of all its texts, in hexadecimal."""
        whole = "\0".join([self.text, *(part for item in sorted(self.data.items()) for part in item)])
        return hashlib.sha256(whole.encode()).hexdigest()

    def annotated(self) -> str:
        """Its complete text; for a variant, with comments that say which file a part comes from."""
        return self.text if self.provenance is None else self.provenance.annotated

    def explain(self, problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Add the places in its variants to problems that were found later."""
        provenance = self.provenance
        return tuple(problems) if provenance is None else tuple(map(provenance.explain, problems))


def find(name: str | Path) -> Path:
    """The file of a ruleset, given as a path or as the name of a bundled ruleset or variant (``RULESET/VARIANT``).

    A folder hides neither the bundled ruleset of its name nor the file beside it that has its name.

    Raises:
        DiagnosticError: there is none of them.
    """
    path = Path(name)
    text = str(name)
    parts = split_name(text)
    if path.suffix in (".yaml", ".yml") or (path.exists() and not path.is_dir()) or ("/" in text and parts is None):
        return path
    ruleset, variant = parts or (text, None)
    folder = bundled("rulesets")
    found = folder / f"{ruleset}.yaml" if variant is None else variant_file(folder, ruleset, variant)
    if found.is_file():
        return found
    if path.is_dir():
        beside = path.with_name(f"{path.name}.yaml") if path.name else path
        return beside if beside.is_file() else path
    names = bundled_names() + bundled_variants() if variant is not None else bundled_names()
    close = suggest(text, names)
    help_ = f"did you mean `{close}`?" if close else f"give a file, or one of: {', '.join(names)}"
    raise DiagnosticError(
        (Diagnostic(Code.FILE_NOT_FOUND, f"there is no ruleset `{text}`", None, help=help_, place=text),)
    )


def bundled_names() -> list[str]:
    """The names of the bundled rulesets."""
    return sorted(path.stem for path in bundled("rulesets").glob("*.yaml"))


def bundled_variants() -> list[str]:
    """The names of the bundled variants, as ``RULESET/VARIANT``."""
    rulesets = sorted(bundled("rulesets").glob("*.yaml"))
    return [f"{ruleset.stem}/{file.stem}" for ruleset in rulesets for file in variant_files(ruleset)]


def load_file(name: str | Path, given: Mapping[str, object] | None = None) -> Loaded:
    """Read and check a ruleset.

    Args:
        name: its file, or the name of a bundled one.
        given: options; an option named like a data file of the ruleset is the path of another such file.

    Raises:
        RulesetError: the ruleset has problems.
        DiagnosticError: the file can't be read at all.
    """
    path = find(name)
    return _Checking(read_source(path), path, given or {}, {}).run()


def load_text(text: str, name: str = "<text>", data: Mapping[str, str] | None = None) -> Loaded:
    """Check a ruleset that is given as a text.

    Args:
        text: the ruleset.
        name: its name in messages.
        data: the texts of its data files, by name.

    Raises:
        RulesetError: the ruleset has problems.
    """
    return _Checking(SourceText(name, text), None, {}, data or {}).run()


@dataclass(slots=True)
class _Checking:
    """One run of the front half of the pipeline."""

    source: SourceText
    path: Path | None
    given: Mapping[str, object]
    texts: Mapping[str, str]

    @collection_paused()
    def run(self) -> Loaded:
        report: list[Diagnostic] = []
        node, text, provenance = read_yaml(self.source, report), self.source.text, None
        files: Mapping[str, Path] = {}
        if node is not None and not report and is_variant(node):
            resolved = resolve(self.source, self.path, node, report)
            if resolved is not None:
                node, text, provenance = resolved.node, resolved.text, resolved.provenance
                files = provenance.files
        ruleset, data = self._check(node, files, report)
        if provenance is not None:
            report = [provenance.explain(problem) for problem in report]
        problems = tuple(sort_diagnostics(report))
        if ruleset is None or _failed(problems):
            raise RulesetError(problems)
        texts = {name: source.text for name, source in data.items()}
        return Loaded(ruleset, text, self.source.name, self.path, problems, texts, provenance)

    def _check(
        self, node: Node | None, files: Mapping[str, Path], report: list[Diagnostic]
    ) -> tuple[Ruleset | None, dict[str, SourceText]]:
        """Check a tree; returns the ruleset and its data files. ``files`` maps the names of texts to their files."""
        if node is not None and not _failed(report):
            report += check_structure(node, SchemaName.RULESET)
        if not isinstance(node, MappingNode) or _failed(report):
            return None, {}
        data = {
            name: self._data_source(name, scalar, files.get(scalar.span.source.name, self.path))
            for name, scalar in data_files(node).items()
        }
        nodes = {name: self._data_node(source, report) for name, source in data.items()}
        return (None if _failed(report) else check_ruleset(node, report, nodes)), data

    def _data_source(self, name: str, scalar: ScalarNode, file: Path | None) -> SourceText:
        if name in self.texts:
            return SourceText(f"{name}.yaml", self.texts[name])
        if name in self.given:
            return read_source(Path(str(self.given[name])))
        if file is None:
            message = f"the data file `{name}` is missing"
            raise RulesetError((Diagnostic(Code.DATA_FILE, message, scalar.span),))
        # The name is one word, by the schema: it can't lead out of the ruleset's own folder.
        path = file.parent / file.stem / f"{name}.yaml"
        if path.is_symlink() or path.parent.is_symlink():
            raise RulesetError((Diagnostic(Code.DATA_FILE, f"{path} is a link; a data file is a file", scalar.span),))
        if not path.exists():
            help_ = "put it there, or bring one with `--set`"
            raise RulesetError((Diagnostic(Code.DATA_FILE, f"there is no file {path}", scalar.span, help=help_),))
        return read_source(path)

    def _data_node(self, source: SourceText, report: list[Diagnostic]) -> MappingNode:
        problems: list[Diagnostic] = []
        node = read_yaml(source, problems)
        if node is not None and not problems:
            problems += check_structure(node, SchemaName.DATA)
        report += problems
        return node if isinstance(node, MappingNode) else MappingNode(Span(source, 0, 0), ())


def _failed(report: Iterable[Diagnostic]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in report)


def data_files(node: MappingNode) -> dict[str, ScalarNode]:
    """The data files that a ruleset reads pieces from: each name with the scalar that gives it."""
    pieces = node.get("pieces")
    names: dict[str, ScalarNode] = {}
    for entry in pieces.entries if isinstance(pieces, MappingNode) else ():
        data = entry.value.get("data") if isinstance(entry.value, MappingNode) else None
        if isinstance(data, ScalarNode):
            names[data.text] = data
    return names
