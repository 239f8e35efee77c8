"""How many problems are shown at once: nobody reads more, and a hostile file could make millions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardengine.diagnostics.codes import Code
from cardengine.diagnostics.model import Diagnostic, Severity

MAX_SHOWN: Final = 100


def capped(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The first problems, in their order, and one that says how many more there are.

    Args:
        diagnostics: the problems; when there are too many, errors are kept rather than warnings.
    """
    listed = list(diagnostics)
    if len(listed) <= MAX_SHOWN:
        return listed
    places = sorted(range(len(listed)), key=lambda place: listed[place].severity is Severity.WARNING)
    shown, left = sorted(places[:MAX_SHOWN]), places[MAX_SHOWN:]
    more = Diagnostic(
        Code.MORE_PROBLEMS,
        f"and {len(left)} more {'problem' if len(left) == 1 else 'problems'}",
        severity=listed[left[0]].severity,
        count=len(left),
    )
    return [*(listed[place] for place in shown), more]
