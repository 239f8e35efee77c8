"""The kinds of files that have a schema."""

from __future__ import annotations

from enum import Enum


class SchemaName(Enum):
    """A kind of file; the value is the first part of its schema file's name."""

    RULESET = "ruleset"
    """The rules of a game."""
    VARIANT = "variant"
    """The changes that a variant makes to a ruleset."""
    RULETEST = "ruletest"
    """Scenario tests of a ruleset."""
    DATA = "data"
    """The pieces of a ruleset, in a file of their own."""
    RECORD = "record"
    """The header of a recorded game."""

    @property
    def file_name(self) -> str:
        """The name of the schema's file."""
        return f"{self.value}.schema.json"
