"""Places that ask a choice."""

from __future__ import annotations

from dataclasses import dataclass

from cardengine.diagnostics import Span
from cardengine.tree import nodes as t


@dataclass(frozen=True, slots=True)
class Site:
    """A place that asks a choice."""

    choice: str
    scope: t.Scope
    span: Span
