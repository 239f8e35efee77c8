"""Upper bounds of the number of legal actions: a ruleset that could offer too many is refused when it is loaded."""

from __future__ import annotations

from math import prod

from cardengine.constructs.domains import record_of
from cardengine.diagnostics import Code, Diagnostic, DiagnosticError
from cardengine.facts import Facts
from cardengine.tree.symbols import ActionDecl

MAX_ACTIONS = 250_000
"""The largest number of argument combinations of one action, computed from the bounds of its domains."""


def bound(facts: Facts, decl: ActionDecl) -> int:
    """An upper bound of the number of ways in which an action can be offered."""
    return prod(record_of(parameter.domain).most(facts, parameter.domain) for parameter in decl.parameters)


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
