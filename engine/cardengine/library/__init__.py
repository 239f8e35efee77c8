"""Library routines of compiled games, separate from the lowering of expressions and steps."""
