"""Records where the parts of a merged tree come from, and adds that to the problems found in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from cardengine.diagnostics import Diagnostic, Label, SourceText, Span, quoted, visible


@dataclass(frozen=True, slots=True)
class Override:
    """A replacement made by a variant.

    Attributes:
        new: the span of the new text, in the variant.
        old: the span of the text that it replaces.
    """

    new: Span
    old: Span


@dataclass(frozen=True, slots=True)
class Removal:
    """A removal made by a variant.

    Attributes:
        name: the name of what was removed.
        place: where the variant says so.
    """

    name: str
    place: Span


@dataclass(slots=True)
class Provenance:
    """The history of a merged tree.

    Attributes:
        top: the text of the variant that was loaded.
        files: the path of each text, by name.
        overrides: the replacements.
        removals: the removals.
        annotated: the merged tree as YAML, with comments that say where the parts come from.
    """

    top: SourceText
    files: dict[str, Path] = field(default_factory=dict)
    overrides: list[Override] = field(default_factory=list)
    removals: list[Removal] = field(default_factory=list)
    annotated: str = ""

    def explain(self, problem: Diagnostic) -> Diagnostic:
        """Add to a problem of the merged tree the other places that it involves.

        Args:
            problem: the problem as reported.
        """
        span = problem.span
        if span is None:
            return problem
        labels = list(problem.labels)
        override = self._override(span)
        if override is not None:
            if all(label.span != span for label in labels):
                labels.insert(0, Label(span, "set here"))
            labels.append(Label(override.old, "this is what it replaces"))
        labels += [
            Label(removal.place, f"{quoted(removal.name)} is removed here")
            for removal in self.removals
            if quoted(removal.name) in problem.message
        ]
        notes = problem.notes
        if span.source != self.top:
            notes = (*notes, f"{visible(self.top.name)} builds on this file")
        return replace(problem, labels=tuple(labels), notes=notes)

    def _override(self, span: Span) -> Override | None:
        """The innermost replacement that contains a span."""
        around = [
            override
            for override in self.overrides
            if override.new.source == span.source and override.new.start <= span.start and span.end <= override.new.end
        ]
        return min(around, key=lambda override: override.new.end - override.new.start, default=None)
