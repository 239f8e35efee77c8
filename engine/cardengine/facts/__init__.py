"""What is known of each typed expression before it is computed: ranges, constants, faults, what it reads."""

from cardengine.facts.facts import Facts

__all__ = ["Facts"]
