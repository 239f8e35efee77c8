"""Merges a variant with what it extends, its mixins, and its own changes, in this order."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn

from cardengine.diagnostics import Code, Diagnostic, Label, SourceText, Span, quoted, suggest
from cardengine.schema import SchemaName, check_structure
from cardengine.source import (
    MAX_FILE_BYTES,
    MAX_NODES,
    Entry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    read_source,
    read_yaml,
)
from cardengine.variants.apply import Application
from cardengine.variants.clashes import Change, find_clashes
from cardengine.variants.names import Candidate, base_files, mixin_files
from cardengine.variants.provenance import Provenance
from cardengine.variants.tree_edits import size, with_entry
from cardengine.variants.yaml_writer import resolved_text

MAX_CHAIN: Final = 8
"""The longest chain of variants between a file and its ruleset, or its innermost mixin."""

MAX_FILES: Final = 64
"""The most files that may be merged into one ruleset."""

_OWN_KEYS: Final = frozenset({"extends", "mixins", "default", "set", "add", "append", "remove", "steps"})
_RULESET_KEYS: Final = frozenset({"players", "cards", "setup", "play", "choices"})
_TITLES: Final = ("game", "text")


def is_variant(node: Node) -> bool:
    """Whether a file is a variant or a mixin rather than a complete ruleset.

    Args:
        node: the root of its tree.
    """
    names = {entry.name for entry in node} if isinstance(node, MappingNode) else set()
    return "extends" in names or (bool(names & _OWN_KEYS) and not names & _RULESET_KEYS)


def is_mixin(node: Node) -> bool:
    """Whether a file is a mixin: it extends nothing, and can only be mixed into variants.

    Args:
        node: the root of its tree.
    """
    return is_variant(node) and isinstance(node, MappingNode) and node.entry("extends") is None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A variant merged with everything that it extends.

    Attributes:
        node: the merged tree; each node keeps its span in its own file.
        text: the merged tree as YAML.
        provenance: where the parts come from.
        ruleset: the file of the ruleset at the end of the chain; None if it has no file.
    """

    node: MappingNode
    text: str
    provenance: Provenance
    ruleset: Path | None


@dataclass(frozen=True, slots=True)
class _File:
    """A file that takes part in the merge, and the scalar that names it (None for the first file)."""

    source: SourceText
    path: Path | None
    node: MappingNode
    named: ScalarNode | None = None

    @property
    def identity(self) -> str:
        return self.source.name if self.path is None else str(self.path.resolve())

    @property
    def name(self) -> str:
        """What messages call the file."""
        return quoted(self.source.name if self.path is None else self.path.stem)


class _FailedError(Exception):
    """A problem has been reported after which nothing can be merged."""


def resolve(source: SourceText, path: Path | None, node: Node, report: list[Diagnostic]) -> Resolved | None:
    """Merge a variant with everything that it extends.

    Args:
        source: its text.
        path: its file, if it has one; without a file only bundled rulesets can be extended.
        node: the root of its tree.
        report: receives the problems.

    Returns:
        The merged result, even if some changes couldn't be made; None if there is nothing to merge with.

    Raises:
        DiagnosticError: a file that takes part can't be read.
    """
    try:
        return _Resolver(source, path, report).run(node)
    except _FailedError:
        return None


@dataclass(slots=True)
class _Resolver:
    source: SourceText
    path: Path | None
    report: list[Diagnostic]
    provenance: Provenance = field(init=False)
    bases: list[_File] = field(default_factory=list)
    mixed: dict[str, Span] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.provenance = Provenance(self.source)

    def run(self, node: Node) -> Resolved:
        chain = self._chain(self._checked(_File(self.source, self.path, _mapping(node))))
        self.bases = chain
        ruleset = chain[-1]
        tree = ruleset.node
        for number, file in reversed(list(enumerate(chain[:-1]))):
            tree, _ = self._merged(tree, file, chain[number + 1].name, [file])
            for key in _TITLES:
                entry = file.node.entry(key)
                if entry is not None:
                    tree = _mapping(with_entry(tree, key, Entry(_key(tree, key) or entry.key, entry.value)))
        return Resolved(tree, self._text(tree), self.provenance, ruleset.path)

    # Files -------------------------------------------------------------------------------------

    def _chain(self, file: _File) -> list[_File]:
        """A variant, the file that it extends, and so on down to a ruleset."""
        chain = [file]
        while is_variant(chain[-1].node):
            variant = chain[-1]
            extends = variant.node.get("extends")
            if not isinstance(extends, ScalarNode):
                self._mixin_alone(variant)
            if len(chain) > MAX_CHAIN:
                self._too_deep(extends)
            base = self._open(extends, list(base_files(extends.text, variant.path)), variant)
            self._no_ring([*chain, base], extends)
            chain.append(base)
        return chain

    def _open(self, named: ScalarNode, candidates: list[Candidate], by: _File) -> _File:
        """The file that a name refers to: the first existing candidate other than the naming file itself."""
        itself = None
        for candidate in candidates:
            if not candidate.path.is_file():
                continue
            if candidate.leads_out:
                label = Label(named.span, f"{candidate.path.as_posix()} is a link that leads out")
                message = f"{quoted(named.text)} lies outside of the folder of the rulesets"
                self._fail(Diagnostic(Code.OUTSIDE, message, named.span, (label,)))
            if by.path is not None and candidate.path.resolve() == by.path.resolve():
                itself = by
                continue
            return self._read(candidate.path, named)
        if itself is None:
            self._unknown(named, candidates, by)
        return itself

    def _read(self, path: Path, named: ScalarNode) -> _File:
        source = read_source(path)
        if len(self.provenance.files) >= MAX_FILES:
            self._fail(Diagnostic(Code.EXTENDS_DEPTH, f"at most {MAX_FILES} files make a ruleset", named.span))
        problems: list[Diagnostic] = []
        node = read_yaml(source, problems)
        if node is None or problems:
            self.report += problems
            raise _FailedError
        self.provenance.files[source.name] = path
        return self._checked(_File(source, path, _mapping(node), named))

    def _checked(self, file: _File) -> _File:
        """Check the structure of a variant; a ruleset is checked after merging."""
        if file.path is not None:
            self.provenance.files[file.source.name] = file.path
        problems = check_structure(file.node, SchemaName.VARIANT) if is_variant(file.node) else []
        if problems:
            self.report += problems
            raise _FailedError
        return file

    # Merging -----------------------------------------------------------------------------------

    def _merged(self, tree: MappingNode, file: _File, base: str, ring: list[_File]) -> tuple[MappingNode, list[Change]]:
        """Apply the mixins of a variant and then its own changes; returns the tree and all changes made."""
        made: list[Change] = []
        sources: list[Span] = []
        mixins = file.node.get("mixins")
        for named in mixins.items if isinstance(mixins, SequenceNode) else ():
            assert isinstance(named, ScalarNode)
            mixin = self._mixin(named, file, ring)
            tree, changes = self._merged(tree, mixin, base, [*ring, mixin])
            self.report += find_clashes(made, changes, sources, mixins=True)
            made += changes
            sources += [change.place for change in changes]
        application = Application(tree, base, self.report, self.provenance)
        tree = application.run(file.node)
        if size(tree) > MAX_NODES:
            message = f"with this there are more than {MAX_NODES:,} keys and values"
            self._fail(Diagnostic(Code.TOO_MANY_NODES, message, _first_key(file.node)))
        self.report += find_clashes((), application.changes)
        return tree, [*made, *application.changes]

    def _mixin(self, named: ScalarNode, file: _File, ring: list[_File]) -> _File:
        if len(ring) > MAX_CHAIN:
            self._too_deep(named)
        candidates = list(mixin_files(named.text, file.path, self.bases[-1].path))
        mixin = self._open(named, candidates, file)
        self._no_ring([*ring, mixin], named)
        if not is_variant(mixin.node):
            label = Label(_first_key(mixin.node), "this is a whole ruleset")
            message = f"{mixin.name} can't be mixed in"
            self._fail(Diagnostic(Code.NOT_A_BASE, message, named.span, (Label(named.span, "named here"), label)))
        extends = mixin.node.get("extends")
        if isinstance(extends, ScalarNode):
            base = self._open(extends, list(base_files(extends.text, mixin.path)), mixin)
            if base.identity not in {file.identity for file in self.bases}:
                labels = (Label(named.span, "mixed in here"), Label(extends.span, "it extends something else"))
                message = f"{mixin.name} is no variant of {self.bases[-1].name}"
                self._fail(Diagnostic(Code.NOT_A_BASE, message, named.span, labels))
        first = self.mixed.setdefault(mixin.identity, named.span)
        if first != named.span:
            labels = (Label(named.span, "here again"), Label(first, "the first time"))
            message = f"{mixin.name} is mixed in twice"
            self._fail(Diagnostic(Code.NOT_A_BASE, message, named.span, labels, help="leave one of them out"))
        return mixin

    # What can be wrong -------------------------------------------------------------------------

    def _fail(self, problem: Diagnostic) -> NoReturn:
        self.report.append(problem)
        raise _FailedError

    def _unknown(self, named: ScalarNode, candidates: list[Candidate], by: _File) -> NoReturn:
        names = {file.stem for candidate in candidates for file in _neighbours(candidate) if file != by.path}
        guess = suggest(named.text.rpartition("/")[2], sorted(names))
        looked = ", ".join(dict.fromkeys(candidate.path.as_posix() for candidate in candidates))
        self._fail(
            Diagnostic(
                Code.UNKNOWN_BASE,
                f"there is no ruleset or variant {quoted(named.text)}",
                named.span,
                notes=(f"looked for: {looked}",) if looked else (),
                help=None if guess is None else f"did you mean {quoted(guess)}?",
            )
        )

    def _mixin_alone(self, file: _File) -> NoReturn:
        message = f"{file.name} extends nothing, so it can only be mixed into a variant"
        labels = [Label(_first_key(file.node), "there is no `extends` here")]
        span = labels[0].span
        if file.named is not None:
            span = file.named.span
            labels.insert(0, Label(span, "it is extended here"))
        help = "name it under `mixins` of a variant, or say what it `extends`"
        self._fail(Diagnostic(Code.NOT_A_BASE, message, span, tuple(labels), help=help))

    def _no_ring(self, files: list[_File], named: ScalarNode) -> None:
        last = files[-1]
        start = next(number for number, file in enumerate(files) if file.identity == last.identity)
        if start == len(files) - 1:
            return
        ring = files[start:]
        others = [file.named for file in ring[1:-1] if file.named is not None]
        labels = (Label(named.span, "this leads back"), *(Label(other.span, "by way of this") for other in others))
        names = " -> ".join(file.source.name if file.path is None else file.path.stem for file in ring)
        message = f"{last.name} leads back to itself"
        self._fail(Diagnostic(Code.EXTENDS_RING, message, named.span, labels, (f"the ring: {names}",)))

    def _too_deep(self, named: ScalarNode) -> NoReturn:
        message = f"there are more than {MAX_CHAIN} variants of one another"
        help = "write the changes of several into one"
        self._fail(Diagnostic(Code.EXTENDS_DEPTH, message, named.span, help=help))

    def _text(self, tree: MappingNode) -> str:
        """The merged tree as YAML; refuses one that is too large for a file."""
        name = self.source.name
        text = resolved_text(tree)
        self.provenance.annotated = resolved_text(tree, notes=True)
        if len(text.encode()) > MAX_FILE_BYTES:
            message = f"merged it has more than {MAX_FILE_BYTES // 1024} KiB"
            self._fail(Diagnostic(Code.FILE_TOO_LARGE, message, place=name))
        return text


def _mapping(node: Node) -> MappingNode:
    """The root as a mapping; if it is something else, the structure check reports that later."""
    return node if isinstance(node, MappingNode) else MappingNode(node.span, ())


def _key(tree: MappingNode, name: str) -> ScalarNode | None:
    entry = tree.entry(name)
    return None if entry is None else entry.key


def _first_key(node: MappingNode) -> Span:
    return node.entries[0].key.span if node.entries else node.span


def _neighbours(candidate: Candidate) -> list[Path]:
    try:
        return sorted(candidate.path.parent.glob("*.yaml"))
    except OSError:
        return []
