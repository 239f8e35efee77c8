"""The ruleset language: the grammar, and the checker that resolves names and types."""
