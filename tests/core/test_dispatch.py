"""Tables of what lowers what: none can be imported with a row missing, or one too many."""

from __future__ import annotations

import pytest

from cardengine.core.dispatch import Dispatch, complete


class One:
    """A kind of node."""


class Other:
    """Another."""


def test_rows_are_found_by_kind() -> None:
    table: Dispatch[int, object, str] = Dispatch({One: lambda n, _: f"one {n}", Other: lambda n, _: f"other {n}"})
    assert (table.lower(1, One()), table.lower(2, Other())) == ("one 1", "other 2")


@pytest.mark.parametrize(("have", "named"), [({One}, "Other"), ({One, Other, int}, "int")])
def test_missing_rows_are_named(have: set[object], named: str) -> None:
    with pytest.raises(TypeError, match=f"the tables of steps don't fit: {named}$"):
        complete("steps", frozenset(have), frozenset((One, Other)))
    complete("steps", frozenset((One, Other)), frozenset((One, Other)))
