"""Where the parts of a merged tree come from, and what that adds to the problems found in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from cardengine.diagnostics import Diagnostic, Label, SourceText, Span, quoted, visible


@dataclass(frozen=True, slots=True)
class Override:
    """Something that stands where something else stood.

    Attributes:
        new: its place, in a variant.
        old: the place of what it replaces.
    """

    new: Span
    old: Span


@dataclass(frozen=True, slots=True)
class Removal:
    """Something that is gone.

    Attributes:
        name: what it was called.
        place: where a variant says so.
    """

    name: str
    place: Span


@dataclass(slots=True)
class Provenance:
    """The history of a merged tree.

    Attributes:
        top: the text of the variant that was asked for.
        files: where each text lies, by its name.
        overrides: what was replaced.
        removals: what was removed.
        annotated: the merged whole as YAML, with comments that tell where the parts come from.
    """

    top: SourceText
    files: dict[str, Path] = field(default_factory=dict)
    overrides: list[Override] = field(default_factory=list)
    removals: list[Removal] = field(default_factory=list)
    annotated: str = ""

    def explain(self, problem: Diagnostic) -> Diagnostic:
        """A problem of the merged tree, with the other places that it is about.

        Args:
            problem: as it was found.
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
        """The innermost replacement that a place lies in."""
        around = [
            override
            for override in self.overrides
            if override.new.source == span.source and override.new.start <= span.start and span.end <= override.new.end
        ]
        return min(around, key=lambda override: override.new.end - override.new.start, default=None)
