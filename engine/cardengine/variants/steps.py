"""Finds the step that a variant names by its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from cardengine.diagnostics import Code, Diagnostic, Label, Span, quoted
from cardengine.source import MappingNode, Node, ScalarNode, SequenceNode
from cardengine.variants.paths import Found, Names, fold
from cardengine.variants.tree_edits import Trail

Suggest: TypeAlias = Callable[[str, Iterable[str]], str | None]
"""Returns the candidate that was probably meant, or None."""

_MAX_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Step:
    """A step and its sentence.

    Attributes:
        sentence: the sentence with white space collapsed.
        trail: the way to the step from the searched list.
        node: the step.
        scalar: its sentence or header.
        is_first: whether this is the step's first header, which stands for the whole step.
    """

    sentence: str
    trail: Trail
    node: Node
    scalar: ScalarNode
    is_first: bool = True


def is_list_of_steps(names: Names) -> bool:
    """Whether a path leads to a list of steps, in any ruleset that has such a path."""
    match names:
        case ("setup",) | ("play",) | ("procedures", _) | ("choices", _, _, "do"):
            return True
        case _:
            return False


def steps_of(node: Node, trail: Trail = ()) -> Iterator[Step]:
    """All steps of a list in order, including those under headers."""
    if not isinstance(node, SequenceNode):
        return
    for number, item in enumerate(node.items):
        here = (*trail, number)
        if isinstance(item, ScalarNode):
            yield Step(fold(item.text), here, item, item)
        elif isinstance(item, MappingNode):
            for place, entry in enumerate(item):
                yield Step(fold(entry.name), here, item, entry.key, is_first=place == 0)
                yield from steps_of(entry.value, (*here, entry.name))


def find_step(
    steps: Node,
    found: Found,
    named: ScalarNode,
    under: ScalarNode | None,
    further: bool,
    report: list[Diagnostic],
    suggest: Suggest,
) -> Step | None:
    """Find the step that a sentence names; reports a problem if there isn't exactly one.

    Args:
        steps: the list of steps.
        found: where the list is.
        named: the sentence.
        under: the header that the step is under, if the variant says so.
        further: whether a further header of a step, such as `else if`, may match.
        report: receives the problem.
        suggest: finds a similar sentence.
    """
    everything = [step for step in steps_of(steps) if further or step.is_first]
    if under is not None:
        header = _only(list(steps_of(steps)), found, under, report, suggest)
        if header is None:
            return None
        inside = (*header.trail, header.scalar.text)
        everything = [step for step in everything if step.trail[: len(inside)] == inside]
    return _only(everything, found, named, report, suggest)


def _only(
    steps: Sequence[Step], found: Found, named: ScalarNode, report: list[Diagnostic], suggest: Suggest
) -> Step | None:
    sentence = fold(named.text).removesuffix(":").rstrip()
    matching = [step for step in steps if step.sentence == sentence]
    if len(matching) == 1:
        return matching[0]
    where = quoted(".".join(found.names))
    if matching:
        labels = (
            Label(named.span, "which one?"),
            *(Label(step.scalar.span, "") for step in matching[:_MAX_SHOWN]),
        )
        message = f"the step {quoted(sentence)} stands {len(matching)} times in {where}"
        help = "say with `under` which header it stands under, or replace the header with all that stands under it"
        report.append(Diagnostic(Code.STEP_TWICE, message, named.span, labels, help=help))
        return None
    guess = suggest(sentence, [step.sentence for step in steps])
    near: Span = found.entry.key.span
    words = f"the steps of {where}"
    if guess is not None:
        near = next(step.scalar.span for step in steps if step.sentence == guess)
        words = "this is the closest one"
    advice = "name a step by its own sentence, as it stands there"
    if sentence.partition(" ")[0] == "else":
        advice = "an `else` belongs to its `if`: name that one; an `else if` can be replaced `with` another"
    report.append(
        Diagnostic(
            Code.NO_SUCH_STEP,
            f"there is no step {quoted(sentence)} in {where}",
            named.span,
            (Label(named.span, "not there"), Label(near, words)),
            help=advice if guess is None else f"did you mean `{guess}`?",
        )
    )
    return None
