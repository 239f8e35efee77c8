"""The ruleset language: grammar, types, checker."""
