"""The typed tree: what a ruleset says once every name is resolved and every type is known."""
