"""Where everything of a game lies in the one flat vector of its state, and the faults that a game can have."""
