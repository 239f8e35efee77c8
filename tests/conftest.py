"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# No deadline: the workers of pytest-xdist share a machine, and a slow moment is no failure. The examples are the same
# in each run, so that only a change can break a test; `make test-full` looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("new", deadline=None, print_blob=True)
settings.load_profile("same")
