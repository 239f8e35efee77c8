"""Merges views: what all of several viewers see, or what any of them sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

View = Mapping[str, Any]


def common(views: Sequence[View]) -> dict[str, Any]:
    """What all views show, for a screen that everybody looks at; whatever differs is hidden."""
    merged: dict[str, Any] = dict(views[0])
    for view in views[1:]:
        merged = _both(merged, view)
    return merged


def united(views: Sequence[View]) -> dict[str, Any]:
    """What any of the views shows, for a spectator who may see everything."""
    merged: dict[str, Any] = dict(views[0])
    for view in views[1:]:
        merged = _either(merged, view)
    return merged


def _both(left: Any, right: Any) -> Any:
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return {key: _both(value, right[key]) for key, value in left.items() if key in right}
    if isinstance(left, list) and isinstance(right, list):
        # In a zone that hides its count the lists of two viewers can't be matched up, so nothing is common.
        return [_both(*pair) for pair in zip(left, right, strict=True)] if len(left) == len(right) else []
    return left if left == right else None


def _either(left: Any, right: Any) -> Any:
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        only = {key: value for key, value in right.items() if key not in left}
        return {key: _either(value, right[key]) if key in right else value for key, value in left.items()} | only
    if isinstance(left, list) and isinstance(right, list):
        if len(left) != len(right):
            return max(left, right, key=len)
        return [_either(*pair) for pair in zip(left, right, strict=True)]
    return right if left is None else left
