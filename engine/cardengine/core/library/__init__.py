"""Routines of compiled games, apart from the lowering of expressions and steps."""
