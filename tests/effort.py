"""How much processor time something takes, whatever else happens on the machine and in the process."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import yaml

QUIET = 0.009
"""Seconds that the yardstick takes on the machine on which the bounds were set, when that has nothing else to do."""

TEXT = "key: [value, 1]\n" * 100


def seconds(work: Callable[[], object], enough: float) -> float:
    """The processor time that something takes on a quiet machine, from the best of three attempts.

    A busy neighbour slows an attempt down, even on another processor, and so it does the yardstick that is measured
    right before and after. What the process has kept from earlier tests isn't looked through by the garbage collector.

    Args:
        work: what is measured; it may be done repeatedly.
        enough: seconds below which the first attempt will do.
    """
    fastest = float("inf")
    gc.collect()
    gc.freeze()
    try:
        for _ in range(3):
            before, taken, after = _pace(), _time(work), _pace()
            fastest = min(fastest, taken * QUIET / ((before + after) / 2))
            if fastest < enough:
                break
    finally:
        gc.unfreeze()
    return fastest


def _time(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _pace() -> float:
    return min(_time(_yardstick) for _ in range(3))


def _yardstick() -> None:
    """What hostile texts make the engine do most: split a text into events."""
    for _event in yaml.parse(TEXT, Loader=yaml.SafeLoader):
        pass
