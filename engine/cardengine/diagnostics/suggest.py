"""Did you mean ...?"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

CUTOFF: Final = 0.6
"""How alike two words must be, from 0 to 1: tried on typos and on noise."""

LONGEST_WORD: Final = 60
"""Longer words are no typos, and comparing them takes time."""


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a word, if one is like it at all.

    Args:
        word: what was written; capital and small letters count as the same.
        candidates: what could have been meant.
    """
    if len(word) > LONGEST_WORD:
        return None
    by_folded = {candidate.casefold(): candidate for candidate in candidates if len(candidate) <= LONGEST_WORD}
    found = get_close_matches(word.casefold(), by_folded, n=1, cutoff=CUTOFF)
    return by_folded[found[0]] if found else None
