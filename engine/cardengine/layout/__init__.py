"""The layout of a game's state in one flat vector, and the faults that a game can have."""
