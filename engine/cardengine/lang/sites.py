"""The call sites of choices."""

from __future__ import annotations

from dataclasses import dataclass

from cardengine.diagnostics import Span
from cardengine.tree import nodes as t


@dataclass(frozen=True, slots=True)
class Site:
    """A step that asks a choice, and the names in scope there."""

    choice: str
    scope: t.Scope
    span: Span
