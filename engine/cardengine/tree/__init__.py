"""The typed tree: a ruleset with every name resolved and every expression typed."""
