"""How much processor time something takes, whatever else happens on the machine and in the process."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def seconds(work: Callable[[], object], enough: float) -> float:
    """The processor time of the fastest of three attempts; of fewer as soon as one takes less than ``enough``.

    A busy neighbour slows an attempt down, and so does the garbage collector, which looks through whatever the process
    has kept from earlier tests. Neither makes one faster.

    Args:
        work: what is measured; it may be done repeatedly.
        enough: seconds below which the first attempt will do.
    """
    fastest = float("inf")
    gc.collect()
    gc.freeze()
    try:
        for _ in range(3):
            begin = time.process_time()
            work()
            fastest = min(fastest, time.process_time() - begin)
            if fastest < enough:
                break
    finally:
        gc.unfreeze()
    return fastest
