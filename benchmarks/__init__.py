"""How fast the engine is, and what to compare it with."""
