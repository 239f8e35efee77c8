"""Makes the program of a game: loads a ruleset, lays out its state and lowers its flow to instructions."""
