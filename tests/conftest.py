"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: the workers of pytest-xdist share a machine, and a slow moment is no failure. On a build server
# the examples are the same in each run; at home they are new ones.
settings.register_profile("cardengine", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("cardengine")
