"""Finds the word for a `did you mean ...?`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

CUTOFF: Final = 0.6
"""The least similarity, from 0 to 1, chosen by trying typos and unrelated words."""

MAX_WORD_LENGTH: Final = 60
"""Longer words aren't typos, and comparing them takes time."""

MAX_COMPARED: Final = 64
"""Up to this many candidates are all compared; of more, only those that share the rarest letter pairs."""


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most similar to a word, or None if none is similar enough.

    Args:
        word: what was written; compared regardless of case.
        candidates: what could have been meant. Asking about many words of the same candidates takes time in
            proportion to the words.
    """
    if len(word) > MAX_WORD_LENGTH:
        return None
    index = _index(tuple(candidates))
    found = get_close_matches(word.casefold(), index.nearest(word.casefold()), n=1, cutoff=CUTOFF)
    return index.written[found[0]] if found else None


class _Index:
    """Candidates, found by the pairs of letters in them."""

    def __init__(self, candidates: Iterable[str]) -> None:
        self.written = {
            candidate.casefold(): candidate for candidate in candidates if len(candidate) <= MAX_WORD_LENGTH
        }
        self.with_pair: dict[str, list[str]] = {}
        if len(self.written) > MAX_COMPARED:
            for folded in self.written:
                for pair in _pairs(folded):
                    self.with_pair.setdefault(pair, []).append(folded)

    def nearest(self, word: str) -> list[str]:
        """The candidates that are worth comparing with a word."""
        if not self.with_pair:
            return list(self.written)
        shared: Counter[str] = Counter()
        for names in sorted((self.with_pair.get(pair, []) for pair in _pairs(word)), key=len):
            shared.update(names[:MAX_COMPARED])
            if len(shared) > 2 * MAX_COMPARED:
                break
        likely = (name for name, _ in shared.most_common() if abs(len(name) - len(word)) <= len(word) // 2 + 1)
        return [name for name, _ in zip(likely, range(MAX_COMPARED // 4), strict=False)]


_index = lru_cache(maxsize=8)(_Index)


def _pairs(word: str) -> set[str]:
    """The pairs of neighbouring letters, with its ends marked."""
    marked = f"^{word}$"
    return {marked[place : place + 2] for place in range(len(marked) - 1)}
