"""The program of a game: loading a ruleset, laying it out, lowering its flow."""
