"""Upper bounds of the number of legal actions: a ruleset that could offer too many is refused when it is loaded."""

from __future__ import annotations

from math import comb, prod

from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.facts import Facts
from cardengine.tree import nodes as t
from cardengine.tree.symbols import ActionDecl
from cardengine.tree.types import element

MAX_ACTIONS = 250_000
"""The largest number of argument combinations of one action, computed from the bounds of its domains."""

_MAX_SIZES = 200
"""The number of subset sizes that are added up; with more, the limit is exceeded anyway."""


def bound(facts: Facts, decl: ActionDecl) -> int:
    """An upper bound of the number of ways in which an action can be offered."""
    return prod(_most(facts, parameter.domain) for parameter in decl.parameters)


def check_bound(facts: Facts, decl: ActionDecl) -> None:
    """Refuse an action that could be offered in too many ways.

    Raises:
        DiagnosticError: it could; the message gives the number and the limit.
    """
    most = bound(facts, decl)
    if most > MAX_ACTIONS:
        figure = f"{most:,}" if most < 10**12 else f"more than {10**12:,}"
        message = f"`{decl.name}` could be offered in {figure} ways; the most is {MAX_ACTIONS:,}"
        help_ = "bound the zone that it chooses from with `at most N`, or choose fewer cards at a time"
        raise DiagnosticError((Diagnostic(Code.TOO_LARGE, message, decl.span, help=help_),))


def _most(facts: Facts, domain: t.Domain) -> int:
    match domain:
        case t.NumberDomain():
            return max(0, facts.of(domain.high).high - facts.of(domain.low).low + 1)
        case t.OneOfDomain():
            return _items(facts, domain.source)
        case t.SubsetDomain():
            items = _items(facts, domain.source)
            least = max(0, facts.of(domain.low).low)
            most = items if domain.high is None else min(items, facts.of(domain.high).high)
            return sum(comb(items, size) for size in range(least, min(most, least + _MAX_SIZES) + 1))
        case _:
            low, high = facts.space.range_of(domain.type)
            return high - low + 1


def _items(facts: Facts, source: t.Expr) -> int:
    """The most different values in a list: repetitions aren't offered, so there are at most as many as values."""
    found = facts.of(source)
    item = element(source.type)
    low, high = (found.low, found.high) if item is None else facts.space.range_of(item)
    return min(found.most, high - low + 1)
