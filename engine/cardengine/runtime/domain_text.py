"""The text of a domain as the ruleset writes it, with its bounds computed: what an argument must be."""

from __future__ import annotations

from collections.abc import Callable

from cardengine.constructs.domains import record_of
from cardengine.diagnostics import Span
from cardengine.evaluation import Closures
from cardengine.layout.space import Memory
from cardengine.tree import nodes as t


def domain_text(closures: Closures, domain: t.Domain) -> Callable[[Memory], str]:
    """A function that gives the text of a domain: ``2 cards from your hand`` for ``swapped cards from your hand``.

    Args:
        closures: the closures with which the bounds are computed.
        domain: the domain of a parameter.
    """
    span = domain.span
    bounds = [
        (bound.span, closures.function(bound)) for bound in record_of(domain).figures(domain) if _computed(bound, span)
    ]
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


def _computed(bound: t.Expr, span: Span) -> bool:
    """Whether a bound is written in the domain's text as an expression other than a plain number."""
    return not isinstance(bound, t.Constant) and span.start <= bound.span.start < bound.span.end <= span.end
