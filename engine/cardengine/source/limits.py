"""Size limits for untrusted files, shared by everything that reads them."""

from __future__ import annotations

from typing import Final

MAX_FILE_BYTES: Final = 256 * 1024
"""The largest file, in bytes; the longest bundled ruleset is a tenth of it."""

MAX_DEPTH: Final = 64
"""How deeply lists and mappings may be nested."""

MAX_NODES: Final = 20_000
"""How many scalars (keys included), lists and mappings a file may have."""

MAX_INTEGER_DIGITS: Final = 40
"""Longer integers stay text: no game needs them, and converting them takes time."""
