"""Facts: what is known about each typed expression before it is computed, such as its range and its faults."""

from cardengine.facts.facts import Facts

__all__ = ["Facts"]
