"""Playouts: plays a position out in compiled code."""

from __future__ import annotations

from collections.abc import Sequence

from cardengine.fast.engine import Engine
from cardengine.fast.results import Batch, Row
from cardengine.runtime.knowledge import SamplingError, forced_table, kinds_of
from cardengine.runtime.sampling import Sampler

_MAX_WAYS = 2**32
"""Compiled code draws from at most so many ways; Python does the rest."""


def play_on(engine: Engine, vector: Sequence[int], policies: Sequence[str], seed: int, n: int, *,
            sampler: Sampler | None = None) -> Batch | None:  # fmt: skip
    """Play a position out ``n`` times; game number i has the chance of (seed, i).

    Args:
        engine: the compiled game.
        vector: the position, as ``State.vector`` gives it.
        policies: for each seat ``random`` or ``greedy``.
        seed: from 0 to 2**64 - 1.
        n: the number of games.
        sampler: if given, the hidden cards are drawn anew for each game from what its seat knows; otherwise they stay.

    Returns:
        The results; None if compiled code can't draw the hidden cards.
    """
    base = list(vector)
    cells = [0]
    if sampler is not None:
        sampler.uncommit(base)
        drawn = sample_cells(sampler) if sampler.hidden else [0]
        if drawn is None or len(drawn) > engine.layout.results - engine.layout.sample:
            return None
        cells = drawn
    engine.poke(engine.layout.sample, cells)
    engine.poke(engine.layout.base, base)
    rows: list[Row] = []
    for _, part in engine.batches("playouts", policies, seed, 0, n, merge=True):
        rows += part
    return Batch(rows)


def sample_cells(sampler: Sampler) -> list[int] | None:
    """What ``core.resampling`` needs to draw hidden cards; None if only Python can draw them."""
    places, groups = kinds_of(sampler.hidden, sampler.labels.allowed)
    room = [len(items) for items in places]
    try:
        table = forced_table([(fitting, len(items)) for fitting, items in groups.items()], room)
    except SamplingError:
        return None
    if table is None or any(total > _MAX_WAYS for _, total in table):
        return None
    hidden = set(sampler.hidden)
    named = [(address, sampler.memory[address]) for address in sampler.card_cells()]
    sites = [(sampler.place_of(place), place) for place in sampler.hidden]
    sites += [(address, card) for address, card in named if card in hidden]
    cells = [len(hidden), len(places), len(groups), len(sites)]
    cells += [total for _, total in table]
    cells += room
    for (fitting, items), (row, _) in zip(groups.items(), table, strict=True):
        counts = dict(zip(fitting, row, strict=True))
        cells += [len(items), *(counts.get(kind, 0) for kind in range(len(places)))]
    cells += [place for kind in places for place in kind]
    cells += [card for items in groups.values() for card in items]
    cells += [part for site in sites for part in site]
    return cells
