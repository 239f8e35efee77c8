"""The record of a verb: everything that the engine knows about one kind of step.

Each part takes the service that it works with as an argument and imports its type for the type checker only, so
records lie below everything that uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from cardengine.constructs.events import EventKind
from cardengine.tree.nodes import Expr, Step

if TYPE_CHECKING:
    from cardengine.core.lowering import Lowering
    from cardengine.lang.ordering import OrderReader
    from cardengine.lang.sentences import Sentence
    from cardengine.runtime.effects import Act, Effects

S = TypeVar("S", bound=Step)

Check = Callable[["Sentence"], Step | None]
"""Types a parsed sentence; None after a report."""


@dataclass(frozen=True, slots=True)
class Form:
    """The syntax of a sentence, and an example."""

    shape: str
    example: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence for a step.

    Attributes:
        word: the word under which messages find it; usually its first.
        form: its syntax, for messages and the documentation.
        checks: the function that types each of its alternatives in the grammar.
        rows: what the documentation says of it: sentences, and what they mean.
    """

    word: str
    form: Form
    checks: Mapping[str, Check]
    rows: tuple[tuple[str, str], ...]


def no_items(_step: Step) -> tuple[Expr, ...]:
    """The step turns nothing up."""
    return ()


@dataclass(frozen=True, slots=True)
class Verb(Generic[S]):
    """A step that changes what lies on the table, or what variables hold.

    Attributes:
        node: the typed step.
        phrases: the sentences that say it.
        order: notes the zones whose order it reads.
        closure: its meaning, for the interpreter.
        lower: lowers it for the compiler, using only the context.
        events: what it makes known.
        turns_up: the items that it turns up, so that all see them.
    """

    node: type[S]
    phrases: tuple[Phrase, ...]
    order: Callable[[OrderReader, S], None]
    closure: Callable[[Effects, S], Act]
    lower: Callable[[Lowering, S], None]
    events: tuple[EventKind, ...]
    turns_up: Callable[[S], tuple[Expr, ...]] = no_items


@dataclass(frozen=True, slots=True)
class FlowVerb(Generic[S]):
    """A step that says what happens next; ``model`` lowers it to instructions, which both executions know.

    Attributes:
        node: the typed step.
        phrases: the sentences that say it.
        events: what it makes known.
        header: whether steps stand under it.
    """

    node: type[S]
    phrases: tuple[Phrase, ...]
    events: tuple[EventKind, ...] = ()
    header: bool = False
