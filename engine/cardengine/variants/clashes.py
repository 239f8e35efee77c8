"""The changes of a variant, and which of them clash because they change the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from cardengine.diagnostics import Code, Diagnostic, Label, Span, quoted
from cardengine.variants.paths import Names


class ChangeKind(Enum):
    """What a change does to its target."""

    WHOLE = "whole"
    """Sets, adds or removes the target of a path."""
    APPEND = "append"
    """Adds to the end of a list."""
    BEFORE = "before"
    """Inserts steps before one."""
    AFTER = "after"
    """Inserts steps after one."""
    SENTENCE = "sentence"
    """Changes the sentence of a step."""
    STEP = "step"
    """Replaces or removes a step and everything under it."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change, reduced to what decides whether it clashes with another.

    Attributes:
        names: the path to the target; for a change of steps, the path to their list.
        kind: what the change does.
        place: where the variant says so.
        step: for a change of steps, the span of the step at which it is made.
    """

    names: Names
    kind: ChangeKind
    place: Span
    step: Span | None = None

    def clashes_with(self, other: Change) -> bool:
        """Whether both change the same thing."""
        length = min(len(self.names), len(other.names))
        if self.names[:length] != other.names[:length]:
            return False
        if ChangeKind.WHOLE in {self.kind, other.kind} or self.step is None or other.step is None:
            # Appending to a list and changing steps inside it don't clash.
            return self.kind is other.kind or ChangeKind.WHOLE in {self.kind, other.kind}
        if self.step == other.step:
            return self.kind is other.kind or ChangeKind.STEP in {self.kind, other.kind}
        return self._takes(other.step) or other._takes(self.step)

    def _takes(self, step: Span) -> bool:
        """Whether a step lies inside the one that is replaced or removed."""
        mine = self.step
        return (
            self.kind is ChangeKind.STEP
            and mine is not None
            and mine.source == step.source
            and mine.start <= step.start
            and step.end <= mine.end
        )


def find_clashes(
    earlier: Iterable[Change], later: Sequence[Change], others: Sequence[Span] = (), mixins: bool = False
) -> list[Diagnostic]:
    """Find clashes between changes: each later change is paired with the first that it clashes with.

    Args:
        earlier: changes made before.
        later: changes made after them.
        others: places in mixins that the later changes don't know of.
        mixins: whether the changes come from two mixins; otherwise they are in one file.
    """
    before = list(earlier)
    problems: list[Diagnostic] = []
    for change in later:
        first = next((other.place for other in before if change.clashes_with(other)), None)
        if first is None and change.step is not None:
            # The step was inserted by another mixin.
            first = next((span for span in others if span.source == change.step.source), None)
        if first is not None:
            problems.append(_clash(change, first, mixins))
        if not mixins:
            before.append(change)
    return problems


def _clash(change: Change, first: Span, mixins: bool) -> Diagnostic:
    what = quoted(".".join(change.names))
    who = "two mixins" if mixins else "two changes of this file"
    labels = (Label(change.place, "here it is changed again"), Label(first, "the first change is here"))
    help = "leave one of the mixins out, or make the change in the variant itself" if mixins else "keep one of them"
    return Diagnostic(Code.CLASH, f"{who} change {what}", change.place, labels, help=help)
