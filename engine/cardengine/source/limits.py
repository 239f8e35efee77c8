"""How large a file may be. Everything that reads files of strangers keeps to these numbers."""

from __future__ import annotations

from typing import Final

MAX_FILE_BYTES: Final = 256 * 1024
"""Bytes of one file; the longest ruleset is a tenth of it."""

MAX_DEPTH: Final = 64
"""How many lists and mappings may stand inside each other."""

MAX_NODES: Final = 20_000
"""How many scalars, lists and mappings a file may have, keys counted."""

MAX_INTEGER_DIGITS: Final = 40
"""A longer row of digits is data as text: no number of a game is so large, and converting it takes time."""
