"""What an argument has to be, as the ruleset says it, with its bounds worked out."""

from __future__ import annotations

from collections.abc import Callable

from cardengine.diagnostics import Span
from cardengine.evaluation import Closures
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t


def wanted(closures: Closures, domain: t.Domain) -> Callable[[Memory], str]:
    """A function that words a domain: ``2 cards from your hand``, where ``swapped cards from your hand`` is written.

    Args:
        closures: they know where the values are that bounds are computed from.
        domain: the domain of a parameter.
    """
    span = domain.span
    bounds = [(bound.span, closures.function(bound)) for bound in _bounds(domain) if _computed(bound, span)]
    exactly = isinstance(domain, t.SubsetDomain) and domain.low is domain.high

    def text(m: Memory) -> str:
        found, place = "", span.start
        one = False
        for bound, value in bounds:
            number = value(m)
            one = exactly and number == 1
            found += f"{span.source.text[place : bound.start]}{number}"
            place = bound.end
        rest = span.source.text[place : span.end].split()
        if one:
            rest[0] = rest[0].removesuffix("s")
        article = ["a"] if isinstance(domain, t.NumberDomain) else []
        return " ".join([*article, *found.split(), *rest])

    return text


def _bounds(domain: t.Domain) -> list[t.Expr]:
    """The bounds of a domain in the order in which they are written."""
    found: list[t.Expr | None]
    match domain:
        case t.NumberDomain(low=low, high=high, step=step):
            found = [low, high, step]
        case t.SubsetDomain(low=low, high=high):
            found = [low] if low is high else [low, high]
        case _:
            found = []
    return [bound for bound in found if bound is not None]


def _computed(bound: t.Expr, span: Span) -> bool:
    """Whether a bound is more than a number: it is written out, and its value isn't what stands there."""
    return not isinstance(bound, t.Constant) and span.start <= bound.span.start < bound.span.end <= span.end
