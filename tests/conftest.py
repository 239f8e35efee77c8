"""What all tests share."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: the workers of pytest-xdist share a machine, and a slow moment is no failure. On a build server
# the examples are the same in each run; at home they are new ones.
settings.register_profile("cardengine", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("cardengine")


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
