"""What all tests share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: the workers of pytest-xdist share a machine, and a slow moment is no failure. The examples are the same
# in each run, so that only a change can break a test; `make test-full` looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("new", deadline=None, print_blob=True)
settings.load_profile("same")


@pytest.fixture(autouse=True)
def _only_own_garbage(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests of hostile input measure what they do, and not the collection of what the worker has kept before."""
    if "hostile" not in request.node.name and "hostile" not in request.node.path.name:
        yield
        return
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
